import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import type { Parcel } from '../../src/property/parcels.ts';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import { emptyLayers, type Provenance, replaceRows } from '../../src/store/store.ts';
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
  await replaceRows(store, 'costs', provenance, [
    ...rates,
    { propertyType: 'house', ...ageing.house },
  ]);
  await replaceRows(store, 'parcels', provenance, parcels);
  const costs = await store.readCosts();
  assert.deepEqual(structuredClone(costs.rates), rates);
  assert.deepEqual(structuredClone(costs.depreciation), ageing);
  assert.deepEqual(await store.findParcel('050681726003'), parcels[0]);
  assert.equal(await store.findParcel('050681726004'), undefined);
});

test('a place keeps its id over re-imports, and the id of a lost one is never given again', async () => {
  const store = openSqliteStore(newPath());
  await replaceRows(store, 'places', provenance, places);
  const idOf = async (name: string) =>
    [...(await store.readPlaces())].find(p => p.name_en === name)?.id;
  const before = await idOf('metro');
  await replaceRows(store, 'places', provenance, places.toReversed());
  assert.equal(await idOf('metro'), before);

  const highest = Math.max(...[...(await store.readPlaces())].map(p => p.id));
  await replaceRows(store, 'places', provenance, places.slice(0, 1));
  assert.equal([...(await store.readPlaces())].length, 1);
  await replaceRows(store, 'places', provenance, [
    { ...places[0]!, external_id: 'node/new', name_en: 'new' },
  ]);
  assert.ok((await idOf('new'))! > highest);
});

test('an import replaces its own source and leaves the others', async () => {
  const store = openSqliteStore(newPath());
  await replaceRows(store, 'places', provenance, places);
  await replaceRows(store, 'places', other, places.slice(0, 2));
  assert.equal([...(await store.readPlaces())].length, places.length + 2);
  await replaceRows(store, 'places', provenance, []);
  assert.equal([...(await store.readPlaces())].length, 2);
});

test('the first real import of a layer removes its sample', async () => {
  const store = openSqliteStore(newPath());
  await replaceRows(store, 'parcels', { ...provenance, source: 'sample' }, parcels);
  await replaceRows(store, 'places', { ...provenance, source: 'sample' }, places);
  await replaceRows(store, 'parcels', provenance, [{ ...parcels[0]!, kaek: '050681726009' }]);
  assert.equal(await store.findParcel('050681726003'), undefined);
  assert.ok(await store.findParcel('050681726009'));
  assert.deepEqual(
    (await store.loadedSources()).map(s => `${s.layer} ${s.source}`),
    ['parcels test', 'places sample'],
  );
});

test('of a parcel in two sources the one loaded last is found', async () => {
  const store = openSqliteStore(newPath());
  await replaceRows(store, 'parcels', provenance, parcels);
  await replaceRows(store, 'parcels', other, [{ ...parcels[0]!, areaM2: 7 }]);
  assert.equal((await store.findParcel('050681726003'))?.areaM2, 7);
  await replaceRows(store, 'parcels', provenance, parcels);
  assert.equal((await store.findParcel('050681726003'))?.areaM2, 412.5);
});

test('a parcel that comes twice is kept once; with another outline it is refused', async () => {
  const store = openSqliteStore(newPath());
  const replacement = await store.replace('parcels', 'twice');
  const other: Parcel = {
    ...parcels[0]!,
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [23, 38],
          [23.1, 38],
          [23.1, 38.1],
          [23, 38],
        ],
      ],
    },
  };
  assert.equal(replacement.add(parcels[0]!), undefined);
  assert.equal(replacement.add(parcels[0]!), undefined);
  assert.match(replacement.add(other)!, /^kaek: 050681726003 comes twice with different outlines$/);
  await replacement.commit({ ...provenance, source: 'twice' });
  assert.equal((await store.loadedSources())[0]!.rows, 1);
});

test('parcels are found by a point near them', async () => {
  const store = openSqliteStore(newPath());
  await replaceRows(store, 'parcels', provenance, parcels);
  assert.equal((await store.parcelsAround(37.9001, 23.7001)).length, 1);
  assert.equal((await store.parcelsAround(37.91, 23.7001)).length, 0);
  await replaceRows(store, 'parcels', provenance, []);
  assert.equal((await store.parcelsAround(37.9001, 23.7001)).length, 0);
});

test('another connection’s commit is noticed, and nothing of it is seen before', async () => {
  const path = newPath();
  const [reader, writer] = [openSqliteStore(path), openSqliteStore(path)];
  let changes = 0;
  const unwatch = reader.watch(() => changes++);
  const replacement = await writer.replace('places', 'osm');
  for (const place of places) replacement.add(place);
  assert.equal([...(await reader.readPlaces())].length, 0);
  await replacement.commit({ ...provenance, source: 'osm' });
  assert.equal([...(await reader.readPlaces())].length, places.length);
  await new Promise(resolve => setTimeout(resolve, 700));
  assert.equal(changes, 1);
  unwatch();
});

test('an import that fails leaves everything as it was', async () => {
  const store = openSqliteStore(newPath());
  await replaceRows(store, 'places', provenance, places);
  function* failing() {
    yield { ...places[0]!, external_id: 'node/x' };
    throw new Error('the file is cut');
  }
  await assert.rejects(replaceRows(store, 'places', provenance, failing()), /the file is cut/);
  assert.equal([...(await store.readPlaces())].length, places.length);
  assert.equal((await store.loadedSources())[0]!.rows, places.length);
});

test('each source is remembered with rows, date and licence', async () => {
  const store = openSqliteStore(newPath(), () => new Date('2026-06-15T09:00:00Z'));
  assert.deepEqual(emptyLayers(await store.loadedSources()), [
    'costs',
    'places',
    'parcels',
    'addresses',
  ]);
  await replaceRows(store, 'parcels', provenance, parcels);
  assert.deepEqual(structuredClone(await store.loadedSources()), [
    { layer: 'parcels', rows: 1, loadedAt: '2026-06-15T09:00:00.000Z', ...provenance },
  ]);
  assert.deepEqual(emptyLayers(await store.loadedSources()), ['costs', 'places', 'addresses']);
});

test('opening changes nothing that others would notice, and waits for no import', async () => {
  const path = newPath();
  const watcher = openSqliteStore(path);
  let changes = 0;
  const unwatch = watcher.watch(() => changes++);
  await openSqliteStore(path).close();
  const importing = await openSqliteStore(path).replace('places', 'osm');
  await openSqliteStore(path).close();
  await new Promise(resolve => setTimeout(resolve, 700));
  assert.equal(changes, 0);
  unwatch();
  await importing.abandon();
});

test('a second import is told that another is writing', async () => {
  const path = newPath();
  const first = await openSqliteStore(path).replace('places', 'a');
  await assert.rejects(openSqliteStore(path).replace('places', 'b'), {
    code: 'UNAVAILABLE',
    message: /another import is writing/,
  });
  await first.abandon();
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
