import assert from 'node:assert/strict';
import {
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { gunzipSync } from 'node:zlib';
import { openOutput, type Packing } from '#features/portfolio/output/output.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const csv: Packing = { format: 'csv', gzip: false, encoding: 'utf-8' };

function newFolder(t: test.TestContext) {
  const { path: folder } = temporaryFolder(t);
  const victim = join(folder, 'victim');
  writeFileSync(victim, 'precious');
  const out = join(folder, 'out.csv');
  const open = (force = false, packing = csv) =>
    openOutput(join(folder, 'in.csv'), out, packing, force);
  return { folder, victim, out, open, read: (path: string) => readFileSync(path, 'utf8') };
}

test('an output has its name only when it is whole, and nothing is left of one that is not', async t => {
  const { folder, out, open, read } = newFolder(t);
  const cut = await open();
  await cut.write('half');
  assert.ok(!existsSync(out));
  await cut.close();
  assert.deepEqual(readdirSync(folder), ['victim']);
  // What a killed run leaves.
  writeFileSync(`${out}.new`, 'half');
  const whole = await open();
  await whole.write('whole');
  await whole.finish();
  await whole.close();
  assert.equal(read(out), 'whole');
  await assert.rejects(open(), /out\.csv: exists already; --force replaces it/);
  const replaced = await open(true);
  await replaced.write('new');
  assert.equal(read(out), 'whole');
  await replaced.finish();
  await replaced.close();
  assert.equal(read(out), 'new');
  assert.deepEqual(readdirSync(folder).sort(), ['out.csv', 'victim']);
});

test('an output is never written through planted links', async t => {
  for (const plant of [symlinkSync, linkSync]) {
    const { victim, out, open, read } = newFolder(t);
    plant(victim, `${out}.new`);
    const output = await open();
    await output.write('rows\n');
    await output.finish();
    await output.close();
    assert.equal(read(out), 'rows\n');
    assert.equal(read(victim), 'precious');
  }
});

test('an output that is a link is rejected, and a file created meanwhile is not overwritten', async t => {
  const { out, victim, open, read } = newFolder(t);
  symlinkSync(victim, out);
  await assert.rejects(open(true), /out\.csv: expected the name of a file/);
  rmSync(out);
  const output = await open();
  writeFileSync(out, 'mine');
  await assert.rejects(output.finish(), /exists already/);
  await output.close();
  assert.equal(read(out), 'mine');
});

test('a gzipped output unpacks to the same text', async t => {
  const { out, open } = newFolder(t);
  const output = await open(false, { ...csv, gzip: true });
  for (const text of ['head\n', 'one\n', 'two\n', '']) await output.write(text);
  await output.finish();
  await output.close();
  assert.equal(gunzipSync(readFileSync(out)).toString(), 'head\none\ntwo\n');
});
