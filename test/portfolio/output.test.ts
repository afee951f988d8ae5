import assert from 'node:assert/strict';
import {
  existsSync,
  linkSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { refuseOtherBasis } from '#features/portfolio/output/checkpoint.ts';
import { type Output, openOutput, type Packing } from '#features/portfolio/output/output.ts';
import { newTally } from '#features/portfolio/summary/tally.ts';
import { packSheet } from '#tools/xlsx/write-workbook.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const basis = { program: 'p', input: 'i', options: 'o', data: 'd' };
const plain = { resume: false, force: false };
const csv: Packing = { format: 'csv', gzip: false, encoding: 'utf-8' };

function newFolder(t: test.TestContext) {
  const { path: folder } = temporaryFolder(t);
  const victim = join(folder, 'victim');
  writeFileSync(victim, 'precious');
  const out = join(folder, 'out.csv');
  const open = (options = plain, packing = csv) =>
    openOutput(out, basis, '2026-06-15', packing, options);
  return { victim, out, open, read: (path: string) => readFileSync(path, 'utf8') };
}

test('the part and the checkpoint are never written through planted links', async t => {
  for (const plant of [symlinkSync, linkSync]) {
    const { victim, out, open, read } = newFolder(t);
    plant(victim, `${out}.part`);
    plant(victim, `${out}.resume.new`);
    await assert.rejects(open(), /an earlier run was interrupted|this is a link/);
    const output = await open({ ...plain, force: true });
    await output.write('rows\n', newTally());
    await output.finish();
    await output.close();
    assert.equal(read(out), 'rows\n');
    assert.equal(read(victim), 'precious');
    assert.ok(!existsSync(`${out}.part`));
  }
});

test('a part file that is a link is not resumed', async t => {
  for (const plant of [symlinkSync, linkSync]) {
    const { victim, out, open, read } = newFolder(t);
    const checkpoint = {
      basis,
      today: '2026-06-15',
      bytes: 3,
      tally: newTally(),
      amounts: 0,
      complete: false,
    };
    writeFileSync(`${out}.resume`, JSON.stringify(checkpoint));
    plant(victim, `${out}.part`);
    await assert.rejects(open({ ...plain, resume: true }), /\.part: expected a/);
    assert.equal(read(victim), 'precious');
  }
});

test('a checkpoint that is a link or has other content is rejected in one sentence', async t => {
  const { out, victim, open } = newFolder(t);
  symlinkSync(victim, `${out}.resume`);
  await assert.rejects(open({ ...plain, resume: true }), /expected a checkpoint; --force/);
  rmSync(`${out}.resume`);
  writeFileSync(`${out}.resume`, 'null');
  await assert.rejects(open({ ...plain, resume: true }), /expected a checkpoint; --force/);
});

test('new data are the reason why a run with other columns is not resumed', () => {
  const refuse = (now: object) => () => refuseOtherBasis('out.csv', basis, { ...basis, ...now });
  assert.throws(refuse({ data: 'with ways', options: 'other columns' }), /other data have been/);
  assert.throws(refuse({ options: 'other columns' }), /the options are not the same/);
  assert.doesNotThrow(refuse({}));
});

test('a link planted for the checkpoint during a run ends the run with one sentence', async t => {
  const { out, victim, open, read } = newFolder(t);
  const output = await open();
  symlinkSync(victim, `${out}.resume`);
  await assert.rejects(output.finish(), /out\.csv\.resume: .*this is a link/);
  await output.close();
  assert.equal(read(victim), 'precious');
});

test('an output that is a link is rejected, and a file created meanwhile is not overwritten', async t => {
  const { out, victim, open, read } = newFolder(t);
  symlinkSync(victim, out);
  await assert.rejects(open({ ...plain, force: true }), /out\.csv: expected the name of a file/);
  rmSync(out);
  const output = await open();
  writeFileSync(out, 'mine');
  await assert.rejects(output.finish(), /exists already/);
  await output.close();
  assert.equal(read(out), 'mine');
});

test('a gzipped output unpacks to the same text, also after a resume', async t => {
  const { out, open } = newFolder(t);
  const packed = { ...csv, gzip: true };
  const first = await open(plain, packed);
  await first.write('head\n');
  await first.write('one\n', newTally());
  await first.close();
  const bytes = statSync(`${out}.part`).size;
  const checkpoint = {
    basis,
    today: '2026-06-15',
    bytes,
    tally: newTally(),
    amounts: 0,
    complete: false,
  };
  writeFileSync(`${out}.resume`, JSON.stringify(checkpoint));
  const second = await open({ ...plain, resume: true }, packed);
  await second.write('two\n', newTally());
  await second.write('');
  await second.finish();
  await second.close();
  assert.equal(gunzipSync(readFileSync(out)).toString(), 'head\none\ntwo\n');
});

test('a workbook that was interrupted and resumed has the bytes of one in one go', async t => {
  const xlsx: Packing = { ...csv, format: 'xlsx' };
  const pieces = ['<worksheet><sheetData>', '<row/>', '<row/><row/>', '</sheetData></worksheet>'];
  const write = (output: Output, from: number, to: number) =>
    pieces
      .slice(from, to)
      .reduce(
        (before, text) => before.then(() => output.write(text, newTally())),
        Promise.resolve(),
      );
  const whole = newFolder(t);
  const once = await whole.open(plain, xlsx);
  await write(once, 0, 4);
  await once.finish();
  await once.close();
  const { out, open } = newFolder(t);
  const first = await open(plain, xlsx);
  await write(first, 0, 2);
  // What a checkpoint has after two pieces; a third is written and lost.
  const packed = packSheet('Ktima');
  const bytes = pieces.slice(0, 2).reduce((sum, text) => sum + packed.pack(text).length, 0);
  await write(first, 2, 3);
  await first.close();
  const state = {
    basis,
    today: '2026-06-15',
    bytes,
    tally: newTally(),
    packed: packed.state,
    amounts: 0,
  };
  writeFileSync(`${out}.resume`, JSON.stringify({ ...state, complete: false }));
  const second = await open({ ...plain, resume: true }, xlsx);
  await write(second, 2, 4);
  await second.finish();
  await second.close();
  assert.ok(readFileSync(out).equals(readFileSync(whole.out)));
});

test('a resumed run has the amounts of the rows up to the checkpoint', async t => {
  const { out, open } = newFolder(t);
  const first = await open(plain);
  let lines = 0;
  while (!existsSync(`${out}.resume`)) {
    await first.write('x\n', newTally(), [[37, 23, 100, 0, 0, lines++, 0, 0, 0, 0, 0]]);
    await sleep(20);
  }
  const saved = lines;
  await first.write('x\n', newTally(), [[37, 23, 100, 0, 0, lines, 0, 0, 0, 0, 0]]);
  await first.close();
  const second = await open({ ...plain, resume: true });
  assert.deepEqual([...second.amounts.all().lines], [...Array(saved).keys()]);
  await second.finish();
  await second.close();
  assert.equal(readFileSync(out, 'utf8'), 'x\n'.repeat(saved));
  // Killed before the summary was written: the amounts are still there.
  await assert.rejects(open(plain), /was interrupted; --resume continues it/);
  const third = await open({ ...plain, resume: true });
  assert.ok(third.isComplete);
  assert.equal(third.amounts.all().lines.length, saved);
  await third.finish();
  await third.forget();
  await third.close();
  assert.deepEqual(
    ['', '.part', '.resume', '.amounts'].map(end => existsSync(out + end)),
    [true, false, false, false],
  );
});
