import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { buildBoxIndex } from '#tools/geo/box-index.ts';

const degrees = (most: number) => fc.integer({ min: -most * 8, max: most * 8 }).map(n => n / 8);
const sizes = fc.constantFrom(0, 0.0001, 0.01, 0.125, 1, 7, 100);
const box = fc
  .tuple(degrees(180), degrees(90), sizes, sizes)
  .map(([west, south, width, height]) => {
    return { west, south, east: west + width, north: south + height };
  });

test('the index finds the same boxes around a point as brute force', () => {
  fc.assert(
    fc.property(fc.array(box), degrees(180), degrees(90), (boxes, x, y) => {
      const expected = boxes.flatMap((b, i) => {
        return x >= b.west && x <= b.east && y >= b.south && y <= b.north ? [i] : [];
      });
      assert.deepEqual(buildBoxIndex(boxes)(x, y), expected);
    }),
  );
});
