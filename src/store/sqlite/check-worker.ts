// The thread that looks through a large database while the service serves already.
import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';
import { lookThroughNow } from './check.ts';

const db = new DatabaseSync(workerData as string, { readOnly: true, timeout: 5_000 });
lookThroughNow(db);
db.close();
