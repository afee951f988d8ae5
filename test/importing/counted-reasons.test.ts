import assert from 'node:assert/strict';
import test from 'node:test';
import { countReasons } from '#importing/report.ts';

test('repeated reasons are counted, with the first three examples', () => {
  const counts = countReasons();
  counts.add('rare', 'line 1');
  for (let line = 2; line <= 9; line++) counts.add('frequent', `line ${line}`);
  assert.deepEqual(counts.list(), [
    { reason: 'frequent', count: 8, examples: ['line 2', 'line 3', 'line 4'] },
    { reason: 'rare', count: 1, examples: ['line 1'] },
  ]);
});

test('reasons after the first fifty are counted as one', () => {
  const counts = countReasons();
  for (let i = 0; i < 100_000; i++) counts.add(`reason ${i}`, `line ${i}`);
  const list = counts.list();
  assert.equal(list.length, 51);
  const examples = ['line 50', 'line 51', 'line 52'];
  assert.deepEqual(list[0], { reason: 'other reasons', count: 99_950, examples });
});

test('counts from elsewhere are added', () => {
  const [counts, others] = [countReasons(), countReasons()];
  for (const place of ['a', 'b']) counts.add('cut', place);
  for (const place of ['c', 'd']) others.add('cut', place);
  counts.addAll(others.list());
  assert.deepEqual(counts.list(), [{ reason: 'cut', count: 4, examples: ['a', 'b', 'c'] }]);
});
