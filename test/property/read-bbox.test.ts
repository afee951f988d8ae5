import assert from 'node:assert/strict';
import test from 'node:test';
import { bboxFormat, readBbox } from '../../src/property/search-area.ts';

test('blanks around the numbers of a box are ignored', () => {
  const { boxes } = readBbox('bbox', ' 23, 37. ,+24,38.5e0 ');
  assert.deepEqual(boxes, [{ west: 23, south: 37, east: 24, north: 38.5 }]);
});

// A minute and more with a pattern that tries to end the number after each digit.
test('a number of any length is read in one pass', () => {
  const digits = '1'.repeat(300_000);
  for (const text of [
    `${digits}x`,
    `${digits}.${digits}x`,
    `1e${digits}x`,
    `1${' '.repeat(3e5)}x`,
  ]) {
    assert.throws(() => readBbox('bbox', `23,37,24,${text}`), {
      message: `bbox: expected ${bboxFormat}`,
    });
  }
});
