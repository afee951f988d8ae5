import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { joinLines, lengthOf } from '#importing/osm/rows/join-lines.ts';
import type { Position } from '#tools/geo/polygon.ts';

/** Lines of lettered points: `a` at 0, `b` one degree further east, and so on. */
const lines = (text: string) =>
  text
    .split(' ')
    .map(line => Array.from(line, (letter): Position => [letter.charCodeAt(0) - 97, 0]));

test('lines that meet end to end become one, whichever way round they run', () => {
  assert.deepEqual(joinLines(lines('bc dc ba')), lines('abcd'));
});

test('lines that do not meet stay separate, and a ring ends where it began', () => {
  assert.deepEqual(joinLines(lines('ab cd')), lines('ab cd'));
  assert.deepEqual(joinLines(lines('abc ca')), lines('abca'));
});

test('whatever meets, no part of any line is lost or doubled', () => {
  const coordinate = fc.integer({ min: 0, max: 4 }).map(n => n / 1_000);
  const line = fc.array(fc.tuple(coordinate, coordinate), { minLength: 1, maxLength: 4 });
  const total = (lines: readonly (readonly Position[])[]) =>
    lines.reduce((sum, one) => sum + lengthOf(one), 0);
  fc.assert(
    fc.property(fc.array(line), lines => {
      // Lengths depend on the latitude a part begins at: a turned line differs a very little.
      assert.ok(Math.abs(total(joinLines(lines)) - total(lines)) < 1e-6);
    }),
  );
});
