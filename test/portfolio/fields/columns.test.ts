import assert from 'node:assert/strict';
import test from 'node:test';
import { keyWithoutRemarks } from '#domain/property/usual-names.ts';
import {
  findColumns,
  hasLocationColumns,
  isBareYear,
  knownColumns,
  rivalColumns,
} from '#features/portfolio/fields/columns.ts';
import { unusedColumnNotes } from '#features/portfolio/file-notes.ts';
import { textIn } from '#features/portfolio/messages/row-messages.ts';
import { KtimaError } from '#tools/errors.ts';

/** The name of the column found for each field. */
function found(header: readonly string[], ...mapped: string[]): Record<string, string> {
  const columns = findColumns(header, mapped);
  return Object.fromEntries(Object.entries(columns).map(([field, i]) => [field, header[i]!]));
}

/** Asserts which field reads each column of a header; undefined for none. */
function assertFields(fieldByName: Record<string, string | undefined>): void {
  const read = Object.entries(fieldByName).filter(([, field]) => field !== undefined);
  const expected = Object.fromEntries(read.map(([name, field]) => [field, name]));
  assert.deepEqual(found(Object.keys(fieldByName)), expected);
}

test('columns are found by their usual Greek names, without regard to accents and case', () => {
  const place = {
    'α/α': 'reference',
    ΟΔΟΣ: 'street',
    Αριθμός: 'house_number',
    'Τ.Κ.': 'postal_code',
  };
  const building = { 'Ειδος Ακινητου': 'property_type', 'Εμβαδόν (τ.μ.)': 'build_area' };
  const others = { ΔΗΜΟΣ: 'city', 'ΕΤΟΣ ΚΑΤΑΣΚΕΥΗΣ': 'construction_year', ΚΑΕΚ: 'kaek_code' };
  assertFields({ ...place, ...building, ...others });
  for (const unit of ['ΝΟΜΟΣ', 'Περιφερειακή Ενότητα', 'Π.Ε.', 'Νομός / Π.Ε.']) {
    assertFields({ ΟΔΟΣ: 'street', [unit]: 'regional_unit', Δήμος: 'city' });
  }
  for (const floors of ['Όροφοι', 'ΑΡΙΘΜΟΣ ΟΡΟΦΩΝ', 'Αρ. ορόφων']) {
    assertFields({ ΟΔΟΣ: 'street', [floors]: 'floors' });
  }
});

test('columns are found by their usual English names, with any punctuation between the words', () => {
  const place = { Address: 'address', Postal_Code: 'postal_code', City: 'city' };
  const building = { 'Property Type': 'property_type', 'Area (m²)': 'build_area' };
  const others = { LAT: 'latitude', lng: 'longitude', 'year-built': 'construction_year' };
  assertFields({ ...place, ...building, ...others });
});

test('projected coordinates are found by their axes, and only both together', () => {
  assert.deepEqual(found(['Χ', 'Υ']), { x: 'Χ', y: 'Υ' });
  assert.deepEqual(found(['X_EGSA', "Ψ (ΕΓΣΑ '87)"]), { x: 'X_EGSA', y: "Ψ (ΕΓΣΑ '87)" });
  assert.deepEqual(found(['address', 'x']), { address: 'address' });
  assert.equal(hasLocationColumns(findColumns(['Χ', 'Υ'], [])), true);
});

test('remarks in brackets do not change a name, and brackets without an end cost nothing', () => {
  assert.deepEqual(found(['Διεύθυνση (πλήρης) [optional]', 'Area [m²] (required)']), {
    address: 'Διεύθυνση (πλήρης) [optional]',
    build_area: 'Area [m²] (required)',
  });
  assert.equal(keyWithoutRemarks('a (b) [c'), 'abc');
  assert.equal(keyWithoutRemarks('[area (m²)'), 'area');
  assert.equal(keyWithoutRemarks('area (plot (m²)'), 'areaplotm2');
  // Minutes with a pattern that searches the end of each bracket.
  for (const open of ['(', '[', '([', '()[']) {
    assert.equal(keyWithoutRemarks(`${open.repeat(200_000)}area`), 'area');
  }
});

test('the more likely name wins, and a column is used for one field only', () => {
  assert.equal(found(['type', 'Τύπος ακινήτου', 'address']).property_type, 'Τύπος ακινήτου');
  assert.equal(found(['δήμος', 'πόλη']).city, 'πόλη');
  assert.equal(found(['built', 'address']).construction_year, 'built');
});

test('a bare year is that of construction where no other column is, and is known to be bare', () => {
  for (const name of ['Έτος', 'year', 'ΕΤΟΣ', 'Year']) {
    const header = ['address', name];
    const isBare = (...map: string[]) => isBareYear(header, findColumns(header, map), map);
    assert.deepEqual(found(header), { address: 'address', construction_year: name });
    assert.deepEqual([isBare(), isBare(`construction_year=${name}`)], [true, false]);
    assert.equal(found([name, 'Έτος κατασκευής']).construction_year, 'Έτος κατασκευής');
  }
  assert.equal(found(['address', 'Έτος (κατασκευής)']).construction_year, 'Έτος (κατασκευής)');
});

