import type { ServiceDatabase } from '#storage/db/service-database.ts';
import { upkeepOf } from '#storage/db/upkeep.ts';
import { usersAndSessions } from './open-auth-store.ts';
import { schema as postgresSchema } from './postgres/auth-schema.ts';
import { schema } from './sqlite/auth-schema.ts';

/** What backups need to know about the database of users, sessions and keys. */
export const authDatabase: ServiceDatabase = {
  service: 'auth',
  content: 'the users and keys',
  setting: 'KTIMA_AUTH_DATABASE_URL',
  mainTable: 'users',
  kind: usersAndSessions,
  // Its rows have no checksums.
  sqlite: { schema, checkRows: () => {} },
  postgres: {
    schema: postgresSchema,
    name: 'auth',
    writes: true,
    needsPostgis: false,
    tables: `users login_keys recovery_codes clients client_credentials spent_assertions sessions
      refresh_tokens failures signing_keys audit`.split(/\s+/),
  },
};

/** Backup, restore and compaction of users, sessions and keys. */
export const authUpkeep = upkeepOf(authDatabase);
