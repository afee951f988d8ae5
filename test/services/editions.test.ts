import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import test, { type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { keyOf, missingOf, removeOthers } from '#app/services/artefacts/artefacts.ts';
import { ensureEdition, gazetteerIndex } from '#app/services/artefacts/build.ts';
import { isBuilt, loadEdition } from '#app/services/artefacts/edition.ts';
import { startEdition } from '#app/services/artefacts/start-edition.ts';
import { followEdition, type LiveEdition } from '#app/services/follow-edition.ts';
import { openLog } from '#app/services/service.ts';
import { nearby } from '#domain/property/places.ts';
import { renderNearby } from '#domain/property/places-json.ts';
import { buildWalkGraph } from '#domain/walking/build-graph.ts';
import { openWayPacker, type Way, wayFlags, waysIn } from '#domain/walking/ways.ts';
import { openStore } from '#storage/store/open-store.ts';
import type { Edition } from '#storage/store/store.ts';
import { replaceRows, type Store } from '#storage/store/store.ts';
import { metresPerDegree } from '#tools/geo/earth.ts';
import { generatePlaces } from '../../bench/generate.ts';
import { editionOf } from '../edition.ts';
import { load, writeAscii } from '../grids/files.ts';
import { noPostgres } from '../postgres/database.ts';
import { longTest } from '../sample.ts';
import { house, museum, places, provenance, rates, smallTown } from '../service.ts';
import { engines, testStores } from '../store/engines.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { cityWays, wayRow } from '../walking/city.ts';

const log = openLog('silent', 'api');
const street = { ...house, externalId: null, street: 'Οδός Δοκιμής', city: null };
const [sqlite] = engines;
// Stored with the program by the first call, for all databases.
await gazetteerIndex();

const around = ({ places, placeJsonBytes }: Pick<Edition, 'places' | 'placeJsonBytes'>) =>
  [37.98, 38.5, 40.6].map(latitude =>
    renderNearby(placeJsonBytes, nearby(places, latitude, 23.73)).toString(),
  );

const missing = async (store: Store, verify = false) =>
  missingOf(store, await store.loadedSources(), verify);

async function built(store: Store): Promise<Edition> {
  await ensureEdition(store);
  return loadEdition(store);
}

/** Waits until a condition holds, for at most a minute: a build may take seconds. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await holds()); tries++) {
    assert.ok(tries < 2_400, 'did not happen in time');
    await sleep(25);
  }
}

/** Follows the editions of a store until the test ends. */
async function follow(t: TestContext, store: Store): Promise<LiveEdition> {
  const live = await followEdition(store, await loadEdition(store), log, {});
  t.after(live.close);
  return live;
}

testStores(
  'what is built is read as it was, and only what has changed is built again',
  async of => {
    const { store } = of;
    await replaceRows(store, 'places', provenance, generatePlaces(2_000));
    assert.deepEqual(await missing(store), ['costs', 'places', 'names', 'ways']);
    assert.equal(await isBuilt(store), false);
    await assert.rejects(loadEdition(store), { code: 'UNAVAILABLE', message: /ktima migrate api/ });
    const first = await built(store);
    assert.deepEqual(around(first), around(await editionOf(store, smallTown)));
    assert.ok(first.addresses.namedPlaces.count > 0);
    assert.equal(await isBuilt(store, true), true);

    await replaceRows(store, 'named_places', provenance, [museum]);
    assert.deepEqual(await missing(store), ['names']);
    assert.equal(await isBuilt(store), false);
    const second = await built(store);
    assert.equal(second.addresses.namedPlaces.count, first.addresses.namedPlaces.count + 1);
    assert.notEqual(second.name, first.name);
    const { name } = await built(store);
    assert.equal(name, second.name, 'nothing has changed since');
  },
);

testStores('each change of rows gets an edition, also of rows that are not in memory', async of => {
  const { store, open } = of;
  const { name } = await built(store);
  await replaceRows(await open(), 'zones', provenance, []);
  assert.equal(await isBuilt(store), false);
  assert.notEqual((await built(store)).name, name);
});

testStores('the ways to walk on follow imports and removals of the map', async ({ store }) => {
  const load = (source: string, ways: Iterable<Way>) =>
    replaceRows(store, 'map', { ...provenance, source }, Array.from(ways, wayRow));
  const city = { south: 38, west: 23, size: 12, blockMetres: 60, seed: 1 };
  const ways = async () => (await built(store)).ways;
  await load('osm', cityWays(city));
  const first = await ways();
  assert.deepEqual(first, buildWalkGraph(inBundles(cityWays(city))));
  assert.ok(first.from.length > 150);
  // The threads of a portfolio share it.
  assert.ok(first.longitudes.buffer instanceof SharedArrayBuffer);

  // Ways of both count once, those that were loaded last.
  const others = [...cityWays({ ...city, seed: 2 })].slice(0, 50);
  await load('town', others);
  assert.deepEqual(await missing(store), ['ways']);
  const known = new Set(others.map(({ id }) => id));
  const rest = [...cityWays(city)].filter(({ id }) => !known.has(id));
  assert.equal((await ways()).from.length, buildWalkGraph([...others, ...rest]).from.length);
  await load('town', []);
  assert.deepEqual(await ways(), first);
  await load('osm', []);
  assert.equal((await ways()).from.length, 0);
});

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
        const ways = async () => (await built(store)).ways;
        await replaceRows(store, 'map', provenance, Array.from(cityWays(city), wayRow));
        const flat = await ways();
        assert.equal(flat.slopeEfforts.length, 0);
        await load(store, files, { srid: 4326 });
        assert.deepEqual(await missing(store), ['ways']);
        const sloped = await ways();
        await replaceRows(store, 'grids', { ...provenance, source: 'hills' }, []);
        assert.deepEqual(await ways(), flat);
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
      const { places: packed, addresses } = await built(store);
      return { packed, addresses };
    }),
  );
  assert.deepEqual(read[0], read[1]);
});

