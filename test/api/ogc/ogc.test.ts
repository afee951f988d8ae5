import assert from 'node:assert/strict';
import test from 'node:test';
import { gunzipSync } from 'node:zlib';
import { toGreekGrid } from '../../../src/geo/greek-grid.ts';
import type { Parcel } from '../../../src/property/parcels.ts';
import { type NewPlace, replaceRows } from '../../../src/store/store.ts';
import { openTestService, places, provenance } from '../../service.ts';

const grid = 'http://www.opengis.net/def/crs/EPSG/0/2100';
const crs84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84';

/** Triangles, ten in a row from south to north and the rows from west to east, 100 m apart. */
const parcels: Parcel[] = Array.from({ length: 100 }, (_, i) => {
  const [x, y] = [23.7 + Math.floor(i / 10) / 1_000, 37.9 + (i % 10) / 1_000];
  const ring = [
    [x, y],
    [x + 0.0005, y],
    [x, y + 0.0005],
    [x, y],
  ] as const;
  const kaek = `050681726${String(i).padStart(3, '0')}`;
  return { kaek, areaM2: 1_000 + i, geometry: { type: 'Polygon', coordinates: [ring] } };
});
const island: NewPlace = {
  ...places[0]!,
  external_id: 'node/fiji',
  name_en: 'Fiji "1"',
  name_gr: 'Φίτζι',
  latitude: -16.5,
  longitude: 179.9,
};

const { api, store, token, clock } = await openTestService({
  places: [...places, island, { ...island, external_id: 'node/west', longitude: -179.9 }],
});
await replaceRows(store, 'parcels', provenance, parcels);
const authorization = `Bearer ${token}`;

const get = (path: string, headers: Record<string, string> = {}) =>
  api.inject({ url: `/ogc/${path}`, headers: { host: 'gis.example:8000', ...headers } });
const items = (query: string) => get(`collections/parcels/items${query && `?${query}`}`);
const placeItems = (query: string) => get(`collections/places/items?${query}`, { authorization });
const idsOf = async (answer: ReturnType<typeof get>) =>
  (await answer).json().features.map((feature: { id: unknown }) => feature.id);
const numbersOf = async (query: string) =>
  (await idsOf(items(query))).map((id: string) => Number(id.slice(-3)));

interface Link {
  readonly rel: string;
  readonly href: string;
}
const linkOf = (answer: Awaited<ReturnType<typeof get>>, rel: string): string | undefined =>
  answer.json().links.find((link: Link) => link.rel === rel)?.href;

test('the landing page leads to everything, as the client sees the host', async () => {
  const answer = await get('');
  assert.equal(answer.statusCode, 200);
  assert.equal(linkOf(answer, 'data'), 'http://gis.example:8000/ogc/collections');
  for (const rel of ['self', 'service-desc', 'service-doc', 'conformance', 'data']) {
    const { pathname } = new URL(linkOf(answer, rel)!);
    assert.equal((await api.inject(pathname)).statusCode, 200, rel);
  }
  assert.equal((await api.inject('/ogc')).headers.location, '/ogc/');
});

test('a browser gets JSON too', async () => {
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
  assert.match(String((await get('', { accept })).headers['content-type']), /^application\/json/);
  assert.equal((await get('collections/parcels/items', { accept })).statusCode, 200);
});

test('a host that is no name or address is 400', async () => {
  for (const host of ['a b', 'x/y', '"', 'a@b', 'a:b', '[::1', 'a:1:2', 'é']) {
    const refused = await get('collections', { host });
    assert.equal(refused.statusCode, 400, host);
    assert.match(refused.json().message, /^Host: expected a host name or IP address/);
  }
  for (const host of ['[::1]:8000', 'localhost', '127.0.0.1:1']) {
    const self = linkOf(await get('collections', { host }), 'self');
    assert.equal(self, `http://${host}/ogc/collections`);
  }
});

test('conformance names the parts that are implemented', async () => {
  const { conformsTo } = (await get('conformance')).json();
  assert.deepEqual(
    conformsTo.map((uri: string) => uri.slice(uri.indexOf('features-'))),
    ['features-1/1.0/conf/core', 'features-1/1.0/conf/geojson', 'features-2/1.0/conf/crs'],
  );
});

