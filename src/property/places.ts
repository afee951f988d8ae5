import { arcFromSquaredChord, earthPoint } from '../geo/earth.ts';
import { buildEarthGrid, type EarthGrid, findRuns, runsRoom } from '../geo/earth-grid.ts';
import { type Found, sortNearestFirst } from './nearest-first.ts';
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

/** The places around a point, nearest first; holds until the next search. */
export interface Nearby {
  /** Rows of the index. */
  readonly rows: Uint32Array;
  /** Unrounded metres on the WGS84 geodesic. */
  readonly metres: Float64Array;
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

let found: Found = { rows: new Uint32Array(1_024), metres: new Float64Array(1_024) };
const runs = new Uint32Array(runsRoom);

/**
 * The one selection of places: those whose unrounded distance is at most the radius of their
 * type, nearest first, equal distances by id. No cap. Lookups and reports both call this, so
 * the same coordinates always give the same places.
 */
export function nearby(index: PlaceIndex, latitude: number, longitude: number): Nearby {
  const { x, y, z } = earthPoint(latitude, longitude);
  let count = 0;
  for (const grid of index.grids) {
    const end = findRuns(grid, x, y, z, runs);
    for (let run = 0; run < end; run += 2) {
      count = searchRun(grid, x, y, z, runs[run]!, runs[run + 1]!, count);
    }
  }
  // Ordered by the exact distance: rounding first would make ties that are none.
  return sortNearestFirst(found, count, index.ids);
}

/** Adds what is near of a run to `found`; the loop that the time of a search goes into. */
function searchRun(
  grid: PlaceGrid,
  x: number,
  y: number,
  z: number,
  start: number,
  end: number,
  countBefore: number,
): number {
  if (found.rows.length < countBefore + end - start) makeRoom(countBefore, end - start);
  const { radiusMetres, firstRow, x: xs, y: ys, z: zs } = grid;
  const { rows, metres } = found;
  const limit = radiusMetres * radiusMetres;
  let count = countBefore;
  for (let i = start; i < end; i++) {
    const [dx, dy, dz] = [xs[i]! - x, ys[i]! - y, zs[i]! - z];
    const squared = dx * dx + dy * dy + dz * dz;
    if (squared > limit) continue;
    const distance = arcFromSquaredChord(squared);
    if (distance > radiusMetres) continue;
    rows[count] = firstRow + i;
    metres[count++] = distance;
  }
  return count;
}

function makeRoom(count: number, more: number): void {
  const old = found;
  const size = 2 * (count + more);
  found = { rows: new Uint32Array(size), metres: new Float64Array(size) };
  found.rows.set(old.rows.subarray(0, count));
  found.metres.set(old.metres.subarray(0, count));
}
