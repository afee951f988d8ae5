import { arcFromSquaredChord, type EarthPoint, earthPoint } from '../geo/earth.ts';
import { buildEarthGrid, type EarthGrid, findRuns, type Run } from '../geo/earth-grid.ts';
import { type Nearby, nearestFirst } from './nearest-first.ts';
import { type PlaceType, placeTypes, radiusMetresByType } from './place-types.ts';

/** A point of interest as the wire shows it, but for the distance, which depends on the query. */
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
 * All places, packed for `nearby`: one grid for each search radius. A place's row is its position
 * in the grids, one after the other: neighbours have neighbouring rows.
 */
export interface PlaceIndex {
  /** The type of each row, as its position in `placeTypes`. */
  readonly types: Uint8Array;
  readonly grids: readonly PlaceGrid[];
  /** The ids by row. */
  readonly ids: Float64Array;
}

interface PlaceGrid extends EarthGrid {
  readonly firstRow: number;
}

/** The index of places, and for each of its rows the number of the place in the list. */
export function buildPlaceIndex(places: PlaceColumns): { index: PlaceIndex; order: Uint32Array } {
  const count = places.ids.length;
  const order = new Uint32Array(count);
  const grids: PlaceGrid[] = [];
  let firstRow = 0;
  const radiusOf = placeTypes.map(type => radiusMetresByType[type]);
  for (const radius of new Set(radiusOf)) {
    const members = order.map((_, i) => i).filter(i => radiusOf[places.types[i]!] === radius);
    const grid = buildPlaceGrid(places, members, radius);
    grids.push({ ...grid, firstRow });
    order.set(
      grid.origin.map(i => members[i]!),
      firstRow,
    );
    firstRow += members.length;
  }
  const types = Uint8Array.from(order, i => places.types[i]!);
  const ids = Float64Array.from(order, i => places.ids[i]!);
  return { index: { types, grids, ids }, order };
}

/** What the index needs to know of the places, in columns. */
export interface PlaceColumns {
  readonly ids: readonly number[];
  /** The type of each, as its position in `placeTypes`. */
  readonly types: readonly number[];
  readonly latitudes: readonly number[];
  readonly longitudes: readonly number[];
}

function buildPlaceGrid(places: PlaceColumns, members: Uint32Array, radiusMetres: number) {
  const x = new Float64Array(members.length);
  const y = new Float64Array(members.length);
  const z = new Float64Array(members.length);
  members.forEach((place, i) => {
    const point = earthPoint(places.latitudes[place]!, places.longitudes[place]!);
    x[i] = point.x;
    y[i] = point.y;
    z[i] = point.z;
  });
  return buildEarthGrid(x, y, z, radiusMetres);
}

/** Memory of `nearby` alone, within one call: fresh arrays of this size are slow to collect. */
let scratch = { rows: new Uint32Array(4_096), metres: new Float64Array(4_096) };

/**
 * The one selection of places: those whose unrounded distance is at most the radius of their
 * type, nearest first, equal distances by id. No cap. Lookups and reports both call this, so
 * the same coordinates always give the same places.
 */
export function nearby(index: PlaceIndex, latitude: number, longitude: number): Nearby {
  const here = earthPoint(latitude, longitude);
  let count = 0;
  for (const grid of index.grids) {
    for (const run of findRuns(grid, here.x, here.y, here.z)) {
      makeRoom(count + run.end - run.start);
      count = searchRun(grid, here, run, count);
    }
  }
  const { rows, metres } = scratch;
  // Ordered by the exact distance: rounding first would make ties that are none.
  return nearestFirst(rows.subarray(0, count), metres.subarray(0, count), index.ids);
}

function makeRoom(size: number): void {
  if (scratch.rows.length >= size) return;
  const { rows, metres } = scratch;
  scratch = { rows: new Uint32Array(2 * size), metres: new Float64Array(2 * size) };
  scratch.rows.set(rows);
  scratch.metres.set(metres);
}

/** Adds what is near of a run of points to the scratch memory; returns how many it then holds. */
function searchRun(
  { radiusMetres, firstRow, x: xs, y: ys, z: zs }: PlaceGrid,
  { x, y, z }: EarthPoint,
  { start, end }: Run,
  countBefore: number,
): number {
  const { rows, metres } = scratch;
  const limit = radiusMetres * radiusMetres;
  let count = countBefore;
  for (let i = start; i < end; i++) {
    const dx = xs[i]! - x;
    const dy = ys[i]! - y;
    const dz = zs[i]! - z;
    const squaredChord = dx * dx + dy * dy + dz * dz;
    if (squaredChord > limit) continue;
    const distance = arcFromSquaredChord(squaredChord);
    // An arc is longer than its chord.
    if (distance > radiusMetres) continue;
    rows[count] = firstRow + i;
    metres[count++] = distance;
  }
  return count;
}
