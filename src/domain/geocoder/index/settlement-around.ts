import { metresBetween } from '#tools/geo/earth.ts';
import { indexPoints, type PointIndex, visitWithin } from '#tools/geo/point-index.ts';
import { ownPositionMetres } from './central-position.ts';
import type { GazetteerPlace, PlaceIndex } from './place-index.ts';

interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** The settlements and islands that have an extent, in space: by `points.origin`. */
export interface Settled {
  readonly points: PointIndex;
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
  const points = indexPoints(
    Array.from(chosen, i => places[i]!.latitude),
    Array.from(chosen, i => places[i]!.longitude),
  );
  return { points, places: chosen };
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

function placesNear({ points, places }: Settled, point: Point): number[] {
  const near: number[] = [];
  visitWithin(points, point, largestIslandMetres, place => {
    near.push(places[points.origin[place]!]!);
  });
  // The order of the index, so that equal distances give the same result whatever the grid.
  return near.sort((a, b) => a - b);
}
