import { circleAround } from '../../../property/map/draw/circle.ts';
import { type Collection, collection, feature } from '../../../property/map/draw/features.ts';
import type {
  Circle,
  MapCell,
  PortfolioRow,
  PortfolioRows,
  PortfolioSummary,
} from '../run/ask-portfolios.ts';

/** The parts of a summary that the map draws. */
export type MappedPortfolio = Pick<PortfolioSummary, 'map' | 'circles'>;

const dot = (
  { longitude, latitude }: { readonly longitude: number; readonly latitude: number },
  properties?: Readonly<Record<string, number>>,
) => feature('Point', [longitude, latitude], properties);

/** Radii of dots in pixels: their areas follow the amounts. */
const [leastPixels, mostPixels] = [4, 18];

/** The radius of a dot, if `most` is the largest amount. */
export function dotPixels(amount: number, most: number): number {
  const share = most > 0 ? Math.sqrt(amount / most) : 0;
  return Math.max(leastPixels, Math.round(mostPixels * share * 10) / 10);
}

/** By what dots are coloured; a kind of zones follows its name. */
export type MapColour = 'certainty' | 'insurance' | `zone ${string}`;

/** Good, medium, bad, unknown: colours that differ from those of the map, light and dark. */
export const mapColours = ['#1f7a8c', '#d99a1c', '#c2410c', '#8a8f94'];

/** The step of a cell in a colour: 0 good, 1 between, 2 bad, 3 not known. */
export function cellStep(cell: MapCell, colour: MapColour): number {
  if (colour === 'certainty') {
    const share = cell.exposure_rough_eur / Math.max(cell.exposure_eur, 1);
    return share < 0.1 ? 0 : share < 0.9 ? 1 : 2;
  }
  if (colour === 'insurance') {
    const ratio = cell.insured_ratio;
    if (ratio === undefined) return 3;
    return ratio >= 0.9 ? 0 : ratio >= 0.7 ? 1 : 2;
  }
  const inside = cell.rows_in_zones?.[colour.slice('zone '.length)] ?? 0;
  return inside === 0 ? 0 : inside < cell.rows ? 1 : 2;
}

/** The box of a cell, as rows are filtered by it; a tenth of a metre for rows at one position. */
export function cellBox(x: number, y: number, degrees: number): string {
  const half = Math.max(degrees, 0.000002);
  const low = (value: number) =>
    degrees === 0 ? value - half : Math.floor(value / degrees) * degrees;
  const [west, south] = [low(x), low(y)];
  const width = degrees === 0 ? 2 * half : degrees;
  return [west, south, west + width, south + width].map(value => value.toFixed(7)).join(',');
}

/** The cells of the rows that filters leave, with their share of the amount. */
export function filteredCells(
  { cells, cell_degrees }: MappedPortfolio['map'],
  found: PortfolioRows['cells'] = [],
): readonly MapCell[] {
  const keyOf = ({ longitude, latitude }: Pick<MapCell, 'longitude' | 'latitude'>) =>
    [longitude, latitude]
      .map(value => (cell_degrees === 0 ? value.toFixed(7) : Math.floor(value / cell_degrees)))
      .join(' ');
  const counted = new Map(found.map(cell => [keyOf(cell), cell.rows]));
  return cells.flatMap(cell => {
    const rows = counted.get(keyOf(cell));
    if (rows === undefined) return [];
    return { ...cell, rows, exposure_eur: (cell.exposure_eur * rows) / cell.rows };
  });
}

/** A dot for each cell. The map joins those that are near each other. */
export function cellFeatures(cells: readonly MapCell[], colour: MapColour): Collection {
  return collection(
    cells.map(cell =>
      dot(cell, {
        longitude: cell.longitude,
        latitude: cell.latitude,
        rows: cell.rows,
        euro: cell.exposure_eur,
        step: cellStep(cell, colour),
      }),
    ),
  );
}

/** A dot for the row that was chosen. */
export function chosenRowFeatures(row: PortfolioRow | undefined): Collection {
  if (!row || row.latitude === null || row.longitude === null) return collection([]);
  return collection([dot({ latitude: row.latitude, longitude: row.longitude })]);
}

/** The circles, true to scale; the smaller ones above, so that each can be chosen. */
export function circleFeatures({ circles }: MappedPortfolio): Collection {
  const areas = circles.map(({ longitude, latitude, radius_m }, place) =>
    feature('Polygon', [circleAround([longitude, latitude], radius_m)], { place }),
  );
  return collection(areas.reverse());
}

/** A dot for each of the rows of a circle. */
export function rowFeatures(circle: Circle | undefined): Collection {
  const rows = circle?.largest ?? [];
  const most = Math.max(0, ...rows.map(({ exposure_eur }) => exposure_eur));
  return collection(
    rows.map(row =>
      dot(row, { line: row.line, pixels: dotPixels(row.exposure_eur, most) / 2 + 2 }),
    ),
  );
}
