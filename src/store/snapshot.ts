import { Worker } from 'node:worker_threads';
import { buildCostTable } from '../property/cost.ts';
import { packPlaces } from '../property/pack-places.ts';
import type { Snapshot, Store } from './store.ts';

/** Reads the store into a snapshot. */
export async function loadSnapshot(store: Store): Promise<Snapshot> {
  const { rates, depreciation } = await store.readCosts();
  const places = packPlaces(await store.readPlaces());
  return { costs: buildCostTable(rates, depreciation), ...places };
}

/** Does the same in a thread of its own, over its own connection; requests go on meanwhile. */
export function loadSnapshotAside(databasePath: string): Promise<Snapshot> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./snapshot-worker.ts', import.meta.url), {
      workerData: databasePath,
    });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the snapshot thread ended early')));
  });
}
