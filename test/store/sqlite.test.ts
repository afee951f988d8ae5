import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Parcel } from '#domain/property/parcels.ts';
import { runsInBox } from '#domain/zones/zone-cells.ts';
import { openAuthStore } from '#features/auth/open-auth-store.ts';
import { untilChange } from '#storage/store/sqlite/until-change.ts';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { replaceRows } from '#storage/store/store.ts';
import { square } from '../geo/square.ts';
import { parcels, provenance } from '../service.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { zonesWith } from '../zones/generated.ts';
import { parcelsIn } from './parcels-in.ts';

const { path: folder } = temporaryFolder();
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

test('a path where no database can be is refused with what to do', () => {
  const file = newPath();
  writeFileSync(file, '');
  const cases: [string, RegExp][] = [
    [join(folder, 'no/such/x.db'), /the folder \S+\/no does not exist; create it, or correct/],
    [join(folder, 'no/x/y/z.db'), /the folder \S+\/no does not exist/],
    [join(file, 'x.db'), /\.db is a file, expected a folder/],
    [join(file, 'a/b/x.db'), /\.db is a file, expected a folder/],
    [folder, /expected a file, this is a folder/],
    ['/proc/x.db', /: it cannot be created \(E\w+\)$/],
  ];
  for (const [path, message] of cases) {
    assert.throws(() => openSqliteStore(path), { code: 'BAD_DATA', message }, path);
  }
});

test('the two databases are distinguished, and the wrong one is not changed', async () => {
  const [property, users] = [newPath(), newPath()];
  await openSqliteStore(property).close();
  await (await openAuthStore(`sqlite:${users}`)).close();
  const before = [readFileSync(property), readFileSync(users)];
  await assert.rejects(openAuthStore(`sqlite:${property}`), {
    code: 'BAD_DATA',
    message: `${property} has the property data, not the users: set KTIMA_AUTH_DATABASE_URL to another file`,
  });
  assert.throws(() => openSqliteStore(users), {
    code: 'BAD_DATA',
    message: `${users} has the users, not the property data: set KTIMA_DATABASE_URL to another file`,
  });
  assert.deepEqual([readFileSync(property), readFileSync(users)], before);
  // An open connection would keep the files next to it.
  assert.equal(existsSync(`${users}-wal`), false);
});

test('rows that are read all at once are what was written, to the last digit and character', async t => {
  const store = openSqliteStore(':memory:');
  t.after(() => store.close());
  const areas = [0.1 + 0.2, 1 / 3, 5e-324, 1e21, 123_456_789.123_456_79, 400];
  const written = areas.map((areaM2, i): Parcel => {
    const geometry = { type: 'Polygon', coordinates: [square(23 + i * 1e-5, 38, 1e-5)] } as const;
    return { kaek: `05000000000${i}`, areaM2, geometry };
  });
  await replaceRows(store, 'parcels', provenance, written.toReversed());
  const box = { west: 22.9, south: 37.9, east: 23.1, north: 38.1 };
  assert.deepEqual(await parcelsIn(store, box, '', 1_000), written);
  const newer = written.slice(0, 2).map(parcel => ({ ...parcel, areaM2: 7 }));
  await replaceRows(store, 'parcels', { ...provenance, source: 'other' }, newer);
  const all = [...newer, ...written.slice(2)];
  assert.deepEqual(await parcelsIn(store, box, '', 1_000), all);
  assert.deepEqual(await parcelsIn(store, box, '', 3), all.slice(0, 3));
  assert.deepEqual(await parcelsIn(store, { ...box, east: 22.95 }, '', 1_000), []);
});

/** A number of parcels with the codes from 0 up; `fill` sets their size. */
const manyParcels = (count: number, fill: number) =>
  Array.from({ length: count }, (_, i) => {
    return { ...parcels[0]!, kaek: String(i).padStart(12, '0'), areaM2: fill };
  });

const bytesOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

test('a re-import needs at most 2.5 times the file and leaves it as it was', async t => {
  const path = newPath();
  const store = openSqliteStore(path);
  t.after(() => store.close());
  await replaceRows(store, 'parcels', provenance, manyParcels(5_000, 1));
  const before = bytesOf(path);
  assert.equal(bytesOf(`${path}-wal`), 0);
  // A reader of the old rows keeps the log as it is, so that its size can be seen.
  const reader = new DatabaseSync(path);
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM parcels').get();
  const replaced = replaceRows(store, 'parcels', provenance, manyParcels(5_000, 2));
  while (bytesOf(`${path}-wal`) === 0) await setImmediate();
  const most = bytesOf(path) + bytesOf(`${path}-wal`);
  reader.close();
  await replaced;
  assert.ok(most <= 2.5 * before, `${most} of ${before} bytes`);
  assert.ok(bytesOf(path) <= 1.05 * before, `${bytesOf(path)} of ${before} bytes`);
  assert.equal(bytesOf(`${path}-wal`), 0);
  assert.equal((await store.findParcel('000000004999'))?.areaM2, 2);
});

