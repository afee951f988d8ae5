import assert from 'node:assert/strict';
import test from 'node:test';
import { mergeStreets } from '#domain/geocoder/country/merge-streets.ts';
import { geocode } from '#domain/geocoder/geocode.ts';
import { buildGeocoder } from '#domain/geocoder/index/build-index.ts';
import { casesIn } from '../cases.ts';
import { house, lookupOf, postalCodes, street, town } from './small-town.ts';

const position = { latitude: 38.0001, longitude: 23.0001, accuracyMetres: 120 };
const osm = (name: string, fields = {}) =>
  street(name, { source: 'osm', postalCode: null, position, hasHouses: false, ...fields });
const merge = (gazetteer: string[], others: string[]) =>
  mergeStreets(
    gazetteer.map(name => street(name)),
    others.map(name => osm(name)),
    postalCodes,
  );

test('the same street under two names is one street with both, different streets stay two', () => {
  for (const [theirs, ours, count] of casesIn(`
    Τρικούπη Χαριλάου      | Χαριλάου Τρικούπη       | one
    Βεργή Ιωάννη           | Βεργή Ι.                | one
    Παπανδρέου Γεωργίου    | Γ. Παπανδρέου           | one
    Σκουφά Νικολάου        | Σκουφά                  | one
    Συγγρού Ανδρέα Λεωφ.   | Λεωφόρος Ανδρέα Συγγρού | one
    Ερμού                  | Οδός Ερμού              | one
    Λυκαβηττού             | Λυκαβητού               | one
    Εθνικής Αντιστάσεως    | Εθνικής Αντίστασης      | one
    Αγίου Νικολάου         | Αγίου Νικολάου          | one
    Στρατηγού Μακρυγιάννη  | Μακρυγιάννη             | one
    Μπενάκη Εμμανουήλ      | Παναγή Μπενάκη          | two
    Σκουφά Νικολάου        | Πλατεία Σκουφά          | two
    Αγίου Γεωργίου         | Γεωργίου                | two
    Αγίου Γεωργίου         | Βασιλέως Γεωργίου       | two
    Ερμού                  | Ηρακλέους               | two
    Ιασούς                 | Ιάσονος                 | two
    Ολύμπου                | Ολυμπίου                | two
    25ης Μαρτίου           | 28ης Οκτωβρίου          | two
  `)) {
    const rows = merge([theirs], [ours]);
    assert.equal(rows.length, count === 'one' ? 1 : 2, ours);
    if (count === 'two') continue;
    assert.equal(rows[0]!.name, ours);
    assert.deepEqual(rows[0]!.position, position);
    if (theirs !== ours) assert.deepEqual(rows[0]!.otherNames, [theirs]);
  }
});

test('a bare surname that fits two streets is neither', () => {
  assert.equal(merge(['Μπενάκη Εμμανουήλ', 'Μπενάκη Παναγή'], ['Μπενάκη']).length, 3);
});

test('the position goes to the nearest stretch, the names to all', () => {
  const rows = mergeStreets(
    [street('Τρικούπη Χαριλάου', { postalCode: '99102' }), street('Τρικούπη Χαριλάου')],
    [osm('Χαριλάου Τρικούπη')],
    postalCodes,
  );
  assert.deepEqual(
    rows.map(row => row.position),
    [null, position],
  );
  assert.ok(rows.every(row => row.otherNames.includes('Τρικούπη Χαριλάου')));
});

test('houses kept under either name are found, and no street comes twice', async () => {
  const rows = mergeStreets([street('Τρικούπη Χαριλάου')], [osm('Χαριλάου Τρικούπη')], postalCodes);
  const index = buildGeocoder(town(...rows));
  const houses = [house('Χαριλάου Τρικούπη', '8', 30), house('Τρικούπη Χαριλάου', '10', 50)];
  const typed = ['Τρικούπη 8', 'Χ. Τρικούπη 10', 'Τρικούπη Χαριλάου 8', 'Xarilaou Trikoupi 10'];
  for (const address of typed) {
    const results = await geocode(index, { address: `${address}, 99101` }, lookupOf(houses));
    assert.deepEqual(results.map(({ match }) => match.level).join(), 'house_number', address);
  }
});

test('merging twice adds nothing, and streets of other towns are not touched', () => {
  const others = [osm('Χαριλάου Τρικούπη'), osm('Νέα Οδός')];
  const once = mergeStreets([street('Τρικούπη Χαριλάου')], others, postalCodes);
  assert.equal(mergeStreets(once, others, postalCodes).length, once.length);
  const other = osm('Ερμού', { municipality: 'Άλλης' });
  assert.equal(mergeStreets([street('Ερμού')], [other], postalCodes).length, 2);
});

test('streets of one name far apart are two, and each has its own houses', () => {
  const far = { latitude: 38.1, longitude: 23.1, accuracyMetres: 50 };
  const rows = mergeStreets(
    [street('Ερμού')],
    [osm('Ερμού'), osm('Ερμού', { position: far }), osm('Ερμού', { hasHouses: true })],
    postalCodes,
  );
  assert.deepEqual(
    rows.map(row => row.position),
    [position, far],
  );
});

test('houses add their spelling and are looked up, but do not name the street', () => {
  const [row, ...more] = mergeStreets(
    [street('Τρικούπη Χαριλάου', { hasHouses: false })],
    [osm('Χαριλάου Τρικούπη'), osm('ΧΑΡ. ΤΡΙΚΟΥΠΗ', { hasHouses: true })],
    postalCodes,
  );
  assert.deepEqual(more, []);
  assert.equal(row!.name, 'Χαριλάου Τρικούπη');
  assert.deepEqual(row!.otherNames, ['Τρικούπη Χαριλάου', 'ΧΑΡ. ΤΡΙΚΟΥΠΗ']);
  assert.equal(row!.hasHouses, true);
});

test('a street that is not in the gazetteer is added once, however many houses and rows it has', () => {
  const rows = mergeStreets(
    [],
    [osm('Νέα Οδός'), osm('Νέα Οδός', { hasHouses: true }), osm('Οδός Νέα', { hasHouses: true })],
    postalCodes.slice(0, 1),
  );
  assert.equal(rows.length, 1);
  assert.equal(rows[0]!.postalCode, '99101', 'the town has but one code');
});
