// A parcel by its code among few and many: answers of the service, and lookups alone, in a file and
// in memory. Needs wrk.
// Usage: npm run bench kaek [-- full]; full goes up to five million.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { holdingParcels, packParcels } from '../src/store/parcel-copy.ts';
import { openSqliteStore } from '../src/store/sqlite.ts';
import type { Store } from '../src/store/store.ts';
import { seeded } from './generate.ts';
import { median, packedBytes, table, times, wallMicroseconds, whole } from './measure.ts';
import { busyShare, startService, stopService, writeProperty } from './start-service.ts';
import { load } from './wrk.ts';

const counts = process.argv.includes('full')
  ? [10_000, 50_000, 500_000, 5_000_000]
  : [10_000, 50_000, 500_000];

const folder = mkdtempSync(join(tmpdir(), 'ktima-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true }));

/** What parcels by their codes cost, by how many there are. */
interface Measured {
  readonly count: number;
  /** Microseconds, in the file and in memory. */
  readonly lookup: readonly [number, number];
  readonly answer: readonly [number, number];
  readonly packingSeconds: number;
  readonly bytesEach: number;
}

async function measureAmong(count: number): Promise<Measured> {
  const path = join(folder, `${count}.db`);
  await writeProperty(path, { places: 0, parcels: count });
  const store = openSqliteStore(path);
  const began = performance.now();
  const { parcels } = (await packParcels(store, count))!;
  const packingSeconds = (performance.now() - began) / 1_000;
  const lookup = [
    await lookupMicroseconds(store, count),
    await lookupMicroseconds(
      holdingParcels(store, () => parcels),
      count,
    ),
  ] as const;
  await store.close();
  const answer = [
    await answerMicroseconds(path, count, 0),
    await answerMicroseconds(path, count, count),
  ] as const;
  return { count, lookup, answer, packingSeconds, bytesEach: packedBytes(parcels) / count };
}

/** One lookup of a random parcel, with its text. */
function lookupMicroseconds({ parcelAtHand }: Store, count: number): Promise<number> {
  const random = seeded(3);
  const codes = Array.from({ length: 20_000 }, () =>
    String(Math.floor(random() * count)).padStart(12, '0'),
  );
  return wallMicroseconds(codes.length, i => {
    if (!parcelAtHand!(codes[i]!)) throw new Error(`${codes[i]} is lost`);
  });
}

/** One answer of the service as a user runs it, with so many parcels in memory. */
async function answerMicroseconds(path: string, count: number, held: number): Promise<number> {
  const metricsPort = await freePort();
  const service = await startService(folder, path, {
    KTIMA_PARCELS_IN_MEMORY: String(held),
    KTIMA_METRICS_PORT: String(metricsPort),
  });
  while ((await parcelsInMemory(metricsPort)) !== held) await sleep(200);
  // A start looks through a large file, in a thread; that is not what is measured.
  while ((await busyShare(service)) > 0.05) await sleep(200);
  const put = (seconds: number) =>
    load(service.api, 'kaek', service.token, { seconds, parcels: count });
  await put(4);
  const rates: number[] = [];
  for (let round = 0; round < 5; round++) rates.push((await put(3)).perSecond);
  await stopService(service);
  return 1e6 / median(rates);
}

async function parcelsInMemory(metricsPort: number): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return Number(/^ktima_parcels_in_memory (\d+)$/m.exec(metrics)![1]);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

const results: Measured[] = [];
for (const count of counts) results.push(await measureAmong(count));
const base = results.find(({ count }) => count === 50_000)!;
const figures = (of: 'lookup' | 'answer', digits: number) => (measured: Measured) =>
  [0, 1].flatMap(i => {
    const [us, baseUs] = [measured[of][i]!, base[of][i]!];
    return [us.toFixed(digits), `${times(us / baseUs)} ×`];
  });
const [answers, lookups] = [figures('answer', 0), figures('lookup', 1)];
console.log('Answers of the service by HTTP, 32 connections, metrics on, by where parcels are:\n');
console.log(
  table(
    ['parcels', 'database, µs', 'of 50,000', 'memory, µs', 'of 50,000'],
    results.map(result => [whole(result.count), ...answers(result)]),
  ),
);
console.log('\nAim: five million ≤ 1.3 × (with `-- full`). Lookups alone, with the text:\n');
console.log(
  table(
    ['parcels', 'file, µs', 'of 50,000', 'memory, µs', 'of 50,000', 'packing, s', 'bytes each'],
    results.map(result => [
      whole(result.count),
      ...lookups(result),
      result.packingSeconds.toFixed(1),
      whole(result.bytesEach),
    ]),
  ),
);
