import { Worker } from 'node:worker_threads';
import { buildCostTable } from '../property/cost.ts';
import { buildPlaceIndex } from '../property/places.ts';
import { buildPlaceSlab } from '../property/places-json.ts';
import type { DatabaseSettings } from './open.ts';
import type { Reading, Snapshot, Store } from './store.ts';

/** Reads the store into a snapshot. */
export function loadSnapshot(store: Store): Promise<Snapshot> {
  return store.atOneMoment(readSnapshot);
}

async function readSnapshot(rows: Reading): Promise<Snapshot> {
  const { rates, depreciation } = await rows.readCosts();
  const places = await rows.readPlaces();
  return {
    costs: buildCostTable(rates, depreciation),
    places: buildPlaceIndex(places),
    placeSlab: buildPlaceSlab(places),
  };
}

/** Does the same in a thread of its own, over its own connection; requests go on meanwhile. */
export function loadSnapshotAside(database: DatabaseSettings): Promise<Snapshot> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./snapshot-worker.ts', import.meta.url), {
      workerData: database,
    });
    worker.once('message', (snapshot: Snapshot) => resolve(revive(snapshot)));
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the snapshot thread ended early')));
  });
}

/** A Buffer comes out of another thread as a plain Uint8Array. */
function revive(snapshot: Snapshot): Snapshot {
  const { bytes, offsets } = snapshot.placeSlab;
  return {
    ...snapshot,
    placeSlab: { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), offsets },
  };
}
