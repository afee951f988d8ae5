import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openOsm } from '#importing/osm/readers/osm.ts';
import { unpack } from '#importing/osm/readers/unpack.ts';
import { testWith } from '../../../environment.ts';
import { installDebian, mayInstall } from '../../../postgres/install.ts';
import { osmXml } from '../../osm-writer.ts';
import { eachCut } from '../../readers/files.ts';
import { zip } from '../../readers/zip/zip-writer.ts';
import { everything, folder, problemOf, put, read, volos } from './osm-files.ts';

const isThere = () => spawnSync('bzip2', ['--version'], { input: '' }).error === undefined;
if (!isThere() && mayInstall()) installDebian('bzip2');

const test = testWith({});
const programs = join(folder, 'programs');
mkdirSync(programs);

/** Puts a shell script in the place of bzip2. */
function install(script: string): void {
  chmodSync(put('programs/bzip2', `#!/bin/sh\n${script}\n`), 0o755);
  process.env.PATH = programs;
}

const packed = (text: string) => execFileSync('bzip2', ['-1c'], { input: text });
const text = osmXml(volos);
/** Two blocks of bzip2 for the blanks. */
const blanks = ' \n'.repeat(60_000);
const whole = Buffer.concat([packed(text.slice(0, 300)), packed(text.slice(300) + blanks)]);

test('several concatenated streams, as parallel packers write them, are read as one', async () => {
  assert.deepEqual(await read(put('volos.osm.bz2', whole)), volos);
  const archive = put('volos.zip', zip([{ name: 'volos.osm.bz2', content: whole }]));
  assert.deepEqual(await read(archive), volos);
});

test('cut and damaged data, and data followed by other bytes, are refused', async () => {
  await eachCut(whole, async (cut, length) => {
    if (length < 4) return;
    const problem = await problemOf(put('cut.osm.bz2', cut));
    assert.match(problem!, /^, line \d+: the (packed data end in the middle|file ends before)/);
  });
  for (let at = 10; at < whole.length; at += Math.ceil(whole.length / 12)) {
    const flipped = Buffer.from(whole);
    flipped[at]! ^= 4;
    const problem = await problemOf(put('flipped.osm.bz2', flipped));
    // Damaged bytes come before the checksum of their block: they may not be XML either.
    assert.ok(problem !== undefined, `byte ${at}`);
  }
  const followed = Buffer.concat([whole, Buffer.from('more')]);
  const problem = await problemOf(put('followed.osm.bz2', followed));
  assert.match(problem!, /: the packed data are damaged$/);
});

/** How unpacking fails, or the unpacked text. */
function unpackedOf(path: string, seconds = 600): Promise<string> {
  const stored = { path, totalBytes: statSync(path).size, packing: 1 };
  const limits = { seconds, memoryBytes: 1024 ** 3, outputBytes: 0 };
  const { chunks } = unpack(stored, 'bzip2', limits);
  return Array.fromAsync(chunks()).then(String, error => error.message);
}

test('a file that unpacks to more than 200 times its size is refused', async () => {
  const breaks = packed('\n'.repeat(8_000_000));
  const bomb = put('bomb.osm.bz2', Buffer.concat(Array<Buffer>(9).fill(breaks)));
  assert.equal(await unpackedOf(bomb), 'it unpacks to more than 200 times its size');
});

test('without bzip2 the message says what to install or run', async () => {
  process.env.PATH = '/nowhere';
  const problem = await problemOf(put("o' plan.osm.bz2", whole));
  assert.match(problem!, /^: it is packed with bzip2, which is not installed: install it/);
  const command = `bunzip2 '${folder}/o'\\'' plan.osm.bz2'`;
  assert.match(problem!, /\(on Debian apt-get install bzip2\)/);
  assert.ok(problem!.includes(`or run where it is: ${command}; then import`), problem);
});

test('bzip2 runs without our secrets, and its time has a limit', async () => {
  const path = put('slow.osm.bz2', whole);
  process.env.KTIMA_KEY_SECRET = 'a secret of this process';
  install('/usr/bin/env');
  const seen = await unpackedOf(path);
  delete process.env.KTIMA_KEY_SECRET;
  assert.match(seen, /^PATH=/m);
  assert.doesNotMatch(seen, /a secret of this process|KTIMA/);
  for (const endless of ['while :; do :; done', 'exec /bin/sleep 60']) {
    install(endless);
    assert.equal(await unpackedOf(path, 1), 'bzip2 cannot unpack it: it takes too long');
  }
});

test('a reading ended early ends bzip2 and closes the file', async () => {
  const openFiles = () => readdirSync('/dev/fd').length;
  const before = openFiles();
  install(`echo '<osm>'; while :; do echo "<node id='$$' lat='1' lon='1'/>"; done`);
  let pid = 0;
  for await (const [node] of (await openOsm(put('a.osm.bz2', whole))).elements(everything)) {
    pid = node!.id;
    process.kill(pid, 0);
    break;
  }
  assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
  // A stream closes its file soon after it was ended.
  while (openFiles() > before) await setTimeout(1);
});
