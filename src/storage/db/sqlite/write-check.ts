import type { DatabaseSync } from 'node:sqlite';
import { checkFile } from './same-file.ts';
import { checkIntegrity, inTransaction } from './sqlite.ts';
import { type Methods, type OnOutage, openCheck, withNamedErrors } from './sqlite-errors.ts';

/** More than a login writes, so that the check does not succeed where logins fail. */
const probeBytes = 65_536;

/** Writes and removes some bytes; throws while the database cannot be written. */
function proveWritable(db: DatabaseSync): void {
  const { timeout } = db.prepare('PRAGMA busy_timeout').get() as { timeout: number };
  // Each request for /readyz may run this: waiting for a lock would block all other requests.
  db.exec('PRAGMA busy_timeout = 0');
  try {
    writeAndRemove(db);
  } finally {
    db.exec(`PRAGMA busy_timeout = ${timeout}`);
  }
}

function writeAndRemove(db: DatabaseSync): void {
  inTransaction(db, () =>
    db.exec(`
      DROP TABLE IF EXISTS write_probe;
      CREATE TABLE write_probe (bytes BLOB NOT NULL) STRICT;
      INSERT INTO write_probe VALUES (zeroblob(${probeBytes}))`),
  );
  db.exec('DROP TABLE IF EXISTS write_probe');
}

/**
 * Methods of a database that is written, with errors for clients, and its check. After a failure
 * the check writes, and only its success ends the outage: on a full disk, reads still work.
 */
export function withWriteCheck<T extends { [K in keyof T]: Methods[string] }>(
  db: DatabaseSync,
  methods: T,
  onOutage: OnOutage = () => {},
): T & { check(): Promise<void> } {
  let isOut = false;
  const watched = openCheck(
    () => checkIntegrity(db),
    reason => {
      isOut = reason !== undefined;
      onOutage(reason);
    },
  );
  const check = async () => {
    checkFile(db);
    if (isOut) proveWritable(db);
  };
  const named = withNamedErrors({ ...methods, check }, watched.onOutage, name => name === 'check');
  return {
    ...named,
    async check() {
      await watched.check();
      await named.check();
    },
  };
}
