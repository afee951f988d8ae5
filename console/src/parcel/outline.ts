import type { Position } from '../map/position.ts';

/** The polygons of a parcel, each a list of closed rings, the first of them its outer one. */
export type Outline = readonly (readonly (readonly Position[])[])[];

/** The rings of a `POLYGON` or `MULTIPOLYGON` as the service writes them; undefined for others. */
export function readOutline(wkt: string): Outline | undefined {
  const found = /^(MULTI)?POLYGON\s*(\(.*\))$/is.exec(wkt.trim());
  if (!found) return undefined;
  const json = found[2]!
    .replaceAll(/(-?\d+(?:\.\d+)?)\s+(-?\d+(?:\.\d+)?)/g, '[$1,$2]')
    .replaceAll('(', '[')
    .replaceAll(')', ']');
  try {
    const rings = JSON.parse(json);
    return found[1] ? rings : [rings];
  } catch {
    return undefined;
  }
}

/** West, south, east and north of an outline. */
export function boundsOf(
  outline: Outline,
): [west: number, south: number, east: number, north: number] {
  const points = outline.flat(2);
  const longitudes = points.map(([longitude]) => longitude);
  const latitudes = points.map(([, latitude]) => latitude);
  return [
    Math.min(...longitudes),
    Math.min(...latitudes),
    Math.max(...longitudes),
    Math.max(...latitudes),
  ];
}

/**
 * A point inside the largest polygon: where a line through the middle of its box, west to east,
 * runs longest inside. A centroid would fall outside of an L.
 */
export function pointInside(outline: Outline): Position {
  const largest = outline.reduce((one, other) => (size(other[0]!) > size(one[0]!) ? other : one));
  const [, south, , north] = boundsOf([largest]);
  // Off the very middle: corners lie there often, and a line through a corner is counted wrongly.
  const latitude = south + (north - south) * 0.497;
  const crossings = largest.flatMap(ring => crossingsOf(ring, latitude)).sort((a, b) => a - b);
  let [from, to] = [crossings[0]!, crossings[1]!];
  for (let index = 2; index + 1 < crossings.length; index += 2) {
    if (crossings[index + 1]! - crossings[index]! > to - from) {
      [from, to] = [crossings[index]!, crossings[index + 1]!];
    }
  }
  return [(from + to) / 2, latitude];
}

function crossingsOf(ring: readonly Position[], latitude: number): number[] {
  return ring.slice(1).flatMap((to, index) => {
    const from = ring[index]!;
    if (from[1] > latitude === to[1] > latitude) return [];
    return [from[0] + ((latitude - from[1]) / (to[1] - from[1])) * (to[0] - from[0])];
  });
}

/** Twice the area in square degrees; only to compare. */
function size(ring: readonly Position[]): number {
  return Math.abs(
    ring.slice(1).reduce((sum, [x, y], index) => {
      const [x0, y0] = ring[index]!;
      return sum + x0 * y - x * y0;
    }, 0),
  );
}