test('without rows an edition has the addresses of the gazetteer', async t => {
  const store = await sqlite!.open(t, await sqlite!.newUrl());
  const edition = await built(store);
  assert.ok(edition.addresses.streets.count > 0);
  assert.equal(around(edition)[0], '[]');
});

testStores('a service swaps whole editions, and serves the one in use until then', async of => {
  const { t, store, open } = of;
  const city = { south: 38, west: 23, size: 6, blockMetres: 60, seed: 1 };
  const writer = await open();
  const generations = [1, 2].map(seed => ({
    places: places.slice(0, seed),
    ways: Array.from(cityWays({ ...city, seed }), wayRow),
    costs: rates.slice(0, seed),
  }));
  const loadGeneration = async (i: number) => {
    const generation = generations[i % 2]!;
    await replaceRows(writer, 'places', provenance, generation.places);
    await replaceRows(writer, 'map', provenance, generation.ways);
    await replaceRows(writer, 'costs', provenance, generation.costs);
  };
  const summaryOf = ({ places, ways, costs }: Edition) =>
    JSON.stringify([places.ids.length, ways.from.length, costs.versions[0]?.rates.length]);
  const expected = new Set<string>();
  await loadGeneration(0);
  expected.add(summaryOf(await built(store)));
  const live = await follow(t, store);
  const first = live.current();
  const version = live.version();
  await loadGeneration(1);
  await until(() => live.isBehind());
  assert.equal(live.current(), first);
  assert.notEqual(live.version(), version, 'rows that are read have changed');
  await ensureEdition(writer);
  await until(() => live.current() !== first);
  expected.add(summaryOf(live.current()));
  assert.equal(expected.size, 2);
  assert.equal(live.isBehind(), false);
  for (let i = 2; i < 6; i++) {
    let isDone = false;
    const before = live.current();
    const seen = until(async () => {
      assert.ok(expected.has(summaryOf(live.current())));
      return isDone && live.current() !== before;
    });
    await loadGeneration(i);
    await ensureEdition(writer);
    isDone = true;
    await seen;
  }
});

