// The thread that builds the geocoder while the services start and answer.
import { workerData } from 'node:worker_threads';
import { openStore } from '../store/open.ts';
import type { GeocoderData } from './cached-geocoder.ts';
import { loadGeocoder } from './geocoder.ts';
import { postResult } from './run-in-thread.ts';

const data = workerData as GeocoderData;
const store = await openStore(data.database);
const index = await loadGeocoder(store, data);
await store.close();
postResult(index);
