import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test, { type TestContext } from 'node:test';
import { openSqlite } from '#storage/db/sqlite/sqlite.ts';
import { openArtefactFiles } from '#storage/store/artefacts/files.ts';
import { keepPrivateFile } from '#tools/files/private-file.ts';
import { privateTemporaryFolder } from '../../bin/compile-cache.js';
import { temporaryFolder } from '../temporary-folder.ts';

function newFolder(t: TestContext): string {
  return temporaryFolder(t).path;
}

/** With a umask that takes nothing away, as on a careless machine. */
function withOpenUmask(t: TestContext): void {
  const before = process.umask(0);
  t.after(() => process.umask(before));
}

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
const modesIn = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map(name => [name, modeOf(join(folder, name))]));

/** These modes of a database and the files next to it. */
const all = (mode: string) => ({ 'auth.db': mode, 'auth.db-shm': mode, 'auth.db-wal': mode });

const tables = { scripts: ['CREATE TABLE t (x)'], ifOlder: '' };
const kind = { table: 't' };

test('a new database, its folder and the files next to it are private', t => {
  withOpenUmask(t);
  const parent = newFolder(t);
  chmodSync(parent, 0o755);
  const folder = join(parent, 'var');
  const db = openSqlite(join(folder, 'auth.db'), tables, kind);
  db.exec('INSERT INTO t VALUES (1)');
  assert.deepEqual(modesIn(folder), all('600'));
  assert.equal(modeOf(folder), '700');
  assert.equal(modeOf(parent), '755', 'a folder that was there stays as it was');
  db.close();
});

test('the modes of an existing database and the files next to it are corrected, not of its folder', t => {
  withOpenUmask(t);
  const folder = newFolder(t);
  chmodSync(folder, 0o777);
  const path = join(folder, 'auth.db');
  const old = new DatabaseSync(path);
  old.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (x); PRAGMA user_version = 100');
  assert.deepEqual(modesIn(folder), all('644'));
  openSqlite(path, tables, kind).close();
  assert.deepEqual(modesIn(folder), all('600'));
  assert.equal(modeOf(folder), '777');
  old.close();
});

test('correcting the mode of a database keeps the locks of this process on it', t => {
  const path = join(newFolder(t), 'auth.db');
  const writer = openSqlite(path, tables, kind);
  writer.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; INSERT INTO t VALUES (1)');
  chmodSync(path, 0o644);
  keepPrivateFile(path);
  const other = `
    const db = new (require('node:sqlite').DatabaseSync)(process.argv[1], { timeout: 0 });
    db.exec('BEGIN IMMEDIATE')`;
  const { stderr } = spawnSync(process.execPath, ['-e', other, path], { encoding: 'utf8' });
  assert.match(stderr, /database is locked/);
  writer.close();
});

test('a file of another user that others may read is refused with one sentence', t => {
  const folder = newFolder(t);
  chmodSync(folder, 0o755);
  // A user other than root cannot change a file of root, and every machine has one.
  const isRoot = process.geteuid!() === 0;
  const path = isRoot ? join(folder, 'auth.db') : '/etc/passwd';
  if (isRoot) {
    writeFileSync(path, '', { mode: 0o644 });
    process.seteuid!(65_534);
    t.after(() => process.seteuid!(0));
  }
  assert.throws(() => keepPrivateFile(path), {
    code: 'BAD_DATA',
    message: `${path}: other users of this machine may read it (mode 644), and only its owner can change that: run chmod 600 on it as its owner, or put it elsewhere`,
  });
  if (isRoot) process.seteuid!(0);
});

test('links, folders and what is missing are left as they are', t => {
  const folder = newFolder(t);
  const target = join(folder, 'target');
  writeFileSync(target, '');
  chmodSync(target, 0o644);
  symlinkSync(target, join(folder, 'auth.db-wal'));
  mkdirSync(join(folder, 'auth.db-shm'));
  chmodSync(join(folder, 'auth.db-shm'), 0o755);
  openSqlite(join(folder, 'other.db'), tables, kind).close();
  for (const name of ['auth.db-wal', 'auth.db-shm', 'missing']) keepPrivateFile(join(folder, name));
  assert.equal(modeOf(target), '644');
  assert.equal(modeOf(join(folder, 'auth.db-shm')), '755');
  const shm = join(folder, 'auth.db-shm');
  assert.throws(() => openSqlite(shm, tables, kind), /expected a file, this is a folder/);
  assert.equal(modeOf(join(folder, 'auth.db-shm')), '755');
});

test('files of artefacts are private to their owner, also those of an earlier start', async t => {
  withOpenUmask(t);
  const folder = newFolder(t);
  const artefacts = openArtefactFiles(join(folder, 'ktima.db'));
  const artefact = { name: 'places', key: 'p' };
  await artefacts.write(artefact, 'content');
  const path = join(folder, 'ktima.db-places-p');
  assert.equal(modeOf(path), '600');
  chmodSync(path, 0o644);
  assert.equal(await artefacts.read('places', 'p'), 'content');
  assert.equal(modeOf(path), '600');
  await artefacts.lock();
  assert.equal(modeOf(`${folder}/ktima.db-artefact-lock`), '600');
});

test('a temporary folder is used only if it is private to this user', t => {
  withOpenUmask(t);
  const folder = newFolder(t);
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  t.after(() => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  });
  const path = join(folder, `ktima-compiled-${process.getuid!()}`);
  const take = () => privateTemporaryFolder('ktima-compiled');
  assert.equal(take(), path);
  assert.equal(modeOf(path), '700');
  assert.equal(take(), path, 'again');
  chmodSync(path, 0o777);
  assert.equal(take(), undefined, 'others may write into it');
  rmSync(path, { recursive: true });
  mkdirSync(join(folder, 'elsewhere'), { mode: 0o700 });
  symlinkSync(join(folder, 'elsewhere'), path);
  assert.equal(take(), undefined, 'a link');
  rmSync(path);
  writeFileSync(path, '');
  assert.equal(take(), undefined, 'a file');
});
