import assert from 'node:assert/strict';
import test from 'node:test';
import type { DatasetOptions } from '#importing/datasets/dataset.ts';
import type { FeatureReader } from '#importing/readers/reader.ts';
import type { DecimalSign } from '#tools/notation/numbers.ts';
import { casesIn, messageHas } from '../../cases.ts';
import { costs } from '../import-costs.ts';

/** Reads rows of one file whose separator goes with a decimal sign. */
function rowsOf(
  rows: readonly Record<string, string>[],
  sign: DecimalSign | undefined,
  options: DatasetOptions = {},
) {
  const toRow = costs.open({ unit: 'line', decimalSign: () => sign } as FeatureReader, options);
  return rows.map((properties, i) => toRow({ number: i + 2, properties, geometry: null }));
}

const rowOf = (properties: Record<string, string>) => rowsOf([properties], '.')[0];
const rate = {
  postal_prefix: '10',
  property_type: 'house',
  rate_eur_m2: '1500.5',
  valid_from: '2026-01-01',
  source: 'x',
};
const life = { useful_life_years: '80', residual_share: '0.2' };
const ageing = { property_type: 'house', method: 'ross', ...life };

test('rates and depreciation are distinguished by their columns', () => {
  assert.deepEqual(rowOf(rate), {
    postalPrefix: '10',
    propertyType: 'house',
    rateEurM2: 1500.5,
    validFrom: '2026-01-01',
    source: 'x',
  });
  assert.deepEqual(rowOf(ageing), {
    propertyType: 'house',
    method: 'ross',
    usefulLifeYears: 80,
    residualShare: 0.2,
  });
});

test('property types are read in Greek too, as in a portfolio, types and methods in capitals', () => {
  for (const [text, type] of Object.entries({
    Διαμέρισμα: 'apartment',
    ΜΟΝΟΚΑΤΟΙΚΙΑ: 'house',
    μεζονέτα: 'maisonette',
    ' Apartment ': 'apartment',
  })) {
    assert.equal(rowOf({ ...rate, property_type: text })!.propertyType, type);
    assert.equal(rowOf({ ...ageing, property_type: text })!.propertyType, type);
  }
  const expected = rowOf({ ...ageing, method: 'straight_line' });
  assert.deepEqual(rowOf({ ...ageing, method: 'Straight line' }), expected);
});

test('column names are accepted in other notations; exact names have precedence', () => {
  const { postal_prefix, property_type, ...rest } = rate;
  const written = { 'Postal Prefix': postal_prefix, 'PROPERTY-TYPE': property_type, ...rest };
  assert.deepEqual(rowOf(written), rowOf(rate));
  assert.deepEqual(rowOf({ SOURCE: 'y', ...rate }), rowOf(rate));
});

test('a rate may be for the whole country; a line without a figure is left out', () => {
  assert.equal(
    (rowOf({ ...rate, postal_prefix: '*' }) as { postalPrefix: string }).postalPrefix,
    '*',
  );
  for (const line of [
    { ...rate, rate_eur_m2: '' },
    { postal_prefix: '', rate_eur_m2: '' },
  ]) {
    assert.equal(rowOf(line), undefined);
  }
  // A depreciation in the same file has no rate either.
  assert.notEqual(rowOf({ ...ageing, rate_eur_m2: '' }), undefined);
});

test('the quarters of an index are read as offices write them', () => {
  const index = { name: 'elstat', value: '103.5', source: 'x' };
  const item = (more: object) => (rowOf({ ...index, ...more }) as { item: string }).item;
  assert.equal(item({ quarter: '2025-Q2' }), '2025-Q2');
  assert.equal(item({ quarter: 'Β΄ τρίμηνο 2025' }), '2025-Q2');
  assert.equal(item({ Έτος: '2025', Τρίμηνο: 'Β΄' }), '2025-Q2');
  const unclear = { quarter: 'Β΄ τρίμηνο' };
  assert.throws(() => item(unclear), messageHas('quarter: expected a quarter such as', 'Refused'));
});

