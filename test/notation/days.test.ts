import assert from 'node:assert/strict';
import test from 'node:test';
import { dayReadings, isDay, isEmptyDate } from '#tools/notation/days.ts';

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
  const others =
    '2026|1/1/26|29/2/2025|2026-02-31|31/31/2026|0/1/2026|1/1-2026|1/1/2026 10:30|46023';
  for (const text of ['', ...others.split('|')]) {
    assert.deepEqual(dayReadings(text), { dayFirst: undefined, monthFirst: undefined }, text);
    assert.equal(isDay(text), false, text);
  }
});

test('dates that programs write for an empty cell are recognised in every notation', () => {
  for (const text of [
    ...['0/1/1900', '00/01/1900', '1/0/1900', '1900-01-00', '1/1/1900', '01.01.1900'],
    ...['30/12/1899', '12/30/1899', '31/12/1899', '1899-12-31', '30-12-1899'],
    ...['1/1/1900 00:00:00', '1899-12-30T00:00:00.000Z', '30/12/1899 0:00'],
    ...['1/1/1900 12:00:00 πμ', '12/30/1899 12:00:00 AM', '1/1/0001 12:00:00 π.μ.'],
    ...['0001-01-01', '01/01/1753'],
  ]) {
    assert.equal(isEmptyDate(text), true, text);
  }
  for (const text of '1900|2/1/1900|1/2/1900|1/1/1970|1/1/1904|1899-12-29||x'.split('|')) {
    assert.equal(isEmptyDate(text), false, text);
  }
  assert.equal(dayReadings('5/6/1990 12:00:00 πμ').dayFirst, '1990-06-05');
});
