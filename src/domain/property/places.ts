import { arcFromSquaredChord, type EarthPoint, earthPoint } from '#tools/geo/earth.ts';
import { indexPoints, type PointIndex, pointsAround } from '#tools/geo/point-index.ts';
import { type Nearby, nearestFirst } from './nearest-first.ts';
import { type PlaceType, placeTypes, radiusMetresByType } from './place-types.ts';

/** A point of interest with the fields of the wire, except the distance, which depends on the query. */
export interface Place {
  readonly id: number;
  readonly external_id: string | null;
  readonly name_en: string | null;
  readonly name_gr: string | null;
  readonly place_category: string | null;
  readonly place_type: PlaceType;
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * All places, packed for `nearby`, with one grid per search radius. A place's row is its position in
 * the concatenated grids, so neighbours have neighbouring rows.
 */
export interface PlaceIndex {
  /** The type of each row, as its position in `placeTypes`. */
  readonly types: Uint8Array;
  readonly grids: readonly PlaceGrid[];
  /** The ids by row. */
  readonly ids: Float64Array;
}

interface PlaceGrid extends PointIndex {
  readonly firstRow: number;
  readonly radiusMetres: number;
}

/** Builds the index of places. `order` gives for each row of the index the place's position in the list. */
export function buildPlaceIndex(places: PlaceColumns): { index: PlaceIndex; order: Uint32Array } {
  const count = places.ids.length;
  const order = new Uint32Array(count);
  const grids: PlaceGrid[] = [];
  let firstRow = 0;
  const radiusOf = placeTypes.map(type => radiusMetresByType[type]);
  for (const radius of new Set(radiusOf)) {
    const members = order.map((_, i) => i).filter(i => radiusOf[places.types[i]!] === radius);
    const points = indexPoints(
      Array.from(members, i => places.latitudes[i]!),
      Array.from(members, i => places.longitudes[i]!),
    );
    grids.push({ ...points, firstRow, radiusMetres: radius });
    order.set(
      points.origin.map(i => members[i]!),
      firstRow,
    );
    firstRow += members.length;
  }
  const types = Uint8Array.from(order, i => places.types[i]!);
  const ids = Float64Array.from(order, i => places.ids[i]!);
  return { index: { types, grids, ids }, order };
}

/** The fields of places that the index needs, as columns. */
export interface PlaceColumns {
  readonly ids: readonly number[];
  /** The type of each, as its position in `placeTypes`. */
  readonly types: readonly number[];
  readonly latitudes: readonly number[];
  readonly longitudes: readonly number[];
}

/**
 * Selects the places whose unrounded distance is at most the radius of their type, nearest first,
 * equal distances by id, without a maximum number. Lookups and reports both call this, so the same
 * coordinates always give the same places.
 */
export function nearby(index: PlaceIndex, latitude: number, longitude: number): Nearby {
  const here = earthPoint(latitude, longitude);
  const searched = index.grids.map(grid => ({
    grid,
    near: pointsAround(grid, latitude, longitude, grid.radiusMetres),
  }));
  const most = searched.reduce((sum, { near }) => sum + near.length, 0);
  const rows = new Uint32Array(most);
  const metres = new Float64Array(most);
  let count = 0;
  for (const { grid, near } of searched) count = searchGrid(grid, here, near, rows, metres, count);
  // Sort by the exact distance: rounding first would create false ties.
  return nearestFirst(rows.subarray(0, count), metres.subarray(0, count), index.ids);
}

/** Adds those of some points that are near enough to the results; returns the new count. */
function searchGrid(
  { radiusMetres, firstRow, x: xs, y: ys, z: zs }: PlaceGrid,
  { x, y, z }: EarthPoint,
  near: readonly number[],
  rows: Uint32Array,
  metres: Float64Array,
  countBefore: number,
): number {
  const limit = radiusMetres * radiusMetres;
  let count = countBefore;
  for (const place of near) {
    const dx = xs[place]! - x;
    const dy = ys[place]! - y;
    const dz = zs[place]! - z;
    const squaredChord = dx * dx + dy * dy + dz * dz;
    if (squaredChord > limit) continue;
    const distance = arcFromSquaredChord(squaredChord);
    // The chord was within the radius, but the arc may be longer.
    if (distance > radiusMetres) continue;
    rows[count] = firstRow + place;
    metres[count++] = distance;
  }
  return count;
}

/** The places of one type around a point. */
export interface TypeAround {
  readonly count: number;
  /** The distance to the nearest, rounded to centimetres as on the wire; null if there is none. */
  readonly nearestMetres: number | null;
}

const none: TypeAround = { count: 0, nearestMetres: null };

/** Counts the result of `nearby` for each of the types, in their order. */
export function countAround(
  index: PlaceIndex,
  latitude: number,
  longitude: number,
  types: readonly PlaceType[],
): TypeAround[] {
  const found: TypeAround[] = placeTypes.map(() => none);
  const { rows, metres } = nearby(index, latitude, longitude);
  rows.forEach((row, i) => {
    const type = index.types[row]!;
    const { count, nearestMetres } = found[type]!;
    found[type] = {
      count: count + 1,
      // The rows are sorted, so the first one is the nearest.
      nearestMetres: nearestMetres ?? Math.round(metres[i]! * 100) / 100,
    };
  });
  return types.map(type => found[placeTypes.indexOf(type)]!);
}
