// The service as a user runs it, under load of dense answers: with one process and with one a
// core, and while it takes in new data again and again. Needs wrk.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSqliteStore } from '../src/store/sqlite.ts';
import { replaceRows } from '../src/store/store.ts';
import { generatePlaces } from './generate.ts';
import { printTable, rows, temporaryFolder, times, whole } from './measure.ts';
import { requestMakers } from './requests.ts';
import { type RunningService, startService, stopService, writeProperty } from './service.ts';
import { type Load, load, writeRequests } from './wrk.ts';

/** Few enough that the service is not saturated and a p99 is meaningful. */
const connections = 4;
const seconds = 10;
const folder = temporaryFolder();
const database = join(folder, 'places.db');
await writeProperty(database, rows(400_000));
const dense = writeRequests(folder, requestMakers(1).dense);

const measured: [string, Load][] = [];
for (const workers of ['1', 'auto']) {
  const service = await startService(folder, database, { KTIMA_WORKERS: workers });
  await load(service.api, dense, service.token, { seconds: 3 });
  const name = workers === '1' ? 'one process' : 'KTIMA_WORKERS=auto';
  measured.push([name, await load(service.api, dense, service.token, { seconds, connections })]);
  measured.push([`${name}, reloading all the time`, await whileReloading(service)]);
  await stopService(service);
}
const normal = (i: number) => measured[i - (i % 2)]![1].p99Ms;
printTable(
  ['400,000 places, dense answers', 'a second', 'p50, ms', 'p99, ms', 'p99 of normal'],
  measured.map(([name, { perSecond, p50Ms, p99Ms }], i) => [
    name,
    whole(perSecond),
    p50Ms.toFixed(1),
    p99Ms.toFixed(1),
    times(p99Ms / normal(i)),
  ]),
);
console.log(`${connections} connections; the load generator uses the same cores. Aim: p99 ≤ 3 ×.`);

/** A commit of one place makes the service read and pack all of them anew. */
async function whileReloading(service: RunningService): Promise<Load> {
  const store = openSqliteStore(database);
  const news = { source: 'news', origin: '', checksum: '', licence: '' };
  let ended = false;
  const measuring = load(service.api, dense, service.token, { seconds, connections });
  measuring.finally(() => {
    ended = true;
  });
  while (!ended) {
    await replaceRows(store, 'places', news, generatePlaces(400).slice(0, 1));
    await sleep(1_000);
  }
  await store.close();
  return measuring;
}
