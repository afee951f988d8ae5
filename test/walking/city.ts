import { finestDetail } from '#domain/map/detail.ts';
import type { MapRow } from '#domain/map/map-feature.ts';
import { buildWalkGraph } from '#domain/walking/build-graph.ts';
import { detourMetres, mostFeet } from '#domain/walking/feet.ts';
import type { WalkGraph } from '#domain/walking/graph.ts';
import { type HeightsAt, measureSlopes } from '#domain/walking/slopes.ts';
import type { Way } from '#domain/walking/ways.ts';
import { metresBetween, metresPerDegree } from '#tools/geo/earth.ts';
import { corners } from '../geo/square.ts';
import { seeded } from '../seeded.ts';

/** A row of the map with a way. */
export function wayRow(way: Way): MapRow {
  const [west, south, east, north] = way.parts[0]!.points.map(units => units / 1e7);
  const names = { name: null, nameEn: null, ref: null };
  return {
    ...{ externalId: `way/${way.id}`, layer: 'road', kind: 'minor', ...names, way },
    ...{ minZoom: 13, rank: 0, detail: finestDetail },
    geometry: { type: 'LineString', coordinates: corners(`${west} ${south}, ${east} ${north}`) },
  };
}

type WayNode = readonly [id: number, longitude: number, latitude: number];

/** A way through nodes at longitudes and latitudes in degrees; as text `1 23.7 38, 2 23.8 38`. */
export function way(id: number, given: string | readonly WayNode[], isSteps = false): Way {
  const nodes = typeof given === 'string' ? (corners(given) as unknown as WayNode[]) : given;
  const points = nodes.flatMap(([, x, y]) => [Math.round(x * 1e7), Math.round(y * 1e7)]);
  const parts = [{ nodes: nodes.map(([node]) => node), points }];
  return { id, isSteps, isOffGround: false, isArea: false, parts };
}

export interface City {
  readonly south: number;
  readonly west: number;
  /** Crossings along a side, and the metres between two. */
  readonly size: number;
  readonly blockMetres: number;
  readonly seed: number;
}

/**
 * Streets as in a city that has grown: a crooked grid that lacks some streets, with bends between
 * crossings, a river with few bridges, and steps.
 */
export function* cityWays({ south, west, size, blockMetres, seed }: City): Generator<Way> {
  const random = seeded(seed);
  const { north, east } = metresPerDegree(south);
  const crossing = (x: number, y: number) => {
    const shake = () => (random() - 0.5) * 0.4 * blockMetres;
    return [west + (x * blockMetres + shake()) / east, south + (y * blockMetres + shake()) / north];
  };
  const crossings = Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (_, x) => crossing(x, y)),
  );
  const river = Math.floor(size / 3);
  let [id, bend] = [0, size * size];
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      for (const dx of [1, 0]) {
        const dy = 1 - dx;
        if (x + dx >= size || y + dy >= size) continue;
        const crosses = dx === 1 && x === river;
        if (random() < (crosses ? 0.93 : 0.12)) continue;
        const a = crossings[y]![x]!;
        const b = crossings[y + dy]![x + dx]!;
        const middle = [0, 1].map(i => (a[i]! + b[i]!) / 2 + (random() - 0.5) * 1e-4);
        const nodes: WayNode[] = [
          [y * size + x, a[0]!, a[1]!],
          [++bend, middle[0]!, middle[1]!],
          [(y + dy) * size + x + dx, b[0]!, b[1]!],
        ];
        yield way(++id, nodes, random() < 0.05);
      }
    }
  }
}

/** Heights of hills and valleys, up to 60 m; unknown beyond a longitude. */
export function hills(east = Infinity): HeightsAt {
  return async positions =>
    Float64Array.from(positions, ([x, y]) =>
      x > east ? NaN : 30 * (Math.sin(x * 700) + Math.cos(y * 900)),
    );
}

/** The graph of a city on hills. */
export async function hillyGraph(city: City, heightsAt = hills()): Promise<WalkGraph> {
  const graph = buildWalkGraph(cityWays(city));
  return { ...graph, slopeEfforts: await measureSlopes(graph, heightsAt) };
}

