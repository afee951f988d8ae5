import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { runsDatabase } from '#app/services/databases.ts';
import { readSettings } from '#app/settings/read-settings.ts';
import { openRunEngine } from '#features/runs/run-engine.ts';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { replaceRows } from '#storage/store/store.ts';
import { book, portfolioClient } from '../api/portfolio-service.ts';
import { ktimaHere, newHome, startKtima } from '../commands/ktima.ts';
import { provenance } from '../service.ts';
import { cityWays, wayRow } from '../walking/city.ts';

/** What another client may wait for, in seconds of the processor of the API. */
const mostCpuSeconds = 0.5;
const mostMB = 1_000;

const city = { south: 37.95, west: 23.7, size: 250, blockMetres: 45, seed: 1 };

/** A service with ways on foot, two clients with portfolios, and a portfolio of 200,000 rows of one. */
async function startFilled(t: test.TestContext) {
  const home = newHome();
  const store = openSqliteStore(`${home.folder}/ktima.db`);
  await replaceRows(store, 'map', provenance, Array.from(cityWays(city), wayRow));
  await store.close();
  const { env } = home;
  const serving = await startKtima(env, '--demo');
  t.after(() => serving.stop().then(home.remove));
  const tokenOf = async (name: string) => {
    const args = ['client', 'add', name, '--scopes', 'portfolio,places', '--json'];
    const { client_id, client_secret } = JSON.parse((await ktimaHere(env, args)).stdout);
    const grant = { grant_type: 'client_credentials', client_id, client_secret };
    const body = new URLSearchParams(grant);
    const answer = await fetch(`${serving.auth}/auth/token`, { method: 'POST', body });
    return ((await answer.json()) as { access_token: string }).access_token;
  };
  const [one, other] = [await tokenOf('one'), await tokenOf('other')];
  const { ask, send, until } = portfolioClient(() => serving.api, one);
  const { id } = await send(book);
  await until(id);
  await multiply(runsDatabase(readSettings(env)).url, id);
  // Names of columns of 631 kB, fifteen times.
  const wide = `Διεύθυνση;${Array.from({ length: 1_000 }, (_, i) => `${i}`.padEnd(199, 'α')).join(';')}\n`;
  for (let i = 0; i < 15; i++) await until((await send(wide, 'start=false')).id);
  const walk = '/api/walk/?latitude=38&longitude=23.76&minutes=60,59,58,57,56';
  while ((await fetch(serving.api + walk, bearer(one))).status !== 200) await sleep(500);
  return { ...serving, pid: serving.child.pid!, one, other, ask, id, walk };
}

type Service = Awaited<ReturnType<typeof startFilled>>;

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

/** Copies the first row of a portfolio 200,000 times, and makes its result 11 MB. */
async function multiply(url: string, id: string): Promise<void> {
  const engine = await openRunEngine({ url });
  await engine.run(
    `WITH RECURSIVE copies (i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM copies WHERE i < 200000)
     INSERT INTO portfolio_rows SELECT run, attempt, i, i, has_problem, level, property_type,
       sum_insured, as_new, area, i * 7919 % 100000, words || i, details, latitude, longitude, problems
     FROM copies, portfolio_rows WHERE run = ?1 AND n = 0`,
    [id],
  );
  await engine.run(
    `WITH RECURSIVE pieces (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM pieces WHERE i < 11)
     INSERT INTO portfolio_pieces SELECT run, attempt, file, i, zeroblob(1000000)
     FROM pieces, portfolio_pieces WHERE run = ?1 AND file = 'result.csv'`,
    [id],
  );
  await engine.close();
}

/** Requests of one client, until the signal ends them; they may fail. */
type Attack = (service: Service, leaving: AbortSignal) => Promise<unknown>;

const many =
  (count: number, path: (service: Service) => string): Attack =>
  (service, signal) =>
    Promise.allSettled(
      Array.from({ length: count }, async () => {
        const answer = await fetch(service.api + path(service), { ...bearer(service.one), signal });
        await answer.arrayBuffer();
      }),
    );