test('the log of an import that failed or was killed is emptied', async t => {
  const path = newPath();
  const store = openSqliteStore(path);
  t.after(() => store.close());
  await replaceRows(store, 'parcels', provenance, manyParcels(10, 1));
  const fill = (into: DatabaseSync) => {
    into.exec('PRAGMA cache_size = 10; BEGIN; CREATE TABLE much (bytes BLOB)');
    for (let i = 0; i < 20; i++) into.exec('INSERT INTO much VALUES (zeroblob(500000))');
  };
  const killed = new DatabaseSync(path);
  fill(killed);
  assert.ok(bytesOf(`${path}-wal`) > 9_000_000);
  // What a killed process leaves: the files as they are.
  const left = newPath();
  for (const ending of ['', '-wal']) copyFileSync(path + ending, left + ending);
  const reopened = openSqliteStore(left);
  assert.equal(bytesOf(`${left}-wal`), 0);
  assert.equal((await reopened.findParcel('000000000009'))?.areaM2, 1);
  await reopened.close();

  killed.exec('ROLLBACK');
  killed.close();
  assert.ok(bytesOf(`${path}-wal`) > 9_000_000);
  await (await store.replace('parcels', 'other')).abandon();
  assert.equal(bytesOf(`${path}-wal`), 0);
});

test('what is read once until a change is read again after a commit of either connection', () => {
  const path = newPath();
  const [own, other] = [new DatabaseSync(path), new DatabaseSync(path)];
  own.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (x)');
  let reads = 0;
  const count = untilChange(own, () => {
    reads++;
    return own.prepare('SELECT count(*) AS n FROM t').get()!.n;
  });
  const insert = 'INSERT INTO t VALUES (1)';
  const steps: [action: () => void, rows: number, reads: number][] = [
    [() => {}, 0, 1],
    [() => {}, 0, 1],
    [() => other.exec(insert), 1, 2],
    [() => own.exec(insert), 2, 3],
    [() => other.exec(`BEGIN; ${insert}`), 2, 3],
    [() => other.exec('COMMIT'), 3, 4],
    [() => own.exec(`BEGIN; ${insert}`), 4, 5],
    [() => own.exec('ROLLBACK'), 3, 6],
    [() => {}, 3, 6],
  ];
  for (const [action, rows, expected] of steps) {
    action();
    assert.deepEqual([count(), reads], [rows, expected]);
  }
  own.close();
  other.close();
});

test('zones that another connection loads are found, also in cells of another size', async () => {
  const path = newPath();
  const [reading, writing] = [openSqliteStore(path), openSqliteStore(path)];
  const box = { west: 23, east: 23.001, south: 38, north: 38.001 };
  /** The number of the sources, and of those that have something in the box. */
  const sources = async () => {
    const pieces = await reading.zonePieces(runsInBox(box), [], 10);
    return [(await reading.zoneSources()).length, new Set(pieces.map(one => one.sourceId)).size];
  };
  const load = (source: string, size: number) => {
    const zones = zonesWith([{ type: 'Polygon', coordinates: [square(23, 38, size)] }]);
    return replaceRows(writing, 'zones', { ...provenance, source }, zones);
  };
  assert.deepEqual(await sources(), [0, 0]);
  await load('small', 0.001);
  assert.deepEqual(await sources(), [1, 1]);
  await load('large', 3);
  assert.deepEqual(await sources(), [2, 2]);
  await Promise.all([reading.close(), writing.close()]);
});

test('descriptions of grids are found by the index, not among all squares', async t => {
  const path = newPath();
  const store = openSqliteStore(path);
  t.after(() => store.close());
  const reader = new DatabaseSync(path);
  t.after(() => reader.close());
  const query =
    'EXPLAIN QUERY PLAN SELECT grid FROM grid_squares WHERE source_id = ? AND square = -1';
  const [step] = reader.prepare(query).all(1);
  assert.match(String(step!.detail), /grid_squares_by_number \(source_id=\? AND square=\?\)/);
});
