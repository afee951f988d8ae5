// The five figures with an aim (decision 0026), in one run of three to four minutes: requests a
// second compared with a constant Fastify route or bare node:http, and the start of a service with
// 400,000 places. Needs wrk (Debian: apt-get install wrk) and Linux (it reads /proc).
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { lasting, median, printTable, rows, temporaryFolder, whole } from './measure.ts';
import { requestMakers } from './requests.ts';
import {
  awaitGeocoder,
  type RunningService,
  residentMB,
  startService,
  stopService,
  writeProperty,
} from './service.ts';
import { load, writeRequests } from './wrk.ts';

/** Each with new processes: one may be 6 % faster than the next, depending on its memory layout. */
const rounds = 3;
/** V8 returns the memory of ended threads after some ten seconds. */
const settleSeconds = 20;

const folder = temporaryFolder();
const database = join(folder, 'property.db');
const parcels = rows(50_000);
await writeProperty(database, rows(400_000), parcels);
const makers = requestMakers(parcels);
const [cost, kaek, sparse, dense] = (['cost', 'kaek', 'sparse', 'dense'] as const).map(kind =>
  writeRequests(folder, makers[kind]),
) as [string, string, string, string];

// The first start makes the demo's user, keys and caches; the next are starts like any.
const first = await startService(folder, database);
await awaitGeocoder(first);
await stopService(first);
const starts: number[] = [];
const rates = new Map<string, number[]>();
let memoryMB = 0;
let places = 0;
for (let round = 0; round < rounds; round++) {
  const service = await startService(folder, database);
  starts.push(service.startSeconds);
  await awaitGeocoder(service);
  if (round === 0) {
    await sleep(lasting(settleSeconds) * 1_000);
    memoryMB = residentMB(service);
  }
  await measureRound(service);
  await stopService(service);
}

const rate = (name: string) => median(rates.get(name)!);
const verdict = (isMet: boolean) => (isMet ? 'met' : 'missed');
const atLeast = (what: string, name: string, peer: string, aim: number) => {
  const ratio = rate(name) / rate(peer);
  return [what, `${ratio.toFixed(2)} ×`, `≥ ${aim}`, verdict(ratio >= aim)];
};
const startSeconds = median(starts);
const route = 'of a constant Fastify route';
printTable(
  ['figure', 'measured', 'aim', ''],
  [
    atLeast(`reconstruction cost, ${route}`, 'cost', 'constant', 0.75),
    atLeast(`KAEK search over SQLite, ${route}`, 'kaek', 'constant', 0.5),
    atLeast(`points of interest, sparse, ${route}`, 'sparse', 'constant POST', 0.6),
    atLeast(
      `points of interest, dense (${places} places), of bare node:http`,
      'dense',
      'bare',
      0.25,
    ),
    [
      'start and memory with 400,000 places',
      `${startSeconds.toFixed(2)} s, ${whole(memoryMB)} MB`,
      '≤ 1.5 s, ≤ 350 MB',
      verdict(startSeconds <= 1.5 && memoryMB <= 350),
    ],
  ],
);
const shown = [...rates.keys()].map(name => `${name} ${whole(rate(name))}`);
console.log(
  `${whole(rows(400_000))} places around 200 towns, ${whole(parcels)} parcels, the national ` +
    `streets; wrk, 32 connections, every request different, access log off, median of ${rounds} ` +
    `rounds with new processes. Requests a second: ${shown.join(', ')}.`,
);

async function measureRound(service: RunningService): Promise<void> {
  const response = await denseResponse(service);
  places = response.places;
  const constant = await startPeer('constant');
  const bare = await startPeer('bare', String(response.bytes));
  const cases: [name: string, url: string, requests: string][] = [
    ['constant', constant.url, cost],
    ['cost', service.api, cost],
    ['kaek', service.api, kaek],
    ['constant POST', constant.url, sparse],
    ['sparse', service.api, sparse],
    ['bare', bare.url, dense],
    ['dense', service.api, dense],
  ];
  // First all once, so that each is measured in a server that has done the others' work too.
  for (const [, url, file] of cases) await load(url, file, service.token, { seconds: 2 });
  for (const [name, url, file] of cases) {
    const { perSecond } = await load(url, file, service.token);
    rates.set(name, [...(rates.get(name) ?? []), perSecond]);
  }
  for (const { child } of [constant, bare]) child.kill();
}

async function startPeer(...args: string[]): Promise<{ child: ChildProcess; url: string }> {
  const script = new URL('./peer-server.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = await once(createInterface({ input: child.stdout! }), 'line');
  return { child, url };
}

/** Mean size of the responses in the middle of the largest town, for the bare server to send. */
async function denseResponse({ api, token }: RunningService) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const texts: string[] = [];
  for (let i = 0; i < 50; i++) {
    const { method, path, body } = makers.dense();
    texts.push(await (await fetch(api + path, { method, headers, body })).text());
  }
  const mean = (of: (text: string) => number) =>
    Math.round(texts.reduce((sum, text) => sum + of(text), 0) / texts.length);
  return { bytes: mean(Buffer.byteLength), places: mean(text => JSON.parse(text).length) };
}
