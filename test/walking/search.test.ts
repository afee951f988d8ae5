import assert from 'node:assert/strict';
import test from 'node:test';
import { buildWalkGraph } from '#domain/walking/build-graph.ts';
import { feetOf } from '#domain/walking/feet.ts';
import { mostMetres, search, walkTo } from '#domain/walking/search.ts';
import { doubtOf } from '#domain/walking/walk-places.ts';
import { metresBetween } from '#tools/geo/earth.ts';
import type { Position } from '#tools/geo/polygon.ts';
import { corners } from '../geo/square.ts';
import { rounds } from '../sample.ts';
import { seeded } from '../seeded.ts';
import { cityWays, hills, hillyGraph, plainEffort, plainFeet, plainWay, way } from './city.ts';

const near = (got: number, expected: number, message: string) =>
  assert.ok(Math.abs(got - expected) < 0.01, `${message}: expected ${expected}, got ${got}`);

/** The way between two points, or undefined. */
function wayBetween(
  graph: ReturnType<typeof buildWalkGraph>,
  a: readonly [number, number],
  b: readonly [number, number],
) {
  return walkTo(graph, search(graph, feetOf(graph, ...a)), feetOf(graph, ...b));
}

const city = { south: 37.97, west: 23.72, size: 24, blockMetres: 70, seed: 3 };

for (const [where, graph] of [
  ['in a plain', buildWalkGraph(cityWays(city))],
  ['over hills, of which a part is known', await hillyGraph(city, hills(23.73))],
] as const) {
  const origins = rounds(20, 5);
  test(`${origins * 100} ways ${where} are those of a plain Dijkstra, to the centimetre`, () =>
    compareWithPlain(graph, origins));
}

function compareWithPlain(graph: ReturnType<typeof buildWalkGraph>, origins: number): void {
  const random = seeded(6);
  const point = () => [37.97 + random() * 0.015, 23.72 + random() * 0.019] as const;
  let reached = 0;
  for (let origin = 0; origin < origins; origin++) {
    const here = point();
    const from = feetOf(graph, ...here);
    const plainFrom = plainFeet(graph, ...here);
    assert.equal(from.length, plainFrom.length);
    for (const [i, { gap }] of plainFrom.entries()) near(from[i]!.gapMetres, gap, 'gap');
    const there = Array.from({ length: 100 }, point);
    const targets = there.map(place => feetOf(graph, ...place)).filter(feet => feet.length > 0);
    // A search that ends when all places are reached finds the same.
    const found = search(graph, from, mostMetres, origin % 2 === 0 ? targets : undefined);
    const effortOn = (edge: number, isForward: boolean, length: number) =>
      plainEffort(graph, edge, isForward) * length;
    const best = plainWay(
      graph,
      plainFrom.flatMap(({ edge, along, gap }) => {
        const rest = graph.metres[edge]! - along;
        return [
          [graph.from[edge]!, gap + along, gap + effortOn(edge, false, along)],
          [graph.to[edge]!, gap + rest, gap + effortOn(edge, true, rest)],
        ] as const;
      }),
    );
    for (const place of there) {
      const ways = plainFeet(graph, ...place).flatMap(({ edge, along, gap }) => {
        const [start, end] = [best.get(graph.from[edge]!), best.get(graph.to[edge]!)];
        const rest = graph.metres[edge]! - along;
        const add = (before: typeof start, length: number, isForward: boolean) =>
          before && {
            metres: before.metres + length + gap,
            effort: before.effort + effortOn(edge, isForward, length) + gap,
          };
        const direct = plainFrom
          .filter(own => own.edge === edge)
          .map(own => {
            const before = { effort: own.gap, metres: own.gap };
            return add(before, Math.abs(along - own.along), along > own.along);
          });
        return [add(start, along, true), add(end, rest, false), ...direct].filter(one => !!one);
      });
      const least = ways.sort((a, b) => a.effort - b.effort)[0];
      const got = walkTo(graph, found, feetOf(graph, ...place));
      assert.equal(got === undefined, least === undefined || least.metres > mostMetres);
      if (!got) continue;
      reached++;
      near(got.metres, least!.metres, 'metres');
      near(got.minutes * 80, least!.effort, 'effort');
    }
  }
  assert.ok(reached > 95 * origins, String(reached));
}

const [x, y] = [23.7, 38];
const street = (id: number, from: readonly [number, number], to: readonly [number, number]) =>
  way(id, `${10 * id} ${x + from[0]} ${y + from[1]}, ${10 * id + 1} ${x + to[0]} ${y + to[1]}`);