test('the area or sum of the building comes before a bare one, also with a unit, and the notes say so', () => {
  for (const [bare, own] of [
    ['Εμβαδόν', 'Εμβαδόν κτίσματος'],
    ['Εμβαδόν', 'Εμβαδόν κτίσματος (τ.μ.)'],
    ['Επιφάνεια (m2)', 'Εμβαδόν κτιρίου'],
    ['area', 'Floor area (sqm)'],
    ['Ασφαλιζόμενο κεφάλαιο (€)', 'Ασφ. Κεφάλαιο Κτιρίου'],
    ['sum insured', 'Κεφάλαιο κτιρίου (ευρώ)'],
  ] as const) {
    for (const header of [
      ['ΤΚ', bare, own],
      ['ΤΚ', own, bare],
    ]) {
      const columns = findColumns(header, []);
      const field = /εφάλαιο/.test(own) ? 'sum_insured' : 'build_area';
      assert.equal(found(header)[field], own);
      const rivals = rivalColumns(header, columns, []);
      assert.deepEqual(rivals, [{ field, used: own, other: bare, isEqual: false }]);
      assert.equal(
        textIn('en', unusedColumnNotes(header, columns, rivals)[0]!),
        `${field} is read from the column ${own}, whose name is more exact than ${bare}`,
      );
    }
  }
});

test('two names that are equally good for the cost are rivals, unless one was mapped', () => {
  for (const header of [
    ['ΤΚ', 'Εμβαδόν', 'Επιφάνεια'],
    ['ΤΚ', 'Εμβαδόν', 'Εμβαδόν (τ.μ.)'],
    ['ΤΚ', 'Εμβαδόν κτίσματος', 'living area', 'Εμβαδόν'],
    ['address', 'ΤΚ', 'zip'],
    ['ΤΚ', 'Έτος κατασκευής', 'Έτος ανέγερσης'],
    ['ΤΚ', 'Είδος ακινήτου', 'Τύπος ακινήτου'],
    ['ΤΚ', 'Ασφαλιζόμενο κεφάλαιο', 'insured value'],
  ]) {
    const rivals = rivalColumns(header, findColumns(header, []), []);
    const equal = rivals.filter(({ isEqual }) => isEqual);
    assert.equal(equal.length, 1, header.join());
    const map = [`${equal[0]!.field}=${equal[0]!.other}`];
    assert.deepEqual(rivalColumns(header, findColumns(header, map), map), [], header.join());
  }
  const header = ['address', 'Πόλη', 'Δήμος', 'Εμβαδόν', 'Εμβαδόν οικοπέδου', 'Τύπος'];
  assert.deepEqual(rivalColumns(header, findColumns(header, []), []), []);
});

test('an unused column that looks like a sum insured is named, that of the contents is not', () => {
  for (const [column, isNamed] of [
    ['Κεφάλαιο πυρός', true],
    ['Ασφαλισμένη αξία πυρός', true],
    ['Total sum insured', true],
    ['Ασφ. κεφάλαιο περιεχομένου', false],
    ['Ασφάλιστρο', false],
  ] as const) {
    const header = ['ΤΚ', column];
    const notes = unusedColumnNotes(header, findColumns(header, [])).map(one => textIn('en', one));
    const note = `the column ${column} looks like a sum insured and is not used`;
    assert.equal(notes.includes(note), isNamed, notes.join('\n'));
  }
});

test('a bare "number" is a house number only beside a street, "Αριθμός" also beside an address', () => {
  assert.equal(found(['number', 'address']).house_number, undefined);
  assert.equal(found(['number', 'street']).house_number, 'number');
  assert.equal(found(['Διεύθυνση', 'Αριθμός']).house_number, 'Αριθμός');
  assert.equal(found(['Αριθμός', 'ΤΚ']).house_number, undefined);
});

test('the headings of insurers are known', () => {
  assertFields({
    'Αρ. συμβολαίου': 'reference',
    'Διεύθυνση κινδύνου': 'address',
    'Είδος κινδύνου': 'property_type',
    Χρήση: 'use',
    Κατασκευή: 'construction_class',
    Έτος: 'construction_year',
    Όροφος: 'floor',
    'Κεφάλαιο οικοδομής': 'sum_insured',
    'Κεφάλαιο περιεχομένου': 'contents_sum_insured',
    'Διακοπή εργασιών': 'interruption_sum_insured',
  });
  assert.equal(found(['Τόπος ασφάλισης', 'Κωδικός']).reference, 'Κωδικός');
  assert.equal(found(['Κωδικός', 'Αρ. συμβολαίου']).reference, 'Αρ. συμβολαίου');
});

