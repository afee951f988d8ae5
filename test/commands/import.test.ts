import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import test from 'node:test';
import { assertHas, casesIn } from '../cases.ts';
import { waitFor } from '../store/changes.ts';
import { ktimaHere, newHome, serveHere, succeed } from './ktima.ts';

const header = 'postal_prefix,property_type,rate_eur_m2,valid_from,source';

test('a running service loads an import by itself, and status shows it', async t => {
  const home = newHome();
  const demo = await serveHere(home.env, '--demo');
  t.after(() => demo.stop().then(home.remove));
  const query = 'postal_code=10&property_type=house&build_area=100';
  const ask = (etag = '', { api } = demo) =>
    fetch(`${api}/api/reconstruction-cost/?${query}`, { headers: { 'if-none-match': etag } });
  const first = await ask();
  const etag = first.headers.get('etag')!;
  const cost = async () => {
    const response = await ask(etag);
    if (response.status === 304) return 173500;
    return ((await response.json()) as { reconstruction_cost?: { as_new: number } })
      .reconstruction_cost?.as_new;
  };
  assert.equal((await first.json()).reconstruction_cost.as_new, 119500);

  const file = `${home.folder}/rates.csv`;
  writeFileSync(file, `${header}\n10,house,2000,2026-01-01,actuaries\n`);
  const report = `${home.folder}/r.json`;
  const options = ['--licence', 'ours', '--report', report];
  assert.match(
    await succeed(home.env, ['import', 'costs', file, ...options]),
    /costs, source rates\n {2}read {5}1 .*\n {2}kept {5}1 \(was 0\)\n {2}refused {2}0\n {2}the new rows are stored; a running service uses them within seconds/,
  );
  assert.equal(JSON.parse(readFileSync(report, 'utf8')).kept, 1);
  await waitFor(async () => (await cost()) === 200000, 30_000);

  const other = await serveHere(home.env, '--demo');
  t.after(other.stop);
  // The addresses are in use a little later than the costs.
  await waitFor(async () => {
    const tags = await Promise.all([ask(), ask('', other)]);
    return tags[0].headers.get('etag') === tags[1].headers.get('etag');
  }, 30_000);
  assert.equal((await ask(etag)).status, 200, 'the old tag is no longer current');

  const { sources } = JSON.parse(await succeed(home.env, ['status', '--json']));
  const [costs, ...more] = sources.filter((s: { layer: string }) => s.layer === 'costs');
  assert.deepEqual([costs.source, costs.licence, more], ['rates', 'ours', []]);
  assert.match(
    await (await fetch(`${demo.api}/readyz`)).text(),
    /"source":"rates","origin":"rates.csv","checksum":"[0-9a-f]{64}","rows":1/,
  );

  const dry = ['remove', 'costs', '--source', 'rates', '--dry-run'];
  assert.equal(
    await succeed(home.env, dry),
    'costs, source rates: 1 row would be removed\na dry run; nothing was changed\n',
  );
  for (const [args, message] of casesIn(`
    costs --source rate     | --source rate: costs has no such source; nothing was changed. It has: rates
    costs all --source rates| layers: expected all alone or names of layers, got costs all
    all --source gazetteer  | --source gazetteer: expected an imported source; the gazetteer ships with Ktima and cannot be removed
  `)) {
    const { code, stderr } = await ktimaHere(home.env, ['remove', ...args.split(' ')]);
    assert.deepEqual([code, stderr], [1, `ktima: ${message}\n`]);
  }
  const removed = await succeed(home.env, ['remove', 'all', '--source', 'rates']);
  assert.match(removed, /^costs, source rates: 1 row removed\n/);
  await waitFor(async () => (await cost()) === undefined, 30_000);
});

test('parcels of a running service change the moment an import ends, by code and by point', async t => {
  const home = newHome(t);
  const square = (west: number) =>
    `[[[${west},38],[${west + 0.001},38],[${west + 0.001},38.001],[${west},38]]]`;
  const load = async (codes: readonly string[], areaM2: number) => {
    const features = codes.map(
      (kaek, i) =>
        `{"type":"Feature","properties":{"kaek":"${kaek}","area_m2":${areaM2}},` +
        `"geometry":{"type":"Polygon","coordinates":${square(23 + i)}}}`,
    );
    writeFileSync(`${home.folder}/plots.ndjson`, `${features.join('\n')}\n`);
    await succeed(home.env, ['import', 'parcels', `${home.folder}/plots.ndjson`]);
  };
  const [stays, goes, comes] = ['050681726001', '050681726002', '050681726003'];
  await load([stays, goes], 1);
  const { api, stop } = await serveHere(home.env);
  t.after(stop);
  const ask = async (query: string) => {
    const response = await fetch(`${api}/api/geocoding/${query}`);
    const { kaek, area } = (await response.json()) as { kaek?: string; area?: number };
    return kaek && `${kaek} ${area}`;
  };
  const found = () =>
    Promise.all([
      ...[stays, goes, comes].map(code => ask(`kaek-search/?kaek_code=${code}`)),
      ask('parcel-at/?latitude=38&longitude=23'),
      ask('parcel-at/?latitude=38&longitude=24'),
    ]);
  const before = [`${stays} 1`, `${goes} 1`, undefined, `${stays} 1`, `${goes} 1`];
  assert.deepEqual(await found(), before);
  await load([stays, comes], 2);
  const after = [`${stays} 2`, undefined, `${comes} 2`, `${stays} 2`, `${comes} 2`];
  assert.deepEqual(await found(), after);
});

