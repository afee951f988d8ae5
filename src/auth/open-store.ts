import type { PostgresOptions } from '../db/postgres.ts';
import { openSqliteAuthStore } from './sqlite.ts';
import type { AuthStore } from './store.ts';

/** Opens the authentication store: `sqlite:` with the path of a file, or `postgres://…`. */
export async function openAuthStore(
  url: string,
  options: PostgresOptions = {},
): Promise<AuthStore> {
  const path = /^sqlite:(.+)$/s.exec(url)?.[1];
  if (path !== undefined) return openSqliteAuthStore(path, options.onOutage);
  // Load the driver only when it is needed: it makes other commands start slower.
  const { openPostgresAuthStore } = await import('./postgres.ts');
  return openPostgresAuthStore(url, options);
}
