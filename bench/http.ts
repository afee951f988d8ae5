// Requests per second of each operation beside what Fastify and Node can do at best, in one run.
// Needs wrk (Debian: apt-get install wrk).
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { median, table, whole } from './measure.ts';
import { load } from './wrk.ts';

const seconds = 4;
const rounds = 3;

interface Running {
  readonly child: ChildProcess;
  readonly port: number;
  readonly token: string;
}

interface Case {
  readonly name: string;
  /** Which requests of http.lua. */
  readonly kind: string;
  readonly server: Running;
  /** The case it is held against, and the least share of it that is aimed at. */
  readonly peer?: { readonly kind: string; readonly aim?: number };
}

async function start(...args: string[]): Promise<Running> {
  const script = new URL('http-server.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: child.stdout! }), 'line');
  return { child, ...JSON.parse(line) };
}

/** Mean size of the answers in the middle of the largest town, for the bare server to send. */
async function denseAnswer({ port, token }: Running): Promise<{ bytes: number; places: number }> {
  let bytes = 0;
  let places = 0;
  for (let i = 0; i < 50; i++) {
    const response = await fetch(`http://127.0.0.1:${port}/api/points-of-interest/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ latitude: 37.97 + (i / 50) * 0.02, longitude: 23.73 }),
    });
    const text = await response.text();
    bytes += Buffer.byteLength(text);
    places += JSON.parse(text).length;
  }
  return { bytes: Math.round(bytes / 50), places: Math.round(places / 50) };
}

const api = await start('api');
const dense = await denseAnswer(api);
const constant = await start('constant');
const bare = await start('bare', String(dense.bytes));

const cases: Case[] = [
  { name: 'Fastify, a constant (the cost query)', kind: 'constant', server: constant },
  {
    name: 'reconstruction cost',
    kind: 'cost',
    server: api,
    peer: { kind: 'constant', aim: 0.85 },
  },
  { name: 'KAEK search', kind: 'kaek', server: api, peer: { kind: 'constant', aim: 0.85 } },
  { name: 'Fastify, a constant (a JSON body)', kind: 'constantPost', server: constant },
  {
    name: 'points of interest, sparse',
    kind: 'sparse',
    server: api,
    peer: { kind: 'constantPost', aim: 0.7 },
  },
  { name: `node:http, ${whole(dense.bytes)} ready bytes`, kind: 'bare', server: bare },
  {
    name: `points of interest, dense (${dense.places} places)`,
    kind: 'dense',
    server: api,
    peer: { kind: 'bare', aim: 0.25 },
  },
  { name: 'address search', kind: 'address', server: api, peer: { kind: 'constant' } },
  { name: 'reverse', kind: 'reverse', server: api, peer: { kind: 'constant' } },
];

// Rounds are interleaved, so that a slow moment of the machine hits all alike; the first warms up.
const results = new Map<string, number[]>(cases.map(({ kind }) => [kind, []]));
for (let round = 0; round <= rounds; round++) {
  for (const { kind, server } of cases) {
    const url = `http://127.0.0.1:${server.port}`;
    const { perSecond } = await load(url, kind, server.token, { seconds });
    if (round > 0) results.get(kind)!.push(perSecond);
  }
}
for (const { child } of [api, constant, bare]) child.kill();

const rate = (kind: string) => median(results.get(kind)!);
console.log(
  `400,000 places around 200 towns, 50,000 parcels, the national streets; wrk, 32 connections, ` +
    `every request different, median of ${rounds} × ${seconds} s, access log off.\n`,
);
console.log(
  table(
    ['case', 'requests/s', 'of its peer', 'aim'],
    cases.map(({ name, kind, peer }) => {
      const ratio = peer && rate(kind) / rate(peer.kind);
      const aim = peer?.aim && `≥ ${peer.aim}${ratio! < peer.aim ? ', missed' : ''}`;
      const ofPeer = ratio === undefined ? '' : `${ratio.toFixed(2)} × ${peer!.kind}`;
      return [name, whole(rate(kind)), ofPeer, aim || ''];
    }),
  ),
);
