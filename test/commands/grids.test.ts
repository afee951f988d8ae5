import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import test from 'node:test';
import { fillWithSample } from '#importing/shipped/sample.ts';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { writeAscii } from '../grids/files.ts';
import { assertRefused, ktimaHere, newHome } from './ktima.ts';

const home = newHome(test);
const path = (name: string) => `${home.folder}/${name}`;
const store = openSqliteStore(path('ktima.db'));
await fillWithSample(store);
await store.close();
const run = (...args: string[]) => ktimaHere(home.env, args);

/** Around a parcel of the sample, on the Greek Grid: the ground rises by a tenth to the east. */
const place = { west: 476_000, south: 4_203_500, step: 10, width: 150, height: 150 };
writeAscii(path('plane.asc'), place, column => 100 + column + 0.5);
writeAscii(path('depth.asc'), place, () => null);

async function enrich(...options: string[]) {
  writeFileSync(path('book.csv'), 'kaek;latitude;longitude\n050099901001;;\n;40;22\n');
  const output = path('book.ndjson');
  const { code, stderr } = await run(
    ...['enrich', path('book.csv'), '-o', output, '--force', '--threads', '1', ...options],
  );
  assert.equal(code, 0, stderr);
  return readFileSync(output, 'utf8')
    .trim()
    .split('\n')
    .map(row => JSON.parse(row));
}

test('grids are imported, rows get a column of each kind, and grids are removed', async () => {
  const elevation = ['--kind', 'elevation', '--unit', 'm'];
  await assertRefused(
    run('import', 'grid', path('plane.asc'), ...elevation),
    /plane\.asc: has no coordinate system; give --srid/,
  );
  await assertRefused(
    run(
      'import',
      'grid',
      path('plane.asc'),
      '--kind',
      'elevation',
      '--unit',
      'ft',
      '--srid',
      '2100',
    ),
    /--unit: elevation is in m, got ft; convert the files first/,
  );
  const imported = await run('import', 'grid', path('plane.asc'), ...elevation, '--srid', '2100');
  assert.equal(imported.code, 0, imported.stderr);
  assert.match(imported.stdout, /150 × 150 cells of 10 m, EPSG:2100/);
  const depth = ['--kind', 'flood_depth', '--unit', 'm', '--srid', '2100', '--allow-empty'];
  await assertRefused(
    run('import', 'grid', path('depth.asc'), ...depth.slice(0, -1)),
    /depth\.asc: no cell has a value/,
  );
  assert.equal((await run('import', 'grid', path('depth.asc'), ...depth)).code, 0);

  await assertRefused(
    run('import', 'grid', path('plane.asc'), ...depth.with(3, 'cm'), '--source', 'other'),
    /--unit: flood_depth is in m, got cm; convert the files first/,
  );

  const [inside, outside] = await enrich();
  // The parcel lies 685 m east of the border, where the ground is at 168.5 m.
  assert.ok(Math.abs(inside.elevation_m - 168.5) < 1.5, String(inside.elevation_m));
  assert.ok(Math.abs(inside.slope_percent - 10) < 0.05, String(inside.slope_percent));
  assert.equal(inside.flood_depth, null, 'unmeasured is not zero');
  assert.deepEqual([outside.elevation_m, outside.slope_percent], [null, null]);
  assert.ok(!('elevation_m' in (await enrich('--no-zones'))[0]));

  const removed = await run('remove', 'grids', '--source', 'plane');
  assert.match(removed.stdout, /grids, source plane: \d+ rows removed/);
});
