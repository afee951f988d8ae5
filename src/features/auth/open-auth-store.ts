import type { PostgresOptions } from '#storage/db/postgres/postgres.ts';
import type { AuthStore } from './auth-store.ts';
import { openSqliteAuthStore } from './sqlite-auth-store.ts';

/** Opens the authentication store: `sqlite:` with the path of a file, or `postgres://…`. */
export async function openAuthStore(
  url: string,
  options: PostgresOptions = {},
): Promise<AuthStore> {
  const path = /^sqlite:(.+)$/s.exec(url)?.[1];
  if (path !== undefined) return openSqliteAuthStore(path, options.onOutage);
  // Load the driver only when it is needed: it makes other commands start slower.
  const { openPostgresAuthStore } = await import('./postgres-auth-store.ts');
  return openPostgresAuthStore(url, options);
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
