import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import { emptyLayers, type Provenance } from '../../src/store/store.ts';
import { parcels, places, provenance, rates } from '../service.ts';

const folder = mkdtempSync(join(tmpdir(), 'ktima-'));
after(() => rmSync(folder, { recursive: true }));
let count = 0;
const newPath = () => join(folder, `${count++}.db`);

const other: Provenance = { ...provenance, source: 'other' };

test('what is put in comes out', async () => {
  const store = openSqliteStore(newPath());
  const ageing = {
    house: { method: 'straight_line' as const, usefulLifeYears: 50, residualShare: 0.1 },
  };
  await store.replaceCosts(provenance, rates, ageing);
  await store.replaceParcels(provenance, parcels);
  const costs = await store.readCosts();
  assert.deepEqual(structuredClone(costs.rates), rates);
  assert.deepEqual(structuredClone(costs.depreciation), ageing);
  assert.deepEqual(await store.findParcel('050681726003'), parcels[0]);
  assert.equal(await store.findParcel('050681726004'), undefined);
});

test('a place keeps its id over re-imports, and the id of a lost one is never given again', async () => {
  const store = openSqliteStore(newPath());
  await store.replacePlaces(provenance, places);
  const idOf = async (name: string) => (await store.readPlaces()).find(p => p.name_en === name)?.id;
  const before = await idOf('metro');
  await store.replacePlaces(provenance, places.toReversed());
  assert.equal(await idOf('metro'), before);

  const highest = Math.max(...(await store.readPlaces()).map(p => p.id));
  await store.replacePlaces(provenance, places.slice(0, 1));
  assert.equal((await store.readPlaces()).length, 1);
  await store.replacePlaces(provenance, [
    { ...places[0]!, external_id: 'node/new', name_en: 'new' },
  ]);
  assert.ok((await idOf('new'))! > highest);
});

test('an import replaces its own source and leaves the others', async () => {
  const store = openSqliteStore(newPath());
  await store.replacePlaces(provenance, places);
  await store.replacePlaces(other, places.slice(0, 2));
  assert.equal((await store.readPlaces()).length, places.length + 2);
  await store.replacePlaces(provenance, []);
  assert.equal((await store.readPlaces()).length, 2);
});

test('an import that fails leaves everything as it was', async () => {
  const store = openSqliteStore(newPath());
  await store.replacePlaces(provenance, places);
  function* failing() {
    yield { ...places[0]!, external_id: 'node/x' };
    throw new Error('the file is cut');
  }
  await assert.rejects(store.replacePlaces(provenance, failing()), /the file is cut/);
  assert.equal((await store.readPlaces()).length, places.length);
  assert.equal((await store.loadedSources())[0]!.rows, places.length);
});

test('each source is remembered with rows, date and licence', async () => {
  const store = openSqliteStore(newPath(), () => new Date('2026-06-15T09:00:00Z'));
  assert.deepEqual(emptyLayers(await store.loadedSources()), ['costs', 'places', 'parcels']);
  await store.replaceParcels(provenance, parcels);
  assert.deepEqual(structuredClone(await store.loadedSources()), [
    { layer: 'parcels', rows: 1, loadedAt: '2026-06-15T09:00:00.000Z', ...provenance },
  ]);
  assert.deepEqual(emptyLayers(await store.loadedSources()), ['costs', 'places']);
});

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
