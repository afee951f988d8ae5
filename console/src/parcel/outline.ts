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
 * A point inside the largest polygon: half way along the longest stretch of a level line through
 * its middle. A centroid would fall outside of an L. The service's report takes the same point, so
 * that both see the same neighbourhood.
 */
export function pointInside(outline: Outline): Position {
  const largest = outline.reduce((one, other) => (size(other) > size(one) ? other : one));
  const latitude = levelBetweenCorners(largest);
  const crossings = largest.flatMap(ring => crossingsOf(ring, latitude)).sort((a, b) => a - b);
  const stretches = crossings
    .filter((_, index) => index % 2 === 0)
    .map((from, index) => [from, crossings[index * 2 + 1]!] as const);
  const [from, to] = stretches.reduce((one, other) =>
    other[1] - other[0] > one[1] - one[0] ? other : one,
  );
  return [(from + to) / 2, latitude];
}

/** Half way between the corners next below and above the middle, so that none lies on it. */
function levelBetweenCorners(rings: Outline[number]): number {
  const [, south, , north] = boundsOf([[rings[0]!]]);
  const middle = (south + north) / 2;
  const latitudes = rings.flat().map(([, latitude]) => latitude);
  const below = Math.max(south, ...latitudes.filter(latitude => latitude <= middle));
  const above = Math.min(north, ...latitudes.filter(latitude => latitude > middle));
  return (below + above) / 2;
}

function crossingsOf(ring: readonly Position[], latitude: number): number[] {
  return ring.slice(1).flatMap((to, index) => {
    const from = ring[index]!;
    if (from[1] > latitude === to[1] > latitude) return [];
    return [from[0] + ((latitude - from[1]) / (to[1] - from[1])) * (to[0] - from[0])];
  });
}

/** Area less its holes, in square degrees; only to compare. */
function size([outer, ...holes]: Outline[number]): number {
  return holes.reduce((rest, hole) => rest - ringSize(hole), ringSize(outer!));
}

function ringSize(ring: readonly Position[]): number {
  const twice = ring.slice(1).reduce((sum, [x, y], index) => {
    const [x0, y0] = ring[index]!;
    return sum + x0 * y - x * y0;
  }, 0);
  return Math.abs(twice) / 2;
}
