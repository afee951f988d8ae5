import assert from 'node:assert/strict';
import test from 'node:test';
import {
  type ComparableLimits,
  priceKinds,
  priceStatistics,
  type SourcedComparable,
  selectComparables,
} from '#domain/property/comparables.ts';
import { metresBetween } from '#tools/geo/earth.ts';
import { seeded } from '../seeded.ts';
import { comparable } from '../service.ts';

const point = { latitude: 37.98, longitude: 23.73 };

/** Rows around the point; some share their position, some have no year. */
function someRows(count: number, random: () => number): SourcedComparable[] {
  const spot = () => Math.floor(random() * 9) / 1_000;
  return Array.from({ length: count }, (_, i) => ({
    ...comparable,
    source: 'test',
    externalId: `a-${i}`,
    propertyType: random() < 0.7 ? 'apartment' : 'land',
    kind: priceKinds[Math.floor(random() * 2)]!,
    areaM2: 20 + Math.floor(random() * 30) * 10,
    constructionYear: random() < 0.3 ? null : 1950 + Math.floor(random() * 75),
    priceEur: 20_000 + Math.floor(random() * 400) * 1_000,
    date: `20${10 + Math.floor(random() * 16)}-0${1 + Math.floor(random() * 9)}-15`,
    latitude: point.latitude + spot(),
    longitude: point.longitude + spot(),
  }));
}

/** Each limit is one sentence; a row that lacks the value is not within it. */
function isExpected(row: SourcedComparable, limits: ComparableLimits): boolean {
  if (row.propertyType !== limits.propertyType) return false;
  if (metresBetween(point, row) > limits.maxDistanceMetres) return false;
  if (limits.kind !== undefined && row.kind !== limits.kind) return false;
  if (limits.minAreaM2 !== undefined && !(row.areaM2 >= limits.minAreaM2)) return false;
  if (limits.maxAreaM2 !== undefined && !(row.areaM2 <= limits.maxAreaM2)) return false;
  const year = row.constructionYear ?? Number.NaN;
  if (limits.minYear !== undefined && !(year >= limits.minYear)) return false;
  if (limits.maxYear !== undefined && !(year <= limits.maxYear)) return false;
  if (limits.from !== undefined && row.date < limits.from) return false;
  return limits.until === undefined || row.date <= limits.until;
}

test('comparables within all limits are found, nearest first, whatever the order of the rows', () => {
  const random = seeded(48);
  const perhaps = <T>(value: T) => (random() < 0.4 ? value : undefined);
  for (let round = 0; round < 200; round++) {
    const rows = someRows(60, random);
    const limits: ComparableLimits = {
      propertyType: random() < 0.8 ? 'apartment' : 'land',
      maxDistanceMetres: 100 + random() * 1_200,
      minAreaM2: perhaps(20 + Math.floor(random() * 15) * 10),
      maxAreaM2: perhaps(100 + Math.floor(random() * 15) * 10),
      minYear: perhaps(1950 + Math.floor(random() * 40)),
      maxYear: perhaps(1980 + Math.floor(random() * 40)),
      from: perhaps(`20${10 + Math.floor(random() * 8)}-05-15`),
      until: perhaps(`20${18 + Math.floor(random() * 8)}-05-15`),
      kind: perhaps(priceKinds[Math.floor(random() * 2)]!),
    };
    const found = selectComparables(rows, point, limits);
    const ids = found.map(({ comparable: one }) => one.externalId);
    const expected = rows.filter(row => isExpected(row, limits)).map(row => row.externalId);
    assert.deepEqual(ids.toSorted(), expected.toSorted());
    for (const [i, { metres, comparable: one }] of found.entries()) {
      const next = found[i + 1];
      assert.ok(!next || metres < next.metres || one.date >= next.comparable.date);
      assert.ok(!next || metres <= next.metres);
    }
    const reversed = selectComparables(rows.toReversed(), point, limits);
    assert.deepEqual(reversed, found, 'the order of the rows does not matter');
  }
});

/** The quartile as a value of a list with three more values in each gap. */
function quartileByCutting(values: readonly number[], quarter: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const fine = sorted.flatMap((value, i) => {
    const next = sorted[i + 1];
    if (next === undefined) return [value];
    return Array.from({ length: 4 }, (_, k) => value + ((next - value) * k) / 4);
  });
  return fine[(fine.length - 1) * (quarter / 4)]!;
}

test('quartiles are those of a spreadsheet', () => {
  assert.equal(priceStatistics([]), undefined);
  // QUARTILE.INC of 1, 2, 4, 7, 8, 9, 10, 12, the example of a spreadsheet's manual.
  assert.deepEqual(priceStatistics([12, 1, 2, 4, 10, 7, 8, 9]), {
    count: 8,
    least: 1,
    lowerQuartile: 3.5,
    median: 7.5,
    upperQuartile: 9.25,
    most: 12,
  });
  const random = seeded(49);
  for (let count = 1; count < 80; count++) {
    const values = Array.from({ length: count }, () => Math.floor(random() * 5_000));
    const { lowerQuartile, median, upperQuartile, least, most } = priceStatistics(values)!;
    const found = [least, lowerQuartile, median, upperQuartile, most];
    for (const [quarter, value] of found.entries()) {
      assert.ok(Math.abs(value - quartileByCutting(values, quarter)) < 1e-9, `${count} values`);
    }
  }
});
