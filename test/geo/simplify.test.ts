import assert from 'node:assert/strict';
import test from 'node:test';
import type { Position, Ring } from '#tools/geo/polygon.ts';
import { simplifyArea, simplifyLine } from '#tools/geo/simplify.ts';
import { casesIn } from '../cases.ts';
import { seeded } from '../seeded.ts';
import { corners } from './square.ts';

/** The distance of a position from the nearest edge of a line, slowly. */
function distanceFrom(line: readonly Position[], [x, y]: Position): number {
  const distances = line.slice(1).map(([bx, by], i) => {
    const [ax, ay] = line[i]!;
    const length = Math.hypot(bx - ax, by - ay);
    const along = length === 0 ? 0 : ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length ** 2;
    const t = Math.min(1, Math.max(0, along));
    return Math.hypot(ax + t * (bx - ax) - x, ay + t * (by - ay) - y);
  });
  return Math.min(...distances);
}

test('a simplified line keeps its ends, and no dropped position is beyond the tolerance', () => {
  const random = seeded(3);
  for (let round = 0; round < 50; round++) {
    const line = Array.from({ length: 40 }, (_, i): Position => [i * random(), 5 * random()]);
    const simple = simplifyLine(line, 1);
    assert.ok(simple.length < line.length);
    assert.deepEqual([simple[0], simple.at(-1)], [line[0], line.at(-1)]);
    assert.deepEqual(
      simple,
      line.filter(position => simple.includes(position)),
    );
    for (const position of line) assert.ok(distanceFrom(simple, position) <= 1 + 1e-9);
  }
});

test('only positions beyond the tolerance are kept, the farthest first', () => {
  for (const [tolerance, line, count, why] of casesIn(`
    1 | 0 0, 5 1, 10 0                        | 2 | at the tolerance
    1 | 0 0, 5 1.1, 10 0                      | 3 | above it
    1 | 0 0, 5 -1.1, 10 0                     | 3 | below it
    1 | 0 0, 12 0, 10 0                       | 3 | beyond the end of the line
    1 | 0 0, -2 0, 10 0                       | 3 | before its beginning
    1 | 0 0, 3 4, 0 0                         | 3 | there and back
    1 | 0 0, 4 2, 6 3, 10 5                   | 2 | on a line
    1 | 0 0, 3 1.2, 5 2, 7 1.2, 10 0          | 3 | others follow from it
    0 | 0 0, 5 0, 10 0                        | 3 | without a tolerance all
  `)) {
    assert.equal(simplifyLine(corners(line), Number(tolerance)).length, Number(count), why);
  }
});

const ring = (x: number, y: number, size: number): Ring => [
  [x, y],
  [x + size / 2, y - size / 1e3],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y],
];

test('rings are simplified, and those that shrink to nothing are dropped', () => {
  const square = (x: number, y: number, size: number) => ring(x, y, size).toSpliced(1, 1);
  const [large, hole, small] = [ring(0, 0, 10), ring(2, 2, 4), ring(20, 0, 0.1)];
  assert.deepEqual(simplifyArea({ type: 'Polygon', coordinates: [large, hole, small] }, 1), {
    type: 'Polygon',
    coordinates: [square(0, 0, 10), square(2, 2, 4)],
  });
  const areas = (...coordinates: Ring[][]) =>
    simplifyArea({ type: 'MultiPolygon', coordinates }, 1);
  const whole = { type: 'Polygon', coordinates: [square(0, 0, 10)] };
  assert.deepEqual(areas([large], [small, hole]), whole);
  const coordinates = [[square(0, 0, 10)], [square(2, 2, 4)]];
  assert.deepEqual(areas([large], [hole]), { type: 'MultiPolygon', coordinates });
  assert.equal(areas([small]), undefined);
  const triangle = corners('0 0, 10 0, 0 10, 0 0');
  assert.deepEqual(areas([triangle]), { type: 'Polygon', coordinates: [triangle] });
});