testStores('rows that were removed do not come back out of what is stored', async of => {
  const { store } = of;
  await replaceRows(store, 'places', provenance, places);
  assert.equal((await built(store)).places.ids.length, places.length);
  await replaceRows(store, 'places', provenance, []);
  assert.equal((await built(store)).places.ids.length, 0);
  const { sources } = await store.editions.read();
  assert.deepEqual(await missingOf(store, sources), []);
  await replaceRows(store, 'places', provenance, places.slice(1));
  assert.equal((await built(store)).places.ids.length, places.length - 1);
});

testStores('what other formats have built is not removed, unless asked for', async ({ store }) => {
  await replaceRows(store, 'places', provenance, places);
  const foreign = `${'a'.repeat(12)}-${'b'.repeat(20)}`;
  await store.artefacts.write({ name: 'places', key: foreign }, 'of another version');
  await store.artefacts.write({ name: 'places', key: 'unfinished' }, 'left by a killed build');
  const old = keyOf('places', await store.loadedSources());
  await built(store);
  await replaceRows(store, 'places', provenance, places.slice(1));
  await built(store);
  const has = (key: string) => store.artefacts.has('places', key);
  assert.deepEqual(await Promise.all([foreign, 'unfinished', old].map(has)), [true, false, false]);
  const { sources } = await store.editions.read();
  await removeOthers(store, sources, true);
  assert.equal(await has(foreign), false);
  assert.deepEqual(await missing(store), []);
});

testStores('rows that change during a build make it build again', async ({ store, open }) => {
  await replaceRows(store, 'places', provenance, places);
  const writer = await open();
  let changes = 0;
  const changing: Store = {
    ...store,
    async atOneMoment(read, signal) {
      if (changes++ < 3) {
        await replaceRows(writer, 'places', provenance, places.slice(changes));
      }
      return store.atOneMoment(read, signal);
    },
  };
  await ensureEdition(changing);
  const { places: built } = await loadEdition(store);
  assert.equal(built.ids.length, places.length - 3);
  assert.equal(await isBuilt(store, true), true);
});

test('a damaged artefact is found by a check, and a start builds it again', async t => {
  const url = await sqlite!.newUrl();
  const store = await sqlite!.open(t, url);
  await replaceRows(store, 'places', provenance, places);
  const good = around(await built(store));
  const path = url.slice('sqlite:'.length);
  const prefix = `${basename(path)}-places-`;
  const file = readdirSync(dirname(path)).find(name => name.startsWith(prefix))!;
  const bytes = readFileSync(`${dirname(path)}/${file}`);
  bytes[bytes.length - 10]! ^= 1;
  writeFileSync(`${dirname(path)}/${file}`, bytes);
  assert.deepEqual(await missing(store), []);
  assert.deepEqual(await missing(store, true), ['places']);
  let starts = 0;
  const begin = async () => void starts++;
  const job = { database: { url }, demo: false };
  assert.deepEqual(around(await startEdition(store, job, begin)), good);
  await startEdition(store, job, begin);
  assert.equal(starts, 1);

  // A service that runs keeps what it has, and reports that a start would miss it.
  const live = await follow(t, store);
  await live.checkFiles();
  rmSync(`${dirname(path)}/${file}`);
  await assert.rejects(live.checkFiles(), { code: 'UNAVAILABLE', message: /places are missing/ });
  assert.deepEqual(around(live.current()), good);
});

longTest('instances that hide and serve the sample have artefacts of their own', async t => {
  const url = await sqlite!.newUrl();
  const store = await sqlite!.open(t, url);
  await replaceRows(store, 'places', { ...provenance, source: 'sample' }, places);
  await replaceRows(store, 'named_places', provenance, [museum]);
  await replaceRows(store, 'addresses', provenance, [street]);
  const hiding = await openStore({ url, hideSample: true });
  t.after(hiding.close);
  for (const one of [store, hiding]) await ensureEdition(one);
  for (const one of [store, hiding]) assert.equal(await isBuilt(one, true), true);
  assert.equal((await loadEdition(hiding)).addresses.namedPlaces.count, 1);
  assert.ok((await loadEdition(store)).addresses.namedPlaces.count > 1);
});
