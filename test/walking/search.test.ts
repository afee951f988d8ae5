import assert from 'node:assert/strict';
import test from 'node:test';
import { buildWalkGraph } from '#domain/walking/build-graph.ts';
import { footOf } from '#domain/walking/edge-grid.ts';
import { mostMetres, search, walkTo } from '#domain/walking/search.ts';
import { metresBetween } from '#tools/geo/earth.ts';
import { seeded } from '../seeded.ts';
import { cityWays, hills, hillyGraph, plainEffort, plainFoot, plainWay, way } from './city.ts';

const near = (got: number, expected: number, message: string) =>
  assert.ok(Math.abs(got - expected) < 0.01, `${message}: expected ${expected}, got ${got}`);

/** The way between two points, or undefined. */
function wayBetween(
  graph: ReturnType<typeof buildWalkGraph>,
  a: readonly [number, number],
  b: readonly [number, number],
) {
  const [from, to] = [footOf(graph, ...a), footOf(graph, ...b)];
  return from && to && walkTo(graph, search(graph, from), to);
}

const city = { south: 37.97, west: 23.72, size: 24, blockMetres: 70, seed: 3 };

for (const [where, graph] of [
  ['in a plain', buildWalkGraph(cityWays(city))],
  ['over hills, of which a part is known', await hillyGraph(city, hills(23.73))],
] as const) {
  test(`2,000 ways ${where} are those of a plain Dijkstra, to the centimetre`, () =>
    compareWithPlain(graph));
}

function compareWithPlain(graph: ReturnType<typeof buildWalkGraph>): void {
  const random = seeded(6);
  const point = () => [37.97 + random() * 0.015, 23.72 + random() * 0.019] as const;
  let reached = 0;
  for (let origin = 0; origin < 20; origin++) {
    const here = point();
    const from = footOf(graph, ...here)!;
    const plainFrom = plainFoot(graph, ...here);
    near(from.gapMetres, plainFrom.gap, 'gap');
    const found = search(graph, from);
    const back = graph.metres[plainFrom.edge]! - plainFrom.along;
    const [forwards, backwards] = [true, false].map(isForward =>
      plainEffort(graph, plainFrom.edge, isForward),
    );
    const best = plainWay(graph, [
      [graph.from[plainFrom.edge]!, plainFrom.along, backwards! * plainFrom.along],
      [graph.to[plainFrom.edge]!, back, forwards! * back],
    ]);
    for (let target = 0; target < 100; target++) {
      const there = point();
      const foot = plainFoot(graph, ...there);
      const toStart = graph.metres[foot.edge]! - foot.along;
      const ends = [
        { end: best.get(graph.from[foot.edge]!), rest: foot.along, isForward: true },
        { end: best.get(graph.to[foot.edge]!), rest: toStart, isForward: false },
        ...(foot.edge === plainFrom.edge
          ? [
              {
                end: { effort: 0, metres: 0 },
                rest: Math.abs(foot.along - plainFrom.along),
                isForward: foot.along > plainFrom.along,
              },
            ]
          : []),
      ].flatMap(({ end, rest, isForward }) => {
        const effort = rest * plainEffort(graph, foot.edge, isForward);
        return end ? [{ effort: end.effort + effort, metres: end.metres + rest }] : [];
      });
      const least = ends.sort((a, b) => a.effort - b.effort)[0];
      const got = walkTo(graph, found, footOf(graph, ...there)!);
      const metres = least && least.metres + foot.gap + plainFrom.gap;
      assert.equal(got === undefined, metres === undefined || metres > mostMetres);
      if (!got) continue;
      reached++;
      near(got.metres, metres!, 'metres');
      near(got.minutes * 80, least!.effort + foot.gap + plainFrom.gap, 'effort');
    }
  }
  assert.ok(reached > 1_900, String(reached));
}

const [x, y] = [23.7, 38];
const street = (id: number, from: readonly [number, number], to: readonly [number, number]) =>
  way(id, [
    [10 * id, x + from[0], y + from[1]],
    [10 * id + 1, x + to[0], y + to[1]],
  ]);

test('ways meet at shared nodes only: a bridge does not join the road below', () => {
  const below = way(1, [
    [1, x - 0.005, y],
    [2, x, y],
    [3, x + 0.005, y],
  ]);
  // Its node has the same position as that of the road, but is another one.
  const bridge = way(2, [
    [4, x, y - 0.005],
    [5, x, y],
    [6, x, y + 0.005],
  ]);
  const [west, north] = [
    [y, x - 0.004],
    [y + 0.004, x],
  ] as const;
  const apart = buildWalkGraph([below, bridge]);
  assert.equal(apart.from.length, 2);
  assert.equal(wayBetween(apart, west, north), undefined);
  const joined = buildWalkGraph([below, { ...bridge, nodes: [4, 2, 6] }]);
  assert.equal(joined.from.length, 4);
  const expected =
    metresBetween({ latitude: y, longitude: x - 0.004 }, { latitude: y, longitude: x }) +
    metresBetween({ latitude: y + 0.004, longitude: x }, { latitude: y, longitude: x });
  near(wayBetween(joined, west, north)!.metres, expected, 'over the crossing');
});

