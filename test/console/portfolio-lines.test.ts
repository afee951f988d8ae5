import assert from 'node:assert/strict';
import test from 'node:test';
import { PortfolioQuery } from '#features/portfolio/run-options.ts';
import type {
  GroupLine,
  Portfolio,
  PortfolioRow,
} from '../../console/src/pages/portfolio/run/ask-portfolios.ts';
import { checkCell } from '../../console/src/pages/portfolio/run/check-cell.ts';
import {
  chartLines,
  goneText,
  problemsOf,
  sharedCells,
  titleOf,
} from '../../console/src/pages/portfolio/run/summary-lines.ts';
import { el as termsEl } from '../../console/src/pages/portfolio/run/term-words.ts';
import { el } from '../../console/src/pages/portfolio/run/words.ts';

const line = (name: string, rows = 1, as_new_eur = 10) =>
  ({ name, rows, as_new_eur, exposure_eur: as_new_eur / 2 }) as GroupLine;
const amountsOf = (one: GroupLine) => [one.as_new_eur, one.exposure_eur];

test('the title of a file is its name without its path', () => {
  assert.deepEqual(
    ['book.csv', 'C:\\βιβλία\\book.csv', '/home/a/book.csv', 'a/'].map(name => titleOf({ name })),
    ['book.csv', 'book.csv', 'book.csv', 'a/'],
  );
});

test('a chart has at most eight bars, and the last is the sum of the others', () => {
  const eight = Array.from({ length: 8 }, (_, i) => line(`${i}`));
  const bars = eight.map(({ name }) => ({ name, amounts: [10, 5] }));
  assert.deepEqual(chartLines(eight, amountsOf), { shown: bars, others: 0 });
  const { shown, others } = chartLines([...eight, line('8', 3)], amountsOf);
  assert.deepEqual([shown.length, others], [8, 2]);
  assert.deepEqual(shown.at(-1), { name: '…', amounts: [20, 10] });
  assert.deepEqual(chartLines([line('a', 1, 0)], amountsOf).shown, []);
});

test('kinds with one code and field are one filter, the commonest first', () => {
  const kinds = [
    { kind: 'a', code: 'no_location', rows: 2, exposure_eur: 0, example: '' },
    {
      kind: 'b',
      code: 'area_not_plausible',
      field: 'build_area',
      rows: 1,
      exposure_eur: 0,
      example: '',
    },
    {
      kind: 'c',
      code: 'area_not_plausible',
      field: 'build_area',
      rows: 4,
      exposure_eur: 0,
      example: '',
    },
  ];
  assert.deepEqual(
    problemsOf(kinds, 'en').map(({ name, rows }) => [name, rows]),
    [
      ['build_area:area_not_plausible', 5],
      ['no_location', 2],
    ],
  );
});

test('a rule is for the rows that share a value or a word now and can be corrected', () => {
  const row = (number: number, cell: string, more: Partial<PortfolioRow> = {}) =>
    ({
      ...{ line: number, cells: { Είδος: cell }, corrections: {}, can_be_corrected: true },
      ...more,
    }) as PortfolioRow;
  const rows = [
    row(2, 'αχούρι'),
    row(3, 'στάβλος'),
    row(4, 'στάβλος'),
    row(5, 'αχούρι', { corrections: { Είδος: 'στάβλος' } }),
    row(6, '', { cells: {}, can_be_corrected: false }),
  ];
  const shared = (some: readonly PortfolioRow[]) =>
    sharedCells(some, 'Είδος').map(({ value, rows: of }) => [value, of.map(one => one.line)]);
  assert.deepEqual(shared(rows), [['στάβλος', [3, 4, 5]]]);
  // They share a word; what a single row has is no rule.
  const barns = [row(7, 'αχούρι με αυλή'), row(8, 'ισόγειο αχούρι'), row(9, 'σιλό')];
  assert.deepEqual(shared(barns), [['αχούρι', [7, 8]]]);
});

test('the page has every option with which a portfolio is sent', () => {
  const elsewhere = [
    'name',
    'format',
    'start',
    'columns',
    'type_words',
    'sheet',
    'decimals',
    'language',
  ];
  const offered = [...Object.keys(termsEl.fields), ...elsewhere].sort();
  assert.deepEqual(offered, Object.keys(PortfolioQuery.properties).sort());
});

test('a typed correction is checked by its field', () => {
  for (const [field, text, expected] of [
    ['build_area', '85,5', undefined],
    ['build_area', '85,5 τ.μ.', undefined],
    ['build_area', ' ', undefined],
    ['build_area', 'ογδόντα', 'number'],
    ['build_area', '-5', 'number'],
    ['build_area', '1.520', 'twoNumbers'],
    ['build_area', '1520000', 'area'],
    ['sum_insured', '90.000,00 €', undefined],
    ['sum_insured', '90.000', 'twoNumbers'],
    ['construction_year', '1998', undefined],
    ['construction_year', '1960-1970', undefined],
    ['construction_year', '98', 'year'],
    ['construction_year', '2998', 'year'],
    ['valuation_date', '31/12/2025', undefined],
    ['valuation_date', '31/13/2025', 'day'],
    ['latitude', '37°58\'12"N', undefined],
    ['latitude', '97,5', 'degrees'],
    ['longitude', '23,73', undefined],
    ['x', '476.269,10', undefined],
    ['postal_code', '105 63', undefined],
    ['postal_code', '1056', 'postalCode'],
    ['kaek_code', '050681726003', undefined],
    ['kaek_code', '0506817', 'kaek'],
    ['property_type', 'Διαμέρισμα', undefined],
    ['property_type', 'apartment', undefined],
    ['property_type', 'αχούρι', 'type'],
    ['address', 'οτιδήποτε', undefined],
  ] as const) {
    assert.equal(checkCell(field, text), expected, `${field} ${text}`);
  }
});

test('a run that is no longer in the list is named, unless it was never there', () => {
  const run = (id: string) => ({ id, name: `${id}.csv` }) as Portfolio;
  const files = [run('a'), run('b')];
  assert.equal(goneText(files, 'a', undefined, el), undefined);
  assert.equal(goneText(files, undefined, undefined, el), undefined);
  assert.equal(goneText(files, 'c', undefined, el), el.isUnknown);
  assert.equal(goneText(files, 'c', run('c'), el), el.isGone('c.csv'));
  assert.equal(goneText(files, undefined, run('c'), el), el.isGone('c.csv'));
});
