import assert from 'node:assert/strict';
import test from 'node:test';
import { buildWalkGraph } from '#domain/walking/build-graph.ts';
import {
  type HeightsAt,
  leastSlopeEffort,
  measureSlopes,
  slopeEffort,
} from '#domain/walking/slopes.ts';
import { metresPerDegree } from '#tools/geo/earth.ts';
import { corners } from '../geo/square.ts';
import { way } from './city.ts';

const [x, y] = [23.7, 38];
const { east } = metresPerDegree(y);

/** Kilometres an hour of Tobler (1993) for slopes in percent. */
const toblerTable = corners(
  '-50 1.242, -20 3.549, -10 5.037, -5 6, 0 5.037, 5 4.228, 10 3.549, 20 2.501, 50 0.875',
);

test('slopes slow down as Tobler found it, and level ground is 80 m a minute', () => {
  for (const [percent, speed] of toblerTable) {
    const expected = 5.0367 / speed;
    const got = slopeEffort(percent / 100);
    assert.ok(Math.abs(got / expected - 1) < 1e-3, `${percent} %: ${got}, expected ${expected}`);
  }
  assert.equal(slopeEffort(0), 1);
  for (let slope = -1; slope < 1; slope += 0.001) assert.ok(slopeEffort(slope) >= leastSlopeEffort);
});

test('a slope that no way has counts as 50 %', () => {
  assert.equal(slopeEffort(7), slopeEffort(0.5));
  assert.equal(slopeEffort(-7), slopeEffort(-0.5));
});

/** The efforts of a way to the east of 1,000 m, over heights by metres from its start. */
async function effortsOver(
  heightAt: (metres: number) => number,
  changes: { isSteps?: boolean; isOffGround?: boolean } = {},
) {
  const line = way(1, `1 ${x} ${y}, 2 ${x + 370 / east} ${y}, 3 ${x + 1_000 / east} ${y}`);
  const heights: HeightsAt = async positions =>
    Float64Array.from(positions, ([longitude]) => heightAt((longitude - x) * east));
  return [...(await measureSlopes(buildWalkGraph([{ ...line, ...changes }]), heights))];
}

const near = (got: readonly number[], expected: readonly number[]) =>
  got.forEach((effort, i) => {
    assert.ok(Math.abs(effort - expected[i]!) < 1e-3, `${got} instead of ${expected}`);
  });

test('an edge has the mean effort of its parts, in both directions', async () => {
  near(await effortsOver(metres => metres / 10), [slopeEffort(0.1), slopeEffort(-0.1)]);
  const overHill = (slopeEffort(0.1) + slopeEffort(-0.1)) / 2;
  near(await effortsOver(metres => 50 - Math.abs(metres - 500) / 10), [overHill, overHill]);
});

test('a wall that is narrower than a part of the way does not count', async () => {
  near(await effortsOver(metres => (Math.abs(metres - 510) < 5 ? 8 : 0)), [1, 1]);
});

test('bridges and tunnels lead straight from end to end, and steps have no slope', async () => {
  const valley = (metres: number) => metres / 50 - 80 * Math.sin((metres / 1_000) * Math.PI);
  near(await effortsOver(valley, { isOffGround: true }), [slopeEffort(0.02), slopeEffort(-0.02)]);
  assert.deepEqual(await effortsOver(valley, { isSteps: true }), [0, 0]);
});

test('ground without a height counts as level; an edge without any has no slope', async () => {
  const half = (metres: number) => (metres > 500.1 ? NaN : metres / 10);
  near(await effortsOver(half), [(1 + slopeEffort(0.1)) / 2, (1 + slopeEffort(-0.1)) / 2]);
  assert.deepEqual(await effortsOver(() => NaN), [0, 0]);
});
