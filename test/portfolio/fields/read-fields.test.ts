import assert from 'node:assert/strict';
import test from 'node:test';
import type { PropertyType } from '#domain/property/cost/building.ts';
import { type Field, fields } from '#domain/property/usual-names.ts';
import { type ReadingRules, readFields } from '#features/portfolio/fields/read-fields.ts';
import { textIn } from '#features/portfolio/messages/row-messages.ts';
import { brokenLetter } from '#tools/files/chunk-decoder.ts';

const columns = Object.fromEntries(fields.map((field, i) => [field, i]));

const rules: ReadingRules = {
  today: '2026-06-15',
  decimals: undefined,
  usualDecimals: ',',
  areaBounds: { least: 10, most: 2000 },
  yearBounds: { least: 1800, most: 9999 },
  isStrict: false,
  isBareYear: false,
  epsg: undefined,
};

function read(row: Partial<Record<Field, string>>, others: Partial<ReadingRules> = {}) {
  const cells = fields.map(field => row[field] ?? '');
  const { fields: read, problems, notes } = readFields(cells, columns, { ...rules, ...others });
  const words = (remarks: typeof notes) => remarks.map(one => textIn('en', one));
  return { ...read, problems: words(problems), notes: words(notes) };
}

test('a value that cannot be read or is not plausible is a problem with its reason', () => {
  const { building, problems } = read({ build_area: '0.85', construction_year: '98' });
  assert.ok(Object.values(building).every(value => value === undefined));
  assert.deepEqual(problems, [
    'build_area: expected 10 to 2000 m², got 0.85',
    'construction_year: expected a year from 1800 to 2026, got 98 (is it 1998?)',
  ]);
});

test('an area that a property of the type cannot have is a problem, and not used', () => {
  const wide = { areaBounds: { least: 1, most: 1_000_000 } };
  for (const [property_type, build_area, expected] of [
    ['Αποθηκευτικός χώρος', '3.444', 'storage, which has 2 to 200 m²'],
    ['Θέση στάθμευσης', '4.200', 'parking, which has 2 to 1000 m²'],
    ['Διαμέρισμα', '8.500', 'apartment, which has 10 to 2000 m²'],
    ['Ξενοδοχείο', '25', 'hotel, which has 60 to 100000 m²'],
    ['', '3.444', undefined],
    ['Αποθηκευτικό κτίριο', '3.444', undefined],
    ['Αποθήκη διαμερίσματος', '18', undefined],
    ['Αποθηκευτικός χώρος', '200', undefined],
    ['Κατάστημα', '3.444', undefined],
    ['Ξενοδοχείο', '18.000', undefined],
  ] as const) {
    const { building, problems } = read({ property_type, build_area }, wide);
    const area = Number(build_area.replace('.', ''));
    const problem = `build_area: ${area} m² does not fit the type ${expected}`;
    assert.deepEqual(problems, expected === undefined ? [] : [problem], property_type);
    assert.equal(building.buildAreaM2, expected === undefined ? area : undefined, property_type);
  }
});

