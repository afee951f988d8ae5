import type { DatabaseSync } from 'node:sqlite';
import type { OnOutage } from '../db/sqlite/errors.ts';
import { withWriteCheck } from '../db/sqlite/write-check.ts';
import { cannotOpen, freeBytesOf, openSqlite } from '../db/sqlite.ts';
import { auditMethods } from './sqlite/audit.ts';
import { bucketMethods } from './sqlite/buckets.ts';
import { endedSessionMethods } from './sqlite/ended-sessions.ts';
import { keyMethods } from './sqlite/keys.ts';
import { schema } from './sqlite/schema.ts';
import { secondFactorMethods } from './sqlite/second-factor.ts';
import { sessionMethods } from './sqlite/sessions.ts';
import { userMethods } from './sqlite/users.ts';
import type { AuthStore } from './store.ts';

/** How a file with users is recognised. */
export const usersAndSessions = {
  table: 'login_keys',
  other: {
    table: 'cost_rates',
    problem: 'has the property data, not the users: set KTIMA_AUTH_DATABASE_URL to another file',
  },
};

/** The embedded authentication store: one SQLite file (or `:memory:`). */
export function openSqliteAuthStore(path: string, onOutage?: OnOutage): AuthStore {
  const db = openSqlite(path, schema, usersAndSessions);
  try {
    return withWriteCheck(db, storeOver(db), onOutage);
  } catch (cause) {
    db.close();
    throw cannotOpen(path, cause);
  }
}

function storeOver(db: DatabaseSync): Omit<AuthStore, 'check'> {
  return {
    ...userMethods(db),
    ...secondFactorMethods(db),
    ...sessionMethods(db),
    ...endedSessionMethods(db),
    ...keyMethods(db),
    ...bucketMethods(db),
    ...auditMethods(db),
    freeBytes: async () => freeBytesOf(db),
    close: async () => db.close(),
  };
}
