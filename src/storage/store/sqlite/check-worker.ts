// The thread that checks a large database while the service already runs.
import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';
import { checkDatabaseNow } from './check-rows.ts';

const db = new DatabaseSync(workerData as string, { readOnly: true, timeout: 5_000 });
checkDatabaseNow(db);
db.close();
