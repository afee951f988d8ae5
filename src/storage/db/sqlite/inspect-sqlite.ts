import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { freeBytes, megabytes } from '#tools/files/write-file.ts';
import { currentVersion, firstVersion, type Schema } from '../schema-versions.ts';
import type { Finding, ServiceDatabase } from '../service-database.ts';
import { cannotOpen, checkIntegrity, rejectForeign, versionOf } from './sqlite.ts';

/** Below this, logins and imports are about to fail; `/readyz` has the same limit. */
const fullBelowBytes = 2 ** 24;

/** Checks the file of a database and its disk. */
export function inspectSqlite(path: string, database: ServiceDatabase): Finding[] {
  if (path === ':memory:') {
    const message = 'a database in memory, which ends with the process';
    const mending = `name a file in ${database.setting}: sqlite:/path/of/file.db`;
    return [{ check: 'file', state: 'warning', message, mending }];
  }
  const folder = dirname(resolve(path));
  if (!existsSync(path)) return [missingFile(path), ...(existsSync(folder) ? [space(path)] : [])];
  return [access(path), modes(path), space(path), ...content(path, database)];
}

function missingFile(path: string): Finding {
  return {
    check: 'file',
    state: 'warning',
    message: `there is no database ${resolve(path)} yet`,
    mending: 'ktima migrate makes it; or correct the database URL',
  };
}

function access(path: string): Finding {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    // SQLite makes files next to the database.
    accessSync(dirname(resolve(path)), constants.W_OK);
    return { check: 'file', state: 'ok', message: path };
  } catch {
    return {
      check: 'file',
      state: 'failed',
      message: `this user may not read and write ${path} and its folder`,
      mending: 'run the command as the user of the service, or change the owner of both',
    };
  }
}

function modes(path: string): Finding {
  const open = [path, `${path}-wal`, `${path}-shm`]
    .map(file => ({ file, mode: statSync(file, { throwIfNoEntry: false })?.mode ?? 0 }))
    .find(({ mode }) => (mode & 0o077) !== 0);
  if (!open) return { check: 'mode', state: 'ok', message: 'only its owner can read it' };
  return {
    check: 'mode',
    state: 'failed',
    message: `${open.file} has the mode ${(open.mode & 0o777).toString(8)}: other users may read it`,
    mending: `chmod 600 ${open.file}`,
  };
}

/** A re-import needs about as much as the database has now. */
function space(path: string): Finding {
  const free = freeBytes(dirname(resolve(path)));
  const needed = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const message = `${megabytes(free)} free`;
  if (free < fullBelowBytes) {
    const mending = 'free space on this disk, or move the database: logins and imports fail';
    return { check: 'disk', state: 'failed', message, mending };
  }
  if (free >= needed) return { check: 'disk', state: 'ok', message };
  return {
    check: 'disk',
    state: 'warning',
    message: `${message}, less than the ${megabytes(needed)} of the database`,
    mending: 'free space before the next large import; ktima compact gives unused pages back',
  };
}

function content(path: string, { sqlite, kind }: ServiceDatabase): Finding[] {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { timeout: 5_000 });
    db.exec('PRAGMA query_only = on');
    rejectForeign(db, path, kind);
    checkIntegrity(db);
    return [
      { check: 'damage', state: 'ok', message: 'the structure of the file is intact' },
      inspectVersion(versionOf(db), sqlite.schema),
    ];
  } catch (error) {
    const { message } = cannotOpen(path, error);
    const mending = 'correct the database URL, or restore a backup: ktima restore';
    return [{ check: 'damage', state: 'failed', message, mending }];
  } finally {
    db?.close();
  }
}

/** The finding about the version of the tables. */
export function inspectVersion(version: number, schema: Schema): Finding {
  const check = 'tables';
  const expected = currentVersion(schema);
  const message = `version ${version} of ${expected}`;
  if (version === expected) return { check, state: 'ok', message };
  if (version > expected) {
    const mending = 'start the newer version of Ktima that made them';
    return { check, state: 'failed', message, mending };
  }
  if (version > 0 && version < firstVersion) {
    return { check, state: 'failed', message, mending: schema.ifOlder };
  }
  const mending = 'ktima migrate, which serve and import do too';
  return { check, state: 'warning', message, mending };
}
