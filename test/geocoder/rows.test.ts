import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import test from 'node:test';
import { type GeocodeQuery, geocode } from '#domain/geocoder/geocode.ts';
import type { GeocodeResult } from '#domain/geocoder/geocode-result.ts';
import { reverse } from '#domain/geocoder/reverse.ts';
import { suggest } from '#domain/geocoder/suggest.ts';
import { national } from './national.ts';
import { addressColumns, type Row, readRows } from './rows.ts';

/*
 * Runs the files of rows/: what is typed, and what is expected of the first result. One test for
 * each rule of a file; a failure names the file and line, what is there now, and what was expected.
 * An empty cell expects nothing.
 */

type AddressRow = Row<(typeof addressColumns)[number]>;

for (const file of globSync('test/geocoder/rows/addresses/*.tsv').toSorted()) {
  testRules(readRows(file, addressColumns), async row => {
    const results = await geocode(national, queryOf(row));
    if (row.expected === 'nothing') return differences({ results: '0' }, found(results));
    if (row.expected === 'ambiguous') return isAmbiguous(results) ? [] : ['one town is first'];
    const { expected, kind, municipality, least, most, faults, second, results: count } = row;
    return [
      ...differences(
        { expected, kind, municipality, faults, second, results: count },
        found(results),
      ),
      ...outside(results[0]?.match.confidence ?? 0, least, most),
    ];
  });
}

function queryOf({ text, street, number, city, postal_code }: AddressRow): GeocodeQuery {
  return {
    address: text || street,
    isStreet: street !== '',
    ...(number && { houseNumber: number }),
    ...(city && { city }),
    ...(postal_code && { postalCode: postal_code }),
  };
}

/** What was found, as a row would have it. */
function found(results: readonly GeocodeResult[]): Readonly<Record<string, string | undefined>> {
  const [first, second] = results;
  return {
    expected: first?.formatted_address,
    kind: first?.match.level,
    municipality: first?.components.municipality ?? '',
    faults: first && faultsOf(first),
    second: second?.formatted_address,
    results: `${results.length}`,
  };
}

function faultsOf({ match }: GeocodeResult): string {
  const telling = match.faults.filter(
    ({ code }) => !/^number_(between|in_range|not_known)$/.test(code),
  );
  return telling.map(({ field, problem }) => `${field}: ${problem}`).join('; ') || 'none';
}

function isAmbiguous([first, second]: readonly GeocodeResult[]): boolean {
  const isTie = second !== undefined && second.match.confidence >= 0.95 * first!.match.confidence;
  return (
    isTie &&
    first!.match.confidence < 0.6 &&
    first!.components.municipality !== second.components.municipality
  );
}

/** The columns of a suggestion: `first`, one `among` them and one that is `missing`, as texts. */
const suggestionColumns = [
  'text',
  'near',
  'first',
  'second',
  'among',
  'missing',
  'municipality',
  'also',
  'count',
] as const;

testRules(readRows('test/geocoder/rows/suggestions.tsv', suggestionColumns), async row => {
  const [latitude, longitude] = row.near.split(' ').map(Number);
  const near = row.near && { near: { latitude: latitude!, longitude: longitude! } };
  const list = await suggest(national, { text: row.text, ...near });
  const texts = list.map(({ text }) => text);
  const now = {
    first: texts[0],
    second: texts[1],
    among: texts.find(text => text === row.among),
    municipality: list[0]?.components.municipality ?? '',
    also: list[0]?.also ?? 'none',
    count: `${list.length}`,
  };
  const { text, near: _, missing, at, rule, ...expected } = row;
  const absent = missing && texts.includes(missing) ? [`${missing} is suggested`] : [];
  return [...differences(expected, now), ...absent];
});

/** The columns of a point: the municipality, or `nothing` outside Greece. */
const pointColumns = ['latitude', 'longitude', 'municipality', 'locality', 'kind', 'why'] as const;

testRules(readRows('test/geocoder/rows/points.tsv', pointColumns), async row => {
  const result = await reverse(national, Number(row.latitude), Number(row.longitude));
  const { municipality, locality } = result?.components ?? { municipality: 'nothing' };
  const { at, rule, why, latitude, longitude, ...expected } = row;
  return differences(expected, {
    municipality: municipality ?? '',
    locality: locality ?? '',
    kind: result?.match.level,
  });
});

/** One test for each rule; `check` returns what is wrong with a row. */
function testRules<R extends Row<never>>(rows: readonly R[], check: (row: R) => Promise<string[]>) {
  for (const [rule, ofRule] of Map.groupBy(rows, row => row.rule)) {
    test(rule, async () => {
      const wrong: string[] = [];
      for (const row of ofRule) {
        wrong.push(...(await check(row)).map(difference => `${row.at}: ${difference}`));
      }
      assert.equal(wrong.join('\n'), '');
    });
  }
}

function differences(
  expected: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string | undefined>>,
): string[] {
  return Object.entries(expected)
    .filter(([column, cell]) => cell !== '' && now[column] !== cell)
    .map(([column, cell]) => `${column} is ${now[column]}, expected ${cell}`);
}

function outside(confidence: number, least: string, most: string): string[] {
  const isInside = confidence >= Number(least) && confidence <= Number(most || 1);
  return isInside ? [] : [`confidence is ${confidence}, expected ${least || 0} to ${most || 1}`];
}
