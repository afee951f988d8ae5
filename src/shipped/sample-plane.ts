import { boundsOf, type Position, polygonsOf, type Ring } from '../geo/polygon.ts';
import type { MapGeometry } from '../map/feature.ts';
import type { Parcel } from '../property/parcels.ts';

/** A plane in metres along and across a block, from the first corner of its first parcel. */
interface Plane {
  toPlane(position: Position): Position;
  toEarth(point: Position): Position;
}

/** Metres along and across. */
export interface Block {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

/** A ring of 24 corners. */
export function circle([x, y]: Position, radius: number): Position[] {
  const corners = Array.from({ length: 24 }, (_, i): Position => {
    const angle = (i * 2 * Math.PI) / 24;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
  return [...corners, corners[0]!];
}

/** The point at a distance from another one, in the direction of a third. */
export function towards([x, y]: Position, [toX, toY]: Position, distance: number): Position {
  const share = distance / Math.hypot(toX - x, toY - y);
  return [x + share * (toX - x), y + share * (toY - y)];
}

/** The outline of a block. */
export function ringOf({ west, east, south, north }: Block): Position[] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

/** Whether two blocks overlap. */
export function meets(a: Block, b: Block): boolean {
  return a.west < b.east && a.east > b.west && a.south < b.north && a.north > b.south;
}

const metresPerDegree = 111_320;

/** The plane whose first axis runs from the first to the second corner of a ring. */
export function planeOf([origin, second]: Ring): Plane {
  const [longitude, latitude] = origin!;
  const narrowing = Math.cos((latitude * Math.PI) / 180);
  const metres = ([x, y]: Position): Position => [
    (x - longitude) * narrowing * metresPerDegree,
    (y - latitude) * metresPerDegree,
  ];
  const [dx, dy] = metres(second!);
  const [cos, sin] = [dx / Math.hypot(dx, dy), dy / Math.hypot(dx, dy)];
  return {
    toPlane(position) {
      const [x, y] = metres(position);
      return [x * cos + y * sin, y * cos - x * sin];
    },
    toEarth([along, across]) {
      const [x, y] = [along * cos - across * sin, along * sin + across * cos];
      const at = [longitude + x / (narrowing * metresPerDegree), latitude + y / metresPerDegree];
      return at.map(degrees => Math.round(degrees * 1e7) / 1e7) as unknown as Position;
    },
  };
}

/** The block around parcels, in a plane. */
export function boxIn(plane: Plane, parcels: readonly Parcel[]): Block {
  const corners = parcels.flatMap(({ geometry }) =>
    polygonsOf(geometry).flatMap(([ring]) => ring!),
  );
  return boundsOf({ type: 'Polygon', coordinates: [corners.map(plane.toPlane)] });
}

/** The outer ring of a parcel's first polygon. */
export function outerRing({ geometry }: Parcel): Ring {
  return polygonsOf(geometry)[0]![0]!;
}

/** A geometry of a plane in degrees. */
export function onEarth(geometry: MapGeometry, { toEarth }: Plane): MapGeometry {
  if (geometry.type === 'LineString') {
    return { ...geometry, coordinates: geometry.coordinates.map(toEarth) };
  }
  if (geometry.type === 'Point') {
    return { ...geometry, coordinates: toEarth(geometry.coordinates) };
  }
  if (geometry.type !== 'Polygon') return geometry;
  return { ...geometry, coordinates: geometry.coordinates.map(ring => ring.map(toEarth)) };
}
