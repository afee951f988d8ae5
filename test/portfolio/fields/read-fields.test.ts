import assert from 'node:assert/strict';
import test from 'node:test';
import type { PropertyType } from '#domain/property/cost/building.ts';
import { type Field, fields, insuredFields } from '#domain/property/usual-names.ts';
import { type ReadingRules, readFields } from '#features/portfolio/fields/read-fields.ts';
import { textIn } from '#features/portfolio/messages/row-messages.ts';
import { brokenLetter } from '#tools/files/chunk-decoder.ts';
import { readRows } from '../../geocoder/rows.ts';

const columns = Object.fromEntries(fields.map((field, i) => [field, i]));

const rules: ReadingRules = {
  today: '2026-06-15',
  decimals: undefined,
  usualDecimals: ',',
  areaBounds: { least: 10, most: 2000 },
  yearBounds: { least: 1800, most: 9999 },
  isStrict: false,
  isBareYear: false,
  expectsNumbers: false,
  epsg: undefined,
  sumColumns: insuredFields.map(field => ({ field, at: fields.indexOf(field), multiple: 1 })),
};

function read(row: Partial<Record<Field, string>>, others: Partial<ReadingRules> = {}) {
  const cells = fields.map(field => row[field] ?? '');
  const { fields: read, problems, notes } = readFields(cells, columns, { ...rules, ...others });
  const words = (remarks: typeof notes) => remarks.map(one => textIn('en', one));
  return { ...read, problems: words(problems), notes: words(notes) };
}

/** Other rules, by their names in read-fields.tsv. */
const otherRules: Readonly<Record<string, Partial<ReadingRules>>> = {
  '': {},
  wide: { areaBounds: { least: 1, most: 1_000_000 } },
  'by type': { areaBounds: undefined },
  widest: { areaBounds: { least: 1, most: 9000 }, yearBounds: { least: 1, most: 3000 } },
  strict: { isStrict: true },
  bare: { isBareYear: true },
  numbers: { expectsNumbers: true },
  words: { typeWords: new Map([['κατοικια', 'apartment']]) },
  2100: { epsg: 2100 },
};

const table = readRows('test/portfolio/fields/read-fields.tsv', [
  // `field: text` and others; `{a | b}` are two rows.
  ...(['cells', 'rules'] as const),
  // What is read, as `name: value`; the only problem, and the only note: `…` is anything, `{}` the text.
  ...(['read', 'problem', 'note'] as const),
]);
for (const [rule, rows] of Map.groupBy(table, ({ rule }) => rule)) {
  test(rule, () => {
    for (const row of rows) {
      const { at } = row;
      for (const { cells, text } of cellsOf(row.cells)) {
        const found = read(cells, otherRules[row.rules]!);
        const { building, point, years, problems, notes, ...others } = found;
        const values: Record<string, unknown> = {
          ...{ ...others, ...building },
          point: point && `${point.latitude}, ${point.longitude}`,
          years: years && `${years.from} to ${years.to}`,
        };
        for (const [key, value] of pairsOf(row.read)) assert.equal(String(values[key]), value, at);
        if (row.problem) {
          const field = /^(\w+): /.exec(problems.join())?.[1];
          assert.equal(values[usedAs[field!]!], undefined, at);
        }
        for (const [got, expected] of [
          [problems, row.problem],
          [notes, row.note],
        ] as const) {
          const parts = expected.replaceAll('{}', text).split('…').map(RegExp.escape);
          assert.match(got.join('; '), new RegExp(`^${parts.join('.*')}$`), at);
        }
      }
    }
  });
}

/** What a field is in the building or the row. */
const usedAs: Readonly<Record<string, string>> = {
  ...{ build_area: 'buildAreaM2', construction_year: 'constructionYear', kaek_code: 'kaekCode' },
  ...{ property_type: 'propertyType', latitude: 'point', longitude: 'point', coordinates: 'point' },
  ...{ sum_insured: 'sumInsured', floors: 'floors', valuation_date: 'valuationDate' },
  address: 'address',
};

