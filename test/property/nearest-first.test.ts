import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { nearestFirst } from '#domain/property/nearest-first.ts';

const few = fc.integer({ min: 0, max: 4 });
const distance = fc.oneof(
  fc.double({ min: 0, max: 10_000, noNaN: true }),
  // Many that are equal, and neighbours as numbers.
  few.map(step => 1_000 + step * Number.EPSILON * 512),
  few,
);

test('sorting packed numbers is sorting by distance, then id', () => {
  fc.assert(
    fc.property(fc.array(distance, { maxLength: 5_000, size: 'max' }), distances => {
      const ids = Float64Array.from(distances, (_, i) => (i * 7_919) % 104_729);
      const rows = Uint32Array.from(distances.keys());
      const wanted = [...rows].sort((a, b) => distances[a]! - distances[b]! || ids[a]! - ids[b]!);
      const sorted = nearestFirst(rows, Float64Array.from(distances), ids);
      assert.deepEqual(sorted.rows, wanted);
      assert.deepEqual(
        sorted.metres,
        wanted.map(i => distances[i]!),
      );
    }),
    { numRuns: 60 },
  );
});
