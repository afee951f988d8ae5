// Each operation on SQLite and on PostgreSQL with the same data; points of interest also the plain
// way, one PostGIS query a request; and two API instances behind nginx beside one. Needs wrk, nginx
// and PostgreSQL with PostGIS. Usage: npm run bench engines [places, 400000] [seconds, 2]
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startNginx } from '../scripts/cluster/nginx.ts';
import { openStore } from '../src/store/open.ts';
import { startKtima } from '../test/commands/ktima.ts';
import { execute, testPostgres } from '../test/postgres/database.ts';
import { fill, makeData, makeRequests } from './engine-data.ts';
import { requestsPerSecond } from './engine-load.ts';
import { median } from './measure.ts';

const [, , , placeCount = '400000', secondsText = '2'] = process.argv;
const seconds = Number(secondsText);
const rounds = 3;

/** What is asked where; the first of each row is what the others are compared with. */
interface Row {
  readonly name: string;
  readonly addresses: Readonly<Record<string, string>>;
}

const stack = new AsyncDisposableStack();
const folder = mkdtempSync(join(tmpdir(), 'ktima-bench-'));
stack.defer(() => rmSync(folder, { recursive: true }));
try {
  await bench();
} finally {
  await stack.disposeAsync();
}

async function bench(): Promise<void> {
  const urls = { sqlite: `sqlite:${folder}/ktima.db`, postgres: await testPostgres() };
  const files = await prepare(Object.values(urls));
  const own = { KTIMA_DATABASE_URL: urls.sqlite };
  const sqlite = await serve(own, '--demo');
  const token = await login(sqlite.auth);
  const ours = {
    KTIMA_DATABASE_URL: urls.postgres,
    KTIMA_JWKS_URL: `${sqlite.auth}/.well-known/jwks.json`,
    KTIMA_ENDED_SESSIONS_URL: `${sqlite.auth}/auth/ended-sessions`,
  };
  const [first, second] = [(await serve(ours, 'api')).api, (await serve(ours, 'api')).api];
  const plain = await startPlain(urls.postgres);
  await sameAnswers([sqlite.api, first, plain], token);

  const engines = Object.keys(files).map(name => ({
    name,
    addresses: {
      SQLite: sqlite.api,
      PostgreSQL: first,
      ...(name.startsWith('points') && { 'plain PostGIS': plain }),
    },
  }));
  const one = await startNginx({ api: [hostOf(first)], auth: [hostOf(sqlite.auth)] });
  stack.defer(one.stop);
  const two = await startNginx({ api: [first, second].map(hostOf), auth: [hostOf(sqlite.auth)] });
  stack.defer(two.stop);
  const instances = Object.keys(files).map(name => ({
    name,
    addresses: { one: one.api, two: two.api },
  }));

  console.log(
    `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} cores; ` +
      `${Number(placeCount).toLocaleString('en')} places, 50,000 parcels; wrk, 32 connections, ` +
      `median of ${rounds} × ${seconds} s, requests a second\n`,
  );
  const engineRate = measure(engines, files, token);
  show('engine', engines, engineRate, ['SQLite', 'PostgreSQL', 'plain PostGIS']);
  for (const name of ['points of interest, dense', 'points of interest, sparse']) {
    const times = engineRate(name, 'PostgreSQL') / engineRate(name, 'plain PostGIS');
    console.log(`${name}: ${times.toFixed(1)} times the plain way over the same database`);
  }
  console.log();
  show('instances behind nginx', instances, measure(instances, files, token), ['one', 'two']);
}

/** Fills the databases, and writes the requests of each operation into a file. */
async function prepare(urls: readonly string[]): Promise<Record<string, string>> {
  const data = await makeData(Number(placeCount));
  for (const url of urls) {
    const store = await openStore({ url });
    await fill(store, data);
    await store.close();
  }
  return Object.fromEntries(
    Object.entries(makeRequests(data)).map(([name, lines], i) => {
      const file = join(folder, `requests-${i}`);
      writeFileSync(file, lines);
      return [name, file];
    }),
  );
}

/** Starts `bin/ktima serve` and waits until its geocoder answers, which is built after the start. */
async function serve(settings: Record<string, string>, ...args: string[]) {
  const instance = await startKtima(
    {
      PATH: process.env.PATH!,
      KTIMA_API_PORT: '0',
      KTIMA_AUTH_PORT: '0',
      KTIMA_AUTH_DATABASE_URL: `sqlite:${folder}/auth.db`,
      KTIMA_ACCESS_LOG: 'off',
      ...settings,
    },
    ...args,
  );
  stack.defer(async () => void (await instance.stop()));
  await fetch(`${instance.api}/api/geocoding/address-search/?address=Ermou`);
  return instance;
}

async function login(auth: string): Promise<string> {
  const body = new URLSearchParams({ username: 'demo', password: 'ktima-demo' });
  const answer = await fetch(`${auth}/auth/otp/login`, { method: 'POST', body });
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** The plain way gets the index it needs. */
async function startPlain(url: string): Promise<string> {
  await execute(url, 'CREATE INDEX ON places USING gist ((position::geography))');
  await execute(url, 'ANALYZE places');
  const script = new URL('plain-places.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [script, url], { stdio: ['ignore', 'pipe', 'inherit'] });
  stack.defer(() => void child.kill());
  const [port] = await once(createInterface({ input: child.stdout }), 'line');
  return `http://127.0.0.1:${port}`;
}

/** All find the same places, in the same order. */
async function sameAnswers(addresses: readonly string[], token: string): Promise<void> {
  for (const latitude of [37.971, 37.98, 39.2]) {
    const found = await Promise.all(
      addresses.map(async address => {
        const answer = await fetch(`${address}/api/points-of-interest/`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ latitude, longitude: 23.73 }),
        });
        return ((await answer.json()) as { id: number }[]).map(({ id }) => id);
      }),
    );
    for (const other of found.slice(1)) assert.deepEqual(other, found[0]);
  }
}

/** Rounds are interleaved, so that a slow moment hits all alike; the first warms up. */
function measure(rows: readonly Row[], files: Record<string, string>, token: string) {
  const rates = new Map<string, number[]>();
  for (let round = 0; round <= rounds; round++) {
    for (const { name, addresses } of rows) {
      for (const [column, address] of Object.entries(addresses)) {
        const rate = requestsPerSecond(address, files[name]!, token, seconds);
        const key = `${name} ${column}`;
        if (round > 0) rates.set(key, [...(rates.get(key) ?? []), rate]);
      }
    }
  }
  return (name: string, column: string) => median(rates.get(`${name} ${column}`)!);
}

function show(
  title: string,
  rows: readonly Row[],
  rate: (name: string, column: string) => number,
  columns: readonly string[],
): void {
  const [first, ...others] = columns;
  console.log(`| ${title} | ${first} | ${others.map(name => `${name} | of ${first} |`).join(' ')}`);
  console.log(`|---|---:|${others.map(() => '---:|---:|').join('')}`);
  for (const { name, addresses } of rows) {
    const base = rate(name, first!);
    const cells = others.map(column => {
      if (!(column in addresses)) return ' | |';
      const value = rate(name, column);
      return `${Math.round(value).toLocaleString('en')} | ${(value / base).toPrecision(2)} × |`;
    });
    console.log(`| ${name} | ${Math.round(base).toLocaleString('en')} | ${cells.join(' ')}`);
  }
  console.log();
}

function hostOf(address: string): string {
  return new URL(address).host;
}
