import { arcFromSquaredChord, earthPoint } from '../geo/earth.ts';
import { buildEarthGrid, type EarthGrid, visitWithin } from '../geo/earth-grid.ts';
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

/** All places, packed for `nearby`: one grid for each search radius. */
export interface PlaceIndex {
  /** The type of each row, as its position in `placeTypes`. */
  readonly types: Uint8Array;
  readonly grids: readonly PlaceGrid[];
}

interface PlaceGrid extends EarthGrid {
  /** For each point in cell order: the place's row (in the order given to the index) and id. */
  readonly rows: Uint32Array;
  readonly ids: Float64Array;
}

/** The places around a point, nearest first: rows of the index and their distances. */
export interface Nearby {
  readonly rows: Uint32Array;
  /** Unrounded metres on the WGS84 geodesic. */
  readonly metres: Float64Array;
}

/** Packs places for searching; a place's row is its position in the list. */
export function buildPlaceIndex(places: readonly Place[]): PlaceIndex {
  const radii = [...new Set(Object.values(radiusMetresByType))];
  const grids = radii.map(radius => {
    const rows = Uint32Array.from(
      places.keys().filter(row => radiusMetresByType[places[row]!.place_type] === radius),
    );
    return buildPlaceGrid(places, rows, radius);
  });
  const types = Uint8Array.from(places, ({ place_type }) => placeTypes.indexOf(place_type));
  return { types, grids };
}

function buildPlaceGrid(
  places: readonly Place[],
  rows: Uint32Array,
  radiusMetres: number,
): PlaceGrid {
  const x = new Float64Array(rows.length);
  const y = new Float64Array(rows.length);
  const z = new Float64Array(rows.length);
  rows.forEach((row, i) => {
    const point = earthPoint(places[row]!.latitude, places[row]!.longitude);
    x[i] = point.x;
    y[i] = point.y;
    z[i] = point.z;
  });
  const grid = buildEarthGrid(x, y, z, radiusMetres);
  const rowsInCellOrder = grid.origin.map(i => rows[i]!);
  return {
    ...grid,
    rows: rowsInCellOrder,
    ids: Float64Array.from(rowsInCellOrder, row => places[row]!.id),
  };
}

/**
 * The one selection of places: those whose unrounded distance is at most the radius of their
 * type, nearest first, equal distances by id. No cap. Lookups and reports both call this, so
 * the same coordinates always give the same places.
 */
export function nearby(index: PlaceIndex, latitude: number, longitude: number): Nearby {
  const { x, y, z } = earthPoint(latitude, longitude);
  const rows: number[] = [];
  const ids: number[] = [];
  const metres: number[] = [];
  for (const grid of index.grids) {
    visitWithin(grid, x, y, z, (position, squaredChord) => {
      const distance = arcFromSquaredChord(squaredChord);
      if (distance > grid.radiusMetres) return;
      rows.push(grid.rows[position]!);
      ids.push(grid.ids[position]!);
      metres.push(distance);
    });
  }
  // Ordered by the exact distance: rounding first would make ties that are none.
  const order = Uint32Array.from(rows, (_, i) => i);
  order.sort((a, b) => metres[a]! - metres[b]! || ids[a]! - ids[b]!);
  return {
    rows: order.map(i => rows[i]!),
    metres: Float64Array.from(order, i => metres[i]!),
  };
}
