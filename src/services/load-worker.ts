// A thread that loads a snapshot or a geocoder, over its own connection, while the main one serves.
import { workerData } from 'node:worker_threads';
import { besideDatabase, openStore } from '../store/open.ts';
import type { GeocoderData } from './cached-geocoder.ts';
import { loadGeocoder } from './geocoder.ts';
import { type Loadable, postResult } from './load-in-thread.ts';
import { loadSnapshot } from './snapshot.ts';

const { what, ...data } = workerData as GeocoderData & { readonly what: Loadable };
const store = await openStore(data.database);
const loaded =
  what === 'geocoder'
    ? await loadGeocoder(store, data)
    : await loadSnapshot(store, besideDatabase(data.database, 'places'));
await store.close();
postResult(loaded);
