import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { meetsBox } from '../../src/geo/meets-box.ts';
import type { PolygonGeometry, Position } from '../../src/geo/polygon.ts';
import { square } from './square.ts';

const polygon = (...coordinates: Position[][]): PolygonGeometry => ({
  type: 'Polygon',
  coordinates,
});
const box = (west: number, south: number, east: number, north: number) => ({
  west,
  south,
  east,
  north,
});

const withHole = polygon(square(0, 0, 10), square(2, 2, 6));
const triangle = polygon([
  [0, 0],
  [10, 0],
  [0, 10],
  [0, 0],
]);
const twoParts: PolygonGeometry = {
  type: 'MultiPolygon',
  coordinates: [[square(0, 0, 1)], [square(8, 8, 1)]],
};

for (const [what, geometry, asked, expected] of [
  ['a corner inside', withHole, box(-1, -1, 1, 1), true],
  ['only touching a corner', withHole, box(10, 10, 12, 12), true],
  ['only touching a side', withHole, box(10, 4, 12, 5), true],
  ['around all of it', withHole, box(-1, -1, 11, 11), true],
  ['within the outline', withHole, box(0.5, 0.5, 1, 1), true],
  ['within the hole', withHole, box(3, 3, 4, 4), false],
  ['across the hole’s side', withHole, box(3, 3, 9, 4), true],
  ['across all of it, with no corner in it', withHole, box(4, -1, 5, 11), true],
  ['beside it', withHole, box(11, 0, 12, 10), false],
  ['in the bounding box of a triangle, beyond its slanted side', triangle, box(6, 6, 9, 9), false],
  ['over the slanted side', triangle, box(4.5, 4.5, 9, 9), true],
  ['between two parts', twoParts, box(3, 3, 4, 4), false],
  ['at the second part', twoParts, box(8.5, 8.5, 8.6, 8.6), true],
  ['a point on the outline', triangle, box(5, 0, 5, 0), true],
] as const) {
  test(`a box meets a geometry or not: ${what}`, () => {
    assert.equal(meetsBox(geometry, asked), expected);
  });
}

test('a box around a point of an edge always meets, one beyond the corners never', () => {
  const coordinate = fc.integer({ min: -50, max: 50 });
  const corner = fc.tuple(coordinate, coordinate);
  fc.assert(
    fc.property(corner, corner, corner, fc.integer({ min: 0, max: 16 }), (a, b, c, sixteenth) => {
      const geometry = polygon([a, b, c, a]);
      const share = sixteenth / 16;
      const [x, y] = [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
      assert.ok(meetsBox(geometry, box(x - 0.25, y - 0.25, x + 0.25, y + 0.25)));
      const east = Math.max(a[0], b[0], c[0]) + 1;
      assert.ok(!meetsBox(geometry, box(east, -60, east + 1, 60)));
    }),
    { numRuns: 500 },
  );
});
