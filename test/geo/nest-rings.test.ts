import assert from 'node:assert/strict';
import test from 'node:test';
import { nestRings } from '../../src/geo/nest-rings.ts';
import type { Ring } from '../../src/geo/polygon.ts';

const square = (x: number, y: number, side: number): Ring => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
  [x, y],
];

test('one outer ring takes all holes', () => {
  const [outer, hole] = [square(0, 0, 10), square(1, 1, 1)];
  assert.deepEqual(nestRings([outer], [hole]), { type: 'Polygon', coordinates: [outer, hole] });
});

test('each hole goes to the smallest ring around it, also when it touches that ring', () => {
  const [land, lake, island, pond] = [
    square(0, 0, 10),
    square(2, 2, 6),
    square(4, 4, 3),
    square(4, 4, 1),
  ];
  assert.deepEqual(nestRings([land, island], [lake, pond]), {
    type: 'MultiPolygon',
    coordinates: [
      [island, pond],
      [land, lake],
    ],
  });
});

test('a hole outside of everything is dropped', () => {
  const [a, b] = [square(0, 0, 1), square(5, 5, 2)];
  assert.deepEqual(nestRings([a, b], [square(20, 20, 1)]).coordinates, [[a], [b]]);
});