test('ways meet at shared nodes only: a bridge does not join the road below', () => {
  const below = way(1, '1 23.695 38, 2 23.7 38, 3 23.705 38');
  // Its node has the same position as that of the road, but is another one.
  const bridge = way(2, '4 23.7 37.995, 5 23.7 38, 6 23.7 38.005');
  const [west, north] = corners('38 23.696, 38.004 23.7') as [Position, Position];
  const apart = buildWalkGraph([below, bridge]);
  assert.equal(apart.from.length, 2);
  assert.equal(wayBetween(apart, west, north), undefined);
  const joined = buildWalkGraph([below, way(2, '4 23.7 37.995, 2 23.7 38, 6 23.7 38.005')]);
  assert.equal(joined.from.length, 4);
  const expected =
    metresBetween({ latitude: y, longitude: x - 0.004 }, { latitude: y, longitude: x }) +
    metresBetween({ latitude: y + 0.004, longitude: x }, { latitude: y, longitude: x });
  near(wayBetween(joined, west, north)!.metres, expected, 'over the crossing');
});

test('a way is walked in both directions, and steps take twice as long', () => {
  const steps = way(2, '11 23.704 38, 20 23.704 38.001', true);
  const graph = buildWalkGraph([street(1, [0, 0], [0.004, 0]), steps]);
  const [a, b] = corners('38 23.7, 38.001 23.704') as [Position, Position];
  const [there, back] = [wayBetween(graph, a, b)!, wayBetween(graph, b, a)!];
  near(there.metres, back.metres, 'back');
  const [level, onSteps] = graph.metres;
  near(there.minutes * 80, there.metres + onSteps!, 'minutes');
  near(there.metres, level! + onSteps!, 'metres');
});

test('within one edge the way is the part between, and the distance to the edge counts', () => {
  const graph = buildWalkGraph([street(1, [0, 0], [0.01, 0])]);
  const [a, b] = corners('38.0002 23.702, 37.9997 23.703') as [Position, Position];
  const at = (longitude: number, latitude = y) => ({ latitude, longitude });
  const expected =
    metresBetween(at(a[1], a[0]), at(a[1])) +
    metresBetween(at(a[1]), at(b[1])) +
    metresBetween(at(b[1]), at(b[1], b[0]));
  near(wayBetween(graph, a, b)!.metres, expected, 'metres');
});

test('a point far from all ways, and a way of more than 5 km, are not reached', () => {
  const graph = buildWalkGraph([street(1, [0, 0], [0.08, 0])]);
  assert.deepEqual(feetOf(graph, y + 0.01, x), []);
  assert.equal(feetOf(graph, y + 0.004, x).length, 1);
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
  const ring = way(1, '1 23.7 38, 2 23.702 38, 3 23.702 38.002, 3 23.702 38.002, 1 23.7 38');
  const graph = buildWalkGraph([ring]);
  const half = wayBetween(graph, [y, x + 0.001], [y + 0.001, x + 0.001])!;
  assert.ok(half.metres > 100 && half.metres < 400, String(half.metres));
});

test('nobody starts in a tunnel or on a bridge that passes below or above, unless all else is far', () => {
  const metre = 1 / 111_000;
  const tunnel = { ...street(2, [0, 9 * metre], [0.01, 9 * metre]), isOffGround: true };
  const above = buildWalkGraph([street(1, [0, 60 * metre], [0.01, 60 * metre]), tunnel]);
  const [foot, ...others] = feetOf(above, y, x + 0.005);
  assert.deepEqual([above.flags[foot!.edge], others], [0, []]);
  const far = buildWalkGraph([street(1, [0, 130 * metre], [0.01, 130 * metre]), tunnel]);
  const [below] = feetOf(far, y, x + 0.005);
  assert.equal(far.flags[below!.edge], 2);
  const walk = wayBetween(far, [y, x + 0.005], [y, x + 0.006])!;
  assert.equal(doubtOf(far, walk, 87), 'off_ground');
  const own = wayBetween(above, [y, x + 0.005], [y, x + 0.006])!;
  assert.equal(doubtOf(above, own, 87), null);
});

test('the nearest few ways are tried: a path without an end near costs no long way around', () => {
  const metre = 1 / 111_000;
  // A path 4 m north, which meets the street 12 m south only far in the west.
  const [south, north] = [y - 12 * metre, y + 4 * metre];
  const street = way(1, `1 23.68 ${south}, 2 23.72 ${south}`);
  const path = way(2, `1 23.68 ${south}, 3 23.68 ${north}, 4 23.7001 ${north}`);
  const graph = buildWalkGraph([street, path]);
  const there = [y - 12 * metre, x + 0.005] as const;
  const walk = wayBetween(graph, [y, x], there)!;
  assert.ok(walk.metres > 12 + 430 && walk.metres < 12 + 450, String(walk.metres));
  assert.ok(Math.abs(walk.from.gapMetres - 12) < 0.1, String(walk.from.gapMetres));
  // Two more metres, and the street is no candidate.
  const far = wayBetween(graph, [y + 4 * metre, x], there)!;
  assert.ok(far.metres > 3_000, String(far.metres));
  assert.equal(doubtOf(graph, far, 440), 'long_detour');
  assert.equal(doubtOf(graph, { ...far, metres: 499 }, 9), null);
  assert.equal(doubtOf(graph, { ...far, metres: 2_199 }, 440), null);
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
  assert.throws(() => search(star, [from]), { code: 'TOO_LONG' });
});

test('without ways there is no foot', () => assert.deepEqual(feetOf(buildWalkGraph([]), y, x), []));
