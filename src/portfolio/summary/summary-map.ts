import type { Box } from '../../geo/box.ts';
import { boxesOverlap } from '../../geo/box.ts';
import { clipPolygon } from '../../geo/clip.ts';
import { metresPerDegree } from '../../geo/earth.ts';
import { boundsOf, type PolygonGeometry, polygonsOf, type Ring } from '../../geo/polygon.ts';
import type { CircleLine, MapCell, MapCells } from './map-lines.ts';

/** A drawing of a part of the Earth, true to scale: pixels for degrees. */
interface Frame {
  readonly box: Box;
  readonly width: number;
  readonly height: number;
  readonly pixelsPerMetre: number;
  at(latitude: number, longitude: number): readonly [x: number, y: number];
}

/** A frame of a width around a box, which grows to one of the allowed shapes. */
function frameAround({ west, south, east, north }: Box, width: number, heights: readonly number[]) {
  const metres = metresPerDegree((south + north) / 2);
  const [wide, high] = [(east - west) * metres.east, (north - south) * metres.north];
  const [least, most] = [Math.min(...heights), Math.max(...heights)];
  const height = Math.round(Math.min(most, Math.max(least, (width * high) / wide)));
  const pixelsPerMetre = Math.min(width / wide, height / high);
  const [x, y] = [(west + east) / 2, (south + north) / 2];
  const halfWide = width / 2 / pixelsPerMetre / metres.east;
  const halfHigh = height / 2 / pixelsPerMetre / metres.north;
  const box = { west: x - halfWide, east: x + halfWide, south: y - halfHigh, north: y + halfHigh };
  const frame: Frame = {
    box,
    width,
    height,
    pixelsPerMetre,
    at: (latitude, longitude) => [
      (longitude - box.west) * metres.east * pixelsPerMetre,
      (box.north - latitude) * metres.north * pixelsPerMetre,
    ],
  };
  return frame;
}

const px = (pixels: number) => String(Math.round(pixels * 10) / 10);

/** An image whose name is the text with this id. */
function svg({ width, height }: Frame, labelId: string, parts: readonly string[]): string {
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${labelId}"><rect class="sea" width="${width}" height="${height}"/>${parts.join('')}</svg>`;
}

function landIn(frame: Frame, land: PolygonGeometry): string {
  const paths = polygonsOf(land).flatMap(polygon => {
    const bounds = boundsOf({ type: 'Polygon', coordinates: polygon });
    if (!boxesOverlap(bounds, frame.box)) return [];
    return (clipPolygon(polygon, frame.box) ?? []).map(ring => pathOf(ring, frame));
  });
  return `<path class="land" d="${paths.join('')}"/>`;
}

/** The path of a ring, without corners that are less than a pixel from the one before. */
function pathOf(ring: Ring, { at }: Frame): string {
  const corners: (readonly [number, number])[] = [];
  for (const [longitude, latitude] of ring) {
    const corner = at(latitude, longitude);
    const last = corners.at(-1);
    if (!last || Math.hypot(corner[0] - last[0], corner[1] - last[1]) >= 1) corners.push(corner);
  }
  return corners.length < 3 ? '' : `M${corners.map(([x, y]) => `${px(x)} ${px(y)}`).join('L')}Z`;
}

/** Dots whose areas follow the amounts; the largest below. */
function dots(frame: Frame, cells: readonly MapCell[], mostPixels: number): string[] {
  const most = Math.max(...cells.map(({ sum_eur }) => sum_eur), 1);
  return cells
    .toSorted((a, b) => b.sum_eur - a.sum_eur)
    .map(({ latitude, longitude, sum_eur }) => {
      const [x, y] = frame.at(latitude, longitude);
      const radius = Math.max(1.5, mostPixels * Math.sqrt(sum_eur / most));
      return `<circle class="rows" cx="${px(x)}" cy="${px(y)}" r="${px(radius)}"/>`;
    });
}

