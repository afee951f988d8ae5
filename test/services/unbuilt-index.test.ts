import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '#storage/store/open-store.ts';
import { replaceRows } from '#storage/store/store.ts';
import { writePlaces } from '../commands/import-kills.ts';
import { ktimaHere, linesOf, newHome, serveHere } from '../commands/ktima.ts';
import { hills, load, writeAscii } from '../grids/files.ts';
import { ownCopy } from '../own-copy.ts';
import { execute, noPostgres, patient, testPostgres } from '../postgres/database.ts';
import { longTest } from '../sample.ts';
import { museum, provenance } from '../service.ts';
import { cityWays, wayRow } from '../walking/city.ts';

const password = 'correct horse battery';
const command = 'run ktima migrate api, as the owner of the database';

/** A database with the documented roles, and a service that only reads it. */
async function serveAsReader(t: TestContext) {
  const home = newHome(t);
  const url = await testPostgres();
  const role = `reader_${randomBytes(4).toString('hex')}`;
  await execute(url, `CREATE ROLE ${role} LOGIN PASSWORD '${role}'`);
  const owner = { ...home.env, KTIMA_DATABASE_URL: url };
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await ktimaHere(owner, args, `${password}\n`);
    assert.equal(code, 0, stderr);
    return stdout;
  };
  await run('migrate', 'api', '--serving-role', role);
  await run('user', 'add', 'maria');
  const address = Object.assign(new URL(url), { username: role, password: role });
  const env = { ...owner, KTIMA_DATABASE_URL: address.href, KTIMA_METRICS_PORT: '0' };
  const service = await serveHere(env);
  t.after(service.stop);
  const login = await fetch(`${service.auth}/auth/otp/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'maria', password }),
  });
  const { access_token: token } = (await login.json()) as { access_token: string };
  const ask = async (path: string, body?: object) => {
    const response = await fetch(`${service.api}${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  };
  const store = await openStore({ url, ...patient });
  t.after(store.close);
  return { home, owner, store, service, run, ask };
}

type Served = Awaited<ReturnType<typeof serveAsReader>>;

async function until(holds: () => Promise<boolean>): Promise<void> {
  const limit = AbortSignal.timeout(60_000);
  while (!(await holds())) await sleep(50, undefined, { signal: limit });
}

/** Waits until /readyz answers so, and returns its answer. */
async function ready({ ask }: Served, status: number, message?: string) {
  let last: Awaited<ReturnType<Served['ask']>> | undefined;
  const isSo = async () => {
    last = await ask('/readyz');
    return last.status === status && (message === undefined || last.body.message === message);
  };
  await until(isSo).catch(() => assert.fail(`/readyz remains ${JSON.stringify(last)}`));
  return last!.body;
}

const searchAddress = '/api/geocoding/address-search/?address=Ermou%207';
const walkFrom = '/api/walk/?latitude=38.003&longitude=23.003&minutes=5';
const around = { latitude: 38, longitude: 23 };

longTest(
  'an import that is killed before it has built: 503, until an operator has built',
  { skip: noPostgres },
  async t => {
    const served = await serveAsReader(t);
    const { home, owner, store, service, run, ask } = served;
    const pois = () => ask('/api/points-of-interest/', around);
    await run('import', 'costs', ownCopy('data/costs.csv'));
    await ready(served, 200);
    assert.deepEqual((await pois()).body, []);

    const file = `${home.folder}/places.csv`;
    writePlaces(file, 'first');
    const child = spawn('bin/ktima', ['import', 'places', file], { env: owner, stdio: 'ignore' });
    const ended = once(child, 'exit');
    const areStored = async () =>
      (await store.loadedSources()).some(({ layer, rows }) => layer === 'places' && rows > 0);
    await until(areStored);
    child.kill('SIGKILL');
    assert.deepEqual(await ended, [null, 'SIGKILL']);

    const missing = 'the index of addresses is missing; the index of places is missing';
    await ready(served, 503, `${missing}: ${command}`);
    const refused = await pois();
    assert.equal(refused.status, 503);
    assert.equal(refused.body.message, `the index of places is missing: ${command}`);
    assert.equal((await ask(searchAddress)).status, 503);
    const shown = JSON.parse(await run('status', '--json')) as { artefacts: { state: string }[] };
    assert.deepEqual(new Set(shown.artefacts.map(({ state }) => state)), new Set(['missing']));
    const metrics = await (await fetch(service.metrics)).text();
    assert.match(metrics, /ktima_artefact_state\{[^}]*artefact="places",state="missing"[^}]*\} 1/);
    const errors = () =>
      linesOf(service.log()).filter(line => /no process builds it/.test(`${line.msg}`));
    await until(async () => errors().length > 0);
    assert.deepEqual((errors()[0]!.artefacts as string[]).toSorted(), ['addresses', 'places']);

    // While another process has the lock, it is being built.
    const lock = await store.artefacts.lock();
    assert.ok(typeof lock === 'function');
    await ready(served, 503, `${missing}: it is being built`);
    await lock();
    await ready(served, 503, `${missing}: ${command}`);
    await run('migrate', 'api');
    assert.equal((await ready(served, 200)).places_index, 'current');
    assert.notDeepEqual((await pois()).body, []);
  },
);

longTest(
  'an older index that has rows is served on; ready while a process builds the next one',
  { skip: noPostgres },
  async t => {
    const served = await serveAsReader(t);
    const { store, service, run, ask } = served;
    await replaceRows(store, 'named_places', provenance, [museum]);
    await run('migrate', 'api');
    await ready(served, 200);
    const lock = await store.artefacts.lock();
    assert.ok(typeof lock === 'function');
    const other = { ...museum, externalId: 'w/2' };
    await replaceRows(store, 'named_places', provenance, [museum, other]);
    await until(async () => (await ready(served, 200)).address_index === 'older');
    await lock();
    await ready(served, 503, `the index of addresses is older than the data: ${command}`);
    assert.equal((await ask(searchAddress)).status, 200);
    assert.match(await run('status'), /index of addresses: older/);
    await until(async () => /no process builds it/.test(service.log()));
    await run('migrate', 'api');
    await until(async () => (await ready(served, 200)).address_index === 'current');
  },
);

longTest(
  'ways whose index is missing are refused; an elevation alone needs none',
  { skip: noPostgres },
  async t => {
    const served = await serveAsReader(t);
    const { home, store, run, ask } = served;
    await run('import', 'costs', ownCopy('data/costs.csv'));
    const file = `${home.folder}/hills.asc`;
    writeAscii(file, { west: 22.99, south: 37.99, step: 0.001, width: 30, height: 30 }, hills);
    await load(store, [file], { srid: 4326 });
    assert.equal((await ready(served, 200)).ways_index, 'current');
    const city = { south: 38, west: 23, size: 12, blockMetres: 60, seed: 1 };
    await replaceRows(store, 'map', provenance, Array.from(cityWays(city), wayRow));
    await ready(served, 503, `the index of ways is missing: ${command}`);
    assert.equal((await ask(walkFrom)).status, 503);
    await run('migrate', 'api');
    await ready(served, 200);
    assert.equal((await ask(walkFrom)).status, 200);
  },
);
