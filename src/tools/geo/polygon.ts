import type { Box } from './box.ts';

/** A position as in GeoJSON: [longitude, latitude] in degrees, or [easting, northing] in metres. */
export type Position = readonly [number, number];
/** A closed ring: the last position repeats the first. */
export type Ring = readonly Position[];
/** An outer ring and the holes in it. */
export type Polygon = readonly Ring[];

/** One or more polygons, in the shape of GeoJSON. */
export type PolygonGeometry =
  | { readonly type: 'Polygon'; readonly coordinates: Polygon }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly Polygon[] };

/** Whether two positions have the same coordinates. */
export function isSame(a: Position, b: Position): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

/** The polygons of a geometry, one for a Polygon. */
export function polygonsOf(geometry: PolygonGeometry): readonly Polygon[] {
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
}

/** The same geometry with every position replaced. */
export function mapPositions(
  geometry: PolygonGeometry,
  change: (position: Position) => Position,
): PolygonGeometry {
  const mapPolygon = (polygon: Polygon) => polygon.map(ring => ring.map(change));
  return geometry.type === 'Polygon'
    ? { type: 'Polygon', coordinates: mapPolygon(geometry.coordinates) }
    : { type: 'MultiPolygon', coordinates: geometry.coordinates.map(mapPolygon) };
}

/** The smallest box around a geometry, in its own unit. */
export function boundsOf(geometry: PolygonGeometry): Box {
  const box = { west: Infinity, east: -Infinity, south: Infinity, north: -Infinity };
  // Holes lie inside; the outer rings are enough.
  for (const [outer] of polygonsOf(geometry)) {
    for (const position of outer!) {
      const x = position[0];
      const y = position[1];
      if (x < box.west) box.west = x;
      if (x > box.east) box.east = x;
      if (y < box.south) box.south = y;
      if (y > box.north) box.north = y;
    }
  }
  return box;
}

/** Area of a geometry on a plane, in the square of its unit: outer rings less their holes. */
export function planarArea(geometry: PolygonGeometry): number {
  let area = 0;
  for (const [outer, ...holes] of polygonsOf(geometry)) {
    area += ringArea(outer!);
    for (const hole of holes) area -= ringArea(hole);
  }
  return area;
}

function ringArea(ring: Ring): number {
  return Math.abs(signedArea(ring));
}

/**
 * The area of a ring, positive if it runs against the clock: the shoelace formula relative to the first
 * vertex, because large Greek Grid offsets would lose digits.
 */
export function signedArea(ring: Ring): number {
  const [x0, y0] = ring[0]!;
  let doubled = 0;
  for (let i = 1; i < ring.length; i++) {
    const [ax, ay] = ring[i - 1]!;
    const [bx, by] = ring[i]!;
    doubled += (ax - x0) * (by - y0) - (bx - x0) * (ay - y0);
  }
  return doubled / 2;
}

/** Well-known text of a geometry, each coordinate with exactly `decimals` decimals. */
export function toWkt(geometry: PolygonGeometry, decimals: number): string {
  return wktOf(geometry, ([x, y]) => `${x.toFixed(decimals)} ${y.toFixed(decimals)}`);
}

/** The same, with as many digits as the coordinates have. */
export function exactWkt(geometry: PolygonGeometry): string {
  return wktOf(geometry, ([x, y]) => `${x} ${y}`);
}

function wktOf(geometry: PolygonGeometry, position: (position: Position) => string): string {
  const ringText = (ring: Ring) => list(ring.map(position));
  const polygonText = (polygon: Polygon) => list(polygon.map(ringText));
  return geometry.type === 'Polygon'
    ? `POLYGON ${polygonText(geometry.coordinates)}`
    : `MULTIPOLYGON ${list(geometry.coordinates.map(polygonText))}`;
}

function list(parts: readonly string[]): string {
  return `(${parts.join(', ')})`;
}
