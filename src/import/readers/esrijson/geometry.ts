import type { Position, Ring } from '../../../geo/polygon.ts';
import type { RawGeometry } from '../reader.ts';
import { ringsToPolygons } from '../shapefile/shp-rings.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Reads an ESRI geometry by its members; null when it is empty. Throws a RangeError when invalid. */
export function readEsriGeometry(geometry: Fields): RawGeometry | null {
  const { x, y, curveRings, rings = curveRings } = geometry;
  if ('paths' in geometry) return { type: 'LineString', coordinates: null };
  if ('points' in geometry) return { type: 'MultiPoint', coordinates: geometry.points };
  if (Array.isArray(rings)) return rings.length === 0 ? null : readRings(rings);
  if (!('x' in geometry)) throw new RangeError('geometry: expected x and y, or rings');
  // An empty point has null, or the text NaN.
  return x === null || x === 'NaN' ? null : { type: 'Point', coordinates: [x, y] };
}

/** As in a Shapefile, holes have the opposite direction of their outer rings. */
function readRings(rings: readonly unknown[]): RawGeometry {
  const polygons = ringsToPolygons(rings.map(readRing));
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: polygons[0] }
    : { type: 'MultiPolygon', coordinates: polygons };
}

function readRing(ring: unknown): Ring {
  if (!Array.isArray(ring) || ring.length === 0) throw new RangeError('geometry: an empty ring');
  return ring.map(readPosition);
}

function readPosition(position: unknown): Position {
  if (!Array.isArray(position) && typeof position === 'object' && position !== null) {
    throw new RangeError('geometry: has arcs; ask the service with returnTrueCurves=false');
  }
  const [x, y] = Array.isArray(position) ? position : [];
  if (Number.isFinite(x) && Number.isFinite(y)) return [x, y];
  throw new RangeError('geometry: expected positions of two numbers');
}
