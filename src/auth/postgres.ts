import { cannotOpen } from '../db/postgres/errors.ts';
import { migrate } from '../db/postgres/migrate.ts';
import { openPostgres, type PostgresOptions } from '../db/postgres.ts';
import { auditMethods } from './postgres/audit.ts';
import { bucketMethods } from './postgres/buckets.ts';
import { endedSessionMethods } from './postgres/ended-sessions.ts';
import { keyMethods } from './postgres/keys.ts';
import { schema } from './postgres/schema.ts';
import { secondFactorMethods } from './postgres/second-factor.ts';
import { sessionMethods } from './postgres/sessions.ts';
import { userMethods } from './postgres/users.ts';
import type { AuthStore } from './store.ts';

/** The authentication store that several instances share: the primary of a PostgreSQL database. */
export async function openPostgresAuthStore(
  url: string,
  options: PostgresOptions = {},
): Promise<AuthStore> {
  const setting = 'KTIMA_AUTH_DATABASE_URL';
  const db = openPostgres(url, { setting, writes: true, ...options });
  try {
    await migrate(db, schema, 'auth');
  } catch (error) {
    await db.close();
    throw cannotOpen('the authentication database', error);
  }
  return {
    ...userMethods(db),
    ...secondFactorMethods(db),
    ...sessionMethods(db),
    ...endedSessionMethods(db),
    ...keyMethods(db),
    ...bucketMethods(db),
    ...auditMethods(db),
    check: db.check,
    // A client of PostgreSQL cannot see the disk of the server.
    freeBytes: async () => undefined,
    close: db.close,
  };
}
