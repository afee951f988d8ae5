import assert from 'node:assert/strict';
import test from 'node:test';
import { openTextMender } from '#importing/text-mender.ts';

test('the name of a column is mended, but two columns never become one', () => {
  const { mendNames } = openTextMender({ columns: undefined }, false, () => {});
  const featureOf = (properties: object) => ({
    ...{ number: 1, geometry: null },
    properties: properties as Record<string, unknown>,
  });
  const broken = { Äéåýèõíóç: 1 };
  assert.deepEqual(mendNames(featureOf(broken)).properties, { Διεύθυνση: 1 });
  const both = featureOf({ ...broken, Διεύθυνση: 2 });
  assert.deepEqual(mendNames(both), both);
});
