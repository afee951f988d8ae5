import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import test from 'node:test';
import { fillWithSample } from '#importing/shipped/sample.ts';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { ownCopy } from '../own-copy.ts';
import { ktimaHere, newHome } from './ktima.ts';

const home = newHome(test);
const path = (name: string) => `${home.folder}/${name}`;
const store = openSqliteStore(path('ktima.db'));
await fillWithSample(store);
await store.close();

async function enrich(lines: readonly string[], ...options: string[]) {
  writeFileSync(path('book.csv'), lines.join('\n'));
  const output = path('book.ndjson');
  const args = ['enrich', path('book.csv'), '-o', output, '--force', '--threads', '1', ...options];
  const { code, stderr } = await ktimaHere(home.env, args);
  assert.equal(code, 0, stderr);
  const rows = readFileSync(output, 'utf8').trim().split('\n');
  return rows.map(row => JSON.parse(row));
}

const book = [
  'kaek;property_type;build_area;address',
  '050099901001;apartment;90;',
  '050099901001;house;1900;',
  '050099901002;apartment;900;',
  ';apartment;90;Αθήνα',
];

test('buildings are imported and listed, rows get their columns, and too large an area is a problem', async () => {
  const before = await enrich(book);
  assert.ok(!('building_count' in before[0]));
  const imported = await ktimaHere(home.env, [
    'import',
    'buildings',
    ownCopy('examples/buildings.geojson'),
    '--source',
    'buildings',
    '--licence',
    'ours',
  ]);
  assert.equal(imported.code, 0, imported.stderr + imported.stdout);
  assert.match(
    imported.stdout,
    /buildings, source buildings\n {2}columns {2}external_id=id, use=χρήση, levels=όροφοι, year=έτος, material=υλικό\n {2}read {5}1 .*\n {2}kept {5}1/,
  );
  assert.doesNotMatch(imported.stdout, /ignored/);
  const status = await ktimaHere(home.env, ['status']);
  assert.match(status.stdout, /buildings +buildings +1 .* ours\n/);

  const rows = await enrich(book, '--language', 'el');
  const [first, large, other, rough] = rows;
  assert.deepEqual([first.building_count, first.levels], [1, 4]);
  assert.deepEqual([first.coverage, first.building_footprint_m2], [1, 324.18]);
  assert.equal(first.problem, null);
  const most = 1297;
  assert.deepEqual(large.problem_codes, [
    { field: 'build_area', code: 'larger_than_buildings', values: { area: 1900, most } },
  ]);
  assert.equal(
    large.problem,
    `εμβαδόν: 1900 m²: μεγαλύτερο από τα κτίρια του γεωτεμαχίου, το πολύ ${most} m²`,
  );
  // No known building is no proof that none stands there.
  assert.deepEqual([other.building_count, other.coverage, other.levels], [0, 0, null]);
  assert.equal(other.problem, null);
  assert.deepEqual([rough.building_count, rough.coverage], [null, null]);
  assert.doesNotMatch(rough.notes ?? '', /κτίρια/);
  assert.ok(!('building_count' in (await enrich(book, '--no-zones'))[0]));

  const removed = await ktimaHere(home.env, ['remove', 'buildings', '--source', 'buildings']);
  assert.match(removed.stdout, /buildings, source buildings: 1 row removed/);
});
