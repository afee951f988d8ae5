import { existsSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { openAuthStore } from '../auth/open-store.ts';
import type { AuthStore } from '../auth/store.ts';
import type { Settings } from '../config.ts';
import { KtimaError } from '../errors.ts';
import { openStore } from '../store/open.ts';
import type { Store } from '../store/store.ts';

/** How connections to the authentication database are made. */
export function authDatabaseOptions(settings: Settings) {
  return { urlFile: settings.authDatabaseUrlFile, ...postgresOptions(settings) };
}

/** The settings of every connection to PostgreSQL. */
function postgresOptions({ postgresPool, postgresTimeoutMs, postgresPooler }: Settings) {
  return { poolSize: postgresPool, timeoutMs: postgresTimeoutMs, pooler: postgresPooler };
}

/** Where the property data are, and how connections are made. */
export function propertyDatabase(settings: Settings) {
  const { databaseUrl: url, databaseUrlFile: urlFile } = settings;
  return { url, urlFile, ...postgresOptions(settings) };
}

/** Where users, sessions and keys are, and how connections are made. */
export function authDatabase(settings: Settings) {
  return { url: settings.authDatabaseUrl, ...authDatabaseOptions(settings) };
}

/** Opens the property data for a piece of work, and closes them. */
export async function withStore<T>(settings: Settings, work: (store: Store) => Promise<T>) {
  return closing(await openStore(propertyDatabase(settings)), work);
}

/** The same for commands that create no database: a missing file is an error, not an empty database. */
export async function withExistingStore<T>(settings: Settings, work: (store: Store) => Promise<T>) {
  checkDatabaseExists(settings, 'api');
  return withStore(settings, work);
}

/** Opens the authentication database for a piece of work, and closes it. */
export async function withAuthStore<T>(settings: Settings, work: (store: AuthStore) => Promise<T>) {
  const store = await openAuthStore(settings.authDatabaseUrl, authDatabaseOptions(settings));
  return closing(store, work);
}

/** The same for commands that create no database. */
export async function withExistingAuthStore<T>(
  settings: Settings,
  work: (store: AuthStore) => Promise<T>,
) {
  checkDatabaseExists(settings, 'auth');
  return withAuthStore(settings, work);
}

async function closing<S extends { close(): Promise<void> }, T>(
  store: S,
  work: (store: S) => Promise<T>,
): Promise<T> {
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Throws if the database of a service is an SQLite file that does not exist. */
export function checkDatabaseExists(settings: Settings, service: 'api' | 'auth'): void {
  if (service === 'api') {
    const { databaseUrl, databaseUrlFile } = settings;
    checkFileExists(databaseUrl, settingOf('KTIMA_DATABASE_URL', databaseUrlFile), 'import');
  } else {
    const { authDatabaseUrl, authDatabaseUrlFile } = settings;
    const setting = settingOf('KTIMA_AUTH_DATABASE_URL', authDatabaseUrlFile);
    checkFileExists(authDatabaseUrl, setting, 'user add');
  }
}

/** The setting that gave a URL: itself, or the one of its file. */
function settingOf(setting: string, urlFile: string | undefined): string {
  return urlFile === undefined ? setting : `${setting}_FILE`;
}

function checkFileExists(url: string, setting: string, creator: 'import' | 'user add'): void {
  const [, path] = /^sqlite:(.+)/.exec(url) ?? [];
  if (path === undefined || path === ':memory:' || existsSync(path)) return;
  const where = isAbsolute(path) ? '' : ` (${path} in the working directory)`;
  throw new KtimaError(
    'BAD_SETTING',
    `${setting}: there is no database ${resolve(path)}${where}. Name the right one there; ` +
      `'ktima serve', 'ktima migrate' and 'ktima ${creator}' create a new one`,
  );
}
