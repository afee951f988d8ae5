// The thread that builds the geocoder while the services start and answer.
import { parentPort, workerData } from 'node:worker_threads';
import { openStore } from '../store/open.ts';
import { type GeocoderData, loadGeocoder } from './geocoder.ts';

const { database, dataFolder } = workerData as GeocoderData;
const store = await openStore(database);
const index = await loadGeocoder(store, dataFolder);
await store.close();
parentPort!.postMessage(index);
