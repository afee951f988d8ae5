import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import test, { type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gazetteerIndex } from '#app/services/artefacts/build.ts';
import { isBuilt, loadEdition } from '#app/services/artefacts/edition.ts';
import { readGazetteer } from '#importing/shipped/gazetteer/gazetteer.ts';
import { openStore } from '#storage/store/open-store.ts';
import { replaceRows, type Store } from '#storage/store/store.ts';
import { generateCountry } from '../../bench/generate-country.ts';
import { loginAsDemo } from '../commands/api.ts';
import { importOfOsm, writePlaces } from '../commands/import-kills.ts';
import { ktimaHere, newHome, serveHere, startKtima, succeed } from '../commands/ktima.ts';
import { ownCopy } from '../own-copy.ts';
import { freePort } from '../postgres/cluster.ts';
import { execute, testPostgres } from '../postgres/database.ts';
import { rounds } from '../sample.ts';
import { provenance } from '../service.ts';
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

/** What stands in for a service that builds says so. */
const building = 'the indexes are being built from the loaded rows';

test('a country without indexes: a start builds them in a process of its own, and answers 503 until then', async t => {
  const home = newHome();
  const port = await freePort();
  const env = { ...home.env, KTIMA_REQUEST_SECONDS: '10', KTIMA_API_PORT: String(port) };
  await fillCountry(env.KTIMA_DATABASE_URL);
  const api = `http://127.0.0.1:${port}`;
  const starting = startKtima(env, 'api');
  t.after(async () => (await starting).stop().then(home.remove));
  const ready = async () => {
    const response = await fetch(`${api}/readyz`).catch(() => undefined);
    return { status: response?.status, body: (await response?.json()) as { message?: string } };
  };
  const refused = new Set<string | undefined>();
  for (let last = await ready(); last.status !== 200; last = await ready()) {
    if (last.status === undefined) continue;
    assert.equal(last.status, 503);
    refused.add(last.body.message);
    assert.equal((await fetch(`${api}/healthz`)).status, 200);
    const { status, headers } = await search(api);
    // It may have become ready meanwhile.
    assert.ok(status === 503 || status === 200, `${status}`);
    if (status === 503) assert.ok(Number(headers.get('retry-after')) > 0);
    await sleep(20);
  }
  assert.deepEqual([...refused], [building]);
  const first = await starting;
  const { body } = await search(first.api);
  await first.stop();

  // With indexes it is ready as soon as it listens, and its first answer is the same.
  const second = await startKtima(env, 'api');
  t.after(second.stop);
  assert.equal((await search(second.api)).body, body);
  assert.doesNotMatch(second.log(), /indexes are built/);
});

test('two instances over PostgreSQL: one builds, and both serve it', async t => {
  const home = newHome();
  const env = { ...home.env, KTIMA_DATABASE_URL: await testPostgres() };
  await fillCountry(env.KTIMA_DATABASE_URL);
  const both = await Promise.all([startKtima(env, 'api'), startKtima(env, 'api')]);
  t.after(() => Promise.all(both.map(one => one.stop())).then(home.remove));
  const [row] = await execute(env.KTIMA_DATABASE_URL, 'SELECT number FROM edition');
  assert.equal(row!.number, 1);
  const answers = await Promise.all(both.map(({ api }) => search(api)));
  assert.equal(answers[0]!.body, answers[1]!.body);
  assert.equal(answers[0]!.headers.get('etag'), answers[1]!.headers.get('etag'));

  // After an import both have the next edition, and other tags.
  const file = `${home.folder}/places.csv`;
  writePlaces(file, 'a');
  assert.equal((await ktimaHere(env, ['import', 'places', file])).code, 0);
  for (const { api } of both) while ((await editionOf(api)).slice(0, 2) === '1-') await sleep(100);
  const editions = await Promise.all(both.map(({ api }) => editionOf(api)));
  assert.equal(editions[0], editions[1]);
  const next = await Promise.all(both.map(({ api }) => search(api)));
  assert.notEqual(next[0]!.headers.get('etag'), answers[0]!.headers.get('etag'));
  assert.equal(next[0]!.headers.get('etag'), next[1]!.headers.get('etag'));
});

async function editionOf(api: string): Promise<string> {
  return ((await (await fetch(`${api}/readyz`)).json()) as { edition: string }).edition;
}

