import assert from 'node:assert/strict';
import test from 'node:test';
import { buildWalkGraph } from '#domain/walking/build-graph.ts';
import { mostMetres, search, walkTo } from '#domain/walking/search.ts';
import { type Way, wayFlags } from '#domain/walking/ways.ts';
import { metresBetween } from '#tools/geo/earth.ts';
import { corners } from '../geo/square.ts';
import { seeded } from '../seeded.ts';
import { way } from './city.ts';

type Point = readonly [id: number, x: number, y: number];

/** Points numbered from an id on. */
const pointsAt = (id: number, text: string) =>
  corners(text).map(([x, y], i): Point => [id + i, x, y]);

/** Positions in metres from a corner in Athens. */
const place = ([, x, y]: Point) => ({ latitude: 38 + y / 111_000, longitude: 23.7 + x / 88_000 });
const line = (id: number, points: readonly Point[]): Way => {
  const nodes = points.map(point => ({ id: point[0], ...place(point) }));
  return way(
    id,
    nodes.map(({ id, longitude, latitude }) => [id, longitude, latitude]),
  );
};

/** An area with an outer ring and holes. */
function area(id: number, ...rings: readonly (readonly Point[])[]): Way {
  const parts = rings.flatMap(ring => line(id, [...ring, ring[0]!]).parts);
  return { id, isSteps: false, isOffGround: false, isArea: true, parts };
}

/** Metres from one node to another, from foot to foot. */
function metresOf(graph: ReturnType<typeof buildWalkGraph>, a: Point, b: Point) {
  const at = (point: Point) => {
    const { latitude, longitude } = place(point);
    for (let edge = 0; edge < graph.from.length; edge++) {
      const [start, end] = [graph.shapes[edge]!, graph.shapes[edge + 1]! - 1];
      for (const i of [start, end]) {
        const isHere =
          graph.longitudes[i] === Math.round(longitude * 1e7) &&
          graph.latitudes[i] === Math.round(latitude * 1e7);
        const alongMetres = i === start ? 0 : graph.metres[edge]!;
        if (isHere) return [{ edge, alongMetres, gapMetres: 0, latitude, longitude }];
      }
    }
    throw new Error(`no node at ${point}`);
  };
  return walkTo(graph, search(graph, at(a)), at(b))?.metres;
}

/** The shortest way between points in an area by plain means: the oracle. */
function plainMetres(rings: readonly (readonly Point[])[], joins: readonly Point[]) {
  const edges = rings.flatMap(ring =>
    ring.map((a, i) => [a, ring[(i + 1) % ring.length]!] as const),
  );
  const isOnEdge = (x: number, y: number) =>
    edges.some(([[, ax, ay], [, bx, by]]) => {
      const length = Math.hypot(bx - ax, by - ay);
      const along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length;
      const beside = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length;
      return along > -1e-6 && along < length + 1e-6 && Math.abs(beside) < 1e-6;
    });
  const isIn = (x: number, y: number) => {
    const crossed = edges.filter(
      ([[, ax, ay], [, bx, by]]) =>
        ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax),
    );
    return crossed.length % 2 === 1 || isOnEdge(x, y);
  };
  // By many points of the line: slow, and without a rule about corners.
  const isAcross = ([, ax, ay]: Point, [, bx, by]: Point) => {
    const steps = 401;
    return Array.from({ length: steps - 1 }, (_, i) => (i + 1) / steps).every(share =>
      isIn(ax + share * (bx - ax), ay + share * (by - ay)),
    );
  };
  const nodes = [...new Map([...rings.flat(), ...joins].map(point => [point[0], point])).values()];
  const lengths = nodes.map((a, i) =>
    nodes.map((b, k) =>
      i === k ? 0 : isAcross(a, b) ? metresBetween(place(a), place(b)) : Infinity,
    ),
  );
  for (const k of nodes.keys())
    for (const i of nodes.keys())
      for (const j of nodes.keys())
        lengths[i]![j] = Math.min(lengths[i]![j]!, lengths[i]![k]! + lengths[k]![j]!);
  return (a: Point, b: Point) =>
    lengths[nodes.findIndex(([id]) => id === a[0])]![nodes.findIndex(([id]) => id === b[0])]!;
}

/** A long way outside, so that the ways are one network with more than 200 m. */
const tail = (id: number, from: Point): Way =>
  line(id, [from, [from[0] + 5_000, from[1] * 4, from[2] * 4 + 500]]);