/** A bar of a round length, at most a third of the width. */
function scaleBar({ width, height, pixelsPerMetre }: Frame): string {
  const lengths = [1, 2, 5].flatMap(one => [10, 100, 1_000, 10_000, 100_000].map(by => one * by));
  const fitting = lengths.filter(metres => metres * pixelsPerMetre <= width / 3);
  const metres = Math.max(...fitting, 10);
  const text = metres < 1_000 ? `${metres} m` : `${metres / 1_000} km`;
  const [x, y] = [12, height - 12];
  return `<path class="scale" d="M${x} ${y - 5}v5h${px(metres * pixelsPerMetre)}v-5"/><text x="${x + 4}" y="${y - 5}">${text}</text>`;
}

/** A portfolio that lies in one street is still shown with its surroundings. */
const leastDegrees = 0.05;

/** All rows, and where the circles are. Circles too near each other for two labels share one. */
export function overviewMap(
  { cells }: MapCells,
  circles: readonly CircleLine[],
  land: PolygonGeometry,
  labelId: string,
): string {
  const latitudes = cells.map(({ latitude }) => latitude);
  const longitudes = cells.map(({ longitude }) => longitude);
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  const margin = Math.max(leastDegrees, 0.06 * Math.max(north - south, east - west));
  const box = {
    west: west - margin,
    east: east + margin,
    south: south - margin,
    north: north + margin,
  };
  const frame = frameAround(box, 760, [380, 640]);
  const labels: { x: number; y: number; radius: number; numbers: number[] }[] = [];
  for (const [i, { latitude, longitude, radius_m }] of circles.entries()) {
    const [x, y] = frame.at(latitude, longitude);
    const radius = radius_m * frame.pixelsPerMetre;
    const known = labels.find(one => Math.hypot(one.x - x, one.y - y) < 24);
    if (known) known.numbers.push(i + 1);
    else labels.push({ x, y, radius, numbers: [i + 1] });
  }
  const rings = labels.map(({ x, y, radius, numbers }) => {
    const shown = Math.max(7, radius);
    const isRight = x > frame.width - 120;
    const side = isRight ? ` text-anchor="end"` : '';
    const textX = px(isRight ? x - shown - 3 : x + shown + 3);
    return `<circle class="ring" cx="${px(x)}" cy="${px(y)}" r="${px(shown)}"/><text x="${textX}" y="${px(y + 4)}"${side}>${numbers.join(', ')}</text>`;
  });
  return svg(frame, labelId, [
    landIn(frame, land),
    ...dots(frame, cells, 9),
    ...rings,
    scaleBar(frame),
  ]);
}

/** One circle with its rows. */
export function circleMap(circle: CircleLine, land: PolygonGeometry, labelId: string): string {
  const { latitude, longitude, radius_m } = circle;
  const metres = metresPerDegree(latitude);
  const [high, wide] = [(1.2 * radius_m) / metres.north, (1.2 * radius_m) / metres.east];
  const box = {
    west: longitude - wide,
    east: longitude + wide,
    south: latitude - high,
    north: latitude + high,
  };
  const frame = frameAround(box, 220, [220]);
  return svg(frame, labelId, [
    landIn(frame, land),
    `<circle class="ring" cx="110" cy="110" r="${px(radius_m * frame.pixelsPerMetre)}"/>`,
    ...dots(frame, byPosition(circle), 7),
    scaleBar(frame),
  ]);
}

function byPosition({ largest }: CircleLine): MapCell[] {
  const cells = new Map<string, MapCell>();
  for (const { latitude, longitude, amount_eur } of largest) {
    const key = `${latitude} ${longitude}`;
    const { rows = 0, sum_eur = 0 } = cells.get(key) ?? {};
    cells.set(key, { latitude, longitude, rows: rows + 1, sum_eur: sum_eur + amount_eur });
  }
  return [...cells.values()];
}