test('collections are listed without a token; items of places need one', async () => {
  const { collections } = (await get('collections')).json();
  assert.deepEqual(
    collections.map(({ id }: { id: string }) => id),
    ['parcels', 'places'],
  );
  for (const collection of collections) {
    assert.deepEqual(collection.crs, [crs84, grid]);
    assert.equal(collection.storageCrs, crs84);
    assert.deepEqual((await get(`collections/${collection.id}`)).json(), collection);
  }
  const boxes = collections.map((one: { extent: unknown }) => one.extent);
  assert.deepEqual(boxes[0], {
    spatial: { bbox: [[23.7, 37.9, 23.7095, 37.9095]], crs: crs84 },
  });
  assert.equal(boxes[1].spatial.bbox[0][0], -179.9);
  for (const path of ['items', 'items/1']) {
    const refused = await get(`collections/places/${path}`);
    assert.equal(refused.statusCode, 401);
    assert.equal(refused.headers['www-authenticate'], 'Bearer');
  }
  assert.equal((await get('collections/nothing')).statusCode, 404);
});

test('parcels come ten at a time, in the order of their codes, with links to the rest', async () => {
  const first = await items('');
  assert.equal(first.statusCode, 200);
  assert.match(String(first.headers['content-type']), /^application\/geo\+json/);
  assert.equal(first.headers['content-crs'], `<${crs84}>`);
  const body = first.json();
  assert.equal(body.type, 'FeatureCollection');
  assert.equal(body.numberReturned, 10);
  assert.equal(body.timeStamp, clock.now.toISOString());
  assert.deepEqual(body.features[1], {
    type: 'Feature',
    id: '050681726001',
    properties: { kaek: '050681726001', area: 1_001 },
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [23.7, 37.901],
          [23.7005, 37.901],
          [23.7, 37.9015],
          [23.7, 37.901],
        ],
      ],
    },
  });
  const seen: string[] = [];
  let pages = 0;
  for (let url: string | undefined = `/ogc/collections/parcels/items?limit=30&crs=${grid}`; url; ) {
    const { pathname, search } = new URL(url, 'http://x');
    const page = await api.inject(pathname + search);
    assert.equal(page.headers['content-crs'], `<${grid}>`);
    seen.push(...page.json().features.map((feature: { id: string }) => feature.id));
    url = linkOf(page, 'next');
    pages++;
  }
  assert.equal(pages, 4);
  assert.deepEqual(
    seen,
    parcels.map(({ kaek }) => kaek),
  );
  assert.equal(linkOf(await items('limit=100'), 'next'), undefined, 'exactly all');
});

test('a box selects the parcels whose outline meets it', async () => {
  assert.deepEqual(await numbersOf('bbox=23.7001,37.9001,23.7012,37.9012'), [0, 1, 10, 11]);
  assert.deepEqual(
    await numbersOf('bbox=23.7004,37.9004,23.7005,37.9005'),
    [],
    'in its bounds only',
  );
  assert.deepEqual(
    await numbersOf('bbox=23.7001,37.9001,0,23.7002,37.9002,99'),
    [0],
    'six numbers',
  );
  assert.deepEqual(await numbersOf('bbox=23.69,37.89,23.7,37.9'), [0], 'only touching');
  assert.equal((await numbersOf('bbox=-180,-90,180,90&limit=10000')).length, 100);
  assert.equal((await numbersOf('bbox=23.65,-90,23.6,90&limit=10000')).length, 100, 'antimeridian');
  assert.deepEqual(await numbersOf('bbox=23.75,-90,23.69,90'), [], 'antimeridian, without these');
  assert.deepEqual(await numbersOf('bbox=170,-90,-170,90'), []);
  assert.deepEqual(await numbersOf('bbox=23.70001,38.5,23.70002,38.5'), []);
});

test('a box of two sides of the antimeridian goes through both in one order', async () => {
  const west = 'bbox=23.7085,-90,23.7005,90&limit=7';
  const all = parcels
    .keys()
    .filter(i => i < 10 || i >= 90)
    .toArray();
  const seen: number[] = [];
  for (let after = ''; ; ) {
    const page = await numbersOf(west + after);
    seen.push(...page);
    if (page.length < 7) break;
    after = `&after=${parcels[page.at(-1)!]!.kaek}`;
  }
  // The second column touches the eastern half at its western side.
  assert.deepEqual(
    seen.filter(i => i < 10 || i >= 90),
    all,
  );
  assert.deepEqual(
    seen,
    seen.toSorted((a, b) => a - b),
  );
  assert.equal(new Set(seen).size, seen.length);
});

