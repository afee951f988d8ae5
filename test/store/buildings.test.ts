import assert from 'node:assert/strict';
import type { Building } from '#domain/zones/buildings.ts';
import { replaceRows } from '#storage/store/store.ts';
import { mapPositions } from '#tools/geo/polygon.ts';
import { building, provenance } from '../service.ts';
import { testStores as test } from './engines.ts';

const nameless: Building = {
  externalId: null,
  name: null,
  use: null,
  levels: null,
  heightMetres: null,
  constructionYear: null,
  material: null,
  geometry: mapPositions(building.geometry, ([x, y]) => [x + 0.001, y]),
};
const around = { west: 23.7, east: 23.7002, south: 37.9, north: 37.9002 };
const wide = { west: 23.6, east: 23.8, south: 37.8, north: 38 };

test('buildings are found by box and id, replaced and removed', async ({ store }) => {
  assert.deepEqual(await store.buildingsIn(wide, 9), []);
  await replaceRows(store, 'buildings', provenance, [building, nameless]);
  const found = (await store.buildingsIn(wide, 9))!;
  assert.deepEqual(
    found.map(({ id: _, ...rest }) => rest),
    [building, nameless].map(row => ({ ...row, source: 'test' })),
  );
  assert.deepEqual(await store.buildingsIn(around, 9), [found[0]]);
  assert.deepEqual(await store.buildingsIn(wide, 2), found);
  assert.equal(await store.buildingsIn(wide, 1), undefined, 'more than were asked for');
  const earth = { west: -180, east: 180, south: -90, north: 90 };
  assert.deepEqual(await store.buildingsIn(earth, 9), found);
  assert.deepEqual(await store.buildingsAfter(0, 9), found);
  assert.deepEqual(await store.buildingsAfter(found[0]!.id, 1), [found[1]]);
  const touching = { ...around, west: 23.70012, south: 37.90011 };
  assert.equal((await store.buildingsIn(touching, 9))!.length, 1, 'a common corner');
  assert.equal((await store.buildingsIn({ ...around, west: 23.70012 + 1e-9 }, 9))!.length, 0);

  await replaceRows(store, 'buildings', { ...provenance, source: 'other' }, [building]);
  await replaceRows(store, 'buildings', provenance, [building]);
  assert.deepEqual(
    (await store.buildingsIn(wide, 9))!.map(({ source }) => source),
    ['test', 'other'],
    'the source loaded last comes first',
  );
  await store.check();
  await replaceRows(store, 'buildings', provenance, []);
  assert.equal((await store.buildingsIn(wide, 9))!.length, 1);
});
