import assert from 'node:assert/strict';
import test from 'node:test';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { replaceRows } from '#storage/store/store.ts';
import { textEncoding } from '#tools/files/text-encoder.ts';
import { assertHas, casesIn } from '../cases.ts';
import { boundary, provenance } from '../service.ts';
import { squareAt } from '../zones/generated.ts';
import { assertRefused, ktimaHere, newHome, succeed } from './ktima.ts';
import { filesOf } from './sample-home.ts';

const feature = (ring: unknown, properties: object) => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Polygon', coordinates: [ring] },
});
const collection = (...features: object[]) =>
  JSON.stringify({ type: 'FeatureCollection', features });

test('a table of municipalities is drawn by their borders; doubtful rows are refused by line', async t => {
  const home = newHome(t);
  const { file, put, rowsIn, enrich } = filesOf(home);
  const store = openSqliteStore(file('ktima.db'));
  // Half of the shipped border of Athens, in the west.
  const geometry = { type: 'Polygon', coordinates: [squareAt(23.686, 37.946, 0.07)] } as const;
  await replaceRows(store, 'boundaries', { ...provenance, licence: 'osm' }, [
    { ...boundary, geometry },
  ]);
  await store.close();
  const rows = `
    Λευκάδας             | Π.Ε. Λευκάδας  | ΙΙΙ | 0,36
    ΔΗΜΟΣ ΜΕΓΑΝΗΣΙΟΥ     |                | III | 0,36
    Kefalonia            |                | III | 0,36
    Δήμος Αθηναίων       | Νομός Αττικής  | II  | 0,24
    9190                 |                | Ζώνη II | 0,24
    Αγ. Παρασκευής       |                | II  | 0,24
    Αγίας Παρασκευής     |                | I   | 0,16
    Δ.Ε. Αξιού           |                | II  | 0,24
    Χαλάστρας            | Θεσσαλονίκης   | II  | 0,24
    Ηράκλειο             |                | II  | 0,24
    Αγίου Δημητρίου      | Κοζάνης        | II  | 0,24
    Χαλανδρίου           |                |     |
                         |                | II  | 0,24
  `;
  const lines = ['Δήμος|Περιφερειακή Ενότητα|Ζώνη|Επιτάχυνση', ...rows.trim().split('\n')].map(
    line =>
      line
        .split('|')
        .map(cell => cell.trim())
        .join(';'),
  );
  const table = put('eak.csv', textEncoding('windows-1253').encode(lines.join('\r\n')));
  const args = ['import', 'zones', table, '--kind', 'earthquake', '--by', 'municipality'];
  await assertRefused(ktimaHere(home.env, [...args, '--covers', 'x']), /--covers: not with --by/);
  const done = await succeed(home.env, [...args, '--max-refused', '40', '--licence', 'ours']);
  assertHas(
    done,
    `kept     8 … repeated 1, … refused  4 … 1 × municipality: expected a name of one municipality;
    … eak.csv, line 11: got "Ηράκλειο: Δήμος Ηρακλείου Αττικής, Δήμος Ηρακλείου"
    … eak.csv, line 12: … "Αγίου Δημητρίου, Κοζάνης" … zone, acceleration: expected a value
    … eak.csv, line 13 … its name or code; --fields municipality=COLUMN … eak.csv, line 14
    … 324 × municipality without a row: it is not covered`,
  );
  assert.match(
    await succeed(home.env, ['status']),
    / ours · borders of municipalities: .* · osm\n/,
  );
  const points = casesIn(`
    38.8337,20.7069 | inside III
    38.1754,20.4892 | inside III
    37.975,23.735   | inside II
    38.0115,23.8185 | possibly_inside II
    38.025,23.735   | not_covered
  `);
  const cells = points.map(([at]) => `${at},50`);
  const book = put('book.csv', ['latitude,longitude,build_area', ...cells, ''].join('\n'));
  assert.equal((await enrich(book, 'out.ndjson', '--zones', 'earthquake')).code, 0);
  const found = rowsIn('out.ndjson').map(row =>
    ['result', 'class', 'possible_class'].map(one => row[`zone_earthquake_${one}`] ?? '').join(' '),
  );
  assert.deepEqual(
    found.map(one => one.trim()),
    points.map(([, expected]) => expected),
  );
});

