import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import type { Parcel } from '#domain/property/parcels.ts';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { replaceRows } from '#storage/store/store.ts';
import type { Position } from '#tools/geo/polygon.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const wide = 0.0004;
const westOf = (i: number) => 23 + i * 0.0005;
const kaekOf = (i: number) => String(50_681_726_003 + i).padStart(12, '0');
const provenance = { source: 'a', origin: 'test', checksum: 'test', licence: 'test' };

function parcelRows(count: number): Parcel[] {
  return Array.from({ length: count }, (_, i) => {
    const [west, east] = [westOf(i), westOf(i) + wide];
    const corners = [
      [west, 38],
      [east, 38],
      [east, 38 + wide],
      [west, 38 + wide],
      [west, 38],
    ] as Position[];
    const geometry = { type: 'Polygon', coordinates: [corners] } as const;
    return { kaek: kaekOf(i), areaM2: 1, geometry, attributes: {} };
  });
}

/** In a thread: imports that give the ids of rows to other rows. */
async function importAgainAndAgain(path: string): Promise<void> {
  const store = openSqliteStore(path);
  for (let round = 0; round < 30; round++) {
    await replaceRows(store, 'parcels', provenance, parcelRows(1_000 + round).reverse());
    await replaceRows(store, 'parcels', provenance, parcelRows(1_000));
  }
  await store.close();
}

if (!isMainThread) await importAgainAndAgain(workerData as string);
else {
  test('while imports replace all parcels, each point has its parcel', async t => {
    const path = join(temporaryFolder().path, 'ktima.db');
    const store = openSqliteStore(path);
    t.after(() => store.close());
    await replaceRows(store, 'parcels', provenance, parcelRows(1_000));
    const writer = new Worker(fileURLToPath(import.meta.url), { workerData: path });
    let isOver = false;
    const over = new Promise<void>((resolve, reject) => {
      writer.once('error', reject);
      writer.once('exit', () => resolve());
    }).finally(() => {
      isOver = true;
    });
    for (let read = 0; !isOver; read++) {
      const i = read % 1_000;
      const found = await store.parcelsAround(38 + wide / 2, westOf(i) + wide / 2);
      assert.deepEqual(
        found.map(({ kaek }) => kaek),
        [kaekOf(i)],
      );
      if (read % 50 === 0) await setImmediate();
    }
    await over;
  });
}
