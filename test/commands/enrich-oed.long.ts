import assert from 'node:assert/strict';
import test from 'node:test';
import { csvRecords } from '#tools/csv/records.ts';
import { casesIn } from '../cases.ts';
import { assertRefused } from './ktima.ts';
import { newSampleHome } from './sample-home.ts';

const { put, read, enrich } = await newSampleHome(test);
const oed = ['--format', 'oed', '--no-zones'];

/** What OED 4 asks of a column: may it be empty, how long is it, and which values has it. */
type Rule = readonly [isRequired: boolean, most: number, isValid?: (text: string) => boolean];
const oneOf =
  (...codes: readonly (number | string)[]) =>
  (text: string) =>
    codes.map(String).includes(text);
const within = (least: number, most: number) => (text: string) =>
  /^-?\d+(\.\d+)?$/.test(text) && Number(text) >= least && Number(text) <= most;
const whole = (least: number, most: number) => (text: string) =>
  /^\d+$/.test(text) && within(least, most)(text);
const amount = within(0, 1e12);

const rules: Readonly<Record<string, Rule>> = {
  PortNumber: [true, 20],
  AccNumber: [true, 40],
  LocNumber: [true, 20],
  CountryCode: [true, 2, oneOf('GR')],
  Latitude: [false, 20, within(-90, 90)],
  Longitude: [false, 20, within(-180, 180)],
  StreetAddress: [false, 100],
  PostalCode: [false, 20],
  City: [false, 50],
  AreaName: [false, 50],
  GeogScheme1: [false, 5],
  GeogName1: [false, 50, within(10, 85)],
  AddressMatch: [false, 2, oneOf(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20)],
  GeocodeQuality: [false, 20, within(0, 1)],
  Geocoder: [false, 20],
  // General, single-family, temporary lodging, apartment; retail, business, parking, warehouse; industry.
  OccupancyCode: [false, 4, oneOf(1000, 1050, 1051, 1053, 1055, 1101, 1104, 1113, 1122, 1150)],
  // Unknown, wood, masonry, reinforced concrete, steel.
  ConstructionCode: [false, 4, oneOf(5000, 5050, 5100, 5150, 5200)],
  YearBuilt: [false, 4, whole(0, 9999)],
  NumberOfStoreys: [false, 3, whole(0, 255)],
  FloorArea: [false, 20, amount],
  FloorAreaUnit: [false, 2, oneOf(11, 12, 13, 14)],
  LocPerilsCovered: [true, 250, oneOf('AA1')],
  BuildingTIV: [true, 20, amount],
  OtherTIV: [true, 20, amount],
  ContentsTIV: [true, 20, amount],
  BITIV: [true, 20, amount],
  LocCurrency: [true, 3, oneOf('EUR')],
  YearUpgraded: [false, 4, whole(0, 9999)],
  BuildingValuation: [false, 20],
  OEDVersion: [false, 10],
};

async function locationsIn(name: string) {
  const content = (async function* () {
    yield read(name);
  })();
  const [header, ...rows] = await Array.fromAsync(csvRecords(name, content).rows());
  const cellsOf = (row: typeof header) => (row && 'cells' in row ? row.cells : []);
  const names = cellsOf(header);
  const locations = rows.map(row =>
    Object.fromEntries(cellsOf(row).map((cell, i) => [names[i]!, cell])),
  );
  return { names, locations };
}

function assertFollowsRules(names: readonly string[], rows: readonly Record<string, string>[]) {
  assert.deepEqual(names, Object.keys(rules));
  for (const row of rows) {
    for (const [name, [isRequired, most, isValid = () => true]] of Object.entries(rules)) {
      const text = row[name]!;
      const shown = `${name}: ${text}`;
      assert.ok(text.length <= most, shown);
      if (text === '') assert.ok(!isRequired, shown);
      else assert.ok(isValid(text), shown);
    }
  }
  const keys = rows.map(row => [row.PortNumber, row.AccNumber, row.LocNumber].join(' '));
  assert.equal(new Set(keys).size, keys.length);
}