test('a refused import says why, changes nothing and ends with 1', async t => {
  const home = newHome(t);
  const file = `${home.folder}/rates.csv`;
  writeFileSync(file, `${header}\n10,castle,2000,2026-01-01,actuaries\n`);
  const run = await ktimaHere(home.env, ['import', 'costs', file]);
  assert.equal(run.code, 1);
  assert.match(run.stdout, /1 × property_type: expected one of apartment, house, maisonette/);
  assert.match(run.stdout, /rates\.csv, line 2: got "castle"/);
  assert.match(run.stdout, /usable {3}0, not stored \(the source keeps 0\)\n/);
  assert.match(run.stdout, /nothing was changed/);
  assert.doesNotMatch(run.stdout, /kept/);
  await succeed(home.env, ['import', 'costs', 'data/costs.csv', '--dry-run']);
  assert.match(await succeed(home.env, ['status']), /^empty: costs/m);
});

test('a form of rates may be filled in part; the import tells what is still without a rate', async t => {
  const home = newHome(t);
  const file = `${home.folder}/rates.csv`;
  const lines = ['*,house,1100,2026-01-01,x', '*,hotel,,,', '10,office,1500,2026-01-01,x', ',,,,'];
  writeFileSync(file, `${header}\n${lines.join('\n')}\n`);
  const printed = await succeed(home.env, ['import', 'costs', file]);
  assert.match(printed, /read {5}2 .*\n {2}kept {5}2 /);
  assert.match(
    printed,
    /1 × lines without a figure, which are left out\n +rates\.csv, line 3: rate_eur_m2 is empty/,
  );
  assert.match(printed, /no rate of two digits anywhere: apartment, maisonette, shop, .*hotel/);
  assert.match(printed, /office: no rate in 69 of 70 prefixes: 11, 12, .*, …\n/);
  assert.doesNotMatch(printed, /house: no rate|anywhere:.* house/);
});

test('a column that addresses lack can have one value for all rows', async t => {
  const home = newHome(t);
  const file = `${home.folder}/centre.csv`;
  writeFileSync(file, 'name,latitude,longitude\nΚαρτάλη,39.36,22.95\n');
  const args = ['import', 'addresses', file, '--dry-run'];
  const refused = await ktimaHere(home.env, args);
  assert.match(refused.stdout, /street: expected a column .* or --set FIELD=VALUE for one value/);
  const given = ['--map', 'street=name', '--set', 'city=Βόλος'];
  assert.match(await succeed(home.env, [...args, ...given]), /usable {3}1, not stored/);
});

test('mistakes of the operator give a one-sentence error', async t => {
  const home = newHome(t);
  for (const [args, message] of casesIn(`
    costs /nowhere/x.csv                            | ktima: … x.csv: there is no such file
    costs data/costs.csv --source sample            | ktima: --source: expected … not sample or gazetteer
    costs ''                                        | ktima: files: expected a name, got an empty text
    osm data                                        | ktima: data: expected a plain file, this is a folder
    costs README.md                                 | ktima: README.md
    costs data/costs.csv --report /nowhere/r.json   | ktima: /nowhere/r.json: its folder does not exist
    parcels data/costs.csv                          | ktima: costs.csv: no column looks like the KAEK
    parcels data/parcels.geojson --kaek CODE        | ktima: parcels.geojson: --kaek CODE: there is no such column
    parcels data/parcels.geojson --srid 31466       | ktima: parcels.geojson: coordinates in EPSG:31466 are not supported
    costs data/costs.csv --max-refused 101          | Expected a share from 0 to 100 %
    parcels data/parcels.geojson --srid x           | --srid … Expected a whole number
  `)) {
    const given = args.split(' ').map(arg => arg.replace("''", ''));
    const { code, stderr } = await ktimaHere(home.env, ['import', ...given]);
    assert.equal(code, 1, args);
    assertHas(stderr.trim().split('\n')[0], message);
    assert.doesNotMatch(stderr, /\n {4}at /);
  }
  assert.match(await succeed(home.env, ['status']), /^empty: costs/m);
});
