import assert from 'node:assert/strict';
import test from 'node:test';
import { replaceRows } from '#storage/store/store.ts';
import { openTestService, parcels, provenance } from '../service.ts';

const { api, store } = await openTestService();

const get = (query: string, accept?: string) =>
  api.inject({
    url: `/api/geocoding/kaek-search/?${query}`,
    headers: accept === undefined ? {} : { accept },
  });

test('a parcel is found with its area and outline', async () => {
  const response = await get('kaek_code=050681726003');
  assert.equal(response.statusCode, 200);
  assert.match(response.headers['content-type'] as string, /^application\/json/);
  assert.deepEqual(response.json(), {
    kaek: '050681726003',
    area: 412.5,
    geometry:
      'POLYGON ((23.7000000 37.9000000, 23.7002000 37.9000000, 23.7002000 37.9002000, 23.7000000 37.9000000))',
  });
});

test('a unit’s code, and a code with spaces, find the parcel', async () => {
  for (const code of [
    '050681726003%2F0%2F1',
    '050681726003/0/1',
    '05+068+17+26+003',
    '05-068-17-26-003',
  ]) {
    assert.equal((await get(`kaek_code=${code}`)).json().kaek, '050681726003', code);
  }
});

test('srid=2100 gives the Greek Grid, srid=4326 is the default', async () => {
  const grid = (await get('kaek_code=050681726003&srid=2100')).json();
  assert.match(grid.geometry, /^POLYGON \(\((?:\d{6}\.\d{3} \d{7}\.\d{3}(?:, )?){4}\)\)$/);
  const plain = 'kaek_code=050681726003';
  assert.equal((await get(`${plain}&srid=4326`)).body, (await get(plain)).body);
});

test('Accept: application/geo+json gives a Feature', async () => {
  const response = await get('kaek_code=050681726003', 'application/geo+json');
  assert.match(response.headers['content-type'] as string, /^application\/geo\+json/);
  assert.equal(response.headers.vary, 'accept-encoding, accept');
  const feature = response.json();
  assert.equal(feature.type, 'Feature');
  assert.deepEqual(feature.properties, { kaek: '050681726003', area_m2: 412.5 });
  assert.equal(feature.geometry.type, 'Polygon');
  assert.deepEqual(feature.geometry.coordinates[0][1], [23.7002, 37.9]);
});

test('attributes=true adds what the source recorded; without it the answer has three fields', async t => {
  const [url, pointUrl] = ['kaek_code=050681726003', 'latitude=37.90005&longitude=23.70015'];
  const plain = (await get(url)).body;
  const without = (await get(`${url}&attributes=true`)).json();
  assert.deepEqual(without, { ...JSON.parse(plain), attributes: {} });
  const attributes = { address: 'Ματρόζου 32', main_use: '4000', link: 'https://example.gr/' };
  const recorded = { ...attributes, perimeter: 81.25 };
  const sent = { ...attributes, perimeter_m: 81.25 };
  await replaceRows(store, 'parcels', provenance, [{ ...parcels[0]!, attributes: recorded }]);
  t.after(() => replaceRows(store, 'parcels', provenance, parcels));
  assert.equal((await get(url)).body, plain);
  assert.equal((await get(`${url}&attributes=false`)).body, plain);
  assert.deepEqual((await get(`${url}&attributes=true`)).json().attributes, sent);
  const feature = await get(`${url}&attributes=true`, 'application/geo+json');
  const own = { kaek: '050681726003', area_m2: 412.5 };
  assert.deepEqual(feature.json().properties, { ...own, ...sent });
  assert.deepEqual((await get(url, 'application/geo+json')).json().properties, own);
  const at = (query: string) => api.inject(`/api/geocoding/parcel-at/?${pointUrl}${query}`);
  assert.equal((await at('')).body, plain);
  assert.deepEqual((await at('&attributes=true')).json().attributes, sent);
  const item = await api.inject('/ogc/collections/parcels/items/050681726003');
  assert.deepEqual(item.json().properties, { ...own, ...sent });
});

test('GeoJSON and the Greek Grid exclude each other', async () => {
  const response = await get('kaek_code=050681726003&srid=2100', 'application/geo+json');
  assert.equal(response.statusCode, 400);
  assert.match(response.json().message, /^srid: expected 4326/);
});
