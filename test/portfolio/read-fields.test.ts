import assert from 'node:assert/strict';
import test from 'node:test';
import { brokenLetter } from '../../src/import/readers/text-encoding.ts';
import { readFields } from '../../src/portfolio/read-fields.ts';
import { type Field, fields } from '../../src/portfolio/usual-names.ts';

const columns = Object.fromEntries(fields.map((field, i) => [field, i]));

function read(row: Partial<Record<Field, string>>) {
  const cells = fields.map(field => row[field] ?? '');
  const { asked, problems } = readFields(cells, columns, '2026-06-15');
  return { ...asked, problems: problems.map(({ words }) => words) };
}

test('an area is a number as programs or as Greeks write it, perhaps with its unit', () => {
  for (const [text, area] of Object.entries({
    '85': 85,
    '85.5': 85.5,
    '85,5': 85.5,
    '85 τ.μ.': 85,
    '85,25τμ': 85.25,
    '120 m²': 120,
    '120m2': 120,
    '120 sq.m.': 120,
    ' 90 ': 90,
  })) {
    assert.equal(read({ build_area: text }).building.buildAreaM2, area, text);
  }
});

test('any other area is a problem, not a guess', () => {
  for (const text of ['0', '-85', '1e3', '0x55', '85m', '85-90', 'abc', '1.250,5', '1 250', '∞']) {
    const { building, problems } = read({ build_area: text });
    assert.equal(building.buildAreaM2, undefined, text);
    assert.deepEqual(problems, [
      `build_area: expected square metres such as 85.5 or 85,5, got ${text}`,
    ]);
  }
  for (const text of ['1.250', '1,250', '1.250 τ.μ.']) {
    assert.equal(read({ build_area: text }).building.buildAreaM2, undefined, text);
    assert.match(read({ build_area: text }).problems[0]!, /is this a thousands mark\?/);
  }
});

test('kinds of dwellings are known by their Greek names too', () => {
  for (const [text, type] of Object.entries({
    Apartment: 'apartment',
    ΔΙΑΜΕΡΙΣΜΑ: 'apartment',
    διαμέρισμα: 'apartment',
    Μονοκατοικία: 'house',
    μεζονετα: 'maisonette',
  })) {
    assert.equal(read({ property_type: text }).building.propertyType, type, text);
  }
  assert.deepEqual(read({ property_type: 'κάστρο' }).problems, [
    'property_type: expected apartment, house or maisonette, got κάστρο',
  ]);
});

test('a year is whole and not in the future', () => {
  assert.equal(read({ construction_year: '1998' }).building.constructionYear, 1998);
  for (const text of ['2027', '1998.5', '0', '12/1998', '-5']) {
    assert.equal(read({ construction_year: text }).building.constructionYear, undefined, text);
  }
  assert.deepEqual(read({ construction_year: '2027' }).problems, [
    'construction_year: expected a year up to 2026, got 2027',
  ]);
});

test('a street and its number make an address; a town alone does too', () => {
  assert.equal(read({ street: 'Ερμού', house_number: '15' }).address, 'Ερμού 15');
  assert.equal(read({ address: 'Ερμού 15, Αθήνα', house_number: '15' }).address, 'Ερμού 15, Αθήνα');
  assert.equal(read({ address: 'Ερμού', street: 'Άλλη', house_number: '1' }).address, 'Ερμού 1');
  assert.equal(read({ postal_code: '105 63', city: 'Αθήνα' }).address, '10563 Αθήνα');
  assert.equal(read({}).address, undefined);
  assert.match(
    read({ address: 'x' }).problems[0]!,
    /^address: expected 3 to 256 characters, got x/,
  );
});

test('a point needs both coordinates, each within its range', () => {
  assert.deepEqual(read({ latitude: '37,9755', longitude: '23.7348' }).point, {
    latitude: 37.9755,
    longitude: 23.7348,
  });
  assert.deepEqual(read({ latitude: '37' }).problems, [
    'position: expected latitude and longitude, got one of them',
  ]);
  assert.equal(read({ latitude: '97', longitude: '23' }).point, undefined);
});

test('a KAEK is normalised; one that Excel has shortened is asked about', () => {
  assert.equal(read({ kaek_code: '05-009-99-01-001/0/1' }).kaekCode, '050099901001');
  assert.match(read({ kaek_code: '50099901001' }).problems[0]!, /has it lost a leading zero\?/);
});

test('text that is broken in the encoding is not used', () => {
  assert.equal(read({ address: `Ερμ${brokenLetter}ύ 15` }).address, undefined);
});
