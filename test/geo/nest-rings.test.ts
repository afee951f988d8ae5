import assert from 'node:assert/strict';
import test from 'node:test';
import { nestRings } from '../../src/geo/nest-rings.ts';
import { square } from './square.ts';

test('a ring inside another is a hole, in either order', () => {
  const [outer, hole] = [square(0, 0, 10), square(1, 1, 1)];
  const expected = { type: 'Polygon', coordinates: [outer, hole] };
  assert.deepEqual(nestRings([outer, hole]), expected);
  assert.deepEqual(nestRings([hole, outer]), expected);
});

test('each hole goes to the smallest ring around it, also when it touches that ring', () => {
  const [land, lake, island, pond] = [
    square(0, 0, 10),
    square(2, 2, 6),
    square(4, 4, 3),
    square(4, 4, 1),
  ];
  assert.deepEqual(nestRings([pond, island, land, lake]), {
    type: 'MultiPolygon',
    coordinates: [
      [island, pond],
      [land, lake],
    ],
  });
});

test('rings beside each other are outer rings in their order', () => {
  const rings = [square(5, 5, 2), square(0, 0, 1), square(7, 7, 1)];
  assert.deepEqual(nestRings(rings)?.coordinates, [[rings[0]], [rings[1]], [rings[2]]]);
});

test('more rings than can be compared in time return undefined', () => {
  const nested = (count: number) =>
    Array.from({ length: count }, (_, i) => square(i, i, 2 * (count - i)));
  assert.equal(nestRings(nested(1_000))?.coordinates.length, 500);
  assert.equal(nestRings(nested(20_000)), undefined);
  assert.equal(nestRings(Array.from({ length: 60_000 }, (_, i) => square(i, 0, 1))), undefined);
});
