import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { MapRow } from '#domain/map/map-feature.ts';
import { openTileCache } from '#domain/map/tile-cache.ts';
import { replaceRows } from '#storage/store/store.ts';
import { decodeTile } from '../map/decode.ts';
import { openTestService, parcels, provenance } from '../service.ts';

const { api, store } = await openTestService();
after(() => api.close());

const street: MapRow = {
  externalId: 'way/1',
  layer: 'road',
  kind: 'minor',
  name: 'Ερμού',
  nameEn: null,
  ref: null,
  minZoom: 13,
  rank: 0,
  detail: 3,
  geometry: {
    type: 'LineString',
    coordinates: [
      [23.7, 37.9],
      [23.701, 37.9],
    ],
  },
};
const licence = '© <OpenStreetMap> contributors, ODbL';
await replaceRows(store, 'map', { ...provenance, licence }, [street]);

/** The tile of the parcel and the street. */
const here = '/16/37082/25302';

type Headers = Record<string, string>;
const get = (url: string, headers: Headers = {}) => api.inject({ url: `/tiles${url}`, headers });

test('a tile has what is loaded, without a token', async () => {
  const parcel = await get(`/parcels${here}.mvt`);
  assert.equal(parcel.statusCode, 200);
  assert.equal(parcel.headers['content-type'], 'application/vnd.mapbox-vector-tile');
  assert.deepEqual(
    decodeTile(parcel.rawPayload).map(({ layer, properties }) => ({ layer, ...properties })),
    [{ layer: 'parcels', kaek: '050681726003', area_m2: 412.5 }],
  );
  const base = await get(`/base${here}.mvt`);
  assert.deepEqual(
    decodeTile(base.rawPayload).map(({ layer, properties }) => ({ layer, ...properties })),
    [
      { layer: 'sea', kind: 'sea' },
      { layer: 'road', kind: 'minor', name: 'Ερμού', name_en: 'Ermou' },
    ],
  );
});

test('a tile is compressed for clients that accept gzip, with the same weak ETag', async () => {
  const [plain, packed] = [
    await get(`/base${here}.mvt`),
    await get(`/base${here}.mvt`, { 'accept-encoding': 'br, gzip' }),
  ];
  assert.equal(plain.headers['content-encoding'], undefined);
  assert.equal(packed.headers['content-encoding'], 'gzip');
  assert.equal(Number(packed.headers['content-length']), packed.rawPayload.length);
  assert.deepEqual(gunzipSync(packed.rawPayload), plain.rawPayload);
  assert.equal(packed.headers.vary, 'accept-encoding');
  assert.match(packed.headers.etag as string, /^W\/"[\w-]{22}"$/);
  assert.equal(packed.headers.etag, plain.headers.etag);
});

test('an empty tile is 204, also below the zooms that have parcels', async () => {
  for (const url of ['/base/16/0/0.mvt', '/parcels/16/0/0.mvt', '/parcels/13/4635/3166.mvt']) {
    const answer = await get(url);
    assert.equal(answer.statusCode, 204, url);
    assert.equal(answer.rawPayload.length, 0);
    assert.ok(answer.headers.etag);
  }
});

test('an unchanged tile is 304, and changes with an import of its own layer only', async () => {
  const url = `/parcels${here}.mvt`;
  const { etag, ...others } = (await get(url)).headers;
  assert.equal(others['cache-control'], 'no-cache');
  const ask = async () => (await get(url, { 'if-none-match': String(etag) })).statusCode;
  assert.equal(await ask(), 304);
  await replaceRows(store, 'map', { ...provenance, licence, checksum: '01' }, [street]);
  assert.equal(await ask(), 304);
  await replaceRows(store, 'parcels', { ...provenance, checksum: '01' }, []);
  assert.equal((await get(url, { 'if-none-match': String(etag) })).statusCode, 204);
  await replaceRows(store, 'parcels', provenance, parcels);
  assert.equal((await get(url)).statusCode, 200);
});

