import assert from 'node:assert/strict';
import { replaceRows } from '#storage/store/store.ts';
import { comparable, provenance } from '../service.ts';
import { testSampledStores as test } from './engines.ts';

const box = { west: 23.6, east: 23.8, south: 37.8, north: 38 };

test('comparables are found by type and box, replaced and removed', async ({ store }) => {
  const nameless = { ...comparable, externalId: null, constructionYear: null, address: null };
  const rows = [
    comparable,
    nameless,
    nameless,
    { ...comparable, externalId: 'a-2', propertyType: 'land' as const },
    { ...comparable, externalId: 'a-3', latitude: 38.01 },
  ];
  await replaceRows(store, 'comparables', provenance, rows);
  const withSource = (row: typeof nameless | typeof comparable) => ({ ...row, source: 'test' });
  const expected = [comparable, nameless, nameless].map(withSource);
  assert.deepEqual(await store.comparablesIn(box, 'apartment', 9), expected);
  assert.equal((await store.comparablesIn(box, 'apartment', 2)).length, 2);
  assert.deepEqual(await store.comparablesIn(box, 'house', 9), []);
  assert.equal((await store.extentOf('comparables'))!.north, 38.01);

  const twice = replaceRows(store, 'comparables', provenance, [comparable, comparable]);
  await assert.rejects(twice, /external_id: comes twice/);
  assert.equal((await store.comparablesIn(box, 'apartment', 9)).length, 3, 'all or nothing');
  await replaceRows(store, 'comparables', { ...provenance, source: 'other' }, [comparable]);
  await replaceRows(store, 'comparables', provenance, [comparable]);
  const sources = (await store.comparablesIn(box, 'apartment', 9)).map(({ source }) => source);
  assert.deepEqual(sources, ['test', 'other']);
  await store.check();
  await replaceRows(store, 'comparables', provenance, []);
  assert.equal((await store.comparablesIn(box, 'apartment', 9)).length, 1);
});
