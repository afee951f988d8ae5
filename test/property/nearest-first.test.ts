import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { sortNearestFirst } from '../../src/property/nearest-first.ts';

const few = fc.integer({ min: 0, max: 4 });
const distance = fc.oneof(
  fc.double({ min: 0, max: 10_000, noNaN: true }),
  // Many that are equal, and neighbours as numbers.
  few.map(step => 1_000 + step * Number.EPSILON * 512),
  few,
);

test('sorting by buckets is sorting by distance, then id', () => {
  fc.assert(
    fc.property(fc.array(distance, { maxLength: 5_000, size: 'max' }), distances => {
      const count = distances.length;
      const ids = Float64Array.from(distances, (_, i) => (i * 7_919) % 104_729);
      const found = { rows: Uint32Array.from(ids.keys()), metres: Float64Array.from(distances) };
      const wanted = [...found.rows].sort(
        (a, b) => distances[a]! - distances[b]! || ids[a]! - ids[b]!,
      );
      const sorted = sortNearestFirst(found, count, ids);
      assert.deepEqual([...sorted.rows], wanted);
      assert.deepEqual(
        [...sorted.metres],
        wanted.map(i => distances[i]!),
      );
    }),
    { numRuns: 60 },
  );
});
