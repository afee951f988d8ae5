// Requests per second of each operation beside what Fastify and Node can do at best, in one run.
// Needs wrk (Debian: apt-get install wrk). Usage: npm run bench
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpus, totalmem } from 'node:os';
import { createInterface } from 'node:readline';

const seconds = 4;
const rounds = 3;
const connections = 32;

interface Running {
  readonly child: ChildProcess;
  readonly port: number;
  readonly token: string;
}

interface Case {
  readonly name: string;
  readonly kind: string;
  readonly server: Running;
  readonly peer?: { readonly name: string; readonly aim: number };
}

async function start(...args: string[]): Promise<Running> {
  const child = spawn(
    process.execPath,
    [new URL('http-server.ts', import.meta.url).pathname, ...args],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [line] = await once(createInterface({ input: child.stdout! }), 'line');
  return { child, ...JSON.parse(line) };
}

/** Requests a second; any answer that is not 200 spoils the run. */
function measure({ kind, server: { port, token } }: Case): number {
  const script = new URL('http.lua', import.meta.url).pathname;
  const output = execFileSync(
    'wrk',
    [
      '-t1',
      `-c${connections}`,
      `-d${seconds}s`,
      '-s',
      script,
      `http://127.0.0.1:${port}`,
      '--',
      kind,
      token,
    ],
    { encoding: 'utf8' },
  );
  if (/Non-2xx|Socket errors/.test(output)) throw new Error(`${kind}: ${output}`);
  return Number(/Requests\/sec: +([\d.]+)/.exec(output)![1]);
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;

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
  { name: 'Fastify, a constant', kind: 'constant', server: constant },
  { name: 'reconstruction cost', kind: 'cost', server: api, peer: { name: 'constant', aim: 0.8 } },
  { name: 'KAEK search', kind: 'kaek', server: api, peer: { name: 'constant', aim: 0.8 } },
  {
    name: 'points of interest, sparse',
    kind: 'sparse',
    server: api,
    peer: { name: 'constant', aim: 0 },
  },
  { name: `node:http, ${dense.bytes} ready bytes`, kind: 'bare', server: bare },
  {
    name: `points of interest, dense (${dense.places})`,
    kind: 'dense',
    server: api,
    peer: { name: 'bare', aim: 0.12 },
  },
];

// Rounds are interleaved, so that a slow moment of the machine hits all alike; the first warms up.
const results = new Map<string, number[]>(cases.map(({ kind }) => [kind, []]));
for (let round = 0; round <= rounds; round++) {
  for (const one of cases) {
    const rate = measure(one);
    if (round > 0) results.get(one.kind)!.push(rate);
  }
}
for (const { child } of [api, constant, bare]) child.kill();

const rate = (kind: string) => median(results.get(kind)!);
console.log(
  `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim() || process.arch}, ` +
    `${Math.round(totalmem() / 2 ** 30)} GiB; 400,000 places, 50,000 parcels; wrk, ${connections} connections, ` +
    `median of ${rounds} × ${seconds} s\n`,
);
console.log('| case | requests/s | of its peer | aim |\n|---|---:|---:|---:|');
for (const { name, kind, peer } of cases) {
  const ratio = peer ? `${(rate(kind) / rate(peer.name)).toFixed(2)} × ${peer.name}` : '';
  console.log(
    `| ${name} | ${Math.round(rate(kind)).toLocaleString('en')} | ${ratio} | ${peer?.aim ? `≥ ${peer.aim}` : ''} |`,
  );
}
