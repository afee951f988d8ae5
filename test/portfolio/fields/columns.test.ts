import assert from 'node:assert/strict';
import test from 'node:test';
import { KtimaError } from '../../../src/errors.ts';
import { findColumns, hasLocationColumns } from '../../../src/portfolio/fields/columns.ts';

/** The name of the column found for each field. */
function found(header: readonly string[], ...mapped: string[]): Record<string, string> {
  const columns = findColumns(header, mapped);
  return Object.fromEntries(Object.entries(columns).map(([field, i]) => [field, header[i]!]));
}

test('columns are found by their usual Greek names, without regard to accents and case', () => {
  const header = ['α/α', 'ΟΔΟΣ', 'Αριθμός', 'Τ.Κ.', 'ΔΗΜΟΣ', 'Ειδος Ακινητου', 'Εμβαδόν (τ.μ.)'];
  assert.deepEqual(found([...header, 'ΕΤΟΣ ΚΑΤΑΣΚΕΥΗΣ', 'ΚΑΕΚ']), {
    street: 'ΟΔΟΣ',
    house_number: 'Αριθμός',
    postal_code: 'Τ.Κ.',
    city: 'ΔΗΜΟΣ',
    property_type: 'Ειδος Ακινητου',
    build_area: 'Εμβαδόν (τ.μ.)',
    construction_year: 'ΕΤΟΣ ΚΑΤΑΣΚΕΥΗΣ',
    kaek_code: 'ΚΑΕΚ',
  });
});

test('columns are found by their usual English names, with any punctuation between the words', () => {
  const header = ['Address', 'Postal_Code', 'City', 'LAT', 'lng', 'Property Type', 'Area (m²)'];
  assert.deepEqual(found([...header, 'year-built']), {
    address: 'Address',
    postal_code: 'Postal_Code',
    city: 'City',
    latitude: 'LAT',
    longitude: 'lng',
    property_type: 'Property Type',
    build_area: 'Area (m²)',
    construction_year: 'year-built',
  });
});

test('projected coordinates are found by their axes, and only both together', () => {
  assert.deepEqual(found(['Χ', 'Υ']), { x: 'Χ', y: 'Υ' });
  assert.deepEqual(found(['X_EGSA', "Ψ (ΕΓΣΑ '87)"]), { x: 'X_EGSA', y: "Ψ (ΕΓΣΑ '87)" });
  assert.deepEqual(found(['address', 'x']), { address: 'address' });
  assert.equal(hasLocationColumns(findColumns(['Χ', 'Υ'], [])), true);
});

test('the more likely name wins, and a column is used for one field only', () => {
  assert.equal(found(['type', 'Τύπος ακινήτου', 'address']).property_type, 'Τύπος ακινήτου');
  assert.equal(found(['δήμος', 'πόλη']).city, 'πόλη');
  assert.deepEqual(found(['year', 'address']), { address: 'address', construction_year: 'year' });
});

test('a bare "number" is a house number only beside a street', () => {
  assert.equal(found(['number', 'address']).house_number, undefined);
  assert.equal(found(['number', 'street']).house_number, 'number');
});

test('columns mapped by hand take precedence over usual names', () => {
  const header = ['address', 'Πού είναι', 'm=2'];
  assert.deepEqual(found(header, 'address=που ειναι', 'build_area=m=2'), {
    address: 'Πού είναι',
    build_area: 'm=2',
  });
});

test('a mapping to an unknown field or column is rejected with one sentence', () => {
  const refused = (mapping: string) => {
    try {
      findColumns(['a', 'b'], [mapping]);
    } catch (error) {
      assert.ok(error instanceof KtimaError);
      return error.message;
    }
    return undefined;
  };
  assert.equal(refused('address=c'), '--map address=c: expected a column of the file: a, b');
  assert.match(
    refused('price=a')!,
    /^--map price=a: expected field=column, the field being one of/,
  );
  assert.match(refused('address')!, /^--map address: expected field=column/);
});

test('a property can be located by address, town, KAEK or both coordinates', () => {
  for (const header of [['address'], ['ΤΚ'], ['kaek'], ['lat', 'lon']]) {
    assert.equal(hasLocationColumns(findColumns(header, [])), true, header.join());
  }
  for (const header of [['lat'], ['build area', 'year'], ['x']]) {
    assert.equal(hasLocationColumns(findColumns(header, [])), false, header.join());
  }
});
