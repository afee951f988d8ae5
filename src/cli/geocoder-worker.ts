// The thread that builds the geocoder while the services start and answer.
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { openStore } from '../store/open.ts';
import { type GeocoderData, loadGeocoder } from './geocoder.ts';

// Requests go first. On Linux this is of the thread, elsewhere of the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);

const { database, dataFolder } = workerData as GeocoderData;
const store = await openStore(database);
const index = await loadGeocoder(store, dataFolder);
await store.close();
parentPort!.postMessage(index);
