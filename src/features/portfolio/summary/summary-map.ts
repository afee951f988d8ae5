import type { Box } from '#tools/geo/box.ts';
import { boxesOverlap } from '#tools/geo/box.ts';
import { clipPolygon } from '#tools/geo/clip.ts';
import { metresPerDegree } from '#tools/geo/earth.ts';
import { boundsOf, type PolygonGeometry, polygonsOf, type Ring } from '#tools/geo/polygon.ts';
import type { Circle, MapCell, MapCells } from './summary-body.ts';

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

type Dot = Pick<MapCell, 'latitude' | 'longitude' | 'exposure_eur'>;

/** Dots whose areas follow the amounts; the largest below. */
function dots(frame: Frame, cells: readonly Dot[], mostPixels: number): string[] {
  const most = Math.max(...cells.map(({ exposure_eur }) => exposure_eur), 1);
  return cells
    .toSorted((a, b) => b.exposure_eur - a.exposure_eur)
    .map(({ latitude, longitude, exposure_eur }) => {
      const [x, y] = frame.at(latitude, longitude);
      const radius = Math.max(1.5, mostPixels * Math.sqrt(exposure_eur / most));
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

/** The box around positions, with a margin. */
function boxAround(
  positions: readonly { readonly latitude: number; readonly longitude: number }[],
  leastMargin: number,
): Box {
  const latitudes = positions.map(({ latitude }) => latitude);
  const longitudes = positions.map(({ longitude }) => longitude);
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  const margin = Math.max(leastMargin, 0.06 * Math.max(north - south, east - west));
  return {
    west: west - margin,
    east: east + margin,
    south: south - margin,
    north: north + margin,
  };
}

const wideFrame = (box: Box) => frameAround(box, 760, [380, 640]);

/** All rows, and where the circles are. */
export function overviewMap(
  { cells }: MapCells,
  circles: readonly Circle[],
  land: PolygonGeometry,
  labelId: string,
): string {
  return wideMap(wideFrame(boxAround(cells, leastDegrees)), cells, circles, land, labelId);
}

/** The part with the circles; undefined if it is not much smaller than the map of all rows. */
export function nearMap(
  { cells }: MapCells,
  circles: readonly Circle[],
  land: PolygonGeometry,
  labelId: string,
): string | undefined {
  if (circles.length === 0) return undefined;
  const frame = wideFrame(boxAround(circles, 0.02));
  const all = wideFrame(boxAround(cells, leastDegrees));
  if (frame.pixelsPerMetre < 3 * all.pixelsPerMetre) return undefined;
  const { west, south, east, north } = frame.box;
  const inside = cells.filter(
    ({ latitude, longitude }) =>
      latitude > south && latitude < north && longitude > west && longitude < east,
  );
  return wideMap(frame, inside, circles, land, labelId);
}

function wideMap(
  frame: Frame,
  cells: readonly MapCell[],
  circles: readonly Circle[],
  land: PolygonGeometry,
  labelId: string,
): string {
  return svg(frame, labelId, [
    landIn(frame, land),
    ...dots(frame, cells, 9),
    ...rings(frame, circles),
    scaleBar(frame),
  ]);
}

/** The circles with their numbers. Those too near each other for two labels share one. */
function rings(frame: Frame, circles: readonly Circle[]): string[] {
  const labels: { x: number; y: number; radius: number; numbers: number[] }[] = [];
  const drawn = circles.map(({ latitude, longitude, radius_m }, i) => {
    const [x, y] = frame.at(latitude, longitude);
    const radius = Math.max(5, radius_m * frame.pixelsPerMetre);
    const known = labels.find(one => Math.hypot(one.x - x, one.y - y) < 24);
    if (known) {
      known.numbers.push(i + 1);
      known.radius = Math.max(known.radius, radius);
    } else labels.push({ x, y, radius, numbers: [i + 1] });
    return `<circle class="ring" cx="${px(x)}" cy="${px(y)}" r="${px(radius)}"/>`;
  });
  const texts = labels.map(({ x, y, radius, numbers }) => {
    const isRight = x > frame.width * 0.75;
    const side = isRight ? ` text-anchor="end"` : '';
    const textX = px(isRight ? x - radius - 3 : x + radius + 3);
    return `<text x="${textX}" y="${px(y + 4)}"${side}>${inRanges(numbers)}</text>`;
  });
  return [...drawn, ...texts];
}

/** Ascending numbers as text: `1-3, 5`. */
function inRanges(numbers: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join(', ');
}

/** One circle with its rows. */
export function circleMap(circle: Circle, land: PolygonGeometry, labelId: string): string {
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

function byPosition({ largest }: Circle): Dot[] {
  const cells = new Map<string, Dot>();
  for (const { latitude, longitude, exposure_eur } of largest) {
    const key = `${latitude} ${longitude}`;
    const before = cells.get(key)?.exposure_eur ?? 0;
    cells.set(key, { latitude, longitude, exposure_eur: before + exposure_eur });
  }
  return [...cells.values()];
}
