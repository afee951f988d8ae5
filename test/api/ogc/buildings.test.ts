import assert from 'node:assert/strict';
import test from 'node:test';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { replaceRows, type Store, type StoreReader } from '#storage/store/store.ts';
import { mapPositions } from '#tools/geo/polygon.ts';
import { building, now, openTestService, provenance } from '../../service.ts';
import { testStores } from '../../store/engines.ts';

test('buildings are a collection once some are loaded: by box, in pages and by id', async () => {
  const store = openSqliteStore(':memory:', () => now);
  const { api, token } = await openTestService({ store });
  const get = async (path: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const reply = await api.inject({ url: `/ogc/collections${path}`, headers });
    return { status: reply.statusCode, body: reply.json() };
  };
  const names = async () => (await get('')).body.collections.map((one: { id: string }) => one.id);
  assert.deepEqual(await names(), ['parcels', 'places']);
  assert.deepEqual((await get('/buildings/items')).body.features, []);

  const rows = Array.from({ length: 1_200 }, (_, i) => ({
    ...building,
    externalId: `way/${i}`,
    geometry: mapPositions(building.geometry, ([x, y]) => [x + 0.001 * i, y]),
  }));
  await replaceRows(store, 'buildings', provenance, rows);
  assert.deepEqual(await names(), ['parcels', 'places', 'buildings']);
  const { body } = await get('/buildings');
  assert.deepEqual(body.extent.spatial.bbox[0].slice(0, 2), [23.70002, 37.90002]);

  const ids = (found: { features: { properties: { external_id: string } }[] }) =>
    found.features.map(({ properties }) => properties.external_id);
  const near = await get('/buildings/items?bbox=23.7005,37.9,23.7025,37.91');
  assert.deepEqual(ids(near.body), ['way/1', 'way/2']);
  const first = await get('/buildings/items?bbox=23.7005,37.9,23.7025,37.91&limit=1');
  const next: string = first.body.links.find(({ rel }: { rel: string }) => rel === 'next').href;
  const second = await get(next.slice(next.indexOf('/buildings')));
  assert.deepEqual([ids(first.body), ids(second.body)], [['way/1'], ['way/2']]);
  assert.equal((await get('/buildings/items?limit=1100')).body.features.length, 1_100);
  const wide = await get('/buildings/items?bbox=-180,-90,180,90&limit=1');
  assert.deepEqual(ids(wide.body), ['way/0']);

  const [feature] = near.body.features;
  const { links: _, ...one } = (await get(`/buildings/items/${feature.id}`)).body;
  assert.deepEqual(one, feature);
  assert.deepEqual(feature.geometry, rows[1]!.geometry);
  assert.equal(feature.properties.levels, 3);
  for (const id of ['0', '99999', 'x', '-1']) {
    assert.equal((await get(`/buildings/items/${id}`)).status, 404, id);
  }
});

testStores('a page has the features of one import, also if another ends meanwhile', async of => {
  const { store, open } = of;
  const writer = await open();
  const loadNamed = (name: string) => {
    const rows = Array.from({ length: 2_500 }, (_, i) => ({
      ...building,
      externalId: `way/${i}`,
      name,
      geometry: mapPositions(building.geometry, ([x, y]) => [x + 0.001 * i, y]),
    }));
    return replaceRows(writer, 'buildings', provenance, rows);
  };
  let imported: Promise<void> | undefined;
  const importing = (rows: StoreReader): StoreReader => ({
    ...rows,
    async buildingsAfter(after, most) {
      const found = await rows.buildingsAfter(after, most);
      // PostgreSQL lets it end after the page.
      if (after === 0) imported ??= loadNamed('second');
      return found;
    },
  });
  const atOneMoment: Store['atOneMoment'] = (read, signal) =>
    store.atOneMoment(rows => read(importing(rows)), signal);
  const { api, auth, token } = await openTestService({ store: { ...store, atOneMoment } });
  const page = async () => {
    const url = '/ogc/collections/buildings/items?limit=2500';
    const reply = await api.inject({ url, headers: { authorization: `Bearer ${token}` } });
    const { features } = reply.json() as { features: { properties: { name: string } }[] };
    return [features.length, ...new Set(features.map(({ properties }) => properties.name))];
  };
  await loadNamed('first');
  assert.deepEqual(await page(), [2_500, 'first']);
  await imported;
  assert.deepEqual(await page(), [2_500, 'second']);
  await Promise.all([api.close(), auth.close()]);
});
