// Half an hour (or as many minutes as are given) at half of what the service can do, over all
// operations, with new data every minute, a new signing key every five and logins all the time:
// whether memory, open handles and times stay level. Needs wrk.
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { median, percentile, printTable, rows, temporaryFolder, whole } from './measure.ts';
import { openLoop } from './open-loop.ts';
import { requestMakers } from './requests.ts';
import {
  logIn,
  refresh,
  replaceOnePlace,
  residentMB,
  startService,
  stopService,
  writeProperty,
} from './service.ts';
import { load, writeRequests } from './wrk.ts';

const minutes = Number(process.argv[2] ?? 30);
const sampleSeconds = 10;
const parcels = rows(50_000);
const connections = 100;

const folder = temporaryFolder();
const database = join(folder, 'property.db');
await writeProperty(database, rows(400_000), parcels);
const service = await startService(folder, database, {
  // Short-lived, so that tokens change many times in half an hour.
  KTIMA_ACCESS_TOKEN_SECONDS: '120',
});
let { token } = service;

const { mix } = requestMakers(parcels);
const { perSecond: most } = await load(service.api, writeRequests(folder, mix), token, {
  seconds: 10,
  connections: 64,
});
const loop = openLoop(service.api, mix, () => token, connections);
const counts = { responses: 0, failed: 0, logins: 0, failedLogins: 0, imports: 0, rotations: 0 };
/** Requests a second, p99 in ms, resident MB and open handles of each sample. */
const samples: [number, number, number, number][] = [];
let times: number[] = [];

function takeSample(): void {
  const handles = readdirSync(`/proc/${service.apiPid}/fd`).length;
  samples.push([
    times.length / sampleSeconds,
    percentile(times, 0.99),
    residentMB(service),
    handles,
  ]);
  times = [];
}

async function rotateKey(): Promise<void> {
  const env = { PATH: process.env.PATH, KTIMA_AUTH_DATABASE_URL: `sqlite:${folder}/auth.db` };
  await promisify(execFile)('bin/ktima', ['keys', 'rotate'], { env });
  counts.rotations++;
}

async function importPlace(): Promise<void> {
  await replaceOnePlace(database);
  counts.imports++;
}

/** Logs in and refreshes; the token serves all requests now and then, else it logs out. */
async function useLogin(): Promise<void> {
  const renewed = await refresh(service.auth, (await logIn(service.auth)).refresh_token);
  if (!renewed.access_token) counts.failedLogins++;
  else if (counts.logins % 30 === 0) token = renewed.access_token;
  else {
    const body = new URLSearchParams({ refresh_token: renewed.refresh_token });
    await fetch(`${service.auth}/auth/logout`, { method: 'POST', body });
  }
  counts.logins++;
}

const timers = [
  setInterval(takeSample, sampleSeconds * 1_000),
  setInterval(useLogin, 1_000),
  setInterval(importPlace, 60_000),
  setInterval(rotateKey, 300_000),
];
await loop.run(most / 2, minutes * 60, (status, tookMs) => {
  counts.responses++;
  times.push(tookMs);
  if (status !== 200) counts.failed++;
});
for (const timer of timers) clearInterval(timer);
loop.close();
await stopService(service);

const third = Math.ceil(samples.length / 3);
console.log(
  `${minutes} minutes at half of ${whole(most)} requests/s, all operations, 400,000 places, ` +
    `${whole(parcels)} parcels, ${connections} connections; samples of ten seconds.\n`,
);
printTable(
  ['part', 'requests/s', 'p99, ms', 'resident, MB', 'at most', 'open handles'],
  ['first third', 'second third', 'last third'].map((name, i) => {
    const part = samples.slice(i * third, (i + 1) * third);
    const column = (at: number) => part.map(sample => sample[at]!);
    const figures = [0, 1, 2].map(at => whole(median(column(at))));
    return [name, ...figures, whole(Math.max(...column(2))), whole(median(column(3)))];
  }),
);
console.log(
  `${whole(counts.responses)} responses, ${counts.failed} failed; ${counts.logins} logins with ` +
    `refresh, ${counts.failedLogins} failed; ${counts.imports} imports, after each of which all ` +
    `places were read again; ${counts.rotations} new signing keys.`,
);
