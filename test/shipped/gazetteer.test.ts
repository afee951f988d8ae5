import assert from 'node:assert/strict';
import test from 'node:test';
import { completePostalCodes } from '#importing/shipped/gazetteer/codes.ts';
import { readGazetteer } from '#importing/shipped/gazetteer/gazetteer.ts';
import { rangesOfColumns } from '#importing/shipped/gazetteer/shipped-streets.ts';

const rows = await readGazetteer();
const streets = (name: string, code: string) =>
  rows.streets.filter(row => row.name === name && row.postalCode === code);
const columns = (
  odd_start: string | null,
  odd_end: string | null,
  even_start: string | null = null,
  even_end: string | null = null,
) => rangesOfColumns({ odd_start, odd_end, even_start, even_end });

test('the whole country is there', () => {
  assert.equal(rows.municipalities.length, 331);
  assert.ok(rows.postalCodes.length > 1_330);
  assert.ok(rows.streets.length > 57_000);
  assert.ok(rows.localities.length > 13_000);
});

test('the first number decides the side of the street, not the name of the column', () => {
  const even = { from: 2, to: 34, side: 'even' };
  assert.deepEqual(columns('1', '43', '2', '34'), [{ from: 1, to: 43, side: 'odd' }, even]);
  assert.deepEqual(columns('118', 'τελ'), [
    { from: 118, to: Number.POSITIVE_INFINITY, side: 'even' },
  ]);
  assert.deepEqual(columns('1', '13,', '73', 'τελ'), [
    { from: 1, to: 13, side: 'odd' },
    { from: 73, to: Number.POSITIVE_INFINITY, side: 'odd' },
  ]);
  assert.deepEqual(columns('102α', '116'), [{ from: 102, to: 116, side: 'even' }]);
});

test('ordinals of side streets and other text are not house numbers', () => {
  assert.deepEqual(columns('1η', '3η'), []);
  assert.deepEqual(columns(null, null), []);
  assert.deepEqual(columns('9', '3'), []);
  assert.deepEqual(columns('x', 'y'), []);
});

test('villages are localities, not streets', () => {
  assert.ok(
    rows.localities.some(row => row.name === 'Παιανία' && row.postalCodes.includes('19002')),
  );
  // The name of its municipality behind it is also found.
  const onAigina = rows.localities.find(row => row.otherNames.includes('Άγιος Νεκτάριος Αίγινας'));
  assert.equal(onAigina?.name, 'Άγιος Νεκτάριος');
  assert.ok(!rows.streets.some(row => row.postalCode === '19015'));
});

test('the text in brackets is the quarter, or the full name', () => {
  assert.equal(streets('Άνδρου', '19443')[0]?.locality, 'Αγία Μαρίνα');
  assert.deepEqual(rows.streets.find(row => row.name === '8ης')?.otherNames, ['Ογδόης']);
});

test('every locality and postal code lies in Greece', () => {
  for (const { latitude, longitude } of [...rows.localities, ...rows.postalCodes]) {
    assert.ok(latitude > 34 && latitude < 42 && longitude > 19 && longitude < 30);
  }
});

test('no street has its own position, as the gazetteer has none', () => {
  assert.ok(rows.streets.every(row => row.position === null));
});

test('every street has a municipality and a postal code with a position', () => {
  const codes = new Map(rows.postalCodes.map(row => [row.postalCode, row]));
  const municipalities = new Set(rows.municipalities.map(row => row.id));
  for (const row of rows.streets) {
    const code = codes.get(row.postalCode!)!;
    assert.ok(municipalities.has(row.municipality), row.municipality);
    assert.ok(code.latitude > 34 && code.latitude < 42 && code.accuracyMetres >= 300);
  }
});

test('every municipality has its name forms, and 71500 is in Crete', () => {
  const athens = rows.municipalities.find(row => row.id === 'Αθηναίων');
  assert.equal(athens?.nominative, 'Αθήνα');
  assert.equal(athens?.english, 'Athens');
  assert.ok(rows.municipalities.every(row => row.nominative !== '' && row.english !== ''));
  const same = rows.municipalities.filter(row => row.nominative === row.id).map(row => row.id);
  assert.deepEqual(same, ['Αιγάλεω', 'Ζωγράφου', 'Κιλελέρ', 'Δέλτα', 'Κιλκίς']);
  assert.equal(rows.postalCodes.find(row => row.postalCode === '71500')?.municipality, 'Ηρακλείου');
});

test('a correction also corrects the municipality: Περιστέρι is in Athens, not in western Attica', () => {
  const { regionalUnit, region } = rows.municipalities.find(({ id }) => id === 'Περιστερίου')!;
  assert.deepEqual([regionalUnit, region], ['Δυτικού Τομέα Αθηνών', 'Αττικής']);
});

test('a postal code without a point takes that of its neighbour, with three times the accuracy in metres', () => {
  const at = (postalCode: string, latitude: number) => ({
    postalCode,
    latitude,
    longitude: 23,
    municipality: 'Μ',
    locality: 'Συνοικία Λόφου',
  });
  const known = [at('99101', 38), at('99201', 38.01), at('99301', 38.02), at('99401', 38.03)];
  const codes = completePostalCodes(known, [], ['99101', '99102', '88888']);
  const [first] = codes;
  const guessed = codes.find(row => row.postalCode === '99102');
  assert.equal(first?.locality, 'Λόφου');
  assert.equal(guessed?.latitude, 38);
  assert.equal(guessed?.accuracyMetres, 3 * first!.accuracyMetres);
  assert.ok(!codes.some(row => row.postalCode === '88888'));
});

test('a popular name is another name of the street', () => {
  assert.ok(streets('Βενιζέλου Ελευθερίου', '10679')[0]?.otherNames.includes('Πανεπιστημίου'));
});