test('a configured public URL is that of all links, whatever the request names', async t => {
  const behind = await openTestService({
    publicUrl: new URL('https://user:secret@ktima.example/data/?x=1#y'),
    trustedProxies: ['127.0.0.1'],
  });
  t.after(() => behind.api.close());
  for (const headers of [{ host: 'evil.example' }, { 'x-forwarded-host': 'evil.example' }]) {
    const ask = async (url: string) => (await behind.api.inject({ url, headers })).json();
    const { tiles } = await ask('/tiles/base.json');
    assert.deepEqual(tiles, ['https://ktima.example/data/tiles/base/{z}/{x}/{y}.mvt']);
    const { links } = await ask('/ogc/');
    assert.ok(links.length > 0);
    for (const { href } of links) assert.match(href, /^https:\/\/ktima\.example\/data\//);
  }
});

test('TileJSON describes zooms, layers, sources and schema', async () => {
  const base = (await get('/base.json')).json();
  assert.equal(base.tilejson, '3.0.0');
  assert.match(base.version, /^1\.(0|[1-9]\d*)\.0$/);
  assert.deepEqual([base.minzoom, base.maxzoom], [0, 16]);
  const shipped = '© OpenStreetMap contributors, ODbL 1.0 · © GeoNames, CC BY 4.0';
  assert.equal(base.attribution, `${shipped} · © &lt;OpenStreetMap&gt; contributors, ODbL`);
  assert.ok(base.vector_layers.some(({ id }: { id: string }) => id === 'building'));
  const ours = (await get('/parcels.json')).json();
  assert.deepEqual([ours.minzoom, ours.maxzoom, ours.attribution], [14, 16, 'none']);
  assert.deepEqual(base.bounds, [10, 30, 40, 47], 'those of the shipped land');
  assert.ok(base.center[2] > 10, 'the loaded street');
  assert.deepEqual(ours.bounds, [23.7, 37.9, 23.7002, 37.9002]);
  assert.deepEqual(ours.center, [23.7001, 37.9001, 16]);
  assert.deepEqual(ours.vector_layers, [
    {
      id: 'parcels',
      fields: { kaek: 'String', area_m2: 'Number', main_use: 'String', address: 'String' },
    },
  ]);
});

test('TileJSON has another minor version after an import, and no attribution without a licence', async t => {
  const { api, store } = await openTestService();
  t.after(() => api.close());
  const describe = async () => (await api.inject('/tiles/parcels.json')).json();
  const before = await describe();
  await replaceRows(store, 'parcels', { ...provenance, licence: 'not stated' }, parcels);
  const after = await describe();
  assert.notEqual(after.version.split('.')[1], before.version.split('.')[1]);
  assert.equal(after.attribution, '');
});

test('the cache keeps the tiles that were used last, and makes a tile once', async () => {
  const cache = openTileCache(3_000);
  const made: string[] = [];
  const ask = (key: string) =>
    cache.get(key, async () => {
      made.push(key);
      return new Uint8Array(700);
    });
  await Promise.all([ask('a'), ask('a'), ask('b'), ask('a')]);
  await ask('c');
  await ask('a');
  await ask('d');
  assert.deepEqual(made, ['a', 'b', 'c', 'd']);
  await ask('a');
  await ask('c');
  assert.deepEqual(made, ['a', 'b', 'c', 'd']);
  await ask('b');
  assert.deepEqual(made, ['a', 'b', 'c', 'd', 'b']);
});

test('a tile that could not be made is tried again', async () => {
  const cache = openTileCache(3_000);
  await assert.rejects(cache.get('a', () => Promise.reject(new Error('out of reach'))));
  assert.equal((await cache.get('a', async () => new Uint8Array(5))).length, 5);
});

test('a cache without memory and tiles larger than a cache are no error', async () => {
  for (const bytes of [0, 500]) {
    const cache = openTileCache(bytes);
    const ask = () => cache.get('a', async () => new Uint8Array(600));
    assert.equal((await ask()).length, 600);
    assert.equal((await ask()).length, 600);
  }
});
