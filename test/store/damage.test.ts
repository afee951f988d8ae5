import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test from 'node:test';
import { streetKey } from '#domain/geocoder/text/fold.ts';
import { openAuthStore } from '#features/auth/open-auth-store.ts';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { replaceRows } from '#storage/store/store.ts';
import { KtimaError } from '#tools/errors.ts';
import { rounds } from '../sample.ts';
import { now, places, provenance } from '../service.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { holdAgainstFlips, outcome, wholeDatabase } from './damaged-files.ts';
import { randomNumbers } from './random.ts';

const { path: folder } = temporaryFolder();
let count = 0;
const newPath = () => join(folder, `${count++}.db`);
const refused = { code: 'UNAVAILABLE', message: 'the database is damaged' };

test('a byte changed at any of some places: refused, 503, or the right answer', t =>
  holdAgainstFlips(t, rounds(50, 15), 20_261_115));

test('a large file is checked in a thread, and damage makes the service not ready', async () => {
  const path = newPath();
  const store = openSqliteStore(path);
  const large = { ...places[0]!, name_en: 'x'.repeat(10_000) };
  const rows = Array.from({ length: 2_000 }, (_, i) => ({ ...large, external_id: `${i}` }));
  await replaceRows(store, 'places', provenance, rows);
  await store.close();
  writeFileSync(path, readFileSync(path).fill(0xa5, 10_485_760, 10_489_856));

  const told = Promise.withResolvers<string | undefined>();
  const damaged = openSqliteStore(path, undefined, told.resolve);
  await damaged.check();
  assert.match(String(await told.promise), /^the database is damaged: .*restore it from a backup/);
  await assert.rejects(damaged.check(), refused);
  await damaged.close();
});

test('an address never has the changed name of a source', async () => {
  const path = newPath();
  writeFileSync(path, await wholeDatabase());
  sqlite(path, "UPDATE sources SET source = 'best' WHERE layer = 'addresses'");
  const store = openSqliteStore(path);
  await assert.rejects(store.readStreets(), refused);
  await assert.rejects(store.housesAround(37.905, 23.7, 300), refused);
  await assert.rejects(store.loadedSources(), refused);
  await store.close();
});

test('a changed position of one house is an error for its street and the list of streets only', async () => {
  const path = newPath();
  writeFileSync(path, await wholeDatabase());
  sqlite(path, "UPDATE addresses SET latitude = 37.5 WHERE house_number = '3'");
  const store = openSqliteStore(path);
  await assert.rejects(store.readStreets(), refused);
  await assert.rejects(store.findHouses(streetKey('Οδός 3', 'Αθηναίων')), refused);
  assert.equal((await store.findHouses(streetKey('Οδός 4', 'Αθηναίων'))).length, 17);
  await store.close();
});

test('a file that was cut anywhere is refused', async () => {
  const whole = await wholeDatabase();
  const random = randomNumbers(8);
  const path = newPath();
  writeFileSync(path, whole);
  const right = await outcome(path);
  for (let i = 0; i < 40; i++) {
    const length = 1 + random(whole.length - 1);
    writeFileSync(path, whole.subarray(0, length));
    assert.equal(await outcome(path), 'refused', `cut to ${length} bytes`);
  }
  writeFileSync(path, whole);
  assert.deepEqual(await outcome(path), right);
});

const folderMessage =
  /expected a file, this is a folder; add the name of the file to the database URL$/;
const ofAnother = (sql: string): [make: (path: string) => void, said: RegExp] => [
  path => sqlite(path, sql),
  /is a database of another program$/,
];
/** Files of other programs, and the message for each. */
const strangers: Record<string, ReturnType<typeof ofAnother>> = {
  'a text': [path => writeFileSync(path, 'no database. '.repeat(500)), /file is not a database/],
  'a folder': [path => mkdirSync(path), folderMessage],
  'the database of another program': ofAnother('CREATE TABLE notes (text)'),
  'one that has only views': ofAnother('CREATE VIEW notes AS SELECT 1 AS text'),
  'one with a version': ofAnother('CREATE TABLE notes (text); PRAGMA user_version = 3'),
};

