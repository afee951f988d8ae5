import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { openSqliteStore } from '../../src/store/sqlite.ts';

const folder = mkdtempSync(join(tmpdir(), 'ktima-'));
after(() => rmSync(folder, { recursive: true }));
let count = 0;
const newPath = () => join(folder, `${count++}.db`);

test('a file that is no database is refused in one sentence', () => {
  const path = newPath();
  writeFileSync(path, 'this is no database, but long enough to be looked at as one. '.repeat(50));
  assert.throws(() => openSqliteStore(path), {
    code: 'BAD_DATA',
    message: /cannot open the database .*: file is not a database/,
  });
  assert.match(readFileSync(path, 'utf8'), /^this is no database/);
});

test('a database of a newer version is refused', async () => {
  const path = newPath();
  const { DatabaseSync } = await import('node:sqlite');
  const db = new DatabaseSync(path);
  db.exec('PRAGMA user_version = 999');
  db.close();
  assert.throws(() => openSqliteStore(path), {
    code: 'BAD_DATA',
    message: /newer version of Ktima/,
  });
});
