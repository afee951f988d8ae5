import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import type { OsmElement } from '#importing/osm/readers/elements.ts';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { osmPbf, osmXml } from '../importing/osm-writer.ts';
import { startLocalServer } from '../local-server.ts';
import { longTest } from '../sample.ts';
import { assertRefused, ktimaHere, newHome } from './ktima.ts';

const node = (id: number, latitude: number, longitude: number, tags = {}): OsmElement => ({
  kind: 'node',
  id,
  latitude,
  longitude,
  tags,
});

/**
 * A bank with a number, a street, a park drawn as an area, a wine shop that no layer takes, a village,
 * a museum and a border.
 */
const town: OsmElement[] = [
  node(1, 39.36, 22.94, {
    amenity: 'bank',
    name: 'Εθνική Τράπεζα',
    'name:en': 'National Bank',
    'addr:street': 'Ιάσονος',
    'addr:housenumber': '12',
    'addr:city': 'Βόλος',
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

async function loaded(path: string) {
  const store = openSqliteStore(path);
  const places = [...(await store.readPlaces())];
  const sources = await store.loadedSources();
  await store.close();
  return {
    places: places.map(({ external_id, name_gr, name_en, place_type }) => [
      external_id,
      name_gr,
      name_en,
      place_type,
    ]),
    sources: sources.map(({ layer, source, rows, licence }) => [layer, source, rows, licence]),
  };
}

longTest('PBF, XML and gzipped XML of one town give the same rows', async t => {
  const home = newHome(t);
  const files = {
    'town.osm.pbf': Buffer.concat([...osmPbf(town)]),
    'town.osm': osmXml(town),
    'town.osm.gz': gzipSync(osmXml(town)),
  };
  for (const [name, contents] of Object.entries(files)) {
    writeFileSync(`${home.folder}/${name}`, contents);
    const { code, stdout, stderr } = await ktimaHere(home.env, [
      'import',
      'osm',
      `${home.folder}/${name}`,
      ...(name === 'town.osm.gz' ? [] : ['--no-build']),
    ]);
    assert.equal(code, 0, `${name}: ${stdout} ${stderr}`);
    assert.deepEqual(await loaded(`${home.folder}/ktima.db`), {
      places: [
        ['node/1', 'Εθνική Τράπεζα', 'National Bank', 'bank'],
        ['way/6', 'Άλσος', null, 'park'],
      ],
      sources: [
        ['addresses', 'osm', 2, '© OpenStreetMap contributors, ODbL 1.0'],
        ['boundaries', 'osm', 1, '© OpenStreetMap contributors, ODbL 1.0'],
        ['map', 'osm', 4, '© OpenStreetMap contributors, ODbL 1.0'],
        ['named_places', 'osm', 1, '© OpenStreetMap contributors, ODbL 1.0'],
        ['places', 'osm', 2, '© OpenStreetMap contributors, ODbL 1.0'],
        ['settlements', 'osm', 1, '© OpenStreetMap contributors, ODbL 1.0'],
      ],
    });
  }
  const report = `${home.folder}/report.json`;
  const { stderr } = await ktimaHere(home.env, ['report', 'Ιάσονος 12, Βόλος', '-o', report]);
  const [bank, park] = JSON.parse(readFileSync(report, 'utf8')).neighbourhood;
  // To the street and back.
  assert.ok(bank.walking_distance_m > 500 && bank.walking_minutes > 6, stderr);
  assert.equal(park.walking_note, null);
});

test('a web address is downloaded, then imported', async t => {
  const home = newHome();
  const contents = Buffer.concat([...osmPbf(town)]);
  const { url } = await startLocalServer(t, (request, response) => {
    if (!request.url!.endsWith('/town.osm.pbf')) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-length': contents.length }).end(contents);
  });
  t.after(home.remove);
  const { code, stderr } = await ktimaHere(home.env, [
    'import',
    'osm',
    '--no-build',
    `${url}/town.osm.pbf`,
  ]);
  assert.equal(code, 0, stderr);
  assert.deepEqual(readFileSync(`${home.folder}/downloads/town.osm.pbf`), contents);
  assert.equal((await loaded(`${home.folder}/ktima.db`)).places.length, 2);
});

test('a cut file is refused with its place, and what was loaded stays', async t => {
  const home = newHome(t);
  const path = `${home.folder}/town.osm.pbf`;
  const contents = Buffer.concat([...osmPbf(town)]);
  writeFileSync(path, contents);
  await ktimaHere(home.env, ['import', 'osm', '--no-build', path]);
  const before = await loaded(`${home.folder}/ktima.db`);
  writeFileSync(path, contents.subarray(0, contents.length - 20));
  await assertRefused(
    ktimaHere(home.env, ['import', 'osm', '--no-build', path]),
    /^ktima: .*town\.osm\.pbf.*byte \d+.*\n$/,
  );
  assert.deepEqual(await loaded(`${home.folder}/ktima.db`), before);
});

test('a file without rows for a layer that had some is refused, and --allow-empty accepts it', async t => {
  const home = newHome(t);
  const [whole, village] = [`${home.folder}/town.osm`, `${home.folder}/village.osm`];
  writeFileSync(whole, osmXml(town));
  writeFileSync(village, osmXml(town.filter(({ id }) => id === 8)));
  const load = (...args: string[]) =>
    ktimaHere(home.env, ['import', 'osm', '--no-map', '--no-build', ...args]);
  assert.equal((await load(whole)).code, 0);
  const before = await loaded(`${home.folder}/ktima.db`);
  const refused = await load(village);
  assert.equal(refused.code, 1);
  assert.match(refused.stdout, /usable {3}1, not stored \(the source keeps 1\)/);
  assert.match(
    refused.stdout,
    /had 2 rows in places and would have none; nothing was changed\. Giv/,
  );
  assert.match(refused.stdout, /another layer of this import was refused; nothing was changed/);
  assert.deepEqual(await loaded(`${home.folder}/ktima.db`), before);
  assert.equal((await load(village, '--source', 'village')).code, 0);
  assert.equal((await load(village, '--allow-empty')).code, 0);
  assert.deepEqual((await loaded(`${home.folder}/ktima.db`)).places, []);
  const status = (await ktimaHere(home.env, ['status'])).stdout;
  assert.doesNotMatch(status, /^boundaries .*/m);
  assert.match(status, /^empty: costs, places, .*boundaries/m);
});

test('status --houses shows how many buildings of a municipality have a number', async t => {
  const home = newHome(t);
  const houses = async () => (await ktimaHere(home.env, ['status', '--houses'])).stdout;
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
  const file = `${home.folder}/houses.osm`;
  const elements = [2, 4, 6, 8].flatMap(building);
  writeFileSync(file, osmXml(elements.toSorted((a, b) => a.kind.localeCompare(b.kind))));
  const { code, stdout } = await ktimaHere(home.env, ['import', 'osm', file, '--allow-empty']);
  assert.equal(code, 0, stdout);
  assert.match(await houses(), /\nΔήμος Βόλου +1 +4 +25 %/);
});

test('--no-map leaves the map as it is', async t => {
  const home = newHome(t);
  const path = `${home.folder}/town.osm`;
  writeFileSync(path, osmXml(town));
  const rowsAfter = async (...options: string[]) => {
    const { code, stdout } = await ktimaHere(home.env, [
      'import',
      'osm',
      '--no-build',
      path,
      ...options,
    ]);
    assert.equal(code, 0);
    assert.equal(/^map, source osm$/m.test(stdout), options.length === 0);
    const { sources } = await loaded(`${home.folder}/ktima.db`);
    return sources.find(([layer]) => layer === 'map')?.[2];
  };
  assert.equal(await rowsAfter('--no-map'), undefined);
  assert.equal(await rowsAfter(), 4);
  writeFileSync(path, osmXml(town.filter(({ kind }) => kind === 'node')));
  assert.equal(await rowsAfter('--no-map', '--allow-empty'), 4);
});
