import type { PostgresOptions } from '../db/postgres/postgres.ts';
import { isPostgresUrl } from '../db/postgres/url.ts';
import type { Store } from './store.ts';

/** Where the property data are; plain values, which can be passed to a thread. */
export interface DatabaseSettings
  extends Pick<PostgresOptions, 'urlFile' | 'poolSize' | 'timeoutMs' | 'pooler'> {
  /** `sqlite:` and the path of a file, or `postgres://…`. */
  readonly url: string;
  /** Whether reads leave out the rows of the sample; default false. */
  readonly hideSample?: boolean;
}

/**
 * The path of a cache file next to the database; undefined for a server or a database in memory.
 */
export function besideDatabase({ url }: DatabaseSettings, name: string): string | undefined {
  const path = url.replace(/^sqlite:/, '');
  return isPostgresUrl(url) || path === ':memory:' ? undefined : `${path}-${name}`;
}

/** Opens the store that a URL names and brings its tables up to date. */
export async function openStore(
  { url, hideSample = false, ...options }: DatabaseSettings,
  callbacks: Pick<PostgresOptions, 'onOutage' | 'onPool' | 'onPlainText' | 'onOtherDatabase'> = {},
): Promise<Store> {
  // Each is loaded only when needed: processes that open neither are smaller, and commands start sooner.
  if (!isPostgresUrl(url)) {
    const { openSqliteStore } = await import('./sqlite-store.ts');
    return openSqliteStore(url.replace(/^sqlite:/, ''), undefined, callbacks.onOutage, hideSample);
  }
  const { openPostgresStore } = await import('./postgres-store.ts');
  return openPostgresStore(url, { ...options, ...callbacks }, undefined, hideSample);
}

/**
 * Lets a role of PostgreSQL read the property data, also tables that are created later, and write
 * some tables beside them.
 */
export async function grantReading(
  { url, hideSample: _, ...options }: DatabaseSettings,
  role: string,
  servesBoth: boolean,
  written: readonly string[],
): Promise<void> {
  const setting = 'KTIMA_DATABASE_URL';
  const { grantServing } = await import('../db/postgres/serving-role.ts');
  const foreignTable = servesBoth ? undefined : 'login_keys';
  await grantServing(url, { setting, ...options }, role, {
    tables: 'SELECT',
    written,
    foreignTable,
  });
}
