import assert from 'node:assert/strict';
import test from 'node:test';
import { findSuggestedAddresses, findSuggestedPlaces } from './suggested-texts.ts';

test('a suggested text is found as what it was suggested for, over thousands', async t => {
  const count = await findSuggestedAddresses(t, { streets: 250, population: 1_500 });
  assert.ok(count > 5_000, `${count}`);
});

test('the text of a suggested place or settlement is found as that, over thousands', async t => {
  const count = await findSuggestedPlaces(t, 500);
  assert.ok(count > 1_000, `${count}`);
});
