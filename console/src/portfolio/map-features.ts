import { circleAround } from '../map/circle.ts';
import type { Circle, PortfolioSummary } from './ask-portfolios.ts';

/** The parts of a summary that the map draws. */
export type MappedPortfolio = Pick<PortfolioSummary, 'map' | 'circles'>;

type Collection = GeoJSON.FeatureCollection;

const collection = (features: GeoJSON.Feature[]): Collection => ({
  type: 'FeatureCollection',
  features,
});

const dot = (
  { longitude, latitude }: { readonly longitude: number; readonly latitude: number },
  properties: Readonly<Record<string, number>>,
): GeoJSON.Feature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: [longitude, latitude] },
});

/** Radii of dots in pixels: their areas follow the amounts. */
const [leastPixels, mostPixels] = [4, 18];

/** The radius of a dot, if `most` is the largest amount. */
export function dotPixels(amount: number, most: number): number {
  const share = most > 0 ? Math.sqrt(amount / most) : 0;
  return Math.max(leastPixels, Math.round(mostPixels * share * 10) / 10);
}

/** A dot for each cell of the portfolio. The map joins those that are near each other. */
export function cellFeatures({ map: { cells } }: MappedPortfolio): Collection {
  return collection(cells.map(cell => dot(cell, { rows: cell.rows, euro: cell.sum_eur })));
}

/** The circles, true to scale; the smaller ones above, so that each can be chosen. */
export function circleFeatures({ circles }: MappedPortfolio): Collection {
  return collection(
    circles
      .map(
        ({ longitude, latitude, radius_m }, place): GeoJSON.Feature => ({
          type: 'Feature',
          properties: { place },
          geometry: {
            type: 'Polygon',
            coordinates: [circleAround([longitude, latitude], radius_m).map(corner => [...corner])],
          },
        }),
      )
      .reverse(),
  );
}

/** A dot for each of the rows of a circle. */
export function rowFeatures(circle: Circle | undefined): Collection {
  const rows = circle?.largest ?? [];
  const most = Math.max(0, ...rows.map(({ amount_eur }) => amount_eur));
  return collection(
    rows.map(row => dot(row, { line: row.line, pixels: dotPixels(row.amount_eur, most) / 2 + 2 })),
  );
}
