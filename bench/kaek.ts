// A parcel by its code among few and many: answers of the service, and lookups alone. Needs wrk.
// Usage: npm run bench kaek [-- full]; full goes up to five million.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSqliteStore } from '../src/store/sqlite.ts';
import { seeded } from './generate.ts';
import { median, table, times, wallMicroseconds, whole } from './measure.ts';
import { busyShare, startService, stopService, writeProperty } from './start-service.ts';
import { load } from './wrk.ts';

const counts = process.argv.includes('full')
  ? [10_000, 50_000, 500_000, 5_000_000]
  : [10_000, 50_000, 500_000];

const folder = mkdtempSync(join(tmpdir(), 'ktima-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true }));

/** Microseconds of a parcel by its code, by how many there are. */
interface Measured {
  readonly count: number;
  readonly lookup: number;
  readonly answer: number;
}

async function measureAmong(count: number): Promise<Measured> {
  const path = join(folder, `${count}.db`);
  await writeProperty(path, { places: 0, parcels: count });
  return {
    count,
    lookup: await lookupMicroseconds(path, count),
    answer: await answerMicroseconds(path, count),
  };
}

/** One lookup of a random parcel. */
async function lookupMicroseconds(path: string, count: number): Promise<number> {
  const store = openSqliteStore(path);
  const random = seeded(3);
  const codes = Array.from({ length: 20_000 }, () =>
    String(Math.floor(random() * count)).padStart(12, '0'),
  );
  const result = await wallMicroseconds(codes.length, async i => {
    if (!(await store.findParcel(codes[i]!))) throw new Error(`${codes[i]} is lost`);
  });
  await store.close();
  return result;
}

/** One answer of the service as a user runs it. */
async function answerMicroseconds(path: string, count: number): Promise<number> {
  const service = await startService(folder, path);
  // A start checks a large file in a thread; that is not what is measured.
  while ((await busyShare(service)) > 0.05) await sleep(200);
  const put = (seconds: number) =>
    load(service.api, 'kaek', service.token, { seconds, parcels: count });
  await put(4);
  const rates: number[] = [];
  for (let round = 0; round < 5; round++) rates.push((await put(3)).perSecond);
  await stopService(service);
  return 1e6 / median(rates);
}

const results: Measured[] = [];
for (const count of counts) results.push(await measureAmong(count));
const base = results.find(({ count }) => count === 50_000)!;
console.log(
  'Answers of the service by HTTP, 32 connections, and lookups alone, with the outline:\n',
);
console.log(
  table(
    ['parcels', 'answer, µs', 'of 50,000', 'lookup, µs', 'of 50,000'],
    results.map(({ count, answer, lookup }) => [
      whole(count),
      answer.toFixed(0),
      `${times(answer / base.answer)} ×`,
      lookup.toFixed(1),
      `${times(lookup / base.lookup)} ×`,
    ]),
  ),
);
console.log('\nAim: five million ≤ 1.3 × (with `-- full`).');
