import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import test from 'node:test';
import { longTest } from '../sample.ts';
import { ktimaHere, newHome } from './ktima.ts';

longTest('a reader of standard output that goes away ends the run with one sentence', async t => {
  const home = newHome(t);
  await ktimaHere(home.env, ['migrate']);
  const rows = Array.from({ length: 5_000 }, (_, i) => `${i},10563,house,100`);
  const book = `${home.folder}/book.csv`;
  writeFileSync(book, ['id,postal_code,property_type,build_area', ...rows].join('\n'));
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

test('a run that ended before its summary was written writes it when it is resumed', async t => {
  const home = newHome(t);
  const [book, out] = [`${home.folder}/book.csv`, `${home.folder}/out.csv`];
  const summary = `${home.folder}/summary.json`;
  await ktimaHere(home.env, ['migrate']);
  const rows = ['P-1,37.97,23.73,20000', 'P-2,37.97,23.73,30000', 'P-3,,,40000'];
  writeFileSync(book, ['reference,latitude,longitude,sum_insured', ...rows].join('\n'));
  const enrich = (...more: string[]) =>
    ktimaHere(home.env, ['enrich', book, '-o', out, '--summary', summary, ...more]);
  // A folder under the temporary name of the summary makes its writing fail.
  mkdirSync(`${summary}.new`);
  assert.equal((await enrich()).code, 1);
  assert.deepEqual([existsSync(out), existsSync(summary)], [true, false]);
  assert.match((await enrich()).stderr, /an earlier run was interrupted; --resume continues it/);
  rmdirSync(`${summary}.new`);
  const checkpoint = readFileSync(`${out}.resume`, 'utf8');
  writeFileSync(`${out}.resume`, checkpoint.replace('"program":"', '"program":"older'));
  assert.match((await enrich('--resume')).stderr, /another version of the program has begun it/);
  writeFileSync(`${out}.resume`, checkpoint);
  assert.equal((await enrich('--resume')).code, 0);
  const { circles, map, rows_to_look_at, problems, notes } = JSON.parse(
    readFileSync(summary, 'utf8'),
  );
  assert.deepEqual([circles[0].exposure_eur, circles[0].largest[0].reference], [50_000, 'P-2']);
  assert.equal(map.cells[0].rows, 2);
  assert.equal(rows_to_look_at[0].reference, 'P-3');
  assert.match(problems[0].example, /^line 4 \(P-3\): /);
  assert.ok(notes.includes('reference (reference) names the row in the lists of the summary'));
  assert.ok(!existsSync(`${out}.resume`));
  assert.match((await enrich('--resume')).stderr, /exists already/);
});
