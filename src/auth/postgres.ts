import { openPostgres } from '../db/postgres.ts';
import { migrate } from '../db/postgres-migrate.ts';
import { auditMethods } from './postgres/audit.ts';
import { bucketMethods } from './postgres/buckets.ts';
import { keyMethods } from './postgres/keys.ts';
import { migrations } from './postgres/migrations.ts';
import { secondFactorMethods } from './postgres/second-factor.ts';
import { sessionMethods } from './postgres/sessions.ts';
import { userMethods } from './postgres/users.ts';
import type { AuthStore } from './store.ts';

/** The authentication store that several instances share: a PostgreSQL database. */
export async function openPostgresAuthStore(url: string): Promise<AuthStore> {
  const db = openPostgres(url, { session: 'read-write' });
  await migrate(db, migrations, 'auth').catch(async error => {
    await db.close();
    throw error;
  });
  return {
    ...userMethods(db),
    ...secondFactorMethods(db),
    ...sessionMethods(db),
    ...keyMethods(db),
    ...bucketMethods(db),
    ...auditMethods(db),
    close: db.close,
  };
}
