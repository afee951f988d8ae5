import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import test from 'node:test';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { replaceRows } from '#storage/store/store.ts';
import { assertHas, casesIn } from '../cases.ts';
import { boundary, provenance } from '../service.ts';
import { squareAt } from '../zones/generated.ts';
import { ktimaHere, newHome } from './ktima.ts';

const feature = (ring: unknown, properties: object) => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Polygon', coordinates: [ring] },
});
const collection = (...features: object[]) =>
  JSON.stringify({ type: 'FeatureCollection', features });

test('zones are imported, listed, checked and removed; their area is a boundary or a file', async t => {
  const home = newHome();
  t.after(home.remove);
  const path = home.env.KTIMA_DATABASE_URL!.slice('sqlite:'.length);
  const store = openSqliteStore(path);
  await replaceRows(store, 'boundaries', provenance, [boundary]);
  await store.close();
  const file = `${home.folder}/floods.geojson`;
  writeFileSync(
    file,
    collection(
      feature(squareAt(23.7, 37.96, 0.01), { PERIOD: 'T100', BATHOS: 2.5, code: 'Α' }),
      feature(squareAt(23.7, 37.96, 0.02), { PERIOD: 'T50', BATHOS: 1, code: 'Β' }),
    ),
  );
  const run = (...args: string[]) => ktimaHere(home.env, ['import', 'zones', file, ...args]);
  const good = await run(
    '--kind',
    'flood',
    '--label',
    'code',
    '--covers',
    'αθηναίων',
    '--licence',
    'ours',
  );
  assert.equal(good.code, 0, good.stderr);
  assert.match(good.stdout, /zones, source floods\n {2}read {5}2 .*\n {2}kept {5}2 \(was 0\)/);
  assert.match(good.stdout, /no column for river; --fields FIELD=COLUMN names one/);
  const status = await ktimaHere(home.env, ['status']);
  assert.match(status.stdout, /zones +floods +2 .* ours\n/);
  assert.equal((await ktimaHere(home.env, ['check'])).code, 0);

  const opened = openSqliteStore(path);
  const [source] = await opened.zoneSources();
  const header = JSON.parse(Buffer.from(source!.header).toString());
  assert.equal(header.covers, boundary.name);
  assert.equal(header.kind.kind, 'flood');
  await opened.close();

  await t.test('enrich adds columns for them, and sums by their classes', async () => {
    const book = `${home.folder}/book.csv`;
    const rows = ['37.965,23.705,100', '37.975,23.715,20.5', '38,23.75,30', '39,22,40', ',23.7,50'];
    writeFileSync(book, ['latitude,longitude,build_area', ...rows, ''].join('\n'));
    const [output, summary] = [`${home.folder}/out.ndjson`, `${home.folder}/summary.json`];
    const options = ['--threads', '1', '--summary', summary];
    const run = await ktimaHere(home.env, ['enrich', book, '-o', output, ...options]);
    assert.equal(run.code, 0, run.stderr);
    const lines = readFileSync(output, 'utf8').trimEnd().split('\n');
    const found = lines.map(line => JSON.parse(line));
    assert.deepEqual(
      found.map(row => [row.zone_flood_result, row.zone_flood_class]),
      [
        ['inside', 'T50'],
        ['inside', 'T50'],
        ['outside', null],
        ['not_covered', null],
        [null, null],
      ],
    );
    assert.deepEqual(
      found.map(row => row.zone_flood_distance_m),
      [0, 0, null, null, null],
    );
    const [flood] = JSON.parse(readFileSync(summary, 'utf8')).by_zone_class;
    assert.deepEqual(
      flood.classes.map((one: Record<string, unknown>) => [one.name, one.rows, one.area_m2]),
      [
        ['T50', 2, 120.5],
        ['not_covered', 1, 40],
        ['outside', 1, 30],
        ['', 1, 50],
      ],
    );
  });

  await t.test('export writes the zones of a kind, which import reads again', async () => {
    const written = `${home.folder}/back.csv`;
    const [exportZones, rows] = [['export', 'zones', '-o', written], /^zones: 2 rows written$/m];
    assert.match((await ktimaHere(home.env, exportZones)).stdout, rows);
    const before = readFileSync(written, 'utf8');
    assert.match(before, /^label,return_period,depth,river,geometry\nΑ,T100,2.5,,"POLYGON /);
    const again = ['import', 'zones', written, '--kind', 'flood', '--source', 'floods'];
    assert.match((await ktimaHere(home.env, again)).stdout, /kept {5}2 \(was 2\)/);
    assert.equal((await ktimaHere(home.env, [...exportZones, '--force'])).code, 0);
    assert.equal(readFileSync(written, 'utf8'), before);
    const refusals: [layer: string, option: string, message: RegExp][] = [
      ['zones', '--kind=noise', /--kind: expected flood; got noise/],
      ['zones', '--source=x', /--source: expected floods; got x/],
      ['places', '--source=x', /--source: expected only with zones and costs/],
      ['places', '--kind=flood', /--kind: expected only with zones/],
      ['costs', '--kind=flood', /--kind: expected only with zones/],
    ];
    for (const [layer, option, message] of refusals) {
      const args = ['export', layer, '-o', `${home.folder}/none.csv`, option];
      assert.match((await ktimaHere(home.env, args)).stderr, message);
    }
  });

  for (const [args, message] of casesIn(`
                                               | --kind: expected one of archaeological, … or --kind-file … ; got none
    --kind floods                              | --kind: expected one of … ; got floods
    --kind flood --fields depth=XX             | --fields depth=XX: expected a column of the file
    --kind flood --fields deep=BATHOS          | --fields deep=BATHOS: expected FIELD=COLUMN
    --kind flood --set deep=1                  | --set deep=1: expected FIELD=VALUE, the field being one of return_period, depth, river
    --kind flood --set depth=deep              | --set depth=deep: expected a number
    --kind flood --set river=a --set river=b   | one value for river, got two
    --kind flood --label XX                    | --fields label=XX: expected a column of the file
    --kind flood --covers Πάτρα                | --covers Πάτρα: no loaded boundary and no file
    --kind-file @floods.geojson                | floods.geojson: the file: expected the fields kind, name
    --kind-file @none.json                     | --kind-file … none.json:
  `)) {
    const given = args.replace('@', `${home.folder}/`).split(' ').filter(Boolean);
    const refused = await run(...given);
    assert.notEqual(refused.code, 0, args);
    assertHas(refused.stderr, message);
  }
  const periods = `${home.folder}/T100.geojson`;
  writeFileSync(periods, collection(feature(squareAt(23.7, 37.96, 0.01), { id: 1 })));
  const set = ['--kind', 'flood', '--set', 'return_period=1/100', '--dry-run'];
  const given = await ktimaHere(home.env, ['import', 'zones', periods, ...set]);
  assert.match(given.stdout, /usable {3}1, not stored.*1 × return_period: read as T100/s);
  assert.match(given.stdout, /no column for depth, river;/);

  const area = `${home.folder}/area.geojson`;
  writeFileSync(
    area,
    collection(feature(squareAt(23, 37, 2), {}), feature(squareAt(24, 38, 2), {})),
  );
  const overlap = await run('--kind', 'flood', '--covers', area);
  assert.match(overlap.stderr, /--covers area\.geojson.*all areas together: .*overlap/);

  const removed = await ktimaHere(home.env, ['remove', 'zones', '--source', 'floods']);
  assert.match(removed.stdout, /zones, source floods: 2 rows removed/);
  assert.equal((await ktimaHere(home.env, ['check'])).code, 0);
});