test('a way is walked in both directions, and steps take twice as long', () => {
  const graph = buildWalkGraph([
    street(1, [0, 0], [0.004, 0]),
    way(
      2,
      [
        [11, x + 0.004, y],
        [20, x + 0.004, y + 0.001],
      ],
      true,
    ),
  ]);
  const [a, b] = [
    [y, x],
    [y + 0.001, x + 0.004],
  ] as const;
  const [there, back] = [wayBetween(graph, a, b)!, wayBetween(graph, b, a)!];
  near(there.metres, back.metres, 'back');
  const steps = graph.metres[1]!;
  near(there.minutes * 80, there.metres + steps, 'minutes');
  near(there.metres, graph.metres[0]! + steps, 'metres');
});

test('within one edge the way is the part between, and the distance to the edge counts', () => {
  const graph = buildWalkGraph([street(1, [0, 0], [0.01, 0])]);
  const [a, b] = [
    [y + 0.0002, x + 0.002],
    [y - 0.0003, x + 0.003],
  ] as const;
  const at = (longitude: number, latitude = y) => ({ latitude, longitude });
  const expected =
    metresBetween(at(a[1], a[0]), at(a[1])) +
    metresBetween(at(a[1]), at(b[1])) +
    metresBetween(at(b[1]), at(b[1], b[0]));
  near(wayBetween(graph, a, b)!.metres, expected, 'metres');
});

test('a point far from all ways, and a way of more than 5 km, are not reached', () => {
  const graph = buildWalkGraph([street(1, [0, 0], [0.08, 0])]);
  assert.equal(footOf(graph, y + 0.01, x), undefined);
  assert.ok(footOf(graph, y + 0.004, x));
  assert.ok(wayBetween(graph, [y, x], [y, x + 0.0568]));
  assert.equal(wayBetween(graph, [y, x], [y, x + 0.0572]), undefined);
});

test('a path that meets nothing is left out if it is short; an island with ways is not', () => {
  const path = street(2, [0.0001, 0.0005], [0.001, 0.0005]);
  const graph = buildWalkGraph([street(1, [0, 0], [0.01, 0]), path]);
  assert.equal(graph.from.length, 1);
  const island = street(3, [0.1, 0.1], [0.103, 0.1]);
  assert.equal(buildWalkGraph([street(1, [0, 0], [0.01, 0]), island]).from.length, 2);
});

test('of a way that several sources have, the first counts', () => {
  const graph = buildWalkGraph([street(1, [0, 0], [0.01, 0]), street(1, [0, 0], [0.02, 0])]);
  assert.equal(graph.from.length, 1);
});

test('a ring, a node that comes twice in a row and a way that comes back are no trouble', () => {
  const ring = way(1, [
    [1, x, y],
    [2, x + 0.002, y],
    [3, x + 0.002, y + 0.002],
    [3, x + 0.002, y + 0.002],
    [1, x, y],
  ]);
  const graph = buildWalkGraph([ring]);
  const half = wayBetween(graph, [y, x + 0.001], [y + 0.001, x + 0.001])!;
  assert.ok(half.metres > 100 && half.metres < 400, String(half.metres));
});

test('more crossings than a city can have within reach are refused', () => {
  const ends = 500_001;
  // A star: all edges begin at the node 0.
  const numbers = (length: number, of: (i: number) => number) =>
    Uint32Array.from({ length }, (_, i) => of(i));
  const star = {
    ...buildWalkGraph([]),
    from: new Uint32Array(ends),
    to: numbers(ends, i => i + 1),
    metres: new Float32Array(ends).fill(1),
    flags: new Uint8Array(ends),
    meets: numbers(ends + 2, i => (i === 0 ? 0 : ends + i - 1)),
    meeting: numbers(2 * ends, i => i % ends),
  };
  const from = { edge: 0, alongMetres: 0, gapMetres: 0, latitude: 0, longitude: 0 };
  assert.throws(() => search(star, from), { code: 'TOO_LONG' });
});

test('without ways there is no foot', () => {
  assert.equal(footOf(buildWalkGraph([]), y, x), undefined);
});
