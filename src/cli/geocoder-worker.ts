// The thread that builds the geocoder while the services start and answer.
import { parentPort, workerData } from 'node:worker_threads';
import { openSqliteStore } from '../store/sqlite.ts';
import { type GeocoderData, loadGeocoder } from './geocoder.ts';

const { databasePath, dataFolder } = workerData as GeocoderData;
const store = openSqliteStore(databasePath);
const index = await loadGeocoder(store, dataFolder);
await store.close();
parentPort!.postMessage(index);