test('the Greek Grid works for answers and for boxes', async () => {
  const near = async (crs: string) => (await items(`limit=1&crs=${crs}`)).json().features[0];
  const [degrees, metres] = [await near(crs84), await near(encodeURIComponent(grid))];
  const [x, y] = toGreekGrid(degrees.geometry.coordinates[0][0]);
  const [east, north] = metres.geometry.coordinates[0][0];
  assert.ok(Math.abs(x - east) < 0.001 && Math.abs(y - north) < 0.001);
  assert.match(String(east), /^\d{6}(\.\d{1,3})?$/);

  const boxAt = (margin: number) => [x - margin, y - margin, x + margin, y + margin].join();
  const found = (box: string) => numbersOf(`bbox=${box}&bbox-crs=${grid}&limit=10000`);
  assert.deepEqual(await found(boxAt(1)), [0]);
  assert.equal((await found(boxAt(1e5))).length, 100);
  assert.equal((await found('-1e300,-1e300,1e300,1e300')).length, 100);
  assert.deepEqual(await found('1e300,1e300,1e301,1e301'), []);
  assert.deepEqual(await found('0,0,1,1'), []);
  const one = await get(`collections/parcels/items/050681726000?crs=${grid}`);
  assert.deepEqual(one.json().geometry, metres.geometry);
  assert.equal(one.headers['content-crs'], `<${grid}>`);
});

test('a method that an item does not have is 405 with those it has', async () => {
  const url = '/ogc/collections/parcels/items/050681726007';
  const answer = await api.inject({ method: 'POST', url });
  assert.equal(answer.statusCode, 405);
  assert.match(String(answer.headers.allow), /GET/);
});

test('a parcel has its own page', async () => {
  const answer = await get('collections/parcels/items/050681726007');
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.headers['content-crs'], `<${crs84}>`);
  assert.equal(answer.json().id, '050681726007');
  assert.equal(
    linkOf(answer, 'self'),
    'http://gis.example:8000/ogc/collections/parcels/items/050681726007',
  );
  assert.ok(linkOf(answer, 'collection'));
  const unknown = await get('collections/parcels/items/050681726999');
  assert.equal(unknown.statusCode, 404);
  assert.equal(unknown.json().message, 'kaek: no parcel 050681726999 is loaded');
  assert.match((await get('collections/parcels/items/abc')).json().message, /^kaek: expected 12/);
  for (const id of ['x', '%00', '%F0%9F%98%80', "'--", '..%2f..', '1'.repeat(65)]) {
    assert.equal((await get(`collections/parcels/items/${id}`)).statusCode, 400, id);
  }
  assert.equal((await get('collections/parcels/items/%ff')).statusCode, 400);
});

test('places are found by box and id, with a token', async () => {
  const all = (await placeItems('limit=100')).json();
  assert.equal(all.numberReturned, 6);
  assert.deepEqual(all.features[4], {
    type: 'Feature',
    id: 5,
    geometry: { type: 'Point', coordinates: [179.9, -16.5] },
    properties: {
      external_id: 'node/fiji',
      name_en: 'Fiji "1"',
      name_gr: 'Φίτζι',
      place_category: null,
      place_type: 'bank',
    },
  });
  assert.deepEqual(await idsOf(placeItems('bbox=23,38.001,23,38.0151')), [2, 3]);
  assert.deepEqual(await idsOf(placeItems('bbox=23,38.001,23,38.0151&after=2')), [3]);
  assert.deepEqual(await idsOf(placeItems('bbox=23,38.0010000001,23,38.0149999999')), []);
  assert.deepEqual(await idsOf(placeItems('bbox=179,-20,-179,-10')), [5, 6], 'antimeridian');
  assert.deepEqual(await idsOf(placeItems('bbox=179,-20,180,-10')), [5]);
  const first = await placeItems('limit=4');
  assert.match(linkOf(first, 'next')!, /limit=4&after=4$/);
  const one = await get('collections/places/items/5', { authorization });
  const { links, ...feature } = one.json();
  assert.deepEqual(feature, all.features[4]);
  assert.equal(links.length, 2);
  for (const id of ['7', '0', '-1', '1e0', 'x', '9'.repeat(40)]) {
    const answer = await get(`collections/places/items/${id}`, { authorization });
    assert.equal(answer.statusCode, 404, id);
  }
});

test('places are found on the Greek Grid', async () => {
  const [x, y] = toGreekGrid([23, 38.001]);
  const box = [x - 0.5, y - 0.5, x + 0.5, y + 0.5].join();
  const { features } = (await placeItems(`bbox=${box}&bbox-crs=${grid}&crs=${grid}`)).json();
  assert.equal(features.length, 1);
  const [east, north] = features[0].geometry.coordinates;
  assert.ok(Math.abs(east - x) < 0.001 && Math.abs(north - y) < 0.001);
});

