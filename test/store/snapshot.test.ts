import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { nearby } from '../../src/property/places.ts';
import { renderNearby } from '../../src/property/places-json.ts';
import { follow } from '../../src/store/follow.ts';
import { loadSnapshot, loadSnapshotAside } from '../../src/store/snapshot.ts';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import { replaceRows, type Snapshot } from '../../src/store/store.ts';
import { places, provenance } from '../service.ts';

const around = ({ places: index, placeSlab }: Snapshot) =>
  renderNearby(placeSlab, nearby(index, 38, 23)).toString();

function newDatabase(t: { after(work: () => void): void }) {
  const folder = mkdtempSync(join(tmpdir(), 'ktima-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return join(folder, 'ktima.db');
}

test('a snapshot made aside answers as one made here', async t => {
  const path = newDatabase(t);
  const store = openSqliteStore(path);
  await replaceRows(store, 'places', provenance, places);
  assert.equal(around(await loadSnapshotAside(path)), around(await loadSnapshot(store)));
  await store.close();
});

test('one commit makes one load, and the answer is the new one', async t => {
  const path = newDatabase(t);
  const store = openSqliteStore(path);
  let loads = 0;
  const load = () => {
    loads++;
    return loadSnapshotAside(path);
  };
  const live = await follow(
    store,
    () => loadSnapshot(store),
    load,
    error => assert.fail(String(error)),
  );
  assert.equal(around(live.current()), '[]');
  const writer = openSqliteStore(path);
  await replaceRows(writer, 'places', provenance, places);
  await sleep(2_500);
  assert.match(around(live.current()), /"name_en":"bank"/);
  assert.equal(loads, 1);
  live.close();
  await writer.close();
  await store.close();
});

test('a load that fails is told and tried again, and the old data are served meanwhile', async t => {
  const path = newDatabase(t);
  const store = openSqliteStore(path);
  const failures: unknown[] = [];
  const load = () =>
    failures.length === 0 ? Promise.reject(new Error('busy')) : loadSnapshot(store);
  const live = await follow(
    store,
    () => loadSnapshot(store),
    load,
    error => failures.push(error),
  );
  const writer = openSqliteStore(path);
  await replaceRows(writer, 'places', provenance, places);
  await sleep(1_000);
  assert.equal(failures.length, 1);
  assert.equal(around(live.current()), '[]');
  await sleep(1_500);
  assert.match(around(live.current()), /"name_en":"bank"/);
  live.close();
  await writer.close();
  await store.close();
});
