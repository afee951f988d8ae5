// More than the service can do: the rate rises past its capacity and falls again, over all
// operations; then new data come every second; then 200 clients log in at once. What is served and
// what is rejected, and how long each takes. Needs wrk.
import { join } from 'node:path';
import { lasting, percentile, printTable, rows, temporaryFolder, whole } from './measure.ts';
import { openLoop } from './open-loop.ts';
import { requestMakers } from './requests.ts';
import {
  replaceOnePlace,
  residentMB,
  startService,
  stopService,
  writeProperty,
} from './service.ts';
import { load, writeRequests } from './wrk.ts';

const seconds = lasting(8);
const parcels = rows(50_000);
const connections = 2_000;

const folder = temporaryFolder();
const database = join(folder, 'property.db');
await writeProperty(database, rows(400_000), parcels);
const service = await startService(folder, database);
const { mix } = requestMakers(parcels);
const requests = writeRequests(folder, mix);
const capacity = async () =>
  (await load(service.api, requests, service.token, { seconds: 6, connections: 64 })).perSecond;
// The first run compiles the code.
await capacity();
const most = await capacity();
const loop = openLoop(service.api, mix, () => service.token, connections);

/** Sends requests at this rate a second; returns the cells under `head`. */
async function phase(perSecond: number): Promise<string[]> {
  const served: number[] = [];
  const rejected: number[] = [];
  let failed = 0;
  await loop.run(perSecond, seconds, (status, tookMs) => {
    if (status === 200) served.push(tookMs);
    else if (status === 503) rejected.push(tookMs);
    else failed++;
  });
  const p99OfRejected = rejected.length === 0 ? '' : ms(percentile(rejected, 0.99));
  return [
    whole(perSecond),
    whole(served.length / seconds),
    whole(rejected.length / seconds),
    String(failed),
    ms(percentile(served, 0.5)),
    ms(percentile(served, 0.99)),
    p99OfRejected,
    whole(residentMB(service)),
  ];
}
const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0);
const head = [
  'a second',
  'served',
  'rejected',
  'failed',
  'p50, ms',
  'p99, ms',
  'p99 of 503, ms',
  'MB',
];

console.log(
  `All operations, 400,000 places, ${whole(parcels)} parcels, one process, access log off; ` +
    `${whole(connections)} connections, ${seconds} s each. Capacity, 64 connections that wait for ` +
    `their responses: ${whole(most)} requests/s.\n`,
);
const lines: string[][] = [];
for (const factor of [0.5, 0.8, 1, 1.5, 2, 0.5]) {
  lines.push([`${factor} × capacity`, ...(await phase(most * factor))]);
}
const importing = setInterval(() => replaceOnePlace(database), 1_000);
lines.push(['0.5 × capacity, new data every second', ...(await phase(most / 2))]);
clearInterval(importing);
printTable(['offered', ...head], lines);

const login = { method: 'POST', path: '/auth/otp/login' } as const;
const logins = writeRequests(folder, () => ({
  ...login,
  body: 'username=demo&password=ktima-demo',
}));
const before = await phase(most * 0.2);
const [flood, beside] = await Promise.all([
  load(service.auth, logins, '', { seconds: 8, connections: 200, mayReject: true }),
  phase(most * 0.2),
]);
printTable(
  ['200 clients that log in without a pause', ...head],
  [
    ['before', ...before],
    ['during', ...beside],
  ],
);
console.log(
  `Of the logins, ${whole(flood.perSecond - flood.rejectedPerSecond)} a second were served and ` +
    `${whole(flood.rejectedPerSecond)} rejected; p99 of all ${ms(flood.p99Ms)} ms.`,
);
loop.close();
await stopService(service);
