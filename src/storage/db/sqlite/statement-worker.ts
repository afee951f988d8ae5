// A thread with an SQLite file, which runs the statements that it is sent.
import { parentPort, workerData } from 'node:worker_threads';
import { openFile, type Statement, type StatementResult, statementsOf } from './statements.ts';

const statements = statementsOf(openFile(workerData));

parentPort!.on('message', ({ sql, values }: Statement) => {
  const done = sql === undefined ? statements.close().then(() => []) : statements.run(sql, values);
  done
    .then(
      (rows): StatementResult => ({ rows }),
      (error): StatementResult => ({ message: error.message, fields: { ...error } }),
    )
    .then(result => parentPort!.postMessage(result));
});
