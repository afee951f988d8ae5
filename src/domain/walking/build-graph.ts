import { arcFromSquaredChord, earthPoint, squaredChord } from '#tools/geo/earth.ts';
import { linesAcross } from './cross-areas.ts';
import { packEdgeBoxes } from './edge-boxes.ts';
import type { WalkGraph } from './graph.ts';
import { openJoins } from './join-areas.ts';
import { flagsOf, unitsPerDegree, type Way, type WayPart, wayFlags } from './ways.ts';

/**
 * Ways that meet nothing else and together are shorter, in metres, are left out. They are mostly
 * paths that are not joined to a street yet: from a place beside one there would be no way.
 */
const leastMetres = 200;

/** Builds the graph of ways. */
export function buildWalkGraph(ways: Iterable<Way>): WalkGraph {
  const builder = openGraphBuilder();
  for (const way of ways) builder.add(way);
  return builder.build();
}

/** Builds a graph of ways that come one after the other. Of ways with the same id the first counts. */
export function openGraphBuilder() {
  const ways = openColumns();
  return {
    add: ways.add,
    build(): WalkGraph {
      for (const [line, flags] of acrossAreas(ways)) ways.addPart(line, flags);
      const columns = ways.columns();
      const edges = cutAtCrossings(columns);
      const networks = networksOf(edges);
      const { from, to, metres, flags, ...ends } = withoutFragments(edges, networks);
      const shapes = shapesOf(ends, columns);
      const meeting = meetingAt({ from, to }, edges.nodes);
      const edgeBoxes = packEdgeBoxes(shapes);
      const slopeEfforts = new Float32Array();
      return { from, to, metres, flags, slopeEfforts, ...shapes, ...meeting, networks, edgeBoxes };
    },
  };
}

type NumberArray = Float64Array | Float32Array | Int32Array | Uint32Array | Uint8Array;

/** An array that grows; `make` makes the memory. */
function openList<A extends NumberArray>(make: (length: number) => A) {
  let items = make(2 ** 10);
  let length = 0;
  return {
    push(value: number): void {
      if (length === items.length) {
        const more = make(2 * length);
        more.set(items);
        items = more;
      }
      items[length++] = value;
    },
    length: () => length,
    at: (i: number) => items[i]!,
    array: () => items.slice(0, length) as A,
  };
}

const doubles = () => openList(length => new Float64Array(length));
const floats = () => openList(length => new Float32Array(length));
const wholes = () => openList(length => new Uint32Array(length));
const signed = () => openList(length => new Int32Array(length));
const bytes = () => openList(length => new Uint8Array(length));

/** All ways as columns: `starts` has the first point of each, and the end of the last. */
function openColumns() {
  const seen = new Set<number>();
  const [ids, longitudes, latitudes] = [doubles(), signed(), signed()];
  const [starts, flags] = [wholes(), bytes()];
  const areas: Way[] = [];
  starts.push(0);
  const addPart = ({ nodes, points }: WayPart, bits: number) => {
    flags.push(bits);
    nodes.forEach((node, i) => {
      ids.push(node);
      longitudes.push(points[2 * i]!);
      latitudes.push(points[2 * i + 1]!);
    });
    starts.push(ids.length());
  };
  return {
    areas,
    addPart,
    add(way: Way): void {
      if (seen.has(way.id)) return;
      seen.add(way.id);
      for (const part of way.parts) addPart(part, flagsOf(way) & ~wayFlags.area);
      if (way.isArea) areas.push(way);
    },
    /** Visits the nodes of all parts; `isEnd` for the first and the last one of each. */
    visit(seeNode: (id: number, x: number, y: number, isEnd: boolean) => void): void {
      for (let part = 0; part + 1 < starts.length(); part++) {
        const [first, last] = [starts.at(part), starts.at(part + 1) - 1];
        for (let i = first; i <= last; i++) {
          const isEnd = i === first || i === last;
          seeNode(ids.at(i), longitudes.at(i), latitudes.at(i), isEnd);
        }
      }
    },
    columns() {
      return {
        ids: ids.array(),
        longitudes: longitudes.array(),
        latitudes: latitudes.array(),
        starts: starts.array(),
        flags: flags.array(),
      };
    },
  };
}

type Columns = ReturnType<typeof openColumns>;
type ReadWays = ReturnType<Columns['columns']>;

/** The lines across areas, with the bits of their area. */
function* acrossAreas({ areas, visit }: Columns): Generator<readonly [WayPart, number]> {
  if (areas.length === 0) return;
  const joins = openJoins(areas);
  visit(joins.see);
  for (const [i, way] of areas.entries()) {
    const flags = flagsOf(way) & ~wayFlags.area;
    for (const ends of linesAcross(joins.areaOf(i))) {
      yield [{ nodes: ends.map(({ id }) => id), points: ends.flatMap(({ at }) => at) }, flags];
    }
  }
}

