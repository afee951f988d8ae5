// Requests per second of each operation beside what Fastify and Node can do at best, in one run.
// Needs wrk (Debian: apt-get install wrk).
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { median, table, whole } from './measure.ts';
import { load } from './wrk.ts';

const warmUpSeconds = 2;
const seconds = 4;
/** Each with new processes: one may run 6 % faster than the next by where its memory lies. */
const rounds = 3;

interface Running {
  readonly child: ChildProcess;
  readonly port: number;
  readonly token: string;
  /** Where the process that serves the API has a constant route as well. */
  readonly constantPort?: number;
}

/** Where each server listens; `beside` is the constant route in the API's own process. */
type Ports = Record<'api' | 'constant' | 'beside' | 'bare', number>;

interface Case {
  readonly name: string;
  /** Which requests of http.lua. */
  readonly kind: string;
  readonly server: keyof Ports;
  /** The case it is held against, and the least share of it that is aimed at. */
  readonly peer?: { readonly name: string; readonly aim?: number };
  /** The same constant in a process that does other work too, as ours does. */
  readonly beside?: string;
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

interface Servers {
  readonly running: readonly Running[];
  readonly ports: Ports;
  readonly token: string;
  readonly dense: Awaited<ReturnType<typeof denseAnswer>>;
}

async function startAll(): Promise<Servers> {
  const api = await start('api');
  const dense = await denseAnswer(api);
  const constant = await start('constant');
  const bare = await start('bare', String(dense.bytes));
  const ports = {
    api: api.port,
    constant: constant.port,
    beside: api.constantPort!,
    bare: bare.port,
  };
  return { running: [api, constant, bare], ports, token: api.token, dense };
}

const casesOf = ({ bytes, places }: Servers['dense']): Case[] => [
  { name: 'constant', kind: 'constant', server: 'constant' },
  { name: 'constant beside', kind: 'constant', server: 'beside' },
  {
    name: 'reconstruction cost',
    kind: 'cost',
    server: 'api',
    peer: { name: 'constant', aim: 0.85 },
    beside: 'constant beside',
  },
  {
    name: 'KAEK search',
    kind: 'kaek',
    server: 'api',
    peer: { name: 'constant', aim: 0.85 },
    beside: 'constant beside',
  },
  { name: 'constant POST', kind: 'constantPost', server: 'constant' },
  { name: 'constant POST beside', kind: 'constantPost', server: 'beside' },
  {
    name: 'points of interest, sparse',
    kind: 'sparse',
    server: 'api',
    peer: { name: 'constant POST', aim: 0.7 },
    beside: 'constant POST beside',
  },
  { name: `node:http, ${whole(bytes)} ready bytes`, kind: 'bare', server: 'bare' },
  {
    name: `points of interest, dense (${places} places)`,
    kind: 'dense',
    server: 'api',
    peer: { name: `node:http, ${whole(bytes)} ready bytes`, aim: 0.25 },
  },
  { name: 'address search', kind: 'address', server: 'api', peer: { name: 'constant' } },
  { name: 'reverse', kind: 'reverse', server: 'api', peer: { name: 'constant' } },
];

const isBeside = ({ server }: Case) => server === 'beside';

let cases: Case[] = [];
const results = new Map<string, number[]>();
for (let round = 0; round < rounds; round++) {
  const { running, ports, token, dense } = await startAll();
  cases = casesOf(dense);
  const put = ({ kind, server }: Case, seconds: number) =>
    // All are sent the same token: reading the request costs them the same.
    load(`http://127.0.0.1:${ports[server]}`, kind, token, { seconds });
  // First all once, so that each is measured in a server that has done the others' work too; the
  // constants beside the API are no work of its own, and come last.
  for (const group of [cases.filter(one => !isBeside(one)), cases.filter(isBeside)]) {
    for (const one of group) await put(one, warmUpSeconds);
    for (const one of group) {
      const { perSecond } = await put(one, seconds);
      results.set(one.name, [...(results.get(one.name) ?? []), perSecond]);
    }
  }
  for (const { child } of running) child.kill();
}

const rate = (name: string) => median(results.get(name)!);
const ratio = (name: string, peer: string | undefined) => peer && rate(name) / rate(peer);
const shown = (share: number | '' | undefined) => (share ? `${share.toFixed(2)} ×` : '');
console.log(
  `400,000 places around 200 towns, 50,000 parcels, the national streets; wrk, 32 connections, ` +
    `every request different, median of ${rounds} × ${seconds} s in new processes, access log ` +
    `off. "Constant" is a Fastify route that sends one small object, asked for by the cost query ` +
    `or with a JSON body, in a process of its own with Node as it comes; "beside" is the same in ` +
    `the process of the API, whose other work and settings of V8 it has as ours do, measured last.\n`,
);
console.log(
  table(
    ['case', 'requests/s', 'of its peer', 'aim', 'of the constant beside'],
    cases.map(({ name, peer, beside }) => {
      const share = ratio(name, peer?.name);
      const aim = peer?.aim && `≥ ${peer.aim}${Number(share) < peer.aim ? ', missed' : ''}`;
      return [name, whole(rate(name)), shown(share), aim || '', shown(ratio(name, beside))];
    }),
  ),
);
