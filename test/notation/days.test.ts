import assert from 'node:assert/strict';
import test from 'node:test';
import { dayReadings } from '../../src/notation/days.ts';

test('a day is read day first, and month first', () => {
  const none = undefined;
  const cases: [string, dayFirst: string | undefined, monthFirst: string | undefined][] = [
    ['2026-01-31', '2026-01-31', '2026-01-31'],
    ['2026/1/31', '2026-01-31', '2026-01-31'],
    ['1/1/2026', '2026-01-01', '2026-01-01'],
    ['1/2/2026', '2026-02-01', '2026-01-02'],
    ['01-02-2026', '2026-02-01', '2026-01-02'],
    ['31.12.2026', '2026-12-31', none],
    ['12/31/2026', none, '2026-12-31'],
    ['1/1/2026 00:00:00', '2026-01-01', '2026-01-01'],
    ['1/1/2026 0:00', '2026-01-01', '2026-01-01'],
    ['2026-01-31T00:00:00Z', '2026-01-31', '2026-01-31'],
    ['29/2/2024', '2024-02-29', none],
  ];
  for (const [text, dayFirst, monthFirst] of cases) {
    assert.deepEqual(dayReadings(text), { dayFirst, monthFirst }, text);
  }
});

test('other texts are not dates', () => {
  for (const text of [
    '',
    '2026',
    '1/1/26',
    '29/2/2025',
    '2026-02-31',
    '31/31/2026',
    '0/1/2026',
    '1/1-2026',
    '1/1/2026 10:30',
    '46023',
  ]) {
    const none = { dayFirst: undefined, monthFirst: undefined };
    assert.deepEqual(dayReadings(text), none, text);
  }
});