/** Metres of level way for a metre of an edge. */
export function plainEffort({ flags, slopeEfforts }: WalkGraph, edge: number, isForward: boolean) {
  return slopeEfforts[2 * edge + Number(!isForward)] || (flags[edge] === 1 ? 2 : 1);
}

/** Metres of way and of level way between two points, by plain means: the oracle. */
export function plainWay(
  graph: WalkGraph,
  start: readonly (readonly [node: number, metres: number, effort: number])[],
) {
  const { from, to, metres } = graph;
  const neighbours = new Map<number, [number, number, number][]>();
  const join = (a: number, b: number, edge: number, isForward: boolean) => {
    const list = neighbours.get(a) ?? [];
    neighbours.set(a, list);
    list.push([b, metres[edge]!, metres[edge]! * plainEffort(graph, edge, isForward)]);
  };
  from.forEach((a, edge) => {
    join(a, to[edge]!, edge, true);
    join(to[edge]!, a, edge, false);
  });
  const best = new Map<number, { effort: number; metres: number }>();
  const open = start.map(([node, length, effort]) => ({ node, metres: length, effort }));
  while (open.length > 0) {
    let least = 0;
    for (let i = 1; i < open.length; i++) if (open[i]!.effort < open[least]!.effort) least = i;
    const [next] = open.splice(least, 1);
    if (best.has(next!.node)) continue;
    best.set(next!.node, next!);
    for (const [node, length, effort] of neighbours.get(next!.node) ?? []) {
      if (best.has(node)) continue;
      open.push({ node, metres: next!.metres + length, effort: next!.effort + effort });
    }
  }
  return best;
}

/** The points of edges where one may start, by trying each part of each. */
export function plainFeet(graph: WalkGraph, latitude: number, longitude: number) {
  const { shapes, longitudes, latitudes } = graph;
  const at = (i: number) => ({ latitude: latitudes[i]! / 1e7, longitude: longitudes[i]! / 1e7 });
  const nearest: PlainFoot[] = [];
  for (let edge = 0; edge + 1 < shapes.length; edge++) {
    let along = 0;
    let best: PlainFoot | undefined;
    const start = at(shapes[edge]!);
    // All blocks are smaller.
    if (Math.abs(start.latitude - latitude) > 0.002) continue;
    if (Math.abs(start.longitude - longitude) > 0.002) continue;
    for (let i = shapes[edge]! + 1; i < shapes[edge + 1]!; i++) {
      const [a, b] = [at(i - 1), at(i)];
      const length = metresBetween(a, b);
      along += length;
      const share = nearestShare(a, b, { latitude, longitude });
      const foot = between(a, b, share);
      const gap = metresBetween({ latitude, longitude }, foot);
      if (best && gap >= best.gap) continue;
      best = { edge, along: along - (1 - share) * length, gap, foot };
    }
    if (best) nearest.push(best);
  }
  const feet: PlainFoot[] = [];
  for (const one of nearest.sort((a, b) => a.gap - b.gap || a.edge - b.edge)) {
    if (one.gap > nearest[0]!.gap + detourMetres || feet.length === mostFeet) break;
    if (feet.every(({ foot }) => metresBetween(foot, one.foot) > 0.01)) feet.push(one);
  }
  return feet;
}

interface PlainFoot {
  readonly edge: number;
  readonly along: number;
  readonly gap: number;
  readonly foot: Point;
}

type Point = { readonly latitude: number; readonly longitude: number };

function between(a: Point, b: Point, share: number): Point {
  return {
    latitude: a.latitude + share * (b.latitude - a.latitude),
    longitude: a.longitude + share * (b.longitude - a.longitude),
  };
}

/** By halving: the distance to a line has one minimum. */
function nearestShare(a: Point, b: Point, point: Point): number {
  let [low, high] = [0, 1];
  for (let i = 0; i < 40; i++) {
    const [left, right] = [low + (high - low) / 3, high - (high - low) / 3];
    const isLeft =
      metresBetween(point, between(a, b, left)) < metresBetween(point, between(a, b, right));
    if (isLeft) high = right;
    else low = left;
  }
  return (low + high) / 2;
}
