import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { buildSlipTable, isOneSlipAway, visitSlips } from '#domain/geocoder/text/typing-errors.ts';

test('one letter wrong, missing, doubled or two swapped is one slip', () => {
  for (const typed of ['σκουφο', 'σκυφα', 'σκκουφα', 'σκυοφα', 'κουφα', 'σκουφ', 'σκουφα']) {
    assert.ok(isOneSlipAway(typed, 'σκουφα'), typed);
  }
  for (const typed of ['σκαφ', 'φακουσ', 'σκοφ', 'σκουφακια', '']) {
    assert.ok(!isOneSlipAway(typed, 'σκουφα'), typed);
  }
});

test('the table finds every word one slip away', () => {
  const word = fc.stringMatching(/^[αβγδ]{3,8}$/);
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 30 }), word, (words, typed) => {
      const table = buildSlipTable(words);
      const found = new Set<number>();
      visitSlips(table, typed, number => found.add(number));
      for (const [i, known] of words.entries()) {
        if (isOneSlipAway(typed, known)) assert.ok(found.has(i), `${typed} ${known}`);
      }
    }),
  );
});