/** The mode and the bytes of a file; the mode alone of a folder. */
function stateOf(path: string) {
  const { mode, size } = statSync(path);
  return [mode, size, statSync(path).isFile() && readFileSync(path)];
}

function sqlite(path: string, sql: string): void {
  const db = new DatabaseSync(path);
  db.exec(sql);
  db.close();
}

for (const [what, [make, said]] of Object.entries(strangers)) {
  test(`${what} in place of a database is refused in one sentence, and left as it was`, async () => {
    for (const open of [openSqliteStore, (path: string) => openAuthStore(`sqlite:${path}`)]) {
      const path = newPath();
      make(path);
      chmodSync(path, 0o644);
      const before = stateOf(path);
      await assert.rejects(async () => open(path), { code: 'BAD_DATA', message: said });
      assert.deepEqual(stateOf(path), before);
    }
  });
}

test('an empty or missing file is a new database', async () => {
  for (const make of [(path: string) => writeFileSync(path, ''), () => {}]) {
    const path = newPath();
    make(path);
    const store = openSqliteStore(path);
    await store.check();
    assert.deepEqual(await store.loadedSources(), []);
    await store.close();
  }
});

test('the authentication database with a changed byte gives only known errors', async () => {
  const path = newPath();
  const store = await openAuthStore(`sqlite:${path}`);
  const state = { disabled: false, otpSecret: null, otpVersion: 0, scopes: null };
  const user = { ...state, email: null, createdAt: now.toISOString() };
  const passwordHash = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNo';
  const times = { startedAtMs: 1, refreshedAtMs: 1, expiresAtMs: 9e12, tokensUntilMs: 9e12 };
  for (const id of ['maria', 'nikos', 'eleni']) {
    await store.addUser({ ...user, id, name: id, passwordHash }, [id]);
    const from = { clientIp: '192.0.2.1', carrier: 'body' as const };
    const session = { id: `of ${id}`, userId: id, ...from, ...times };
    await store.startSession(session, `token of ${id}`, { ...user, passwordHash });
    await store.changeBuckets([id], buckets => buckets.map(b => ({ ...b, failures: 3 })));
    await store.addAuditEntry({ atMs: 1, event: 'login', userId: id, from: '192.0.2.1' });
  }
  const publicJwk = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' };
  const key = { kid: 'k', generation: 1, publicJwk, privateKey: '{}' };
  await store.addSigningKey({ ...key, createdAtMs: 1, signsFromMs: 1 });
  await store.close();
  const whole = readFileSync(path);

  const random = randomNumbers(77);
  for (let i = 0; i < rounds(150, 50); i++) {
    const bytes = Buffer.from(whole);
    const at = random(whole.length);
    bytes[at] = bytes[at]! ^ (1 + random(255));
    writeFileSync(path, bytes);
    await askAuth(path).catch(error => {
      assert.ok(error instanceof KtimaError, `byte ${at}: no name for ${error}`);
    });
  }
});

/** Reads and writes what a login and a refresh do. */
async function askAuth(path: string): Promise<void> {
  const store = await openAuthStore(`sqlite:${path}`);
  try {
    await store.check();
    await store.signingKeys();
    await store.findUser('maria');
    await store.liveSessions('maria', 5);
    await store.hasSessionFrom('maria', '192.0.2.1');
    await store.readBuckets(['maria']);
    await store.changeBuckets(['maria'], buckets => buckets);
    const how = { nowMs: 5, tokensUntilMs: 5, allowDemo: false, carrier: 'body' as const };
    await store.refresh('token of maria', { hash: 'next', salt: 'salt' }, how);
    await store.endedSessions(undefined, 10, 5);
    await store.addAuditEntry({ atMs: 2, event: 'login', userId: 'maria', from: '192.0.2.1' });
    await store.auditEntries(undefined, 10);
  } finally {
    await store.close();
  }
}