/** The ids of nodes at which ways are cut, sorted: those of several ways, and the ends of ways. */
function crossingsOf({ ids, starts }: ReadWays): Float64Array {
  const sorted = ids.slice().sort();
  const found = doubles();
  for (let i = 1; i < sorted.length; i++) if (sorted[i] === sorted[i - 1]) found.push(sorted[i]!);
  for (let way = 0; way + 1 < starts.length; way++) {
    found.push(ids[starts[way]!]!);
    found.push(ids[starts[way + 1]! - 1]!);
  }
  const all = found.array().sort();
  return all.filter((id, i) => i === 0 || id !== all[i - 1]);
}

/** The first index of a sorted array whose value is not lower. */
function firstFrom(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function cutAtCrossings(ways: ReadWays) {
  const { ids, longitudes, latitudes, starts } = ways;
  const crossings = crossingsOf(ways);
  const [from, to, first, last] = [wholes(), wholes(), wholes(), wholes()];
  const [metres, flags] = [floats(), bytes()];
  for (let way = 0; way + 1 < starts.length; way++) {
    let [start, node, length] = [starts[way]!, firstFrom(crossings, ids[starts[way]!]!), 0];
    let before = pointAt(start);
    for (let i = start + 1; i < starts[way + 1]!; i++) {
      const point = pointAt(i);
      length += arcFromSquaredChord(squaredChord(before, point));
      before = point;
      const crossing = firstFrom(crossings, ids[i]!);
      if (crossings[crossing] !== ids[i]) continue;
      from.push(node);
      to.push(crossing);
      first.push(start);
      last.push(i);
      metres.push(length);
      flags.push(ways.flags[way]!);
      [start, node, length] = [i, crossing, 0];
    }
  }
  return {
    nodes: crossings.length,
    from: from.array(),
    to: to.array(),
    first: first.array(),
    last: last.array(),
    metres: metres.array(),
    flags: flags.array(),
  };

  function pointAt(i: number) {
    return earthPoint(latitudes[i]! / unitsPerDegree, longitudes[i]! / unitsPerDegree);
  }
}

type Edges = Omit<ReturnType<typeof cutAtCrossings>, 'nodes'>;

function networksOf({ nodes, from, to }: Edges & { readonly nodes: number }): Uint32Array {
  const parents = Uint32Array.from({ length: nodes }, (_, i) => i);
  const rootOf = (node: number): number => {
    let root = node;
    while (parents[root] !== root) root = parents[root] = parents[parents[root]!]!;
    return root;
  };
  for (let i = 0; i < from.length; i++) parents[rootOf(from[i]!)] = rootOf(to[i]!);
  return parents.map((_, node) => rootOf(node));
}

/** The edges without those of short networks. */
function withoutFragments(edges: Edges, networks: Uint32Array): Edges {
  const { from, metres } = edges;
  const lengths = new Float64Array(networks.length);
  for (let i = 0; i < from.length; i++) lengths[networks[from[i]!]!]! += metres[i]!;
  const isKept = (_: number, i: number) => lengths[networks[from[i]!]!]! >= leastMetres;
  return {
    from: from.filter(isKept),
    to: edges.to.filter(isKept),
    first: edges.first.filter(isKept),
    last: edges.last.filter(isKept),
    metres: metres.filter(isKept),
    flags: edges.flags.filter(isKept),
  };
}

function shapesOf({ first, last }: Pick<Edges, 'first' | 'last'>, ways: ReadWays) {
  const shapes = new Uint32Array(first.length + 1);
  for (let i = 0; i < first.length; i++) shapes[i + 1] = shapes[i]! + last[i]! - first[i]! + 1;
  const longitudes = new Int32Array(shapes.at(-1)!);
  const latitudes = new Int32Array(shapes.at(-1)!);
  for (let i = 0; i < first.length; i++) {
    longitudes.set(ways.longitudes.subarray(first[i]!, last[i]! + 1), shapes[i]!);
    latitudes.set(ways.latitudes.subarray(first[i]!, last[i]! + 1), shapes[i]!);
  }
  return { shapes, longitudes, latitudes };
}

/** The edges of each node; one that begins and ends there comes twice. */
function meetingAt({ from, to }: Pick<Edges, 'from' | 'to'>, nodes: number) {
  const meets = new Uint32Array(nodes + 1);
  for (const ends of [from, to]) for (const node of ends) meets[node + 1]!++;
  for (let i = 0; i < nodes; i++) meets[i + 1]! += meets[i]!;
  const next = meets.slice();
  const meeting = new Uint32Array(2 * from.length);
  for (let edge = 0; edge < from.length; edge++) {
    meeting[next[from[edge]!]!++] = edge;
    meeting[next[to[edge]!]!++] = edge;
  }
  return { meets, meeting };
}
