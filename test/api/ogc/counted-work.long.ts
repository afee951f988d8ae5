import assert from 'node:assert/strict';
import test from 'node:test';
import { askForOne, parcelInside, parcelsAround } from './corner-of-a-box.ts';

test('a box in which nothing is found after 100,000 rows is rejected with a sentence', async t => {
  const { first } = await askForOne(t, [...parcelsAround(101_000, 1), parcelInside(101_001)]);
  assert.equal(first.statusCode, 400);
  assert.match(
    first.json().message,
    /^bbox: expected a smaller box: 100,\d{3} features around it were read, and none is in it$/,
  );
});