for (const [query, named] of [
  ['limit=0', 'limit'],
  ['limit=-1', 'limit'],
  ['limit=1e9', 'limit'],
  ['limit=ten', 'limit'],
  ['limit=', 'limit'],
  ['limit=1&limit=2', 'limit'],
  ['bbox=', 'bbox'],
  ['bbox=1,2,3', 'bbox'],
  ['bbox=1,2,3,4,5', 'bbox'],
  ['bbox=1,2,3,4,5,6,7', 'bbox'],
  ['bbox=NaN,1,2,3', 'bbox'],
  ['bbox=1,1,Infinity,3', 'bbox'],
  ['bbox=1,1,1e999,3', 'bbox'],
  ['bbox=0x1,1,2,3', 'bbox'],
  ['bbox=1,,2,3', 'bbox'],
  ['bbox=1 1 2 3', 'bbox'],
  ['bbox=23,38,24,37', 'bbox'],
  ['bbox=-181,0,0,1', 'bbox'],
  ['bbox=0,0,1,91', 'bbox'],
  ['bbox=1,2,3,4&bbox=1,2,3,4', 'bbox'],
  [`bbox=1,2,3,${'4'.repeat(400)}`, 'bbox'],
  [`bbox=5e5,4e6,4e5,4.1e6&bbox-crs=${grid}`, 'bbox'],
  ['crs=EPSG:2100', 'crs'],
  ['crs=http://www.opengis.net/def/crs/EPSG/0/3857', 'crs'],
  ['bbox-crs=2100', 'bbox-crs'],
  ['datetime=yesterday', 'datetime'],
  ['datetime=2026-02-30T99:00:00Z', 'datetime'],
  ['datetime=../..', 'datetime'],
  ['datetime=2026-02-30', 'datetime'],
  ['datetime=2026-02-30T09:00:00Z', 'datetime'],
  ['datetime=2026-01-02/2026-01-01', 'datetime'],
  ['datetime=2026-01-01/2026-01-02/2026-01-03', 'datetime'],
  ['after=x', 'after'],
  ['after=%00', 'after'],
  ['unknown=1', 'unknown'],
  ['BBOX=1,2,3,4', 'BBOX'],
  ['f=json', 'f'],
  ['%3Cscript%3E=1', 'unknown parameter'],
] as const) {
  test(`items reject ${query.slice(0, 60)} and name the parameter`, async () => {
    const answer = await items(query);
    assert.equal(answer.statusCode, 400, answer.body);
    assert.ok(answer.json().message.startsWith(`${named}: expected `), answer.json().message);
  });
}

test('a limit above the largest is read as the largest, as the standard requires', async () => {
  for (const limit of ['10001', '1000000000', '9'.repeat(30)]) {
    assert.equal((await items(`limit=${limit}`)).json().numberReturned, 100);
  }
});

test('a time or interval is accepted and leaves out nothing', async () => {
  for (const time of [
    '2026-06-15T09:00:00Z',
    '2026-06-15',
    '2026-01-01T00:00:00Z/2026-06-15T09:00:00.5%2B03:00',
    '../2026-06-15T09:00:00Z',
    '/2026-06-15',
    '2026-06-15T09:00:00Z/..',
    '2026-06-15T09:00:00Z/',
  ]) {
    assert.deepEqual(await numbersOf(`limit=2&datetime=${time}`), [0, 1], time);
  }
});

test('pages without parameters reject any', async () => {
  for (const path of ['', 'conformance', 'collections', 'collections/parcels']) {
    assert.equal((await get(`${path}?x=1`)).statusCode, 400, path);
  }
  assert.equal((await get('collections/parcels/items/050681726007?limit=1')).statusCode, 400);
});

test('a large page is compressed', async () => {
  const url = '/ogc/collections/parcels/items?limit=100';
  const answer = await api.inject({ url, headers: { 'accept-encoding': 'gzip' } });
  assert.equal(answer.headers['content-encoding'], 'gzip');
  assert.equal(JSON.parse(gunzipSync(answer.rawPayload).toString()).numberReturned, 100);
});

test('a page of very long outlines ends early, and its link leads to the rest', async t => {
  const { api, store } = await openTestService();
  t.after(() => api.close());
  const ring = Array.from({ length: 80_000 }, (_, i): [number, number] => {
    const angle = (i / 80_000) * 2 * Math.PI;
    return [24 + Math.cos(angle), 38 + Math.sin(angle)];
  });
  const geometry = { type: 'Polygon', coordinates: [[...ring, ring[0]!]] } as const;
  const large = Array.from({ length: 6 }, (_, i) => ({
    kaek: `05068172600${i}`,
    areaM2: 1,
    geometry,
  }));
  await replaceRows(store, 'parcels', provenance, large);
  const first = await api.inject('/ogc/collections/parcels/items?limit=6');
  const { numberReturned } = first.json();
  assert.ok(numberReturned > 1 && numberReturned < 6, `${numberReturned}`);
  const { pathname, search } = new URL(linkOf(first, 'next')!);
  const second = (await api.inject(pathname + search)).json();
  assert.equal(second.features[0].id, large[numberReturned]!.kaek);
  assert.equal(numberReturned + second.numberReturned, 6);
});