interface Case {
  readonly attack: Attack;
  readonly leavesAfterMs?: number;
  readonly mostSeconds?: number;
}

const cases: Readonly<Record<string, Case>> = {
  '20 lists of files with 1,000 columns': { attack: many(20, () => '/api/portfolios/') },
  '30 abandoned lists': { attack: many(30, () => '/api/portfolios/'), leavesAfterMs: 100 },
  '60 abandoned searches in 200,000 rows': {
    attack: many(60, ({ id }) => `/api/portfolios/${id}/rows/?text=ερμ&sort=ratio`),
    leavesAfterMs: 300,
  },
  '60 searches in 200,000 rows': {
    attack: many(60, ({ id }) => `/api/portfolios/${id}/rows/?text=ερμ&sort=ratio`),
  },
  '60 walks': { attack: many(60, ({ walk }) => walk) },
  '800 readers of 11 MB': { attack: many(800, ({ id }) => `/api/portfolios/${id}/result/`) },
  // Node parses 64 kB of a connection before it can be paused, fifty times.
  '50 connections with 20,000 requests each': { attack: flood, mostSeconds: 4 },
};

/** Pipelines requests without a token. */
async function flood({ api }: Service, signal: AbortSignal): Promise<void> {
  const { hostname, port } = new URL(api);
  const requests = `GET /api/portfolios/ HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(20_000);
  const sockets = Array.from({ length: 50 }, (): Socket => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {}).resume();
    socket.write(requests);
    return socket;
  });
  await once(signal, 'abort');
  for (const socket of sockets) socket.destroy();
}

/** Seconds of the processor that a process has used. */
function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = stat.split(') ')[1]!.split(' ').slice(11);
  return (Number(user) + Number(system)) / 100;
}

function mostMemoryMB(pid: number): number {
  return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_000;
}

/** The most that the answers to the other client take, of a list of portfolios and of `/healthz`. */
async function measure(service: Service, { attack, leavesAfterMs }: Case) {
  writeFileSync(`/proc/${service.pid}/clear_refs`, '5');
  const leaving = new AbortController();
  let isOver = false;
  const attacking = attack(service, leaving.signal).finally(() => {
    isOver = true;
  });
  await sleep(leavesAfterMs ?? 100);
  if (leavesAfterMs !== undefined) leaving.abort();
  const until = performance.now() + 5_000;
  const most = { list: 0, health: 0, healthMs: 0 };
  do {
    for (const [what, path] of [
      ['list', '/api/portfolios/'],
      ['health', '/healthz'],
    ] as const) {
      const [before, began] = [cpuSeconds(service.pid), performance.now()];
      const { status } = await fetch(service.api + path, bearer(service.other));
      assert.equal(status, 200);
      most[what] = Math.max(most[what], cpuSeconds(service.pid) - before);
      if (what === 'health') most.healthMs = Math.max(most.healthMs, performance.now() - began);
    }
  } while (!isOver && performance.now() < until);
  leaving.abort();
  await attacking;
  return { ...most, memoryMB: mostMemoryMB(service.pid) };
}

test('whatever one client asks for, another is answered, and memory stays', async t => {
  const service = await startFilled(t);
  const late: string[] = [];
  for (const [name, one] of Object.entries(cases)) {
    const { list, health, healthMs, memoryMB } = await measure(service, one);
    const seconds = `list ${list.toFixed(2)} s, health ${health.toFixed(2)} s of the processor`;
    const line = `${name}: ${seconds}, ${Math.round(healthMs)} ms; ${Math.round(memoryMB)} MB`;
    t.diagnostic(line);
    const { mostSeconds = mostCpuSeconds } = one;
    if (Math.max(list, health) > mostSeconds || memoryMB > mostMB) late.push(line);
  }
  assert.deepEqual(late, []);
});