function pairsOf(text: string): [name: string, value: string][] {
  const pairs = text.split(' | ').filter(Boolean);
  return pairs.map(pair => [pair.slice(0, pair.indexOf(': ')), pair.slice(pair.indexOf(': ') + 2)]);
}

/** The rows of cells, each with the text that `{}` stands for. */
function cellsOf(text: string) {
  const [, field, list] = /^(\w+): \{(.*)\}$/.exec(text) ?? [];
  if (list) return list.split(' | ').map(one => ({ cells: { [field!]: one }, text: one }));
  const pairs = pairsOf(text);
  return [{ cells: Object.fromEntries(pairs), text: pairs[0]?.[1] ?? '' }];
}

test('the words of the operator for types come before those of the trade', () => {
  const typeWords = new Map<string, PropertyType | undefined>([
    ['studio', 'hotel'],
    ['οικια', 'house'],
    ['storage', undefined],
  ]);
  const own = (property_type: string) => read({ property_type }, { typeWords });
  assert.equal(own('Οικία.').building.propertyType, 'house');
  assert.equal(own('STUDIO').building.propertyType, 'hotel');
  assert.equal(own('Γραφείο').building.propertyType, 'office');
  assert.match(own('storage').problems.join(), /^property_type: expected .* got storage$/);
});

test('a cell of a million characters is rejected quickly', () => {
  const long = `1${' '.repeat(1_000_000)}x`;
  const { problems } = read({ build_area: long, construction_year: long, postal_code: long });
  assert.equal(problems.length, 3);
});

test('a placeholder counts as an empty cell in every column, but only as the whole cell', () => {
  const marks = 'NULL,(null),N/A,#N/A,n.a.,NA,NaN,-,--,—,?,...,none,unknown,UNKNOWN';
  const greek = 'άγνωστο,ΑΓΝΩΣΤΗ,Άγνωστος,δ/υ,Δ.Υ.,κενό';
  for (const text of `${marks},${greek}`.split(',')) {
    const row = Object.fromEntries(fields.map(field => [field, text]));
    assert.deepEqual(read(row), read({}), text);
  }
  const street = read({ address: 'N/A', street: 'Ερμού', house_number: '-', city: 'Κενό' });
  assert.deepEqual([street.address, street.city], ['Ερμού', undefined]);
  assert.equal(read({ address: 'Άγνωστου Στρατιώτη 5' }).address, 'Άγνωστου Στρατιώτη 5');
  assert.equal(read({ address: 'Νυμφών -' }).address, 'Νυμφών -');
});

test('x and y are metres of a known system, in either order, or degrees', () => {
  const { point, notes, problems } = read({ x: '476.123,45', y: '4203000' }, { epsg: 2100 });
  const rounded = (one: typeof point) => [one?.latitude.toFixed(4), one?.longitude.toFixed(4)];
  assert.deepEqual([rounded(point), notes, problems], [['37.9769', '23.7298'], [], []]);
  const swapped = read({ x: '4.203.000', y: "476'123.45" }, { epsg: 2100 });
  assert.deepEqual(swapped.point, point);
  assert.deepEqual(swapped.notes, ['coordinates: x and y are swapped; read the other way round']);
  const thousands = read({ x: '476.123', y: '4.203.000' }, { epsg: 2100 });
  assert.deepEqual(thousands.point, read({ x: '476123', y: '4203000' }, { epsg: 2100 }).point);
  assert.ok(thousands.point);
  const syntagma = { latitude: 37.9755, longitude: 23.7348 };
  assert.deepEqual(read({ x: '23,7348', y: '37,9755' }).point, syntagma);
});

test("text that is invalid in the file's encoding is not used", () => {
  assert.equal(read({ address: `Ερμ${brokenLetter}ύ 15` }).address, undefined);
});
