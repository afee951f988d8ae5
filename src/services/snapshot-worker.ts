// The thread that makes a snapshot while the main one serves; its memory goes with it.
import { parentPort, workerData } from 'node:worker_threads';
import { besideDatabase, type DatabaseSettings, openStore } from '../store/open.ts';
import { loadSnapshot } from './snapshot.ts';

const database = workerData as DatabaseSettings;
const store = await openStore(database);
const snapshot = await loadSnapshot(store, besideDatabase(database, 'places'));
await store.close();

const { places, placeJsonBytes } = snapshot;
const columns = [
  ...places.grids.flatMap(grid => Object.values(grid).filter(value => ArrayBuffer.isView(value))),
  places.ids,
  placeJsonBytes.offsets,
  placeJsonBytes.bytes,
];
// Handed over, not copied. Columns that were read from a file lie in its buffer side by side, and
// are copied.
const owners = columns.filter(({ byteLength, buffer }) => byteLength === buffer.byteLength);
parentPort!.postMessage(
  snapshot,
  owners.map(({ buffer }) => buffer as ArrayBuffer),
);
