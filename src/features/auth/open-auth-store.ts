import type { Tables } from '#storage/db/engine.ts';
import { openEngine } from '#storage/db/open-engine.ts';
import type { PostgresOptions } from '#storage/db/postgres/postgres.ts';
import type { AuthStore } from './auth-store.ts';
import { schema as postgresSchema } from './postgres/auth-schema.ts';
import { auditMethods } from './rows/audit-rows.ts';
import { bucketMethods } from './rows/bucket-rows.ts';
import { clientMethods } from './rows/client-rows.ts';
import { endedSessionMethods } from './rows/ended-session-rows.ts';
import { keyMethods } from './rows/key-rows.ts';
import { sessionMethods } from './rows/session-rows.ts';
import { secondFactorMethods, userMethods } from './rows/user-rows.ts';
import { schema as sqliteSchema } from './sqlite/auth-schema.ts';

/** How a file with users is recognised. */
export const usersAndSessions = {
  table: 'login_keys',
  other: {
    table: 'cost_rates',
    problem: 'has the property data, not the users: set KTIMA_AUTH_DATABASE_URL to another file',
  },
};

const tables: Tables = {
  content: 'the authentication database',
  name: 'auth',
  sqlite: sqliteSchema,
  postgres: postgresSchema,
  kind: usersAndSessions,
  lock: 'ktima ended sessions',
};

/**
 * Opens the authentication store: `sqlite:` with the path of a file, or a PostgreSQL database, which
 * several instances share.
 */
export async function openAuthStore(
  url: string,
  options: PostgresOptions = {},
): Promise<AuthStore> {
  const setting = 'KTIMA_AUTH_DATABASE_URL';
  const engine = await openEngine({ url, setting, writes: true, ...options }, tables);
  return {
    ...userMethods(engine),
    ...secondFactorMethods(engine),
    ...clientMethods(engine),
    ...sessionMethods(engine),
    ...endedSessionMethods(engine),
    ...keyMethods(engine),
    ...bucketMethods(engine),
    ...auditMethods(engine),
    check: engine.check,
    freeBytes: async () => engine.freeBytes(),
    close: engine.close,
  };
}

/** Lets a role of PostgreSQL serve logins, also with tables that are created later. */
export async function grantLogins(
  url: string,
  options: PostgresOptions,
  role: string,
  servesBoth: boolean,
): Promise<void> {
  const setting = 'KTIMA_AUTH_DATABASE_URL';
  const { grantServing } = await import('#storage/db/postgres/serving-role.ts');
  await grantServing(url, { setting, ...options }, role, {
    tables: 'SELECT, INSERT, UPDATE, DELETE',
    sequences: 'USAGE, SELECT',
    foreignTable: servesBoth ? undefined : 'cost_rates',
  });
}
