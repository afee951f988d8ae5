import assert from 'node:assert/strict';
import test from 'node:test';
import { KtimaError } from '../../../src/errors.ts';
import { findColumns, tellsWhere } from '../../../src/portfolio/fields/columns.ts';

/** The name of the column found for each field. */
function found(header: readonly string[], ...mapped: string[]): Record<string, string> {
  const columns = findColumns(header, mapped);
  return Object.fromEntries(Object.entries(columns).map(([field, i]) => [field, header[i]!]));
}

test('columns are found by their usual names in Greek, whatever accents and case', () => {
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

test('and in English, with any marks between the words', () => {
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

test('the likelier name goes first, and a column serves one field', () => {
  assert.equal(found(['type', 'Τύπος ακινήτου', 'address']).property_type, 'Τύπος ακινήτου');
  assert.equal(found(['δήμος', 'πόλη']).city, 'πόλη');
  assert.deepEqual(found(['year', 'address']), { address: 'address', construction_year: 'year' });
});

test('a bare "number" is a house number only beside a street', () => {
  assert.equal(found(['number', 'address']).house_number, undefined);
  assert.equal(found(['number', 'street']).house_number, 'number');
});

test('columns named by hand go before the usual ones', () => {
  const header = ['address', 'Πού είναι', 'm=2'];
  assert.deepEqual(found(header, 'address=που ειναι', 'build_area=m=2'), {
    address: 'Πού είναι',
    build_area: 'm=2',
  });
});

test('a mapping to nothing is one clear sentence', () => {
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

test('a property is somewhere by its address, town, code or both coordinates', () => {
  for (const header of [['address'], ['ΤΚ'], ['kaek'], ['lat', 'lon']]) {
    assert.equal(tellsWhere(findColumns(header, [])), true, header.join());
  }
  for (const header of [['lat'], ['build area', 'year'], ['x']]) {
    assert.equal(tellsWhere(findColumns(header, [])), false, header.join());
  }
});
