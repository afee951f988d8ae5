// A thread that loads a snapshot or a geocoder, over its own connection, while the main one serves.
import { workerData } from 'node:worker_threads';
import { besideDatabase, openStore } from '../../keep/store/open-store.ts';
import { loadGeocoder } from './geocoder.ts';
import { type LoadData, postResult } from './load-in-thread.ts';
import { loadSnapshot } from './snapshot.ts';

const { what, database } = workerData as LoadData;
const store = await openStore(database);
const loaded =
  what === 'geocoder'
    ? await loadGeocoder(store, database)
    : await loadSnapshot(store, besideDatabase(database, 'places'));
await store.close();
postResult(loaded);
