import assert from 'node:assert/strict';
import test from 'node:test';
import { ownCopy } from '../own-copy.ts';
import { succeed } from './ktima.ts';
import { newSampleHome } from './sample-home.ts';

const { env, put, rowsIn, enrich } = await newSampleHome(test);
const book = put(
  'book.csv',
  `kaek;property_type;build_area;address
050099901001;apartment;90;
050099901001;house;1900;
050099901002;apartment;900;
;apartment;90;Αθήνα`,
);

async function enriched(...options: string[]) {
  const { code, stderr } = await enrich(book, 'book.ndjson', '--force', ...options);
  assert.equal(code, 0, stderr);
  return rowsIn('book.ndjson');
}

test('buildings are imported and listed, rows get their columns, and too large an area is a problem', async () => {
  assert.ok(!('building_count' in (await enriched())[0]));
  const load = ['import', 'buildings', ownCopy('examples/buildings.geojson'), '--licence', 'ours'];
  const imported = await succeed(env, load);
  assert.match(
    imported,
    /buildings, source buildings\n {2}columns {2}external_id=id, use=χρήση, levels=όροφοι, year=έτος, material=υλικό\n {2}read {5}1 .*\n {2}kept {5}1/,
  );
  assert.doesNotMatch(imported, /ignored/);
  assert.match(await succeed(env, ['status']), /buildings +buildings +1 .* ours\n/);

  const [first, large, other, rough] = await enriched('--language', 'el');
  assert.deepEqual([first.building_count, first.levels], [1, 4]);
  assert.deepEqual([first.coverage, first.building_footprint_m2], [1, 324.18]);
  assert.equal(first.problem, null);
  const most = 1297;
  assert.deepEqual(large.problem_codes, [
    { field: 'build_area', code: 'larger_than_buildings', values: { area: 1900, most } },
  ]);
  const text = `εμβαδόν: 1900 m²: μεγαλύτερο από τα κτίρια του γεωτεμαχίου, το πολύ ${most} m²`;
  assert.equal(large.problem, text);
  // No known building is no proof that none stands there.
  assert.deepEqual([other.building_count, other.coverage, other.levels], [0, 0, null]);
  assert.equal(other.problem, null);
  assert.deepEqual([rough.building_count, rough.coverage], [null, null]);
  assert.doesNotMatch(rough.notes ?? '', /κτίρια/);
  assert.ok(!('building_count' in (await enriched('--no-zones'))[0]));

  const remove = ['remove', 'buildings', '--source', 'buildings'];
  assert.match(await succeed(env, remove), /buildings, source buildings: 1 row removed/);
});
