import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test, { after } from 'node:test';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import { replaceRows } from '../../src/store/store.ts';
import { parcels, places, provenance, settlement } from '../service.ts';

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
  const db = new DatabaseSync(path);
  db.exec('PRAGMA user_version = 999');
  db.close();
  assert.throws(() => openSqliteStore(path), {
    code: 'BAD_DATA',
    message: /newer version of Ktima/,
  });
});

test('a database of before departed places and settlements is migrated with its rows', async () => {
  const path = newPath();
  const before = openSqliteStore(path);
  await replaceRows(before, 'places', provenance, places);
  await replaceRows(before, 'parcels', provenance, parcels);
  const expected = [...(await before.readPlaces())];
  await before.close();
  const old = new DatabaseSync(path);
  old.exec(`DROP TABLE departed_places; DROP TABLE settlements; DROP TABLE boundaries;
            DROP TABLE named_places; DROP TABLE map_features;
            DROP TABLE parcel_blocks; ALTER TABLE parcels RENAME COLUMN outline TO geometry;
            PRAGMA user_version = 3`);
  old.close();

  const store = openSqliteStore(path);
  await replaceRows(store, 'places', provenance, []);
  await replaceRows(store, 'places', provenance, places);
  assert.deepEqual([...(await store.readPlaces())], expected);
  assert.deepEqual(await store.findParcel(parcels[0]!.kaek), parcels[0]);
  const earth = { west: -180, east: 180, south: -90, north: 90 };
  assert.deepEqual(await store.parcelsIn(earth, '', 9), parcels);
  await replaceRows(store, 'settlements', provenance, [settlement]);
  assert.equal((await store.readSettlements()).length, 1);
  await store.close();
});