test('an unused column is listed with its first values', () => {
  const header = ['address', 'Παρατηρήσεις', 'Κενή'];
  const [note] = unusedColumnNotes(header, findColumns(header, []), [], [[], ['α', 'β'], []]);
  assert.equal(textIn('en', note!), 'columns not used: Παρατηρήσεις (α | β), Κενή');
});

test('units in brackets, abbreviations and joined names are understood', () => {
  const place = { 'Οδός & Αριθμός': 'address', ΤΚ: 'postal_code', Περιοχή: 'city' };
  const building = { Είδος: 'property_type', 'Εμβαδόν (m2)': 'build_area' };
  assertFields({ ...place, ...building, 'Έτος κατ.': 'construction_year' });
  for (const [name, field] of [
    ['Πόλη / Περιοχή', 'city'],
    ['Δήμος/Κοινότητα', 'city'],
    ['Οδός, Αριθμός', 'address'],
    ['Οδός και αριθμός', 'address'],
    ['Street and number', 'address'],
    ['Street + No', 'address'],
    ['street-number', 'house_number'],
    ['Οδός-Αριθμός', 'address'],
    ['Διεύθυνση - ΤΚ', 'address'],
    ['Διεύθυνση [πλήρης]', 'address'],
    ['ΤΚ / Πόλη', undefined],
    ['Πόλη / Πελάτης', undefined],
    ['Δ/νση', 'address'],
    ['Επιφάνεια [m²]', 'build_area'],
    ['Επιφάνεια (τετρ. μέτρα)', 'build_area'],
    ['Διεύθυνση (οδός & αριθμός)', 'address'],
    ['Τύπος (ακινήτου)', 'property_type'],
    ['Επιφάνεια (οικοπέδου)', undefined],
    ['Έτος (αγοράς)', undefined],
    ['Είδος (συναλλαγής)', undefined],
  ] as const) {
    const [only] = Object.keys(found([name]));
    assert.equal(only, field, name);
  }
});

test('the municipality is a column of its own where the file has a town too', () => {
  assert.deepEqual(found(['Πόλη', 'Δήμος']), { city: 'Πόλη', municipality: 'Δήμος' });
  assert.deepEqual(found(['Δήμος']), { city: 'Δήμος' });
});

test('columns that are not used are listed, and those that look like an address are named', () => {
  const notes = (...header: string[]) =>
    unusedColumnNotes(header, findColumns(header, [])).map(one => textIn('en', one));
  assert.deepEqual(notes('address', 'city', ''), []);
  assert.deepEqual(notes('α/α', 'Διεύθυνση', 'e-mail address', 'ΤΚ / Πόλη', 'Πελάτης'), [
    'the column ΤΚ / Πόλη looks like a part of the address (postal_code) and is not used',
    'columns not used: e-mail address, ΤΚ / Πόλη, Πελάτης',
  ]);
  assert.match(notes('ΚΑΕΚ', 'Οδός κτιρίου')[0]!, /Οδός κτιρίου .*\(street\)/);
  assert.match(notes('ΚΑΕΚ', 'Δήμος κτιρίου')[0]!, /Δήμος κτιρίου .*\(city\)/);
  for (const name of ['Δημόσιο', 'Ημ/νία δημοσίευσης']) {
    assert.deepEqual(notes('ΚΑΕΚ', name), [`columns not used: ${name}`]);
  }
});

test('a second column of a field is named without advice to read it instead of the first', () => {
  for (const [used, other, field] of [
    ['Διεύθυνση ακινήτου', 'Διεύθυνση ιδιοκτήτη', 'address'],
    ['Διεύθυνση ακινήτου', 'Οδός ιδιοκτήτη', 'street'],
    ['Οδός', 'Διεύθυνση ιδιοκτήτη', 'address'],
    ['Πόλη', 'Δήμος ιδιοκτήτη', 'city'],
  ] as const) {
    const header = [used, other];
    assert.equal(
      textIn('en', unusedColumnNotes(header, findColumns(header, []))[0]!),
      `the column ${other} looks like a part of the address and is not used; ${field} is read from ${used}`,
    );
  }
});

test('columns mapped by hand take precedence over usual names', () => {
  const header = ['address', 'Πού είναι', 'm=2'];
  assert.deepEqual(found(header, 'address=που ειναι', 'build_area=m=2'), {
    address: 'Πού είναι',
    build_area: 'm=2',
  });
});

test('a field that is mapped to nothing is left out', () => {
  const header = ['Διεύθυνση', 'Εμβαδόν', 'Επιφάνεια'];
  const map = ['build_area='];
  assert.deepEqual(found(header, ...map), { address: 'Διεύθυνση' });
  assert.deepEqual(rivalColumns(header, findColumns(header, map), map), []);
  assert.equal(knownColumns(header, map), 1);
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
  assert.equal(refused('address=c'), 'expected a column of the file for address, got c: a, b');
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