test('zones are imported, listed, checked and removed; their area is a boundary or a file', async t => {
  const home = newHome(t);
  const { file, put, read, rowsIn, enrich } = filesOf(home);
  const run = (...args: string[]) => succeed(home.env, args);
  const store = openSqliteStore(file('ktima.db'));
  await replaceRows(store, 'boundaries', provenance, [boundary]);
  await store.close();
  const floods = put(
    'floods.geojson',
    collection(
      feature(squareAt(23.7, 37.96, 0.01), { PERIOD: 'T100', BATHOS: 2.5, code: 'Α' }),
      feature(squareAt(23.7, 37.96, 0.02), { PERIOD: 'T50', BATHOS: 1, code: 'Β' }),
    ),
  );
  const options = '--kind flood --label code --covers αθηναίων --licence ours'.split(' ');
  const good = await run('import', 'zones', floods, ...options);
  assert.match(good, /zones, source floods\n {2}read {5}2 .*\n {2}kept {5}2 \(was 0\)/);
  assert.match(good, /no column for river; --fields FIELD=COLUMN names one/);
  assert.match(await run('status'), /zones +floods +2 .* ours\n/);
  await run('check');

  const opened = openSqliteStore(file('ktima.db'));
  const [source] = await opened.zoneSources();
  const header = JSON.parse(Buffer.from(source!.header).toString());
  assert.equal(header.covers, boundary.name);
  assert.equal(header.kind.kind, 'flood');
  await opened.close();

  await t.test('enrich adds columns for them, and sums by their classes', async () => {
    const rows = ['37.965,23.705,100', '37.975,23.715,20.5', '38,23.75,30', '39,22,40', ',23.7,50'];
    const book = put('book.csv', ['latitude,longitude,build_area', ...rows, ''].join('\n'));
    const done = await enrich(book, 'out.ndjson', '--summary', file('summary.json'));
    assert.equal(done.code, 0, done.stderr);
    assert.deepEqual(
      rowsIn('out.ndjson').map(
        row => `${row.zone_flood_result} ${row.zone_flood_class} ${row.zone_flood_distance_m}`,
      ),
      [
        ...['inside T50 0', 'inside T50 0', 'outside null null', 'not_covered null null'],
        'null null null',
      ],
    );
    const [flood] = JSON.parse(read('summary.json')).by_zone_class;
    assert.deepEqual(
      flood.classes.map((one: Record<string, unknown>) => `${one.name} ${one.rows} ${one.area_m2}`),
      ['T50 2 120.5', 'not_covered 1 40', 'outside 1 30', ' 1 50'],
    );
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
    const given = args.replace('@', file('')).split(' ').filter(Boolean);
    const refused = await ktimaHere(home.env, ['import', 'zones', floods, ...given]);
    assert.equal(refused.code, 1, args);
    assertHas(refused.stderr, message);
  }
  const periods = put('T100.geojson', collection(feature(squareAt(23.7, 37.96, 0.01), { id: 1 })));
  const set = ['--kind', 'flood', '--set', 'return_period=1/100', '--dry-run'];
  const given = await run('import', 'zones', periods, ...set);
  assert.match(given, /usable {3}1, not stored.*1 × return_period: read as T100/s);
  assert.match(given, /no column for depth, river;/);

  const squares = [feature(squareAt(23, 37, 2), {}), feature(squareAt(24, 38, 2), {})];
  const area = put('area.geojson', collection(...squares));
  await assertRefused(
    ktimaHere(home.env, ['import', 'zones', floods, '--kind', 'flood', '--covers', area]),
    /--covers area\.geojson.*all areas together: .*overlap/,
  );

  const removed = await run('remove', 'zones', '--source', 'floods');
  assert.match(removed, /zones, source floods: 2 rows removed/);
  await run('check');
});
