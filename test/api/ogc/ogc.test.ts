import assert from 'node:assert/strict';
import test from 'node:test';
import { toGreekGrid } from '#tools/geo/greek-grid.ts';
import {
  api,
  authorization,
  crs84,
  get,
  grid,
  idsOf,
  items,
  linkOf,
  numbersOf,
  parcels,
  placeItems,
} from './ogc-service.ts';

test('the landing page leads to everything, as the client sees the host', async () => {
  const answer = await get('');
  assert.equal(answer.statusCode, 200);
  assert.equal(linkOf(answer, 'data'), 'http://localhost:8000/ogc/collections');
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
  for (const path of ['', '/items', '/items/1', '/items/1?f=json']) {
    assert.equal((await get(`collections/nothing${path}`)).statusCode, 404, path);
  }
});

test('a box across the antimeridian returns both sides in one order', async () => {
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
  assert.match(linkOf(await placeItems('limit=4'), 'next')!, /limit=4&after=4$/);
  const { links, ...feature } = (await get('collections/places/items/5', { authorization })).json();
  assert.deepEqual(feature, all.features[4]);
  assert.equal(links.length, 2);
  for (const id of ['7', '0', '-1', '1e0', 'x', '9'.repeat(40), '9'.repeat(65)]) {
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

test('f=json is the format of every page, and another is 400 with what there is', async () => {
  for (const path of [
    '',
    'conformance',
    'collections',
    'collections/parcels',
    'collections/parcels/items',
    'collections/parcels/items/050681726007',
    'collections/places/items',
    'collections/places/items/1',
  ]) {
    assert.equal((await get(`${path}?f=json`, { authorization })).statusCode, 200, path);
    const refused = await get(`${path}?f=xml`, { authorization });
    assert.equal(refused.statusCode, 400, path);
    assert.equal(refused.json().message, 'f: expected one of json');
  }
  assert.match(linkOf(await items('limit=1&f=json'), 'next')!, /limit=1&f=json&after=/);
  assert.equal((await api.inject('/ogc?f=json')).headers.location, '/ogc/?f=json');
});

test('parameters are described as the standard demands', async () => {
  const { paths } = (await api.inject('/openapi.json')).json();
  for (const collection of ['parcels', 'places']) {
    const { parameters } = paths[`/ogc/collections/${collection}/items`].get;
    const named = (name: string) => parameters.find((one: { name: string }) => one.name === name);
    const { schema, ...bbox } = named('bbox');
    const shown = [bbox.in, bbox.required, bbox.style, bbox.explode];
    assert.deepEqual(shown, ['query', false, 'form', false]);
    assert.deepEqual([schema.type, schema.items], ['array', { type: 'number' }]);
    assert.deepEqual(schema.oneOf, [
      { minItems: 4, maxItems: 4 },
      { minItems: 6, maxItems: 6 },
    ]);
    const limit = named('limit').schema;
    assert.deepEqual([limit.minimum, limit.maximum, limit.default], [1, 10_000, 10]);
  }
});

test('pages without parameters reject any', async () => {
  for (const path of ['', 'conformance', 'collections', 'collections/parcels']) {
    assert.equal((await get(`${path}?x=1`)).statusCode, 400, path);
  }
  assert.equal((await get('collections/parcels/items/050681726007?limit=1')).statusCode, 400);
});
