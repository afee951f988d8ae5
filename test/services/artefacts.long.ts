import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import test, { type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { artefactStates } from '#app/services/artefacts/artefacts.ts';
import { gazetteerIndex } from '#app/services/artefacts/build.ts';
import { readData } from '#app/services/artefacts/snapshot.ts';
import { readGazetteer } from '#importing/shipped/gazetteer/gazetteer.ts';
import { openStore } from '#storage/store/open-store.ts';
import { replaceRows, type Store } from '#storage/store/store.ts';
import { generateCountry } from '../../bench/generate-country.ts';
import { writePlaces } from '../commands/import-kills.ts';
import { ktimaHere, newHome, serveHere, startKtima } from '../commands/ktima.ts';
import { testPostgres } from '../postgres/database.ts';
import { rounds } from '../sample.ts';
import { house, museum, provenance } from '../service.ts';
import { loadGeocoder } from '../snapshot.ts';
import { engines } from '../store/engines.ts';
import { randomNumbers, seed } from '../store/random.ts';

const country = generateCountry(await readGazetteer(), {
  streets: rounds(150_000, 5_000),
  houses: rounds(100_000, 5_000),
  namedPlaces: rounds(60_000, 2_000),
});
// Stored with the program, for all databases.
await gazetteerIndex();

async function fillCountry(url: string): Promise<void> {
  const store = await openStore({ url, timeoutMs: 60_000 });
  await replaceRows(store, 'addresses', provenance, country.addresses);
  await replaceRows(store, 'settlements', provenance, country.settlements);
  await replaceRows(store, 'named_places', provenance, country.namedPlaces);
  await store.close();
}

/** An address search that fails after the limit of a request. */
async function search(api: string) {
  const address = encodeURIComponent('Ερμού 12, Αθήνα');
  const url = `${api}/api/geocoding/address-search/?address=${address}`;
  const response = await fetch(url, { signal: AbortSignal.timeout(requestSeconds * 1_000) });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

const requestSeconds = 10;
const isReady = async (api: string) => (await fetch(`${api}/readyz`)).status === 200;

test('a country without artefacts: each address search is answered in time, and after ready with 200', async t => {
  const home = newHome();
  const env = { ...home.env, KTIMA_REQUEST_SECONDS: String(requestSeconds) };
  await fillCountry(env.KTIMA_DATABASE_URL);
  const first = await startKtima(env, 'api');
  t.after(() => first.stop().then(home.remove));
  let refused = 0;
  while (!(await isReady(first.api))) {
    const { status, headers } = await search(first.api);
    // It may have become ready meanwhile.
    if (status === 503) {
      refused++;
      assert.ok(Number(headers.get('retry-after')) > 0);
    } else assert.equal(status, 200);
    assert.equal((await fetch(`${first.api}/healthz`)).status, 200);
    await sleep(50);
  }
  assert.ok(refused > 0, 'it began without artefacts');
  const { body } = await search(first.api);
  await first.stop();

  // With artefacts it is ready as soon as it listens, and its first answer is the same.
  const second = await startKtima(env, 'api');
  t.after(second.stop);
  assert.ok(await isReady(second.api));
  assert.equal((await search(second.api)).body, body);
  assert.doesNotMatch(second.log(), /artefacts are built/);
});

test('two instances over PostgreSQL: one builds, and both serve it', async t => {
  const home = newHome();
  const env = { ...home.env, KTIMA_DATABASE_URL: await testPostgres() };
  await fillCountry(env.KTIMA_DATABASE_URL);
  const both = await Promise.all([startKtima(env, 'api'), startKtima(env, 'api')]);
  t.after(() => Promise.all(both.map(one => one.stop())).then(home.remove));
  for (const { api } of both) while (!(await isReady(api))) await sleep(100);
  const logs = both.map(one => one.log()).join('');
  assert.equal(logs.match(/artefacts are built/g)?.length, 1);
  const answers = await Promise.all(both.map(({ api }) => search(api)));
  assert.equal(answers[0]!.body, answers[1]!.body);
  assert.equal(answers[0]!.headers.get('etag'), answers[1]!.headers.get('etag'));

  // After an import both answer with the new data; none of them builds.
  const file = `${home.folder}/places.csv`;
  writePlaces(file, 'a');
  assert.equal((await ktimaHere(env, ['import', 'places', file])).code, 0);
  const isCurrent = async (api: string) => {
    const ready = (await (await fetch(`${api}/readyz`)).json()) as Record<string, string>;
    return ready.address_index === 'current' && ready.places_index === 'current';
  };
  for (const { api } of both) while (!(await isCurrent(api))) await sleep(100);
});

test('streets make an index of its own; if only names are new, it is taken as it is', async t => {
  const store = await engines[0]!.open(t, await engines[0]!.newUrl());
  const plain = await loadGeocoder(store);
  const street = { ...house, externalId: null, street: 'Οδός Δοκιμής', city: null };
  await replaceRows(store, 'addresses', provenance, [street]);
  const index = await loadGeocoder(store);
  assert.equal(index.streets.count, plain.streets.count + 1);
  await replaceRows(store, 'named_places', provenance, [museum]);
  const readStreets = () => assert.fail('the index is not built again');
  const watched: Store = {
    ...store,
    atOneMoment: read => store.atOneMoment(rows => read({ ...rows, readStreets })),
  };
  const named = await loadGeocoder(watched);
  assert.equal(named.namedPlaces.count, 1);
  assert.deepEqual({ ...named, namedPlaces: index.namedPlaces }, index);
});

const kills = { SQLite: rounds(60, 12), PostgreSQL: rounds(20, 6) };
for (const [i, count] of Object.values(kills).entries()) {
  const { name, newUrl, open } = engines[i]!;
  test(`${name}: a build that is killed at any moment leaves the old artefact, and the next one completes it`, async t => {
    const home = newHome(t);
    const env = { ...home.env, KTIMA_DATABASE_URL: await newUrl() };
    await killBuilds(t, env, home.folder, await open(t, env.KTIMA_DATABASE_URL), count);
  });
}

/** Kills imports while they build, under a service; each time the artefacts must be whole. */
async function killBuilds(
  t: TestContext,
  env: Record<string, string>,
  folder: string,
  store: Store,
  count: number,
): Promise<void> {
  const random = randomNumbers(seed);
  const files = ['a', 'b'].map(generation => {
    const file = `${folder}/${generation}.csv`;
    writePlaces(file, generation);
    return file;
  });
  const load = (i: number) => ['import', 'places', files[i % 2]!, '--source', 'test'];
  assert.equal((await ktimaHere(env, load(0))).code, 0);
  const service = await serveHere(env, 'api');
  t.after(service.stop);
  const isBuilding = async () => {
    const lock = await store.artefacts.lock();
    if (typeof lock === 'function') await lock();
    return lock === 'taken';
  };
  /** Starts an import, and returns when it builds, or when it has ended. */
  const begin = async (i: number) => {
    const child = spawn('bin/ktima', load(i), { env, stdio: 'ignore' });
    const ended = once(child, 'exit');
    while (child.exitCode === null && !(await isBuilding())) await sleep(2);
    return { child, ended, began: performance.now() };
  };
  const whole = await begin(1);
  await whole.ended;
  let buildMs = performance.now() - whole.began;
  let inside = 0;
  for (let i = 2; inside < count; i++) {
    assert.ok(i < count * 5, `${inside} of ${i} kills came during a build`);
    const { child, ended } = await begin(i);
    await Promise.race([sleep((buildMs * random(100)) / 100), ended]);
    const wasBuilding = await isBuilding();
    child.kill('SIGKILL');
    const [, signal] = await ended;
    if (wasBuilding && signal === 'SIGKILL') inside++;
    else buildMs *= 0.8;
    // Old or new, and whole; a service that runs answers from it, and so does one that starts.
    for (const { state } of await artefactStates(store, true)) assert.notEqual(state, 'missing');
    const { snapshot, index } = await readData(store);
    assert.equal(snapshot.places.ids.length, 8_000);
    assert.ok(index.namedPlaces.count > 0);
    assert.equal((await fetch(`${service.api}/readyz`)).status, 200);
    assert.equal((await search(service.api)).status, 200);
  }
  assert.equal((await ktimaHere(env, ['migrate', 'api'])).code, 0);
  for (const { state } of await artefactStates(store, true)) assert.equal(state, 'current');
  assert.deepEqual(
    readdirSync(folder).filter(name => name.endsWith('.new')),
    [],
  );
}
