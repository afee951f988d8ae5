import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { clipLine, clipPolygon, clipRing, meetsBox, placementIn } from '#tools/geo/clip.ts';
import { pointInPolygon } from '#tools/geo/inside.ts';
import { type PolygonGeometry, type Position, planarArea } from '#tools/geo/polygon.ts';
import { casesIn } from '../cases.ts';
import { corners, square } from './square.ts';

const polygon = (...coordinates: Position[][]): PolygonGeometry => ({
  type: 'Polygon',
  coordinates,
});
const box = (west: number, south: number, east: number, north: number) => {
  return { west, south, east, north };
};

const withHole = polygon(square(0, 0, 10), square(2, 2, 6));
const triangle = polygon(corners('0 0, 10 0, 0 10, 0 0'));
const parts = [[square(0, 0, 1)], [square(8, 8, 1)]];
const twoParts: PolygonGeometry = { type: 'MultiPolygon', coordinates: parts };

const geometries: Record<string, PolygonGeometry> = { withHole, triangle, twoParts };
for (const [what, name, asked, expected] of casesIn(`
  a corner inside                                 | withHole | -1 -1 1 1         | yes
  only touching a corner                          | withHole | 10 10 12 12       | yes
  only touching a side                            | withHole | 10 4 12 5         | yes
  around all of it                                | withHole | -1 -1 11 11       | yes
  within the outline                              | withHole | 0.5 0.5 1 1       | yes
  within the hole                                 | withHole | 3 3 4 4           | no
  across the hole’s side                          | withHole | 3 3 9 4           | yes
  across all of it, with no corner in it          | withHole | 4 -1 5 11         | yes
  beside it                                       | withHole | 11 0 12 10        | no
  in the bounding box, beyond the slanted side    | triangle | 6 6 9 9           | no
  over the slanted side                           | triangle | 4.5 4.5 9 9       | yes
  between two parts                               | twoParts | 3 3 4 4           | no
  at the second part                              | twoParts | 8.5 8.5 8.6 8.6   | yes
  a point on the outline                          | triangle | 5 0 5 0           | yes
`)) {
  test(`a box meets a geometry or not: ${what}`, () => {
    const sides = asked.split(' ').map(Number) as [number, number, number, number];
    assert.equal(meetsBox(geometries[name]!, box(...sides)), expected === 'yes');
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

test('a polygon is clipped with its holes, and is gone outside of the box', () => {
  const outlines = [square(0, 0, 10), square(1, 1, 4), square(7, 7, 1)];
  const clipped = clipPolygon(outlines, box(3, -5, 20, 5));
  assert.equal(planarArea(polygon(...(clipped as Position[][]))), 7 * 5 - 2 * 4);
  assert.equal(clipped!.length, 2);
  assert.equal(clipPolygon([square(0, 0, 10)], box(28, 28, 32, 32)), undefined);
  assert.deepEqual(clipPolygon([square(0, 0, 10)], box(-9, -9, 90, 90)), [square(0, 0, 10)]);
});

test('a line has a part for each time it is in the box', () => {
  assert.deepEqual(clipLine([-5, 1, 15, 1, 15, 2, 5, 2], box(0, 0, 10, 10)), [
    [0, 1, 10, 1],
    [10, 2, 5, 2],
  ]);
  assert.deepEqual(clipLine([-5, 1, -1, 9], box(0, 0, 10, 10)), []);
  assert.deepEqual(clipLine([-5, 1, 5, 3, 15, 7], box(0, 0, 10, 10)), [[0, 2, 5, 3, 10, 5]]);
  assert.deepEqual(clipLine([2, -5, 4, 15], box(0, 0, 10, 10)), [[2.5, 0, 3.5, 10]]);
});

test('coordinates are inside of a box, outside or across, by their own box', () => {
  for (const [expected, texts] of casesIn(`
    inside  | 5 5, 0 0 10 10, 10 0 0 10
    outside | -2 5 -1 5, 11 5 12 5, 5 -2 5 -1, 5 11 5 12
    across  | -1 5 5 5, 5 5 11 5, 5 -1 5 5, 5 5 5 11, -1 5 0 5, 10 5 11 5, 5 0 5 -1, 5 10 5 11
  `)) {
    for (const coordinates of corners(texts)) {
      assert.equal(placementIn(box(0, 0, 10, 10), [...coordinates]), expected, `${coordinates}`);
    }
  }
});

test('a clipped ring has every random point of the box that the ring has, and none beyond', () => {
  const corner = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 }));
  const outline = fc.array(corner, { minLength: 3, maxLength: 9 });
  fc.assert(
    fc.property(outline, corner, (corners, [x, y]) => {
      // Off the corners by halves and thirds, so that the point is on no edge.
      const position: Position = [x + 0.123, y + 0.456];
      const flat = clipRing(corners.flat(), box(10, 10, 30, 30));
      const ring = flat.flatMap((_, i) => (i % 2 ? [] : [[flat[i]!, flat[i + 1]!] as const]));
      const isIn = x >= 10 && x < 30 && y >= 10 && y < 30;
      const expected = isIn && pointInPolygon(position, polygon([...corners, corners[0]!]));
      assert.equal(pointInPolygon(position, polygon([...ring, ...ring.slice(0, 1)])), expected);
    }),
    { numRuns: 1_000 },
  );
});
