// The thread that packs the parcels while the main one serves.
import { parentPort, workerData } from 'node:worker_threads';
import { openStore } from './open.ts';
import { type PackingOrder, packParcels } from './parcel-copy.ts';

const { database, limit } = workerData as PackingOrder;
const store = await openStore(database);
const copy = await packParcels(store, limit);
await store.close();
const columns = copy ? Object.values(copy.parcels).flat() : [];
// Handed over, not copied.
parentPort!.postMessage(
  copy,
  columns.map(({ buffer }) => buffer as ArrayBuffer),
);
