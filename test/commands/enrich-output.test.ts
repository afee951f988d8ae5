import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmdirSync } from 'node:fs';
import test from 'node:test';
import { longTest } from '../sample.ts';
import { newHome, succeed } from './ktima.ts';
import { filesOf } from './sample-home.ts';

longTest('a reader of standard output that goes away ends the run with one sentence', async t => {
  const home = newHome(t);
  await succeed(home.env, ['migrate']);
  const rows = Array.from({ length: 5_000 }, (_, i) => `${i},10563,house,100`);
  const table = ['id,postal_code,property_type,build_area', ...rows].join('\n');
  const book = filesOf(home).put('book.csv', table);
  const child = spawn('bin/ktima', ['enrich', book, '-o', '-'], { env: home.env });
  let told = '';
  child.stderr.on('data', chunk => {
    told += chunk;
  });
  child.stdout.once('data', () => child.stdout.destroy());
  const [code] = await once(child, 'close');
  assert.equal(code, 1);
  assert.match(told, /^ktima: standard output: could not be written \(EPIPE\)$/m);
});

test('a run whose summary cannot be written leaves no output, and the next one starts again', async t => {
  const home = newHome(t);
  const { file, put, read, enrich } = filesOf(home);
  const [out, summary] = [file('out.csv'), file('summary.json')];
  await succeed(home.env, ['migrate']);
  const rows = ['P-1,37.97,23.73,20000', 'P-2,37.97,23.73,30000', 'P-3,,,40000'];
  const book = put('book.csv', ['reference,latitude,longitude,sum_insured', ...rows].join('\n'));
  const run = () => enrich(book, 'out.csv', '--summary', summary);
  // A folder under the temporary name of the summary makes its writing fail.
  mkdirSync(`${summary}.new`);
  assert.equal((await run()).code, 1);
  for (const path of [out, `${out}.new`, summary]) assert.ok(!existsSync(path), path);
  rmdirSync(`${summary}.new`);
  const { code, stderr } = await run();
  assert.equal(code, 0, stderr);
  const { circles, map, rows_to_look_at, problems, notes } = JSON.parse(read('summary.json'));
  assert.deepEqual([circles[0].exposure_eur, circles[0].largest[0].reference], [50_000, 'P-2']);
  assert.equal(map.cells[0].rows, 2);
  assert.equal(rows_to_look_at[0].reference, 'P-3');
  assert.match(problems[0].example, /^line 4 \(P-3\): /);
  assert.ok(notes.includes('reference (reference) names the row in the lists of the summary'));
  assert.match((await run()).stderr, /exists already/);
});
