import { arcFromSquaredChord, degreesOf } from '#tools/geo/earth.ts';
import { visitWithin } from '#tools/geo/point-index.ts';
import { type PlaceType, placeTypes } from '../property/place-types.ts';
import { nearby, type PlaceIndex } from '../property/places.ts';
import { type Foot, feetOf, isOffGround } from './feet.ts';
import type { WalkGraph } from './graph.ts';
import { mostMetres, type Reached, search, type Walk, walkTo } from './search.ts';

/** Why there is no way: none is known, it is too long, or no ways are loaded at all. */
export const noWalkNotes = ['no_way', 'beyond_5_km', 'not_loaded'] as const;
export type NoWalk = (typeof noWalkNotes)[number];

/** Why a walk may be another one than people take. */
export const walkDoubts = ['long_detour', 'off_ground'] as const;
export type WalkDoubt = (typeof walkDoubts)[number];

/** A way is a long detour from so many metres and so many times the straight line. */
const [detourMetres, detourTimes] = [500, 5];

/** What speaks against a walk over some metres of straight line; null if nothing does. */
export function doubtOf(graph: WalkGraph, walk: Walk, straightMetres: number): WalkDoubt | null {
  const { metres, from, to } = walk;
  if (metres >= detourMetres && metres >= detourTimes * straightMetres) return 'long_detour';
  return [from, to].some(({ edge }) => isOffGround(graph, edge)) ? 'off_ground' : null;
}

/** The feet of places by row, each searched once. */
const knownFeet = new WeakMap<WalkGraph, WeakMap<PlaceIndex, (readonly Foot[])[]>>();

/** The feet of a place; none if it is far from all ways. */
export function feetOfPlace(graph: WalkGraph, places: PlaceIndex, row: number): readonly Foot[] {
  const byPlaces = knownFeet.get(graph) ?? new WeakMap<PlaceIndex, (readonly Foot[])[]>();
  knownFeet.set(graph, byPlaces);
  const feet = byPlaces.get(places) ?? [];
  byPlaces.set(places, feet);
  if (feet[row] === undefined) {
    const { latitude, longitude } = wayPositionOf(places, row);
    feet[row] = feetOf(graph, latitude, longitude);
  }
  return feet[row]!;
}

/** Feet are searched in runs of this many places, which take some milliseconds. */
const runLength = 500;

/**
 * Finds the feet of places, which are kept: the first request in a city finds thousands. Calls
 * `takeTurn` between two runs.
 */
export async function findFeet(
  graph: WalkGraph,
  places: PlaceIndex,
  rows: readonly number[],
  takeTurn: () => Promise<void>,
): Promise<void> {
  for (let start = 0; start < rows.length; start += runLength) {
    if (start > 0) await takeTurn();
    for (const row of rows.slice(start, start + runLength)) feetOfPlace(graph, places, row);
  }
}

/** The position of a place in degrees. */
export function wayPositionOf({ grids }: PlaceIndex, row: number) {
  const grid = grids.find(({ firstRow, x }) => row < firstRow + x.length)!;
  const i = row - grid.firstRow;
  return degreesOf({ x: grid.x[i]!, y: grid.y[i]!, z: grid.z[i]! });
}

/** The rows of the places within a straight line of a point. */
export function placesWithin(
  { grids }: PlaceIndex,
  latitude: number,
  longitude: number,
  metres: number,
): number[] {
  const rows: number[] = [];
  for (const grid of grids) {
    visitWithin(grid, { latitude, longitude }, metres, (place, squaredChord) => {
      if (arcFromSquaredChord(squaredChord) <= metres) rows.push(grid.firstRow + place);
    });
  }
  return rows;
}

/** How one walks to some places from a point, or why not. */
export function walkToPlaces(
  graph: WalkGraph,
  places: PlaceIndex,
  { latitude, longitude }: { readonly latitude: number; readonly longitude: number },
  rows: Iterable<number>,
): (Walk | NoWalk)[] {
  const from = feetOf(graph, latitude, longitude);
  const networks = new Set(from.map(foot => networkOf(graph, foot)));
  const joined = Array.from(rows, row =>
    feetOfPlace(graph, places, row).filter(foot => networks.has(networkOf(graph, foot))),
  );
  const targets = joined.filter(feet => feet.length > 0);
  const reached = targets.length > 0 ? search(graph, from, mostMetres, targets) : undefined;
  const none = graph.from.length === 0 ? 'not_loaded' : 'no_way';
  return joined.map(feet => (feet.length > 0 ? walkOrBeyond(graph, reached!, feet) : none));
}

/** Lengths of ways and of straight lines are rounded differently, by far less than this. */
const slackMetres = 1;

/**
 * For each of the types, in their order: metres of the shortest of the ways to its places within the
 * radius of the type, rounded as on the wire; null if none is reached.
 */
export function nearestOnFoot(
  graph: WalkGraph,
  places: PlaceIndex,
  point: { readonly latitude: number; readonly longitude: number },
  types: readonly PlaceType[],
): (number | null)[] {
  const { rows, metres } = nearby(places, point.latitude, point.longitude);
  const shortest = new Map(types.map(type => [placeTypes.indexOf(type), Infinity]));
  const typeOf = (i: number) => places.types[rows[i]!]!;
  const walk = (found: readonly number[]) => {
    const asked = found.map(i => rows[i]!);
    walkToPlaces(graph, places, point, asked).forEach((way, n) => {
      const type = typeOf(found[n]!);
      if (typeof way !== 'string') shortest.set(type, Math.min(way.metres, shortest.get(type)!));
    });
  };
  const isWithin = (i: number, limit: number) => metres[i]! < limit + slackMetres;
  const all = [...rows.keys()].filter(i => shortest.has(typeOf(i)) && isWithin(i, mostMetres));
  // The way to the nearest one by straight line leaves few others that may have a shorter way.
  const first = [...shortest.keys()].flatMap(type => all.find(i => typeOf(i) === type) ?? []);
  walk(first);
  walk(all.filter(i => !first.includes(i) && isWithin(i, shortest.get(typeOf(i))!)));
  return types.map(type => {
    const length = shortest.get(placeTypes.indexOf(type))!;
    return length === Infinity ? null : Math.round(length * 100) / 100;
  });
}

function walkOrBeyond(graph: WalkGraph, reached: Reached, feet: readonly Foot[]): Walk | NoWalk {
  return walkTo(graph, reached, feet) ?? 'beyond_5_km';
}

function networkOf({ from, networks }: WalkGraph, { edge }: Foot): number {
  return networks[from[edge]!]!;
}
