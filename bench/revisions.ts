// Does a change make requests heavier? Asks the demo of this checkout and that of another one, such as
// a worktree of the revision before, in turn. Processor time, because other programs on the machine
// change it least. Needs wrk, and `npm ci` in both.
//   npm run bench revisions -- FOLDER          all kinds of requests
//   npm run bench revisions -- FOLDER cost     one kind, or several by name
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lasting, median, printTable, temporaryFolder, times } from './measure.ts';
import { type Request, requestMakers } from './requests.ts';
import { cpuSeconds, logIn, stopService } from './service.ts';
import { load, writeRequests } from './wrk.ts';

const [other, ...asked] = process.argv.slice(2);
if (!other)
  throw new Error('expected the folder of another checkout: npm run bench revisions -- FOLDER');
const rounds = lasting(5);

const get = (path: string) => (): Request => ({ method: 'GET', path, body: '' });
const { cost, address, reverse, dense } = requestMakers(0);
const kinds = {
  cost,
  kaek: get('/api/geocoding/kaek-search/?kaek_code=050099901001'),
  missing: get('/nothing/'),
  health: get('/healthz'),
  address,
  suggest: get('/api/geocoding/suggest/?text=Ermo'),
  reverse,
  dense,
};

const folder = temporaryFolder();

/** Starts the demo of a revision, by what all revisions have: settings and `/readyz`. */
async function start(checkout: string, name: string) {
  const [apiPort, authPort] = [await freePort(), await freePort()];
  const child = spawn('bin/ktima', ['serve', '--demo'], {
    cwd: checkout,
    env: {
      PATH: process.env.PATH!,
      KTIMA_API_PORT: String(apiPort),
      KTIMA_AUTH_PORT: String(authPort),
      KTIMA_DATABASE_URL: `sqlite:${join(folder, name)}.db`,
      KTIMA_AUTH_DATABASE_URL: `sqlite:${join(folder, name)}-auth.db`,
      KTIMA_ACCESS_LOG: 'off',
      KTIMA_LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  process.on('exit', () => child.kill());
  const api = `http://127.0.0.1:${apiPort}`;
  while (!(await isReady(api))) {
    if (child.exitCode !== null) throw new Error(`${checkout}: the service did not start`);
    await sleep(100);
  }
  const { access_token: token } = await logIn(`http://127.0.0.1:${authPort}`);
  return { child, api, token };
}

const isReady = (api: string) =>
  fetch(`${api}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

const before = await start(other, 'before');
const after = await start('.', 'after');

/** Microseconds of processor time that a request takes. */
async function ask(service: typeof before, requests: string): Promise<number> {
  const used = cpuSeconds(service);
  const sent = await load(service.api, requests, service.token, {
    seconds: 3,
    connections: 8,
    // Of the path that does not exist.
    mayReject: true,
  });
  return ((cpuSeconds(service) - used) * 1e6) / sent.requests;
}

const lines: string[][] = [];
for (const [kind, make] of Object.entries(kinds)) {
  if (asked.length > 0 && !asked.includes(kind)) continue;
  const requests = writeRequests(folder, make);
  // The first round compiles the code.
  for (const service of [before, after]) await ask(service, requests);
  const pairs: [number, number][] = [];
  for (let round = 0; round < rounds; round++) {
    pairs.push([await ask(before, requests), await ask(after, requests)]);
  }
  const ratios = pairs.map(([old, now]) => now / old);
  lines.push([
    kind,
    times(median(ratios)),
    `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
    median(pairs.map(([old]) => old)).toFixed(1),
    median(pairs.map(([, now]) => now)).toFixed(1),
  ]);
}
printTable(['requests', 'now / before', 'of the rounds', 'before, µs', 'now, µs'], lines);
await Promise.all([before, after].map(stopService));