test('a square is walked across, also around what stands in it', () => {
  const square = pointsAt(1, '0 0, 100 0, 100 100, 0 100');
  const kiosk = pointsAt(5, '45 45, 55 45, 55 55, 45 55');
  const ways = [tail(20, square[0]!), tail(21, square[2]!)];
  const open = buildWalkGraph([area(10, square), ...ways]);
  const straight = metresBetween(place(square[0]!), place(square[2]!));
  assert.ok(Math.abs(metresOf(open, square[0]!, square[2]!)! - straight) < 0.05);
  const around = buildWalkGraph([area(10, square, kiosk), ...ways]);
  const expected = plainMetres([square, kiosk], [])(square[0]!, square[2]!);
  assert.ok(expected > straight + 0.5);
  assert.ok(Math.abs(metresOf(around, square[0]!, square[2]!)! - expected) < 0.05);
  const edgeOnly = buildWalkGraph([{ ...area(10, square), isArea: false }, ...ways]);
  assert.ok(metresOf(edgeOnly, square[0]!, square[2]!)! > 199);
  // Only what shortest ways use is added: one line.
  assert.equal(open.from.length, edgeOnly.from.length + 1);
  assert.ok(open.flags.every(flags => (flags & wayFlags.area) === 0));
});

test('a path that ends inside a square joins it; neighbouring squares join where they touch', () => {
  const left = pointsAt(1, '0 0, 100 0, 100 100, 0 100');
  const right: Point[] = [left[1]!, [11, 200, 0], [12, 200, 100], left[2]!];
  const inside: Point = [30, 40, 60];
  const path = line(40, [inside, [31, 42, 61]]);
  const graph = buildWalkGraph([area(1, left), area(2, right), path, tail(41, right[1]!)]);
  const across = metresOf(graph, inside, right[1]!)!;
  const [, bx, by] = right[1]!;
  assert.ok(Math.abs(across - Math.hypot(bx - 40, by - 60)) < 20, String(across));
  const expected =
    metresBetween(place(inside), place(left[1]!)) +
    metresBetween(place(left[1]!), place(right[1]!));
  assert.ok(Math.abs(across - expected) < 0.2, `${across} ${expected}`);
});

test('the ways across 25 crooked areas with holes are the shortest, by a plain Dijkstra', () => {
  const random = seeded(61);
  const ring = (id: number, corners: number, radius: number, rough: number): Point[] =>
    Array.from({ length: corners }, (_, i) => {
      const angle = (2 * Math.PI * (i + random() * 0.5)) / corners;
      const reach = radius * (1 - rough * random());
      return [id + i, reach * Math.cos(angle), reach * Math.sin(angle)];
    });
  let [compared, bent] = [0, 0];
  for (let round = 0; round < 25; round++) {
    const outer = ring(1, 6 + (round % 12), 100, 0.6);
    const rings = round % 3 === 0 ? [outer] : [outer, ring(100, 3 + (round % 4), 20, 0.5)];
    const joins = outer.filter((_, i) => i % 2 === 0 || random() < 0.3);
    const tails = joins.map((point, i) => tail(100 + i, point));
    const graph = buildWalkGraph([area(1, ...rings), ...tails]);
    const plain = plainMetres(rings, joins);
    for (const a of joins) {
      for (const b of joins) {
        if (a === b) continue;
        const got = metresOf(graph, a, b)!;
        const expected = plain(a, b);
        // The oracle samples a line: it may take one that leaves the area by some centimetres.
        assert.ok(Math.abs(got - expected) < 0.3, `${round}: ${a} to ${b}: ${got}, ${expected}`);
        if (got > metresBetween(place(a), place(b)) + 0.1) bent++;
        compared++;
      }
    }
  }
  assert.ok(compared > 400 && bent > 80, `${compared} ${bent}`);
});

test('an area with very many corners costs no time, and is walked along its edge', () => {
  const corners = Array.from({ length: 5_000 }, (_, i): Point => {
    const angle = (2 * Math.PI * i) / 5_000;
    return [i, 500 * Math.cos(angle), 500 * Math.sin(angle)];
  });
  const [start, end] = [corners[0]!, corners[2_500]!];
  const graph = buildWalkGraph([area(1, corners), tail(2, start), tail(3, end)]);
  const metres = metresOf(graph, start, end)!;
  assert.ok(metres > 1_500 && metres < mostMetres, String(metres));
});
