import assert from 'node:assert/strict';
import { streetKey } from '#domain/geocoder/text/fold.ts';
import { type Address, replaceRows, type Store } from '#storage/store/store.ts';
import { provenance } from '../service.ts';
import { testSampledStores as test } from './engines.ts';

const here = { latitude: 38, longitude: 23 };

function address(street: string, houseNumber: string | null, fields: Partial<Address> = {}) {
  const town = { postalCode: '99101', city: null, municipality: 'Μικρής Πόλης' };
  return { externalId: null, street, houseNumber, ...town, ...here, reachMetres: 0, ...fields };
}

const load = (store: Store, ...rows: Address[]) =>
  replaceRows(store, 'addresses', provenance, rows);

test('houses are found by the key of their street, however it is written', async ({ store }) => {
  await load(
    store,
    address('Ερμού', '1'),
    address('ΕΡΜΟΥ', '3'),
    address('Ερμού', null),
    address('Ερμού', '5', { municipality: 'Άλλης' }),
    address('Αθηνάς', '7'),
  );
  const key = streetKey('Ερμού', 'Μικρής Πόλης');
  const house = { streetKey: key, postalCode: '99101', ...here, source: 'test' };
  assert.deepEqual(structuredClone(await store.findHouses(key)), [
    { ...house, number: '1' },
    { ...house, number: '3' },
  ]);
  assert.deepEqual(await store.findHouses('no such street'), []);
});

test('of houses in two sources those loaded last come first', async ({ store }) => {
  await load(store, address('Ερμού', '1'));
  const other = { ...provenance, source: 'other' };
  await replaceRows(store, 'addresses', other, [address('Ερμού', '1')]);
  const sources = async () =>
    (await store.findHouses(streetKey('Ερμού', 'Μικρής Πόλης'))).map(({ source }) => source);
  assert.deepEqual(await sources(), ['other', 'test']);
  await replaceRows(store, 'addresses', provenance, [address('Ερμού', '1')]);
  assert.deepEqual(await sources(), ['test', 'other']);
});

test('houses around a point are found, and none far from it', async ({ store }) => {
  await load(
    store,
    address('Ερμού', '1'),
    address('Ερμού', '3', { longitude: 23.0005 }),
    address('Ερμού', '99', { longitude: 23.01 }),
    address('Ερμού', null),
  );
  const found = await store.housesAround(38.0001, 23, 60);
  assert.deepEqual(found.map(({ number }) => number).sort(), ['1', '3']);
  assert.deepEqual(await store.housesAround(39, 23, 60), []);
});

test('a house outside Greece is kept, and not searched', async ({ store }) => {
  await load(store, address('Carrer Major', '1', { municipality: null }));
  assert.deepEqual(await store.housesAround(38, 23, 60), []);
  assert.deepEqual(await store.readStreets(), []);
  assert.equal((await store.loadedSources())[0]!.rows, 1);
});

test('streets with a row of their own come first, then streets with only houses, in the middle of these', async ({
  store,
}) => {
  await load(
    store,
    address('Αθηνάς', '2', { latitude: 38.002, postalCode: null }),
    address('Αθηνάς', '4', { latitude: 38.004, postalCode: null }),
    address('Ερμού', null, { reachMetres: 340 }),
    address('Ερμού', null, { latitude: 38.1 }),
    address('Ερμού', '5'),
  );
  const streets = await store.readStreets();
  assert.deepEqual(
    streets.map(({ name, hasHouses, postalCode }) => `${name} ${hasHouses} ${postalCode}`),
    ['Ερμού false 99101', 'Ερμού false 99101', 'Αθηνάς true null', 'Ερμού true 99101'],
  );
  assert.deepEqual(streets[0]!.position, { ...here, accuracyMetres: 340 });
  // Known by one point only: as far as streets usually reach.
  assert.equal(streets[1]!.position!.accuracyMetres, 500);
  assert.ok(Math.abs(streets[2]!.position!.latitude - 38.003) < 1e-9);
  assert.equal(streets[2]!.position!.accuracyMetres, 261);
});
