import type { DatabaseSync } from 'node:sqlite';
import { cannotOpen, checkIntegrity, openSqlite } from '../db/sqlite.ts';
import { withNamedErrors } from '../db/sqlite-errors.ts';
import { auditMethods } from './sqlite/audit.ts';
import { bucketMethods } from './sqlite/buckets.ts';
import { keyMethods } from './sqlite/keys.ts';
import { migrations } from './sqlite/migrations.ts';
import { secondFactorMethods } from './sqlite/second-factor.ts';
import { sessionMethods } from './sqlite/sessions.ts';
import { userMethods } from './sqlite/users.ts';
import type { AuthStore } from './store.ts';

/** The embedded authentication store: one SQLite file (or `:memory:`). */
export function openSqliteAuthStore(
  path: string,
  onTrouble?: (reason: string | undefined) => void,
): AuthStore {
  const db = openSqlite(path, migrations);
  try {
    return withNamedErrors(storeOver(db), onTrouble);
  } catch (cause) {
    db.close();
    throw cannotOpen(path, cause);
  }
}

function storeOver(db: DatabaseSync): AuthStore {
  return {
    ...userMethods(db),
    ...secondFactorMethods(db),
    ...sessionMethods(db),
    ...keyMethods(db),
    ...bucketMethods(db),
    ...auditMethods(db),
    check: async () => checkIntegrity(db),
    close: async () => db.close(),
  };
}
