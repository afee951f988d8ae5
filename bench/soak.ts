// Half an hour (or as many minutes as are given) at half of what the service can do, over all
// operations, with an import every minute, a new signing key every five and logins all the time:
// whether memory, open handles and times stay level.
import { execFile } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generatePlaces } from './generate.ts';
import { median, percentile, printTable, rows, temporaryFolder, whole } from './measure.ts';
import { capacity, isServed, openLoop } from './open-loop.ts';
import { requestMix } from './requests.ts';
import { logIn, residentMB, startService, stopService, writeProperty } from './service.ts';

const minutes = Number(process.argv[2] ?? 30);
const sampleMs = 10_000;
const parcels = rows(50_000);
const connections = 100;

const folder = temporaryFolder();
const database = join(folder, 'property.db');
/** Short-lived, so that keys and tokens change many times in half an hour. */
const settings = { KTIMA_ACCESS_TOKEN_SECONDS: '120', KTIMA_KEY_LEAD_SECONDS: '65' };
await writeProperty(database, rows(400_000), parcels);
const service = await startService(folder, database, settings);
const port = Number(new URL(service.api).port);
let { token } = service;

const mix = requestMix(() => token, parcels);
const most = await capacity(port, mix);
const loop = await openLoop(port, mix, connections);
const counts = { answers: 0, failed: 0, logins: 0, failedLogins: 0, imports: 0, rotations: 0 };

interface Sample {
  readonly perSecond: number;
  readonly p99Ms: number;
  readonly memoryMB: number;
  readonly handles: number;
}
const samples: Sample[] = [];
let times: number[] = [];

function takeSample(): void {
  samples.push({
    perSecond: (times.length * 1_000) / sampleMs,
    p99Ms: percentile(times, 0.99),
    memoryMB: residentMB(service),
    handles: readdirSync(`/proc/${service.child.pid}/fd`).length,
  });
  times = [];
}

const run = promisify(execFile);
const ktima = (...args: string[]) =>
  run('bin/ktima', args, {
    env: {
      PATH: process.env.PATH,
      KTIMA_DATABASE_URL: `sqlite:${database}`,
      KTIMA_AUTH_DATABASE_URL: `sqlite:${folder}/auth.db`,
      ...settings,
    },
  });

async function importPlaces(): Promise<void> {
  const file = join(folder, 'news.csv');
  const lines = generatePlaces(2_000, 100 + counts.imports).map(
    ({ id, name_en, place_type, latitude, longitude }) =>
      `soak/${id},${name_en ?? ''},${place_type},${latitude},${longitude}`,
  );
  writeFileSync(file, ['external_id,name_en,place_type,latitude,longitude', ...lines].join('\n'));
  await ktima('import', 'places', file, '--source', 'soak');
  counts.imports++;
}

async function rotateKey(): Promise<void> {
  await ktima('keys', 'rotate');
  counts.rotations++;
}

/** Logs in, refreshes and, now and then, takes the new token for all requests; then logs out. */
async function useLogin(): Promise<void> {
  const post = (path: string, token: string) =>
    fetch(`${service.auth}${path}`, {
      method: 'POST',
      body: new URLSearchParams({ refresh_token: token }),
    });
  const refresh = await post('/auth/token/refresh', (await logIn(service.auth)).refresh_token);
  if (!refresh.ok) counts.failedLogins++;
  const renewed = (await refresh.json()) as { access_token: string; refresh_token: string };
  if (counts.logins++ % 30 === 0) token = renewed.access_token;
  else await post('/auth/logout', renewed.refresh_token);
}

const timers = [
  setInterval(takeSample, sampleMs),
  setInterval(useLogin, 1_000),
  setInterval(importPlaces, 60_000),
  setInterval(rotateKey, 300_000),
];
await loop.run(most / 2, minutes * 60, (status, tookMs) => {
  counts.answers++;
  times.push(tookMs);
  if (!isServed(status)) counts.failed++;
});
for (const timer of timers) clearInterval(timer);
loop.close();
await stopService(service);

const part = (share: number) =>
  samples.slice(Math.floor(samples.length * (share - 1 / 3)), Math.ceil(samples.length * share));
const row = (name: string, of: readonly Sample[]) => [
  name,
  whole(median(of.map(sample => sample.perSecond))),
  median(of.map(sample => sample.p99Ms)).toFixed(1),
  whole(median(of.map(sample => sample.memoryMB))),
  whole(Math.max(...of.map(sample => sample.memoryMB))),
  whole(median(of.map(sample => sample.handles))),
];
console.log(
  `${minutes} minutes at half of ${whole(most)} requests/s, all operations, 400,000 places, ` +
    `${whole(parcels)} parcels, ${connections} connections; samples of ten seconds.\n`,
);
printTable(
  ['part', 'requests/s', 'p99, ms', 'resident, MB', 'at most', 'open handles'],
  ['first third', 'second third', 'last third'].map((name, i) => row(name, part((i + 1) / 3))),
);
console.log(
  `${whole(counts.answers)} answers, ${counts.failed} failed; ${counts.logins} logins with ` +
    `refresh, ${counts.failedLogins} failed; ${counts.imports} imports, each taken up by reading ` +
    `all places anew; ${counts.rotations} new signing keys.`,
);