test('without a range of areas, those of the type hold, or of a dwelling if it has none', () => {
  for (const [property_type, build_area, problem] of [
    ['Ξενοδοχείο', '18.000', undefined],
    ['Βιοτεχνία', '99.000', undefined],
    ['Επαγγελματική αποθήκη', '3.444', undefined],
    ['Αποθηκευτικός χώρος', '2', undefined],
    ['Θ.Σ.', '9,5', undefined],
    ['', '3.444', 'build_area: expected 10 to 2000 m², got 3.444'],
    ['', '9,5', 'build_area: expected 10 to 2000 m², got 9,5'],
    ['Αποθηκευτικός χώρος', '3.444', 'build_area: 3444 m² does not fit the type storage'],
    ['Διαμέρισμα', '2.100', 'build_area: 2100 m² does not fit the type apartment'],
    ['Ξενοδοχείο', '0,5', 'build_area: expected 60 to 100000 m², got 0,5'],
  ] as const) {
    const { problems } = read({ property_type, build_area }, { areaBounds: undefined });
    assert.deepEqual(
      problems.map(text => text.replace(/, which has.*| \(.*/, '')),
      problem === undefined ? [] : [problem],
      `${property_type} ${build_area}`,
    );
  }
});

test('years are read as ranges, of which the middle counts', () => {
  for (const [text, from, to] of [
    ['1960-1970', 1960, 1970],
    ['1960 – 1970', 1960, 1970],
    ['1960-70', 1960, 1970],
    ['1960 έως 1971', 1960, 1971],
    ['περ. 1970', 1965, 1975],
    ['περίπου 1970', 1965, 1975],
    ['ca. 2024', 2019, 2026],
    ['~1970', 1965, 1975],
    ['δεκαετία 1980', 1980, 1989],
    ['Δεκαετία του 80', 1980, 1989],
    ["δεκ. '80", 1980, 1989],
    ['1980s', 1980, 1989],
    ['δεκαετία 2020', 2020, 2026],
    ["'78", 1978, 1978],
    ['’78', 1978, 1978],
    ['1978', 1978, 1978],
  ] as const) {
    const { building, years, problems } = read({ construction_year: text });
    assert.deepEqual(problems, [], text);
    assert.equal(building.constructionYear, Math.floor((from + to) / 2), text);
    assert.deepEqual(years, from === to ? undefined : { from, to }, text);
  }
  const range = 'construction_year: expected a year from 1800 to 2026';
  const open = 'construction_year: a year before or after which it was built: no value as is';
  for (const [text, problem] of [
    ['78', `${range}, got 78 (is it 1978?)`],
    ["'05", `${range}, got 05 (is it 2005 or 1905?)`],
    ['1970-1960', `${range}, got 1970-1960`],
    ['1790-1810', `${range}, got 1790-1810`],
    ['1960-2030', `${range}, got 1960-2030`],
    ['1960-1965-1970', `${range}, got 1960-1965-1970`],
    ['δεκαετία 1985', `${range}, got δεκαετία 1985`],
    ['παλαιό', `${range}, got παλαιό`],
    ['προ 1955', `${open}, got προ 1955`],
    ['πριν το 1955', `${open}, got πριν το 1955`],
    ['<1955', `${open}, got <1955`],
    ['μετά το 2000', `${open}, got μετά το 2000`],
  ] as const) {
    const { building, problems } = read({ construction_year: text });
    assert.deepEqual([building.constructionYear, problems], [undefined, [problem]], text);
  }
});

test('strict years refuse ranges; a recent year of a bare column may be that of the contract', () => {
  for (const text of ['1960-1970', 'περ. 1970', 'δεκαετία 1980', "'78", 'προ 1955']) {
    const { building, problems } = read({ construction_year: text }, { isStrict: true });
    assert.equal(building.constructionYear, undefined);
    assert.match(problems.join(), /^construction_year: expected a year from 1800 to 2026, got /);
  }
  const bare = (construction_year: string) => read({ construction_year }, { isBareYear: true });
  assert.equal(bare('2023').building.constructionYear, 2023);
  for (const text of ['2024', '2026']) {
    assert.equal(bare(text).building.constructionYear, undefined);
    assert.match(bare(text).problems.join(), /may be that of the contract: not used, got 202/);
  }
});

test('contents and business interruption, storeys and construction are read beside the cost', () => {
  const fields = read({
    ...{ contents_sum_insured: '12.500,50 €', interruption_sum_insured: '40000' },
    ...{ floors: '3.0', construction_class: 'Οπλισμένο σκυρόδεμα' },
  });
  assert.deepEqual(
    [fields.contentsSumInsured, fields.interruptionSumInsured, fields.floors],
    [12_500.5, 40_000, 3],
  );
  assert.deepEqual([fields.constructionClass, fields.problems], ['Οπλισμένο σκυρόδεμα', []]);
});

test('types have the words of the trade, and those of the operator before them', () => {
  for (const [text, type] of Object.entries({
    'Ισόγεια μονοκατοικία': 'house',
    'Διώροφη Μονοκατοικία': 'house',
    'Κατάστημα με πατάρι': 'shop',
    'ΙΣΟΓΕΙΟ ΚΑΤΑΣΤΗΜΑ': 'shop',
    'Επαγγελματική αποθήκη': 'warehouse',
    'Αποθηκευτικός χώρος': 'storage',
    'Θ.Σ.': 'parking',
    Πιλοτή: 'parking',
    Βιοτεχνία: 'industrial',
    Ξενοδοχείο: 'hotel',
    Γραφεία: 'office',
    "Διαμέρισμα Α' ορόφου": 'apartment',
  })) {
    assert.equal(read({ property_type: text }).building.propertyType, type, text);
  }
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
  // A storage room or a warehouse: only another word decides.
  assert.match(
    read({ property_type: 'Αποθήκη' }).problems.join(),
    /^property_type: expected .* got Αποθήκη$/,
  );
});

test('the apostrophe by which spreadsheets mark text is removed', () => {
  const { building, postalCode, address } = read({
    construction_year: "'1998",
    postal_code: "'10563",
    address: "'Ερμού 15",
  });
  assert.deepEqual([building.constructionYear, postalCode, address], [1998, '10563', 'Ερμού 15']);
  assert.equal(read({ construction_year: "'98" }).building.constructionYear, 1998);
});

test('the number of its own column is added to an address that has none', () => {
  for (const [address, number, text] of [
    ['Ερμού', '15', 'Ερμού 15'],
    ['Ερμού', '15.0', 'Ερμού 15'],
    ['Ερμού 15', '15', 'Ερμού 15'],
    ['25ης Μαρτίου', '10', '25ης Μαρτίου 10'],
    ['Λεωφ. 25 Μαρτίου', '10', 'Λεωφ. 25 Μαρτίου 10'],
    ['Ερμού, 105 63 Αθήνα', '15', 'Ερμού, 105 63 Αθήνα 15'],
    ['Ερμού, 10563', '15', 'Ερμού, 10563 15'],
  ] as const) {
    const row = read({ address, house_number: number });
    assert.deepEqual([row.address, row.notes], [text, []], address);
  }
  for (const address of ['Ερμού 15', 'Ερμού 15Α, Αθήνα', 'Ερμού 15-17', 'Κηφισίας 44 Αμαρουσίου']) {
    const row = read({ address, house_number: '831' });
    const note = 'house_number: not used, because the address has another number: 831';
    assert.deepEqual([row.address, row.notes], [address, [note]], address);
  }
});

test('the municipality is used for a row without a town', () => {
  assert.equal(read({ city: 'Βόλος', municipality: 'Αχαρνές' }).city, 'Βόλος');
  assert.equal(read({ city: '-', municipality: 'Βόλος' }).city, 'Βόλος');
});

test('bounds can be set, but a year is never in the future', () => {
  const wide = { areaBounds: { least: 1, most: 9000 }, yearBounds: { least: 1, most: 3000 } };
  const { building } = read({ build_area: '8.500', construction_year: '1204' }, wide);
  assert.deepEqual([building.buildAreaM2, building.constructionYear], [8500, 1204]);
  assert.deepEqual(read({ construction_year: '2027' }, wide).problems, [
    'construction_year: expected a year from 1 to 2026, got 2027',
  ]);
});

test('a cell of a million characters is rejected quickly', () => {
  const long = `1${' '.repeat(1_000_000)}x`;
  const { problems } = read({ build_area: long, construction_year: long, postal_code: long });
  assert.equal(problems.length, 3);
});

test('property types are also read by their Greek names', () => {
  for (const [text, type] of Object.entries({
    Apartment: 'apartment',
    ΔΙΑΜΕΡΙΣΜΑ: 'apartment',
    διαμέρισμα: 'apartment',
    Μονοκατοικία: 'house',
    μεζονετα: 'maisonette',
    'Διαμ.': 'apartment',
    'Διαμ/σμα': 'apartment',
    'Διαμέρισμα 3ου ορ.': 'apartment',
    'ΔΙΑΜΕΡΙΣΜΑ Α΄ ΟΡΟΦΟΥ': 'apartment',
    'Διαμ. (ισογείου)': 'apartment',
    'Μονοκ.': 'house',
    'Μεζ.': 'maisonette',
    Κατάστημα: 'shop',
    'ΚΑΤΑΣΤΗΜΑ ΙΣΟΓΕΙΟΥ': 'shop',
    Γραφείο: 'office',
    'Γραφείο 2ου ορ.': 'office',
    'Αποθήκη υπογείου': 'storage',
    'Αποθήκη εμπορευμάτων': 'warehouse',
    'Θέση στάθμευσης': 'parking',
    'Θέση στάθμευσης (υπογείου)': 'parking',
    Ξενοδοχείο: 'hotel',
    Εργοστάσιο: 'industrial',
    Υπόγειο: 'basement',
    'Βοηθητικός χώρος': 'auxiliary',
  })) {
    assert.equal(read({ property_type: text }).building.propertyType, type, text);
  }
  // A flat is a κατοικία too, so that word is not guessed.
  for (const text of ['κάστρο', 'Κατοικία', 'Διαμέρισμα μεζονέτα', '3ου ορ.']) {
    assert.deepEqual(read({ property_type: text }).problems, [
      `property_type: expected apartment, house or maisonette, or a type such as shop, got ${text}`,
    ]);
  }
});

test('a street with its number, or a town alone, is looked up like an address', () => {
  for (const [street, number, ...expected] of [
    ['Ερμού', '15', 'Ερμού', '15'],
    ['Ερμού', '15.0', 'Ερμού', '15'],
    ['Ερμού 15', '15', 'Ερμού 15', undefined],
    ['28 Οκτωβρίου 5', '7', '28 Οκτωβρίου 5', '7'],
    ['Ερμού', 'αρ. 15', 'Ερμού αρ. 15', undefined],
    ['Ιω', '5', 'Ιω', '5'],
  ] as const) {
    const { address, houseNumber, isStreet, problems } = read({ street, house_number: number });
    assert.deepEqual([address, houseNumber], expected);
    assert.deepEqual([isStreet, problems], [true, []]);
  }
  assert.equal(read({ address: 'Ερμού', street: 'Άλλη' }).isStreet, false);
  assert.equal(read({ address: 'Ερμού 15, Αθήνα', house_number: '15' }).address, 'Ερμού 15, Αθήνα');
  assert.equal(read({ address: 'Ερμού', street: 'Άλλη', house_number: '1' }).address, 'Ερμού 1');
  assert.equal(read({ postal_code: '105 63', city: 'Αθήνα' }).address, '10563 Αθήνα');
  assert.equal(read({}).address, undefined);
  assert.match(
    read({ address: 'x' }).problems[0]!,
    /^address: expected 3 to 256 characters, got x/,
  );
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

test('a point needs both coordinates, each within its range', () => {
  assert.deepEqual(read({ latitude: '37,9755', longitude: '23.7348' }).point, {
    latitude: 37.9755,
    longitude: 23.7348,
  });
  assert.deepEqual(read({ latitude: '37' }).problems, [
    'coordinates: expected latitude and longitude, got one of them',
  ]);
  assert.equal(read({ latitude: '97', longitude: '23' }).point, undefined);
});

test('degrees may have minutes and seconds; a message shows how to write them', () => {
  const point = { latitude: 37.97, longitude: 23.73 };
  for (const [latitude, longitude] of [
    [`37°58'12"N`, `23°43'48"E`],
    ['37° 58′ 12.0″ Β', '23º43’48”Α'],
    [`37°58,2'`, `23° 43.8' e`],
    ['37.97°', '23,73° E'],
    ['37 58 12', '23:43:48 E'],
    [`37°58'12''B`, `23°43'48.00''A`],
  ] as const) {
    assert.deepEqual(read({ latitude, longitude }).point, point, latitude);
  }
  const south = read({ latitude: `37°58'12"S`, longitude: `23°43'48"W` }).point;
  assert.deepEqual(south, { latitude: -37.97, longitude: -23.73 });
  for (const latitude of [
    `37°60'00"N`,
    `37°58'60"N`,
    `37°58'12"E`,
    `37°58'12"Ν`,
    `-37°58'`,
    '37 58',
  ]) {
    assert.deepEqual(
      read({ latitude, longitude: '23' }).problems,
      [`latitude: expected degrees from -90 to 90, got ${latitude} (write 37.97 or 37°58'12"N)`],
      latitude,
    );
  }
});

test('x and y are metres of a known system, in either order, or degrees', () => {
  const inAthens = { x: '476.123,45', y: '4203000' };
  const { point, notes, problems } = read(inAthens, { epsg: 2100 });
  const rounded = (one: typeof point) => [one?.latitude.toFixed(4), one?.longitude.toFixed(4)];
  assert.deepEqual([rounded(point), notes, problems], [['37.9769', '23.7298'], [], []]);
  const swapped = read({ x: '4.203.000', y: "476'123.45" }, { epsg: 2100 });
  assert.deepEqual(swapped.point, point);
  assert.deepEqual(swapped.notes, ['coordinates: x and y are swapped; read the other way round']);
  const thousands = read({ x: '476.123', y: '4.203.000' }, { epsg: 2100 });
  assert.deepEqual(thousands.point, read({ x: '476123', y: '4203000' }, { epsg: 2100 }).point);
  assert.ok(thousands.point);
  assert.deepEqual(read({ x: '23,7348', y: '37,9755' }).point, {
    latitude: 37.9755,
    longitude: 23.7348,
  });
});

test('metres of an unknown system are a problem: Greek Grid and UTM look alike', () => {
  const { point, problems } = read({ x: '476123', y: '4203000' });
  assert.equal(point, undefined);
  assert.deepEqual(problems, [
    'coordinates: expected degrees, or metres with the number of their system: 2100 is the Greek Grid, 32634 and 32635 UTM, got 476123, 4203000',
  ]);
  assert.deepEqual(read({ x: '47.612', y: '4203000' }, { epsg: 2100 }).problems, [
    'coordinates: expected a point in Greece in EPSG:2100, got 47.612, 4203000',
  ]);
  assert.deepEqual(read({ x: '476123', y: 'north' }, { epsg: 2100 }).problems, [
    'coordinates: expected two numbers, got 476123, north',
  ]);
  assert.deepEqual(read({ y: '4203000' }).problems, [
    'coordinates: expected x and y, got one of them',
  ]);
});

test('degrees come before x and y', () => {
  const both = { latitude: '37.9755', longitude: '23.7348', x: '476123', y: '4203000' };
  assert.deepEqual(read(both).point, { latitude: 37.9755, longitude: 23.7348 });
  assert.match(
    read({ latitude: '4203000', longitude: '476123' }).problems[0]!,
    /metres\? read the columns as x and y/,
  );
});

test('a KAEK is normalised; the zero that a spreadsheet has taken is put back, and noted', () => {
  assert.equal(read({ kaek_code: '05-009-99-01-001/0/1' }).kaekCode, '050099901001');
  for (const typed of ['50099901001', '50099901001.0']) {
    const { kaekCode, notes } = read({ kaek_code: typed });
    assert.equal(kaekCode, '050099901001');
    assert.deepEqual(notes, ['kaek_code: a first zero was put back']);
  }
  assert.match(read({ kaek_code: '5009990100' }).problems[0]!, /^kaek_code: expected 12 char/);
});

test("text that is invalid in the file's encoding is not used", () => {
  assert.equal(read({ address: `Ερμ${brokenLetter}ύ 15` }).address, undefined);
});

test('the terms of a cost and the particulars of a row are read', () => {
  const row = read({
    sum_insured: '95.000,50 €',
    renovation_year: '2010',
    condition: 'good',
    quality: 'Luxury',
    basement_area_m2: '20,5 τ.μ.',
    auxiliary_area_m2: '8',
    valuation_date: '31/12/2025',
    floors: '3.0',
    use: 'Εξοχική',
    reference: 'A-17/2026',
  });
  assert.deepEqual(row.problems, []);
  const { building, reference } = row;
  assert.deepEqual(
    [building.sumInsured, building.renovationYear, building.condition, building.quality],
    [95_000.5, 2010, 'good', 'Luxury'],
  );
  assert.deepEqual(
    [building.basementAreaM2, building.auxiliaryAreaM2, building.valuationDate],
    [20.5, 8, '2025-12-31'],
  );
  assert.equal(reference, 'A-17/2026');
  for (const [field, text, problem] of [
    ['sum_insured', '5', 'sum_insured: expected an amount of 100 to 10,000,000,000 euro, got 5'],
    [
      'sum_insured',
      'much',
      'sum_insured: expected an amount of 100 to 10,000,000,000 euro, got much',
    ],
    ['floors', '0', 'floors: expected a number of floors from 1 to 60, got 0'],
    ['floors', '1.5', 'floors: expected a number of floors from 1 to 60, got 1.5'],
    [
      'valuation_date',
      '12/31/2025',
      'valuation_date: expected a day as YYYY-MM-DD or day/month/year, not later than 2026-06-15, got 12/31/2025',
    ],
    [
      'valuation_date',
      '16/6/2026',
      'valuation_date: expected a day as YYYY-MM-DD or day/month/year, not later than 2026-06-15, got 16/6/2026',
    ],
  ] as const) {
    assert.deepEqual(read({ [field]: text }).problems, [problem], text);
  }
});

test('the use gives the type of a row that has none; otherwise a note reports that it is not used', () => {
  for (const [property_type, use, type, notes] of [
    ['', 'Γραφείο', 'office', ['use: Γραφείο is used as the property type']],
    ['', 'Εξοχική', undefined, ['use: Εξοχική is no property type: not used']],
    ['house', 'Γραφείο', 'house', ['use: Γραφείο is another type than property_type: not used']],
    ['house', 'Μονοκατοικία', 'house', []],
    ['house', 'Εξοχική', 'house', []],
    ['castle', 'Γραφείο', undefined, []],
  ] as const) {
    const row = read({ property_type, use });
    assert.equal(row.building.propertyType, type, `${property_type} ${use}`);
    assert.deepEqual(row.notes, notes, `${property_type} ${use}`);
  }
});
