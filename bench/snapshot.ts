// How long a service takes to start and what it holds in memory, by number of places; the
// national streets are always there. Linux only (it reads /proc).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadSnapshotInThread } from '../src/services/snapshot.ts';
import { median, table, whole } from './measure.ts';
import { residentMB, startService, stopService, writeProperty } from './start-service.ts';

const counts = [10_000, 100_000, 400_000];
/** V8 gives memory of ended threads back after some ten seconds. */
const settleMs = 20_000;

const folder = mkdtempSync(join(tmpdir(), 'ktima-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true }));

async function measure(count: number) {
  const database = join(folder, `${count}.db`);
  await writeProperty(database, { places: count });
  const loads: number[] = [];
  for (let round = 0; round < 4; round++) {
    const started = performance.now();
    await loadSnapshotInThread({ url: `sqlite:${database}` });
    loads.push((performance.now() - started) / 1_000);
  }
  // The first makes the demo's user and keys; the second is a start as any.
  await stopService(await startService(folder, database));
  const service = await startService(folder, database);
  const address = `${service.api}/api/geocoding/address-search/?address=Ermou+10+Athina`;
  const asked = performance.now();
  await (await fetch(address)).text();
  const addressSeconds = service.startSeconds + (performance.now() - asked) / 1_000;
  await sleep(settleMs);
  const resident = residentMB(service);
  await stopService(service);
  return [
    whole(count),
    loads[0]!.toFixed(2),
    median(loads.slice(1)).toFixed(2),
    service.startSeconds.toFixed(2),
    addressSeconds.toFixed(2),
    whole(resident),
  ];
}

const rows: string[][] = [];
for (const count of counts) rows.push(await measure(count));
console.log(
  table(
    [
      'places',
      'snapshot made, s',
      'kept, s',
      'start to listening, s',
      'to the first address, s',
      'resident MB',
    ],
    rows,
  ),
);
console.log('\nAims at 400,000: a start ≤ 1.5 s, resident ≤ 350 MB.');