test('a location file of Open Exposure Data follows its rules', async () => {
  const long = `${'Π'.repeat(60)}`;
  const types =
    'apartment house maisonette office shop warehouse industrial hotel parking storage basement auxiliary';
  const book = put(
    'book.csv',
    [
      'Αριθμός συμβολαίου;Διεύθυνση;Τ.Κ.;Πόλη;Είδος ακινήτου;Εμβαδόν;Έτος κατασκευής;Έτος ανακαίνισης;Κεφάλαιο κτιρίου;lat;lon',
      'P-1;"=Ερμού 15, Αθήνα";10563;Αθήνα;διαμέρισμα;85,5;1998;2010;120.000,50;;',
      'P-2;;10434;Αθήνα;μεζονέτα;200;;;;;',
      `${long};;;;house;100;1990;;80000;37.98692;23.73623`,
      'P-4;Ερμού 15;10563;Πάτρα;castle;-1;2999;;x;;',
      'P-5;;;;;;;;;;',
      'too;few',
      ...types.split(' ').map(type => `P-6;Ερμού 15;10563;Πάτρα;${type};50;1990;;1000;;`),
      'Σύνολο;;;;;10000;;;9999999;;',
    ].join('\n'),
  );
  const run = await enrich(book, 'locations.csv', ...oed);
  assert.equal(run.code, 0, run.stderr);
  const { names, locations } = await locationsIn('locations.csv');
  assertFollowsRules(names, locations);
  // A row of totals, one that was not read, and one whose sum cannot be read, is no location.
  assert.deepEqual(
    locations.map(row => row.LocNumber),
    ['2', '3', '4', '6', ...Array.from({ length: 12 }, (_, i) => String(i + 8))],
  );
  const of = (line: string, ...columns: string[]) =>
    columns.map(name => locations.find(row => row.LocNumber === line)![name]);
  for (const [line, columns, values] of casesIn(`
    2 | AccNumber StreetAddress PostalCode City    | P-1; '=Ερμού 15, Αθήνα; 10563; Αθήνα
    2 | AddressMatch OccupancyCode GeogScheme1     | 6; 1055; PC2
    2 | YearBuilt YearUpgraded FloorArea GeogName1 | 1998; 2010; 85.5; 10
    2 | FloorAreaUnit BuildingTIV                  | 12; 120000.5
    2 | BuildingValuation Geocoder                 | 89775; Ktima
    3 | BuildingTIV StreetAddress PostalCode City  | 0; ; 10434; Αθήνα
    3 | AddressMatch OccupancyCode                 | 7; 1050
    4 | AccNumber AddressMatch Latitude            | line 4; 1; 37.98692
    4 | GeocodeQuality CountryCode                 | ; GR
    # The town contradicts the postal code: a model must not compute with either position.
    8 | Latitude AddressMatch Longitude City       | ; 0; ; Πάτρα
  `)) {
    assert.equal(of(line, ...columns.split(' ')).join('; '), values, `${line} ${columns}`);
  }
  const { locations: others } = await locationsIn('locations.left-out.csv');
  const reasons = others.map(
    ({ line, reason }) => `${line} ${reason!.match(/sum_insured|instead|totals/)?.[0]}`,
  );
  assert.deepEqual(reasons, ['5 sum_insured', '7 instead', '20 totals']);
  const codes = locations.slice(-12).map(row => row.OccupancyCode);
  assert.equal(codes.join(' '), '1055 1051 1050 1104 1101 1122 1150 1053 1113 1000 1000 1000');
  await assertRefused(enrich(book, 'x.tsv', '--format', 'oed'), /the name says csv/);
});

test('a location has the other sums insured, storeys and construction; a repeated row may be none', async () => {
  const row = 'P-1;Ερμού 15, Αθήνα;Διαμέρισμα;85;1960-1970;5;Μπετόν;100000;20000;3000';
  const names =
    'Αρ. συμβολαίου;Διεύθυνση κινδύνου;Είδος κινδύνου;Εμβαδόν;Έτος κατασκευής;floors;Κατασκευή;Κεφάλαιο οικοδομής;Κεφάλαιο περιεχομένου;Απώλεια κερδών';
  const book = put('book.csv', [names, row, row].join('\n'));
  for (const [duplicates, lines] of [
    ['keep', ['2', '3']],
    ['drop', ['2']],
  ] as const) {
    const run = await enrich(book, 'again.csv', ...oed, '--duplicates', duplicates, '--force');
    assert.equal(run.code, 0, run.stderr);
    const { locations } = await locationsIn('again.csv');
    assert.deepEqual(
      locations.map(location => location.LocNumber),
      lines,
    );
    const { BuildingTIV, ContentsTIV, BITIV, ...others } = locations[0]!;
    const { NumberOfStoreys, ConstructionCode, YearBuilt } = others;
    assert.equal(`${BuildingTIV} ${ContentsTIV} ${BITIV}`, '100000 20000 3000');
    assert.equal(`${NumberOfStoreys} ${ConstructionCode} ${YearBuilt}`, '5 5150 1965');
  }
});
