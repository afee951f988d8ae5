import assert from 'node:assert/strict';
import test from 'node:test';
import {
  readArea,
  readEuro,
  readPostalCode,
  readYear,
} from '#features/portfolio/fields/cell-values.ts';
import { kindIn, type Message, textIn } from '#features/portfolio/messages/row-messages.ts';
import type { DecimalSign } from '#tools/notation/numbers.ts';

/** What was expected, and the hint. */
function faultText(fault: Message): string {
  const hint = fault.values?.hint as Message | undefined;
  return [kindIn('en', fault).replace('expected ', ''), hint && textIn('en', hint)].join(' | ');
}

const areas = { least: 10, most: 2000 };
const years = { least: 1800, most: 2026 };

function area(text: string, usualDecimals?: DecimalSign, bounds = areas): number | string {
  const reading = readArea(text, { decimals: undefined, usualDecimals }, bounds);
  return 'value' in reading ? reading.value : faultText(reading.fault);
}

test('an area is read in Greek, English and spreadsheet notation, with or without its unit', () => {
  for (const [text, value] of Object.entries({
    '85': 85,
    '85.5': 85.5,
    '85,5': 85.5,
    '1.250,5': 1250.5,
    '1,250.5': 1250.5,
    '1 250,5': 1250.5,
    '1\u00a0250,5': 1250.5,
    '1 250': 1250,
    '85.0': 85,
    '27τ.μ.': 27,
    '27 Τ.Μ.': 27,
    '27τμ': 27,
    '27 τ. μ.': 27,
    '27 τ.µ.': 27,
    '27 t.m.': 27,
    '85 τετρ. μέτρα': 85,
    '85 τετρ.μ.': 85,
    '85 τετραγωνικά μέτρα': 85,
    '85 τετραγωνικά': 85,
    '85,25 m²': 85.25,
    '85 ㎡': 85,
    '120m2': 120,
    '120 m^2': 120,
    '120 sq.m.': 120,
    '120 sqm': 120,
    '120 square metres': 120,
  })) {
    assert.equal(area(text), value, text);
  }
});

test("an ambiguous number is read by the file's decimal sign, and otherwise rejected", () => {
  const both = '1.250 is 1250 with a decimal comma and 1.25 with a decimal point';
  assert.equal(area('1.250', ','), 1250);
  assert.equal(area('1.250 τ.μ.', ','), 1250);
  assert.equal(area('1,250', '.'), 1250);
  assert.equal(area('1.250'), `square metres | ${both}`);
  assert.equal(area('1.250', '.'), `10 to 2000 m² | ${both}`);
  assert.equal(
    area('85.500', ','),
    '10 to 2000 m² | 85.500 is 85500 with a decimal comma and 85.5 with a decimal point',
  );
});

test('an ambiguous number is a problem if both readings are plausible, unless the decimal sign is given', () => {
  const wide = { least: 1, most: 20_000 };
  for (const [text, sign] of [
    ['1.520', '.'],
    ['12.500', '.'],
    ['1,520', '.'],
    // Thousands of English notation more often than three decimals.
    ['1,520', ','],
  ] as const) {
    assert.match(
      String(area(text, sign, wide)),
      /^square metres \| .* with a decimal point$/,
      text,
    );
    const given = { decimals: sign, usualDecimals: undefined };
    assert.ok('value' in readArea(text, given, wide), text);
  }
  assert.equal(area('120.500', '.', wide), 120.5);
  assert.equal(area('1.520', ',', wide), 1520);
  assert.equal(area('1520', '.', wide), 1520);
});

test('an implausible area, or text that is not an area, is a problem', () => {
  for (const text of ['0', '-85', '0.85', '0,85', '9.9', '8500', '8.500,00', '2000.5']) {
    assert.match(String(area(text)), /^10 to 2000 m² \| /, text);
  }
  for (const text of ['abc', '85-90', '85m', '0x55', '∞', '1.25.0', 'τ.μ.', '8 5']) {
    assert.match(String(area(text)), /^square metres such as 85.5 or 85,5 \| $/, text);
  }
});

function year(text: string): number | string | undefined {
  const reading = readYear(text, years);
  return 'value' in reading ? reading.value : faultText(reading.fault);
}

test('a year is read alone, in spreadsheet notation, or from a date', () => {
  for (const [text, value] of Object.entries({
    '1998': 1998,
    '2005.0': 2005,
    '2005,00': 2005,
    '1/1/1990': 1990,
    '31/12/1990': 1990,
    '12/31/1990': 1990,
    '1990-06-01': 1990,
    '1/1/1990 00:00:00': 1990,
    '12/1998': 1998,
    '1800': 1800,
    '2026': 2026,
  })) {
    assert.equal(year(text), value, text);
  }
});

test('the date of an empty cell is no year, with a note; 1900 alone is one', () => {
  for (const text of ['1/1/1900', '30/12/1899', '12/30/1899', '1899-12-30T00:00:00Z']) {
    const note = { code: 'empty_date' };
    assert.deepEqual(readYear(text, years), { value: undefined, note }, text);
  }
  assert.deepEqual([year('1900'), year('2/1/1900'), year('1/1/1901')], [1900, 1900, 1901]);
});

test('a year of two digits is a problem, and the message offers the likely years', () => {
  const expected = 'a year from 1800 to 2026';
  for (const [text, hint] of Object.entries({
    '98': 'is it 1998?',
    '’98': 'is it 1998?',
    '1/1/98': 'is it 1998?',
    '05': 'is it 2005 or 1905?',
    '26': 'is it 2026 or 1926?',
    '27': 'is it 1927?',
  })) {
    assert.equal(year(text), `${expected} | ${hint}`, text);
  }
  for (const text of ['2027', '1799', '0', '5', '198', '19988', '1998.5', '31/2/1990', '-5', 'x']) {
    assert.equal(year(text), `${expected} | `, text);
  }
});

test('a postal code is read as five digits from every usual notation', () => {
  for (const text of [
    '10563',
    '105 63',
    '105-63',
    '10563.0',
    'GR-10563',
    'GR 105 63',
    'gr10563',
    'Τ.Κ. 10563',
    'τ.κ. 105 63',
    'T.K.: 10563',
    'ΤΚ10563',
    'TK 105-63',
  ]) {
    assert.equal(readPostalCode(text), '10563', text);
  }
  for (const text of ['1056', '105633', '1 05 63', '10563.5', 'FR-10563', '10563 Αθήνα', '٠١٢٣٤']) {
    assert.equal(readPostalCode(text), undefined, text);
  }
});

test('an amount is read with its sign and with thousands or millions behind it', () => {
  const file = { decimals: undefined, usualDecimals: ',' } as const;
  for (const [text, value] of [
    ['90.000 €', 90_000],
    ['ΕΥΡΩ 90.000,50', 90_000.5],
    ['90000 ευρω', 90_000],
    ['90 χιλ.', 90_000],
    ['90 ΧΙΛ. €', 90_000],
    ['1,2 εκατ.', 1_200_000],
    ['1,25 εκ. ευρώ', 1_250_000],
    ['2 εκατομμύρια', 2_000_000],
    ['0', 0],
    ['0,00 €', 0],
    ['90 χιλιόμετρα', undefined],
    ['99 €', undefined],
    ['κατόπιν', undefined],
  ] as const) {
    const parsed = readEuro(text, file);
    assert.equal('value' in parsed ? parsed.value : undefined, value, text);
  }
});
