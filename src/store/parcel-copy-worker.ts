// The thread that packs the parcels while the main one serves.
import { parentPort, workerData } from 'node:worker_threads';
import { type DatabaseSettings, openStore } from './open.ts';
import { packAllParcels } from './parcel-copy.ts';

const store = await openStore(workerData as DatabaseSettings);
const copy = await packAllParcels(store);
await store.close();
const { codes, areasM2, starts, chunks } = copy.parcels;
// Handed over, not copied.
parentPort!.postMessage(
  copy,
  [codes, areasM2, starts, ...chunks].map(({ buffer }) => buffer as ArrayBuffer),
);
