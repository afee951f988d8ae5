import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test, { type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { OsmElement } from '#importing/osm/readers/elements.ts';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { osmPbf, osmXml } from '../importing/osm-writer.ts';
import { startLocalServer } from '../local-server.ts';
import { longTest } from '../sample.ts';
import { assertRefused, ktimaHere, newHome, succeed } from './ktima.ts';
import { filesOf } from './sample-home.ts';

const node = (id: number, latitude: number, longitude: number, tags = {}): OsmElement => {
  return { kind: 'node', id, latitude, longitude, tags };
};

/**
 * A bank with a number, a street, a park drawn as an area, a wine shop that no layer takes, a village,
 * a museum and a border.
 */
const town: OsmElement[] = [
  node(1, 39.36, 22.94, {
    ...{ amenity: 'bank', name: 'Εθνική Τράπεζα', 'name:en': 'National Bank' },
    ...{ 'addr:street': 'Ιάσονος', 'addr:housenumber': '12', 'addr:city': 'Βόλος' },
  }),
  node(2, 39.361, 22.941, { shop: 'wine' }),
  node(3, 39.362, 22.942),
  node(4, 39.362, 22.944),
  node(5, 39.364, 22.944),
  node(8, 39.363, 22.943, { place: 'village', name: 'Δοκιμοχώρι', population: '12' }),
  node(9, 39.3635, 22.9435, { tourism: 'museum', name: 'Μουσείο Δοκιμής' }),
  { kind: 'way', id: 6, refs: [3, 4, 5, 3], tags: { leisure: 'park', name: 'Άλσος' } },
  { kind: 'way', id: 7, refs: [3, 5], tags: { highway: 'residential', name: 'Ιάσονος' } },
  {
    kind: 'relation',
    id: 10,
    members: [{ kind: 'way', ref: 6, role: 'outer' }],
    tags: { type: 'boundary', boundary: 'administrative', admin_level: '7', name: 'Δήμος Βόλου' },
  },
];

/** A home, and how files are imported into it; `loaded` lists its places and layers. */
function openHome(t: TestContext) {
  const home = newHome(t);
  const files = filesOf(home);
  const load = (...args: string[]) => ktimaHere(home.env, ['import', 'osm', '--no-build', ...args]);
  const loaded = async () => {
    const store = openSqliteStore(files.file('ktima.db'));
    const places = [...(await store.readPlaces())];
    const sources = await store.loadedSources();
    await store.close();
    return {
      places: places.map(one => [one.external_id, one.name_gr, one.name_en, one.place_type].join()),
      sources: sources.map(({ layer, source, rows }) => `${layer} ${source} ${rows}`),
      licences: [...new Set(sources.map(({ licence }) => licence))],
    };
  };
  return { ...home, ...files, load, loaded };
}

longTest('PBF, XML and gzipped XML of one town give the same rows', async t => {
  const { env, file, put, read, loaded } = openHome(t);
  const files = {
    'town.osm.pbf': Buffer.concat([...osmPbf(town)]),
    'town.osm': osmXml(town),
    'town.osm.gz': gzipSync(osmXml(town)),
  };
  for (const [name, contents] of Object.entries(files)) {
    const build = name === 'town.osm.gz' ? [] : ['--no-build'];
    await succeed(env, ['import', 'osm', put(name, contents), ...build]);
    assert.deepEqual(await loaded(), {
      places: ['node/1,Εθνική Τράπεζα,National Bank,bank', 'way/6,Άλσος,,park'],
      sources: [
        ...['addresses osm 2', 'boundaries osm 1', 'map osm 4', 'named_places osm 1'],
        ...['places osm 2', 'settlements osm 1'],
      ],
      licences: ['© OpenStreetMap contributors, ODbL 1.0'],
    });
  }
  await succeed(env, ['report', 'Ιάσονος 12, Βόλος', '-o', file('report.json')]);
  const [bank, park] = JSON.parse(read('report.json')).neighbourhood;
  // To the street and back.
  assert.ok(bank.walking_distance_m > 500 && bank.walking_minutes > 6);
  assert.equal(park.walking_note, null);
});

test('a web address is downloaded, then imported', async t => {
  const { folder, load, loaded } = openHome(t);
  const contents = Buffer.concat([...osmPbf(town)]);
  const { url } = await startLocalServer(t, (request, response) => {
    if (!request.url!.endsWith('/town.osm.pbf')) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-length': contents.length }).end(contents);
  });
  const { code, stderr } = await load(`${url}/town.osm.pbf`);
  assert.equal(code, 0, stderr);
  assert.deepEqual(readFileSync(`${folder}/downloads/town.osm.pbf`), contents);
  assert.equal((await loaded()).places.length, 2);
});

test('a downloaded file that is damaged is removed, and the next import gets it anew', async t => {
  const { folder, load } = openHome(t);
  const contents = Buffer.concat([...osmPbf(town)]);
  let sent = contents.with(40, 255).subarray(0, -20);
  const { url } = await startLocalServer(t, (request, response) => {
    if (!request.url!.endsWith('/town.osm.pbf')) return void response.writeHead(404).end();
    const dated = { 'last-modified': 'Tue, 17 Nov 2026 21:00:00 GMT' };
    response.writeHead(200, { ...dated, 'content-length': sent.length }).end(sent);
  });
  const refused = /town\.osm\.pbf.*; it is removed, and the same command downloads it again\n$/;
  await assertRefused(load(`${url}/town.osm.pbf`), refused);
  assert.deepEqual(readdirSync(`${folder}/downloads`), []);
  sent = contents;
  assert.equal((await load(`${url}/town.osm.pbf`)).code, 0);
});

test('a cut file is refused with its place, and what was loaded stays', async t => {
  const { put, load, loaded } = openHome(t);
  const contents = Buffer.concat([...osmPbf(town)]);
  await load(put('town.osm.pbf', contents));
  const before = await loaded();
  assert.equal(before.places.length, 2);
  const cut = put('town.osm.pbf', contents.subarray(0, contents.length - 20));
  await assertRefused(load(cut), /^ktima: .*town\.osm\.pbf.*byte \d+.*\n$/);
  assert.deepEqual(await loaded(), before);
});

test('a file without rows for a layer that had some is refused, and --allow-empty accepts it', async t => {
  const { env, put, load, loaded } = openHome(t);
  const village = put('village.osm', osmXml(town.filter(({ id }) => id === 8)));
  assert.equal((await load('--no-map', put('town.osm', osmXml(town)))).code, 0);
  const before = await loaded();
  const refused = await load('--no-map', village);
  assert.equal(refused.code, 1);
  assert.match(refused.stdout, /usable {3}1, not stored \(the source keeps 1\)/);
  assert.match(
    refused.stdout,
    /had 2 rows in places and would have none; nothing was changed\. Giv/,
  );
  assert.match(refused.stdout, /another layer of this import was refused; nothing was changed/);
  assert.deepEqual(await loaded(), before);
  assert.equal((await load('--no-map', village, '--source', 'village')).code, 0);
  assert.equal((await load('--no-map', village, '--allow-empty')).code, 0);
  assert.deepEqual((await loaded()).places, []);
  const status = await succeed(env, ['status']);
  assert.doesNotMatch(status, /^boundaries .*/m);
  assert.match(status, /^empty: costs, places, .*boundaries/m);
});

test('status --houses shows how many buildings of a municipality have a number', async t => {
  const { env, put } = openHome(t);
  const building = (id: number): OsmElement[] => [
    ...[0, 1, 2].map(i =>
      node(10 * id + i, 39.36 + (i % 2) / 5e3, 22.95 + (id + (i > 1 ? 1 : 0)) / 5e3),
    ),
    {
      kind: 'way',
      id,
      refs: [0, 1, 2, 0].map(i => 10 * id + i),
      tags: {
        building: 'yes',
        ...(id === 2 && { 'addr:street': 'Ιάσονος', 'addr:housenumber': '7' }),
      },
    },
  ];
  const elements = [2, 4, 6, 8].flatMap(building);
  await succeed(env, [
    'import',
    'osm',
    put('houses.osm', osmXml(elements.toSorted((a, b) => a.kind.localeCompare(b.kind)))),
    '--allow-empty',
    '--no-build',
  ]);
  assert.match(await succeed(env, ['status', '--houses']), /\nΔήμος Βόλου +1 +4 +25 %/);
});

test('--no-map leaves the map as it is', async t => {
  const { put, load, loaded } = openHome(t);
  const hasMapAfter = async (elements: OsmElement[], ...options: string[]) => {
    const { code, stdout } = await load(put('town.osm', osmXml(elements)), ...options);
    assert.equal(code, 0);
    assert.equal(/^map, source osm$/m.test(stdout), options.length === 0);
    return (await loaded()).sources.includes('map osm 4');
  };
  assert.equal(await hasMapAfter(town, '--no-map'), false);
  assert.equal(await hasMapAfter(town), true);
  const nodes = town.filter(({ kind }) => kind === 'node');
  assert.equal(await hasMapAfter(nodes, '--no-map', '--allow-empty'), true);
});
