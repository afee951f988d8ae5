// The thread that makes a snapshot while the main one serves; its memory goes with it.
import { workerData } from 'node:worker_threads';
import { besideDatabase, type DatabaseSettings, openStore } from '../store/open.ts';
import { postResult } from './run-in-thread.ts';
import { loadSnapshot } from './snapshot.ts';

const database = workerData as DatabaseSettings;
const store = await openStore(database);
const snapshot = await loadSnapshot(store, besideDatabase(database, 'places'));
await store.close();
postResult(snapshot);
