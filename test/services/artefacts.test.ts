import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import test, { type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { artefactStates, readValue } from '#app/services/artefacts/artefacts.ts';
import { ensureArtefacts, gazetteerIndex } from '#app/services/artefacts/build.ts';
import { readData } from '#app/services/artefacts/snapshot.ts';
import { type LiveData, openLiveData } from '#app/services/live-data.ts';
import { openLog } from '#app/services/service.ts';
import { nearby } from '#domain/property/places.ts';
import { renderNearby } from '#domain/property/places-json.ts';
import { buildWalkGraph } from '#domain/walking/build-graph.ts';
import { openWayPacker, type Way, wayFlags, waysIn } from '#domain/walking/ways.ts';
import type { ArtefactStore } from '#storage/store/artefacts/format.ts';
import { openStore } from '#storage/store/open-store.ts';
import { replaceRows, type Snapshot, type Store } from '#storage/store/store.ts';
import { metresPerDegree } from '#tools/geo/earth.ts';
import { generatePlaces } from '../../bench/generate.ts';
import { newHome } from '../commands/ktima.ts';
import { load, writeAscii } from '../grids/files.ts';
import { noPostgres } from '../postgres/database.ts';
import { longTest } from '../sample.ts';
import { house, museum, places, provenance } from '../service.ts';
import { loadSnapshot } from '../snapshot.ts';
import { engines } from '../store/engines.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { cityWays, wayRow } from '../walking/city.ts';

const log = openLog('silent', 'api');
const street = { ...house, externalId: null, street: 'Οδός Δοκιμής', city: null };
const [sqlite] = engines;
// Stored with the program by the first call, for all databases.
await gazetteerIndex();

const stateOf = async (store: Store, verify = false) =>
  Object.fromEntries((await artefactStates(store, verify)).map(({ name, state }) => [name, state]));

const answers = ({ places, placeJsonBytes }: Snapshot) =>
  [37.98, 38.5, 40.6].map(latitude =>
    renderNearby(placeJsonBytes, nearby(places, latitude, 23.73)).toString(),
  );

/** Waits until a condition holds, for at most a minute: a build may take seconds. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await holds()); tries++) {
    assert.ok(tries < 2_400, 'did not happen in time');
    await sleep(25);
  }
}

/** Follows the data of a store until the test ends. */
async function follow(t: TestContext, store: Store, url: string): Promise<LiveData> {
  const data = await openLiveData(store, { url }, log, {});
  t.after(data.close);
  return data;
}

/** A store that counts, or forbids, its builds. */
function withLock(store: Store, lock: ArtefactStore['lock']): Store {
  return { ...store, artefacts: { ...store.artefacts, lock } };
}

for (const { name, newUrl, open } of engines) {
  test(`${name}: what is built is read as it was, and built again when its rows have changed`, async t => {
    const store = await open(t, await newUrl());
    await replaceRows(store, 'places', provenance, generatePlaces(2_000));
    assert.deepEqual(await stateOf(store), { addresses: 'missing', places: 'missing' });
    await ensureArtefacts(store);
    const before = await readData(store);
    assert.deepEqual(answers(before.snapshot), answers(await loadSnapshot(store)));
    assert.ok(before.index.namedPlaces.count > 0);

    await replaceRows(store, 'named_places', provenance, [museum]);
    assert.deepEqual(await stateOf(store), { addresses: 'older', places: 'current' });
    await ensureArtefacts(store);
    const { index } = await readData(store);
    assert.equal(index.namedPlaces.count, before.index.namedPlaces.count + 1);
    assert.deepEqual(await stateOf(store, true), { addresses: 'current', places: 'current' });
  });
}

for (const { name, newUrl, open } of engines) {
  test(`${name}: the ways to walk on follow imports and removals of the map`, async t => {
    const store = await open(t, await newUrl());
    const load = (source: string, ways: Iterable<Way>) =>
      replaceRows(store, 'map', { ...provenance, source }, Array.from(ways, wayRow));
    const city = { south: 38, west: 23, size: 12, blockMetres: 60, seed: 1 };
    const built = async () => {
      await ensureArtefacts(store);
      return (await readValue(store, 'ways', await store.loadedSources()))!.value;
    };
    await load('osm', cityWays(city));
    assert.deepEqual(await stateOf(store), { ways: 'missing' });
    const first = await built();
    assert.deepEqual(first, buildWalkGraph(inBundles(cityWays(city))));
    assert.ok(first.from.length > 150);
    // The threads of a portfolio share it.
    assert.ok(first.longitudes.buffer instanceof SharedArrayBuffer);

    // Ways of both count once, those that were loaded last.
    const others = [...cityWays({ ...city, seed: 2 })].slice(0, 50);
    await load('town', others);
    assert.deepEqual(await stateOf(store), { ways: 'older' });
    const known = new Set(others.map(({ id }) => id));
    const rest = [...cityWays(city)].filter(({ id }) => !known.has(id));
    assert.equal((await built()).from.length, buildWalkGraph([...others, ...rest]).from.length);
    await load('town', []);
    assert.deepEqual(await built(), first);
    await load('osm', []);
    assert.equal((await built()).from.length, 0);
  });
}

longTest(
  'an imported elevation gives the ways slopes, a removed one takes them',
  { skip: noPostgres },
  async t => {
    const folder = temporaryFolder(t);
    const city = { south: 38, west: 23, size: 12, blockMetres: 60, seed: 1 };
    // It rises by 10 % to the east, in two files of which each has a half, and a finer one over some of it.
    const half = { west: 22.99, south: 37.99, step: 0.0005, width: 30, height: 60 };
    const fine = { west: 23.001, south: 38.001, step: 0.0002, width: 10, height: 10 };
    const perDegree = metresPerDegree(38.004).east / 10;
    const plane = (place: typeof half) => (column: number) =>
      (place.west + (column + 0.5) * place.step - 22) * perDegree;
    const files = [half, { ...half, west: 23.005 }, fine].map((place, i) => {
      const path = `${folder.path}/${i}.asc`;
      writeAscii(path, place, plane(place));
      return path;
    });
    const read = await Promise.all(
      engines.map(async ({ newUrl, open }) => {
        const store = await open(t, await newUrl());
        const built = async () => {
          await ensureArtefacts(store);
          return (await readValue(store, 'ways', await store.loadedSources()))!.value;
        };
        await replaceRows(store, 'map', provenance, Array.from(cityWays(city), wayRow));
        const flat = await built();
        assert.equal(flat.slopeEfforts.length, 0);
        await load(store, files, { srid: 4326 });
        assert.deepEqual(await stateOf(store), { ways: 'older' });
        const sloped = await built();
        await replaceRows(store, 'grids', { ...provenance, source: 'hills' }, []);
        assert.deepEqual(await stateOf(store), { ways: 'older' });
        assert.deepEqual(await built(), flat);
        return sloped;
      }),
    );
    assert.deepEqual(read[0], read[1]);
    const { from, flags, slopeEfforts, shapes, longitudes, metres } = read[0]!;
    for (let edge = 0; edge < from.length; edge++) {
      const [there, back] = slopeEfforts.subarray(2 * edge, 2 * edge + 2);
      assert.equal(there === 0, flags[edge] === wayFlags.steps);
      if (there === 0) continue;
      // The bends are short: the efforts are about those of a straight line.
      const degrees = (longitudes[shapes[edge + 1]! - 1]! - longitudes[shapes[edge]!]!) / 1e7;
      const slope = (degrees * perDegree) / metres[edge]!;
      const tobler = (s: number) =>
        (6 * Math.exp(-0.175)) / (6 * Math.exp(-3.5 * Math.abs(s + 0.05)));
      assert.ok(Math.abs(there! - tobler(slope)) < 0.05, `${edge} ${there} ${tobler(slope)}`);
      assert.ok(Math.abs(back! - tobler(-slope)) < 0.05, `${edge} ${back} ${tobler(-slope)}`);
    }
  },
);

/** Ways in the order in which they are read. */
function inBundles(ways: Iterable<Way>): Way[] {
  const packer = openWayPacker();
  for (const way of ways) packer.add(way);
  const bundles = [...packer.take()].sort(([a], [b]) => a - b);
  return bundles.flatMap(([, content]) => [...waysIn(content)]);
}

test('both engines build the same values', { skip: noPostgres }, async t => {
  const read = await Promise.all(
    engines.map(async ({ newUrl, open }) => {
      const store = await open(t, await newUrl());
      await replaceRows(store, 'named_places', provenance, [museum]);
      await replaceRows(store, 'places', provenance, places);
      await ensureArtefacts(store);
      const sources = await store.loadedSources();
      const read = ['addresses', 'places'].map(name => readValue(store, name as 'places', sources));
      return (await Promise.all(read)).map(one => one!.value);
    }),
  );
  assert.deepEqual(read[0], read[1]);
});

test('without rows nothing is built: addresses are those of the gazetteer', async t => {
  const store = await sqlite!.open(t, await sqlite!.newUrl());
  assert.deepEqual(await stateOf(store), {});
  const { index, snapshot } = await readData(store);
  assert.ok(index.streets.count > 0);
  assert.equal(answers(snapshot)[0], '[]');
});

test('a service without artefacts says so at once, serves all else, and has them built', async t => {
  const url = `sqlite:${newHome(t).folder}/ktima.db`;
  const store = await sqlite!.open(t, url);
  await replaceRows(store, 'places', provenance, places);
  let builds = 0;
  const held = Promise.withResolvers<void>();
  const waiting = withLock(store, async () => {
    builds++;
    await held.promise;
    return store.artefacts.lock();
  });
  const data = await follow(t, waiting, url);
  const unavailable = { code: 'UNAVAILABLE', retryAfterSeconds: 5 };
  const message = 'the index of addresses is missing: it is being built';
  assert.throws(data.index, { ...unavailable, message });
  assert.ok(data.snapshot().costs);
  assert.throws(() => data.snapshot().places, unavailable);
  assert.throws(() => data.snapshot().placeJsonBytes, unavailable);
  // Without a map there are no ways to build.
  const states = data.states().map(({ state }) => state);
  assert.deepEqual(states, ['missing', 'missing', 'current']);
  const before = data.versions();
  held.resolve();
  await until(() => data.states().every(({ state }) => state === 'current'));
  assert.ok(data.index().streets.count > 0);
  assert.equal(data.snapshot().places.ids.length, places.length);
  assert.equal(builds, 1, 'one process has built both');
  assert.notDeepEqual(data.versions(), before);
});

test('a service that may not build names the command; another one builds for it', async t => {
  const url = await sqlite!.newUrl();
  const store = await sqlite!.open(t, url);
  await replaceRows(store, 'places', provenance, places);
  const forbidding = withLock(store, async () => 'forbidden');
  const data = await follow(t, forbidding, url);
  await until(() => {
    try {
      data.index();
    } catch (error) {
      return /is missing: run ktima migrate api/.test((error as Error).message);
    }
    return false;
  });
  await assert.rejects(ensureArtefacts(forbidding), /ktima migrate/);
  await ensureArtefacts(store);
  await until(() => data.states().every(({ state }) => state === 'current'));
  assert.ok(data.index());
});

test('new rows are answered from the old index until the new one is there, under the old version', async t => {
  const url = await sqlite!.newUrl();
  const store = await sqlite!.open(t, url);
  await replaceRows(store, 'named_places', provenance, [museum]);
  await ensureArtefacts(store);
  let locks = 0;
  const taken = withLock(store, async () => {
    locks++;
    return 'taken';
  });
  const data = await follow(t, taken, url);
  const [version] = data.versions();
  const writer = await sqlite!.open(t, url);
  await replaceRows(writer, 'named_places', provenance, [museum, { ...museum, externalId: 'w/2' }]);
  await until(() => data.states()[0]!.state === 'older');
  assert.equal(data.index().namedPlaces.count, 1);
  assert.equal(data.versions()[0], version);
  // While another process builds, a service asks for the lock now and then.
  await until(() => locks > 0);
  assert.equal(data.index().namedPlaces.count, 1);
  await ensureArtefacts(store);
  await until(() => data.states()[0]!.state === 'current');
  assert.equal(data.index().namedPlaces.count, 2);
  assert.notEqual(data.versions()[0], version);

  // An instance that starts between an import and its build uses the older index, too.
  await replaceRows(writer, 'addresses', provenance, [street]);
  const late = await follow(t, taken, url);
  assert.equal(late.states()[0]!.state, 'older');
  assert.equal(late.index().namedPlaces.count, 2);
});

test('a damaged artefact is missing for a check, not used, and built again', async t => {
  const url = await sqlite!.newUrl();
  const store = await sqlite!.open(t, url);
  await replaceRows(store, 'places', provenance, places);
  await ensureArtefacts(store);
  const path = url.slice('sqlite:'.length);
  const folder = path.slice(0, path.lastIndexOf('/'));
  const isPlaces = (file: string) => `${folder}/${file}`.startsWith(`${path}-places-`);
  const file = `${folder}/${readdirSync(folder).find(isPlaces)!}`;
  const good = answers((await readData(store)).snapshot);
  const bytes = readFileSync(file);
  bytes[bytes.length - 10]! ^= 1;
  writeFileSync(file, bytes);
  assert.equal((await stateOf(store)).places, 'current');
  assert.equal((await stateOf(store, true)).places, 'missing');
  const data = await follow(t, store, url);
  assert.throws(() => data.snapshot().places, { code: 'UNAVAILABLE' });
  await until(() => data.states().every(({ state }) => state === 'current'));
  assert.deepEqual(answers(data.snapshot()), good);
});

longTest('instances that hide and serve the sample have artefacts of their own', async t => {
  const url = await sqlite!.newUrl();
  const store = await sqlite!.open(t, url);
  await replaceRows(store, 'places', { ...provenance, source: 'sample' }, places);
  await replaceRows(store, 'named_places', provenance, [museum]);
  const hiding = await openStore({ url, hideSample: true });
  t.after(hiding.close);
  for (const one of [store, hiding]) await ensureArtefacts(one);
  for (const one of [store, hiding]) {
    assert.ok(Object.values(await stateOf(one, true)).every(state => state === 'current'));
  }
  assert.equal((await readData(hiding)).index.namedPlaces.count, 1);
});
