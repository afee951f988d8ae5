import { Worker } from 'node:worker_threads';
import { fromThread } from '../errors.ts';
import { buildCostTable } from '../property/cost.ts';
import { packPlaces } from '../property/pack-places.ts';
import type { DatabaseSettings } from './open.ts';
import type { Reading, Snapshot, Store } from './store.ts';

/** Reads the store into a snapshot. */
export function loadSnapshot(store: Store): Promise<Snapshot> {
  return store.atOneMoment(readSnapshot);
}

async function readSnapshot(rows: Reading): Promise<Snapshot> {
  const { rates, depreciation } = await rows.readCosts();
  const places = packPlaces(await rows.readPlaces());
  return { costs: buildCostTable(rates, depreciation), ...places };
}

/** From so many places on, reading them takes longer than starting a thread for it. */
const manyPlaces = 50_000;

/**
 * The first snapshot: few places are read here, many in a thread. That leaves the start to other
 * work, and what reading took of memory goes with the thread.
 */
export async function loadFirstSnapshot(
  store: Store,
  database: DatabaseSettings,
): Promise<Snapshot> {
  const sources = await store.loadedSources();
  const places = sources.reduce((sum, s) => sum + (s.layer === 'places' ? s.rows : 0), 0);
  return places < manyPlaces ? loadSnapshot(store) : loadSnapshotAside(database);
}

/** Does the same in a thread of its own, over its own connection; requests go on meanwhile. */
export function loadSnapshotAside(database: DatabaseSettings): Promise<Snapshot> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./snapshot-worker.ts', import.meta.url), {
      workerData: database,
    });
    worker.once('message', resolve);
    worker.once('error', error => reject(fromThread(error)));
    worker.once('exit', () => reject(new Error('the snapshot thread ended early')));
  });
}