test('a bad value is refused and named', () => {
  for (const [field, value, message] of casesIn(`
    postal_prefix     | 1          | postal_prefix: expected two digits, or up to five, or * for the whole country, got "1"
    postal_prefix     | ١٢         | postal_prefix
    property_type     | castle     | property_type: expected one of apartment
    rate_eur_m2       | 0          | rate_eur_m2: expected a number from 10 to 1000000
    rate_eur_m2       | 1.520      | rate_eur_m2: expected … , got "1.520"
    rate_eur_m2       | 1.520.30   | rate_eur_m2
    valid_from        | 1/1/26     | valid_from: expected a date as YYYY-MM-DD or day
    valid_from        | 2026-02-31 | valid_from
    valid_from        | 1899-12-30 | valid_from: expected a date, not the one that pro
    valid_from        | 0/1/1900   | valid_from: expected a date, not the one that pro
    source            |            | source: expected a text
    method            | magic      | method: expected one of ross, straight_line
    useful_life_years | 0          | useful_life_years
    residual_share    | 1.1        | residual_share: expected a number from 0 to 1
  `)) {
    const row = field in rate ? rate : ageing;
    const changed = { ...row, [field]: value };
    assert.throws(() => rowOf(changed), messageHas(message, 'Refused'));
  }
});

test('numbers are read with the decimal sign of the file', () => {
  const read = (sign: DecimalSign | undefined, texts: string[], options?: DatasetOptions) =>
    rowsOf(
      texts.map(text => ({ ...rate, rate_eur_m2: text })),
      sign,
      options,
    ).map(row => (row && 'rateEurM2' in row ? row.rateEurM2 : undefined));
  const texts = ['1.520', '1.520,50', '980', '1.250,00 €'];
  assert.deepEqual(read(',', texts), [1520, 1520.5, 980, 1250]);
  assert.deepEqual(read('.', ['1,520.50', '1520']), [1520.5, 1520]);
  assert.deepEqual(read(',', ['1520.50', '980.25']), [1520.5, 980.25]);
  assert.deepEqual(read(undefined, ['1.520'], { decimals: ',' }), [1520]);
  assert.deepEqual(read(',', ['1520.250', '520.250'], { decimals: '.' }), [1520.25, 520.25]);
});

test('a column of ambiguous numbers refuses the file, and the error names both values', () => {
  const both = '1.520 is 1520 with a decimal comma and 1.52 with a decimal point';
  for (const [sign, texts, problem] of casesIn(`
    , | 1.520,50 980.5 | 3: column rate_eur_m2: 1.520,50 has a decimal comma and 980.5 a decimal point
      | 1.520          | 2: column rate_eur_m2: ${both}, and the file does not show which
    , | 980.5 1.520    | 3: column rate_eur_m2: ${both}: the separator of the file goes with a decimal comma, but 980.5 is in the same column
  `)) {
    const rows = texts.split(' ').map(text => ({ ...rate, rate_eur_m2: text }));
    assert.throws(() => rowsOf(rows, (sign || undefined) as DecimalSign | undefined), {
      code: 'BAD_DATA',
      message: `line ${problem}; choose --decimals comma or --decimals point`,
    });
  }
});

test('dates are read day first; a column with the month first refuses the file', () => {
  const days = (...texts: string[]) =>
    rowsOf(
      texts.map(text => ({ ...rate, valid_from: text })),
      ',',
    ).map(row => (row && 'validFrom' in row ? row.validFrom : undefined));
  assert.deepEqual(
    days('1/2/2026', '31.12.2026', '2026-03-01', '1/1/2026 0:00:00').join(' '),
    '2026-02-01 2026-12-31 2026-03-01 2026-01-01',
  );
  assert.throws(() => days('1/2/2026', '12/31/2026'), {
    code: 'BAD_DATA',
    message: /^line 3: valid_from: 12\/31\/2026 has the month first.*write 2026-12-31$/,
  });
});

test('words for property types are rows of their own, folded as in a portfolio', () => {
  assert.deepEqual(rowOf({ type_word: ' Οικία. ', property_type: 'μονοκατοικία' }), {
    ...{ kind: 'type_word', name: 'types', item: 'οικια', propertyType: 'house' },
    ...{ value: 0, validFrom: '1900-01-01', source: '' },
  });
  for (const [row, message] of [
    [{ type_word: 'Οικία', property_type: 'κάστρο' }, /property_type/],
    [{ type_word: 'x'.repeat(65), property_type: 'house' }, /type_word/],
    [{ kind: 'type_word', name: 'a', item: 'b', value: '1' }, /kind/],
  ] as const) {
    assert.throws(() => rowOf(row), message);
  }
});
