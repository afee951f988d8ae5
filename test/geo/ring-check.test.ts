import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { Position, Ring } from '../../src/geo/polygon.ts';
import { checkedPolygon } from '../../src/geo/ring-check.ts';

/** A ring drawn as a map: the letters in order are its corners. */
function drawn(...rows: string[]): Position[] {
  const corners: [string, Position][] = [];
  rows.forEach((row, y) => {
    [...row].forEach((letter, x) => {
      if (/[a-z]/.test(letter)) corners.push([letter, [x, rows.length - y]]);
    });
  });
  return corners.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, position]) => position);
}

const square = drawn(
  'd   c', //
  '     ',
  'a   b',
);
const closed = (ring: Position[]): Ring => [...ring, ring[0]!];

test('a sound ring stays as it is', () => {
  assert.deepEqual(checkedPolygon([closed(square)]), [closed(square)]);
});

test('an open ring is closed and repeated corners are dropped', () => {
  const [a, b, c, d] = square as [Position, Position, Position, Position];
  assert.deepEqual(checkedPolygon([square]), [closed(square)]);
  assert.deepEqual(checkedPolygon([[a, a, b, b, b, c, d, d, a, a]]), [closed(square)]);
});

test('what cannot be put right safely is named', () => {
  const bowTie = drawn(
    'c   b', //
    '     ',
    'a   d',
  );
  const spike = drawn(
    'e d   ', //
    '      ',
    'a b  c',
  ).toSpliced(3, 0, [2, 1]);
  assert.equal(checkedPolygon([bowTie]), 'the outline crosses itself');
  assert.equal(checkedPolygon([square, bowTie]), 'hole 1 crosses itself');
  const elsewhere = square.map(([x, y]): Position => [x + 100, y]);
  assert.equal(checkedPolygon([square, elsewhere]), 'hole 1 lies outside the outline');
  const leaning = square.map(([x, y]): Position => [x + 1, y]);
  assert.equal(checkedPolygon([square, leaning]), 'hole 1 lies outside the outline');
  assert.equal(checkedPolygon([spike]), 'the outline crosses itself');
  assert.equal(checkedPolygon([[]]), 'the outline has fewer than three corners');
  assert.equal(
    checkedPolygon([
      [
        [0, 0],
        [1, 1],
        [0, 0],
      ],
    ]),
    'the outline has fewer than three corners',
  );
  assert.equal(
    checkedPolygon([
      [
        [1, 1],
        [1, 1],
        [1, 1],
        [1, 1],
      ],
    ]),
    'the outline has fewer than three corners',
  );
  assert.equal(checkedPolygon([]), 'it has no outline');
});

test('corners that only touch are left be', () => {
  const touching = drawn(
    'f g  ', //
    'e    ',
    '  h  ',
    'd   a',
    ' c b ',
  );
  assert.ok(Array.isArray(checkedPolygon([touching])));
});

test('crossings are found as by comparing every pair of edges', () => {
  const number = fc.integer({ min: 0, max: 8 });
  const ring = fc.uniqueArray(fc.tuple(number, number), {
    minLength: 3,
    maxLength: 8,
    selector: ([x, y]) => `${x} ${y}`,
  });
  fc.assert(
    fc.property(ring, corners => {
      const found = checkedPolygon([corners]) === 'the outline crosses itself';
      assert.equal(found, crossesByBruteForce(closed(corners)));
    }),
    { numRuns: 2_000 },
  );
});

/** Independent of the sweep: every pair of edges, by the parameters of their intersection. */
function crossesByBruteForce(ring: Ring): boolean {
  const edges = ring.slice(1).map((b, i) => [ring[i]!, b] as const);
  return edges.some(([a, b], i) =>
    edges.some(([c, d], j) => {
      if (j <= i) return false;
      const [rx, ry, sx, sy] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]];
      const [qx, qy] = [c[0] - a[0], c[1] - a[1]];
      const denominator = rx * sy - ry * sx;
      if (denominator !== 0) {
        const t = (qx * sy - qy * sx) / denominator;
        const u = (qx * ry - qy * rx) / denominator;
        return t > 0 && t < 1 && u > 0 && u < 1;
      }
      if (qx * ry - qy * rx !== 0) return false;
      const length = rx * rx + ry * ry;
      const from = (qx * rx + qy * ry) / length;
      const to = from + (sx * rx + sy * ry) / length;
      return Math.max(0, Math.min(from, to)) < Math.min(1, Math.max(from, to));
    }),
  );
}