test('a role that may not write: a start ends with the command; a service goes on with its edition', async t => {
  const home = newHome(t);
  const url = await testPostgres();
  const role = `reader_${randomBytes(4).toString('hex')}`;
  await execute(url, `CREATE ROLE ${role} LOGIN PASSWORD '${role}'`);
  const owner = { ...home.env, KTIMA_DATABASE_URL: url };
  await succeed(owner, ['migrate', 'api', '--serving-role', role]);
  await succeed(owner, ['import', 'costs', ownCopy('data/costs.csv')]);
  const address = Object.assign(new URL(url), { username: role, password: role });
  const reader = { ...owner, KTIMA_DATABASE_URL: address.href, KTIMA_METRICS_PORT: '0' };
  const service = await serveHere(reader, 'api');
  t.after(service.stop);
  const ready = async () => {
    const response = await fetch(`${service.api}/readyz`);
    const body = (await response.json()) as Readonly<Record<string, unknown>>;
    return { ...body, status: response.status } as typeof body;
  };
  const before = await ready();
  assert.equal(before.edition_behind, false);

  const file = `${home.folder}/places.csv`;
  writePlaces(file, 'first');
  await succeed(owner, ['import', 'places', file, '--no-build']);
  let now = await ready();
  for (; now.edition_behind !== true; now = await ready()) await sleep(50);
  assert.deepEqual([now.status, now.edition], [200, before.edition]);
  assert.match(service.log(), /rows have changed; the edition before is served/);
  const metrics = async () => (await fetch(service.metrics)).text();
  assert.match(await metrics(), /ktima_edition_behind(?:\{[^}]*\})? 1/);
  assert.match(
    await succeed(owner, ['status']),
    /indexes: built .*, before the last change of the rows; ktima migrate/,
  );
  await assert.rejects(serveHere(reader, 'api'), {
    code: 'UNAVAILABLE',
    message:
      'the indexes are not built from the loaded rows: run ktima migrate api, as the owner of the database',
  });

  await succeed(owner, ['migrate', 'api']);
  for (; now.edition === before.edition; now = await ready()) await sleep(50);
  assert.deepEqual([now.status, now.edition_behind], [200, false]);
  assert.match(await metrics(), /ktima_edition_behind(?:\{[^}]*\})? 0/);
  await (await serveHere(reader, 'api')).stop();

  // What a start would need is gone: not ready, and answers go on.
  await execute(url, "DELETE FROM artefacts WHERE name = 'places'");
  const gone = await ready();
  assert.equal(gone.status, 503);
  assert.match(`${gone.message}`, /the indexes of places are missing: run ktima migrate api/);
  assert.equal((await search(service.api)).status, 200);
});

for (const { name, newUrl } of engines) {
  test(`${name}: places and the ways to them change together`, async t => {
    const home = newHome(t);
    const env = { ...home.env, KTIMA_DATABASE_URL: await newUrl() };
    const loads = ['a', 'b'].map(generation => importOfOsm(home.folder, generation));
    await succeed(env, loads[0]!);
    const service = await serveHere(env, '--demo');
    t.after(service.stop);
    const login = await loginAsDemo(service.auth);
    const { access_token } = (await login.json()) as { access_token: string };
    const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
    interface Place {
      readonly name_en: string;
      readonly walking_note: string | null;
    }
    const ask = async () => {
      const path = '/api/property-report/?latitude=38&longitude=23';
      const report = (await (await fetch(`${service.api}${path}`, { headers })).json()) as {
        readonly neighbourhood: readonly Place[];
        readonly sources: readonly { readonly layer: string; readonly loaded_at: string }[];
      };
      const named = new Set(report.neighbourhood.map(one => one.name_en));
      const notes = new Set(report.neighbourhood.map(one => one.walking_note));
      const ofOsm = report.sources.filter(one => one.layer === 'places' || one.layer === 'map');
      const versions = ofOsm.map(({ layer, loaded_at }) => `${layer} ${loaded_at}`).join();
      return { named: [...named], notes: [...notes], versions };
    };
    const seen = new Map<string, string>();
    let isAsking = true;
    const asking = (async () => {
      for (; isAsking; await sleep(5)) {
        const { named, notes, versions } = await ask();
        assert.deepEqual([named.length, notes], [1, [null]]);
        assert.equal(seen.get(versions) ?? named[0], named[0], 'the versions are of other places');
        seen.set(versions, named[0]!);
      }
    })();
    const imports = rounds(5, 3);
    for (let i = 1; i < imports; i++) {
      await succeed(env, loads[i % 2]!);
      const name = 'ab'[i % 2]!;
      while ((await ask()).named[0] !== name) await sleep(20);
    }
    isAsking = false;
    await asking;
    assert.ok(seen.size >= 2 && seen.size <= imports, `${seen.size} versions`);
  });
}

const kills = { SQLite: rounds(60, 12), PostgreSQL: rounds(20, 6) };
for (const [i, count] of Object.values(kills).entries()) {
  const { name, newUrl, open } = engines[i]!;
  test(`${name}: a build that is killed at any moment leaves the old edition, and the next one completes it`, async t => {
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
    const release = await store.artefacts.lock();
    await release?.();
    return release === undefined;
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
    // Old or new, and whole: a service that runs answers from it.
    const edition = await loadEdition(store);
    assert.equal(edition.places.ids.length, 8_000);
    assert.ok(edition.addresses.namedPlaces.count > 0);
    assert.equal((await fetch(`${service.api}/readyz`)).status, 200);
    assert.equal((await search(service.api)).status, 200);
  }
  assert.equal((await ktimaHere(env, ['migrate', 'api'])).code, 0);
  assert.equal(await isBuilt(store, true), true);
  assert.deepEqual(
    readdirSync(folder).filter(name => name.endsWith('.new')),
    [],
  );
}
