import { earthPoint, metresBetween } from '#tools/geo/earth.ts';
import { buildEarthGrid, type EarthGrid, visitWithin } from '#tools/geo/earth-grid.ts';
import { ownPositionMetres } from './central-position.ts';
import type { GazetteerPlace, PlaceIndex } from './place-index.ts';

interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** The settlements and islands that have an extent, in space: by `grid.origin`. */
export interface Settled {
  readonly grid: EarthGrid;
  readonly places: Uint32Array;
}

/** A settlement or island around a point. */
export interface AroundPoint {
  /** The place in the list of places. */
  readonly number: number;
  readonly place: GazetteerPlace;
  readonly metres: number;
}

/** The circle of a larger island, in metres, is mostly sea. */
const largestIslandMetres = 15_000;

/** Packs the settlements and islands that have an extent. */
export function packSettled({ places }: PlaceIndex): Settled {
  const chosen = Uint32Array.from(places.keys()).filter(i => hasExtent(places[i]!));
  const points = Array.from(chosen, i => earthPoint(places[i]!.latitude, places[i]!.longitude));
  const column = (axis: 'x' | 'y' | 'z') => Float64Array.from(points, point => point[axis]);
  const grid = buildEarthGrid(column('x'), column('y'), column('z'), largestIslandMetres);
  return { grid, places: chosen };
}

/** Whether it has a position of its own, and not that of its postal code. */
function hasExtent({ kind, accuracyMetres }: GazetteerPlace): boolean {
  if (kind === 'island') return accuracyMetres <= largestIslandMetres;
  return kind === 'settlement' && accuracyMetres <= ownPositionMetres;
}

/**
 * The settlement whose extent holds a point: the nearest of several, in one municipality if that is
 * given. Where there is none, the island.
 */
export function settlementAround(
  { places, settled }: { readonly places: PlaceIndex; readonly settled: Settled },
  point: Point,
  municipality: number | undefined,
): AroundPoint | undefined {
  const around = placesNear(settled, point)
    .map(number => ({ number, place: places.places[number]! }))
    .filter(({ place }) => municipality === undefined || place.municipalities.has(municipality))
    .map(one => ({ ...one, metres: metresBetween(one.place, point) }))
    .filter(({ place, metres }) => metres <= place.accuracyMetres)
    .sort((a, b) => a.metres - b.metres);
  return around.find(({ place }) => place.kind === 'settlement') ?? around[0];
}

function placesNear({ grid, places }: Settled, { latitude, longitude }: Point): number[] {
  const { x, y, z } = earthPoint(latitude, longitude);
  const near: number[] = [];
  visitWithin(grid, x, y, z, position => {
    near.push(places[grid.origin[position]!]!);
  });
  // The order of the index, so that equal distances give the same result whatever the grid.
  return near.sort((a, b) => a - b);
}
