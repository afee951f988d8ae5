import { resolve } from 'node:path';
import type { Engine, FileOptions, Run, Tables } from '../engine.ts';
import { freeBytesOf } from './sqlite.ts';
import { type OnOutage, withNamedErrors } from './sqlite-errors.ts';
import { openStatementThread } from './statement-thread.ts';
import { openFile, type Statements, statementsOf } from './statements.ts';
import { withWriteCheck } from './write-check.ts';

/** Opens a file, or `:memory:`. */
export function openSqliteEngine(
  path: string,
  tables: Tables,
  file: FileOptions,
  onOutage?: OnOutage,
): Engine {
  const room = () => freeBytesOf(path);
  if (file.inThread) {
    const { close, ...methods } = inTurn(openStatementThread({ path, tables, file }), queue());
    return {
      ...withNamedErrors(methods, onOutage),
      freeBytes: room,
      check: async () => {},
      close,
    };
  }
  const db = openFile({ path, tables, file });
  const { close, ...methods } = inTurn(statementsOf(db), queueOf(path));
  return { ...withWriteCheck(db, methods, onOutage), freeBytes: room, close };
}

/** Starts a piece of work when the one before it has ended. */
type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>;

function queue(): TakeTurn {
  let last: Promise<unknown> = Promise.resolve();
  return work => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
}

const queues = new Map<string, TakeTurn>();

/**
 * The queue of a file, one for all connections of this thread: one that waits for the lock of another
 * would block the thread that the other needs to end its transaction.
 */
function queueOf(path: string): TakeTurn {
  if (path === ':memory:') return queue();
  const found = queues.get(resolve(path)) ?? queue();
  queues.set(resolve(path), found);
  return found;
}

/** A transaction takes one turn, so no other statement of the connection gets into it. */
function inTurn({ run, close }: Statements, takeTurn: TakeTurn) {
  const next: Run = (sql, values) => takeTurn(() => run(sql, values));
  const transaction: Engine['transaction'] = work =>
    takeTurn(async () => {
      await run('BEGIN IMMEDIATE');
      try {
        const result = await work(run);
        await run('COMMIT');
        return result;
      } catch (error) {
        // SQLite has rolled back after some errors, such as a full disk.
        await run('ROLLBACK').catch(() => {});
        throw error;
      }
    });
  return { run: next, read: next, transaction, alone: transaction, close: () => takeTurn(close) };
}
