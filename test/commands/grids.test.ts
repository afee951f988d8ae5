import assert from 'node:assert/strict';
import test from 'node:test';
import { writeAscii } from '../grids/files.ts';
import { assertRefused, ktimaHere, succeed } from './ktima.ts';
import { newSampleHome } from './sample-home.ts';

const { env, file, put, rowsIn, enrich } = await newSampleHome(test);

/** Around a parcel of the sample, on the Greek Grid: the ground rises by a tenth to the east. */
const place = { west: 476_000, south: 4_203_500, step: 10, width: 150, height: 150 };
const [plane, depth] = [file('plane.asc'), file('depth.asc')];
writeAscii(plane, place, column => 100 + column + 0.5);
writeAscii(depth, place, () => null);
const book = put('book.csv', 'kaek;latitude;longitude\n050099901001;;\n;40;22\n');

async function enriched(...options: string[]) {
  const { code, stderr } = await enrich(book, 'book.ndjson', '--force', ...options);
  assert.equal(code, 0, stderr);
  return rowsIn('book.ndjson');
}

test('grids are imported, rows get a column of each kind, and grids are removed', async () => {
  const load = (path: string, options: string) => ['import', 'grid', path, ...options.split(' ')];
  for (const [path, options, message] of [
    [plane, '--kind elevation --unit m', /plane\.asc: has no coordinate system; give --srid/],
    [plane, '--kind elevation --unit ft --srid 2100', /--unit: elevation is in m, got ft; convert/],
    [depth, '--kind flood_depth --unit m --srid 2100', /depth\.asc: no cell has a value/],
  ] as const) {
    await assertRefused(ktimaHere(env, load(path, options)), message);
  }
  const imported = await succeed(env, load(plane, '--kind elevation --unit m --srid 2100'));
  assert.match(imported, /150 × 150 cells of 10 m, EPSG:2100/);
  await succeed(env, load(depth, '--kind flood_depth --unit m --srid 2100 --allow-empty'));
  await assertRefused(
    ktimaHere(env, load(plane, '--kind flood_depth --unit cm --srid 2100')),
    /--unit: flood_depth is in m, got cm; convert the files first/,
  );

  const [inside, outside] = await enriched();
  // The parcel lies 685 m east of the border, where the ground is at 168.5 m.
  assert.ok(Math.abs(inside.elevation_m - 168.5) < 1.5, String(inside.elevation_m));
  assert.ok(Math.abs(inside.slope_percent - 10) < 0.05, String(inside.slope_percent));
  assert.equal(inside.flood_depth, null, 'unmeasured is not zero');
  assert.deepEqual([outside.elevation_m, outside.slope_percent], [null, null]);
  assert.ok(!('elevation_m' in (await enriched('--no-zones'))[0]));

  const removed = await succeed(env, ['remove', 'grids', '--source', 'plane']);
  assert.match(removed, /grids, source plane: \d+ rows removed/);
});
