import { metresBetween, metresPerDegree } from '#tools/geo/earth.ts';
import { edgesAround } from './edge-boxes.ts';
import type { WalkGraph } from './graph.ts';
import { unitsPerDegree, wayFlags } from './ways.ts';

/** The point of an edge from which one walks to a place beside it. */
export interface Foot {
  readonly edge: number;
  readonly alongMetres: number;
  /** Metres between the place and the edge. */
  readonly gapMetres: number;
  readonly latitude: number;
  readonly longitude: number;
}

/** A place further from all ways, in metres, has no way to it. */
export const mostGapMetres = 500;

/** A bridge or a tunnel counts only if no way on the ground is this near, in metres. */
const groundMetres = 100;

/** The nearest few edges are tried: so many, and up to so many metres further than the first. */
export const [mostFeet, detourMetres] = [4, 15];

/** How far is searched for an edge, in metres: in a town the first is nearly always enough. */
const searchedMetres = [50, groundMetres, mostGapMetres];

interface GeoPoint {
  readonly latitude: number;
  readonly longitude: number;
}

/** The nearest point of an edge: on the part that ends with the point `part`. */
interface Nearest {
  readonly edge: number;
  readonly part: number;
  readonly share: number;
  readonly gapMetres: number;
}

/** Where one may start or end beside a place, the nearest first; none if no edge is near. */
export function feetOf(graph: WalkGraph, latitude: number, longitude: number): readonly Foot[] {
  for (const metres of searchedMetres) {
    const near = edgesNear(graph, { latitude, longitude }, metres + detourMetres);
    const usable =
      metres > groundMetres ? near : near.filter(({ edge }) => !isOffGround(graph, edge));
    if (usable.some(({ gapMetres }) => gapMetres <= metres))
      return nearestFeet(graph, usable, { latitude, longitude });
  }
  return [];
}

/** Whether an edge is a bridge or lies below the ground. */
export function isOffGround({ flags }: WalkGraph, edge: number): boolean {
  return (flags[edge]! & wayFlags.offGround) > 0;
}

function nearestFeet(graph: WalkGraph, near: readonly Nearest[], place: GeoPoint): Foot[] {
  // Of edges that meet at the nearest point any will do: both engines take the first.
  const sorted = near.toSorted((a, b) => a.gapMetres - b.gapMetres || a.edge - b.edge);
  const feet: Foot[] = [];
  for (const one of sorted) {
    if (feet.length === mostFeet || one.gapMetres > sorted[0]!.gapMetres + detourMetres) break;
    const foot = footOn(graph, one, place);
    if (!feet.some(other => isSamePlace(other, foot))) feet.push(foot);
  }
  return feet;
}

/** Whether two edges meet at the nearest point: to a millimetre. */
function isSamePlace(a: Foot, b: Foot): boolean {
  const isNear = (p: number, q: number) => Math.abs(p - q) < 1e-8;
  return isNear(a.latitude, b.latitude) && isNear(a.longitude, b.longitude);
}

/** The edges within some metres of a point, each once. */
function edgesNear(graph: WalkGraph, { latitude, longitude }: GeoPoint, metres: number): Nearest[] {
  const scale = metresPerDegree(latitude);
  const east = scale.east / unitsPerDegree;
  const north = scale.north / unitsPerDegree;
  const [x, y] = [longitude * unitsPerDegree, latitude * unitsPerDegree];
  const { shapes, longitudes, latitudes } = graph;
  const found: Nearest[] = [];
  // On a plane that touches the Earth at the point: near it, that is as exact as it need be.
  for (const edge of edgesAround(graph, latitude, longitude, metres)) {
    let [part, share, least] = [0, 0, metres * metres];
    let ax = (longitudes[shapes[edge]!]! - x) * east;
    let ay = (latitudes[shapes[edge]!]! - y) * north;
    for (let i = shapes[edge]! + 1; i < shapes[edge + 1]!; i++) {
      const bx = (longitudes[i]! - x) * east;
      const by = (latitudes[i]! - y) * north;
      const [dx, dy] = [bx - ax, by - ay];
      const squared = dx * dx + dy * dy;
      const along = squared === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / squared));
      const distance = (ax + along * dx) ** 2 + (ay + along * dy) ** 2;
      if (distance < least) [part, share, least] = [i, along, distance];
      [ax, ay] = [bx, by];
    }
    if (part > 0) found.push({ edge, part, share, gapMetres: Math.sqrt(least) });
  }
  return found;
}

function footOn(graph: WalkGraph, { edge, part, share }: Nearest, place: GeoPoint): Foot {
  const { shapes, longitudes, latitudes, metres } = graph;
  const at = (i: number) => ({
    latitude: latitudes[i]! / unitsPerDegree,
    longitude: longitudes[i]! / unitsPerDegree,
  });
  const [a, b] = [at(part - 1), at(part)];
  const foot = {
    latitude: a.latitude + share * (b.latitude - a.latitude),
    longitude: a.longitude + share * (b.longitude - a.longitude),
  };
  let alongMetres = metresBetween(a, foot);
  for (let i = shapes[edge]! + 1; i < part; i++) alongMetres += metresBetween(at(i - 1), at(i));
  return {
    edge,
    alongMetres: Math.min(alongMetres, metres[edge]!),
    gapMetres: metresBetween(place, foot),
    ...foot,
  };
}
