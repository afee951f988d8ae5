import { existsSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import type { AuthStore } from '#features/auth/auth-store.ts';
import type { RunStore } from '#features/runs/run-store.ts';
import type { UsageStore } from '#http/usage/usage-store.ts';
import { besideDatabase, openStore } from '#storage/store/open-store.ts';
import type { Store } from '#storage/store/store.ts';
import { badSetting } from '#tools/errors.ts';
import type { Settings } from '../settings/config.ts';

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

/** The same as the API reads it: the sample is left out unless it is served. */
export function servedDatabase(settings: Settings, demo = false) {
  const hideSample = !demo && settings.sampleData === 'off';
  return { ...propertyDatabase(settings), hideSample };
}

/** Where users, sessions and keys are, and how connections are made. */
export function authDatabase(settings: Settings) {
  return { url: settings.authDatabaseUrl, ...authDatabaseOptions(settings) };
}

/** Where usage, quotas and the look-up log are: beside the property data. */
export function usageDatabase(settings: Settings) {
  const database = propertyDatabase(settings);
  const file = besideDatabase(database, 'usage');
  return { ...database, url: file ? `sqlite:${file}` : database.url };
}

/** Where portfolios and their runs are: an SQLite file of their own, or beside the usage. */
export function runsDatabase(settings: Settings) {
  const database = propertyDatabase(settings);
  const file = besideDatabase(database, 'portfolios');
  return { ...database, url: file ? `sqlite:${file}` : database.url };
}

/*
 * The stores are loaded only here, because no service and few commands need all of them.
 */

/** Opens the runs of portfolios for a piece of work, and closes them. */
export async function withRuns<T>(settings: Settings, work: (store: RunStore) => Promise<T>) {
  const { openRunStore } = await import('#features/runs/run-store.ts');
  return closing(await openRunStore(runsDatabase(settings)), work);
}

/** Opens the usage for a piece of work, and closes it. */
export async function withUsage<T>(settings: Settings, work: (store: UsageStore) => Promise<T>) {
  const { openUsageStore } = await import('#http/usage/open-usage-store.ts');
  return closing(await openUsageStore(usageDatabase(settings)), work);
}

/** Opens the property data for a piece of work, and closes them. */
export async function withStore<T>(settings: Settings, work: (store: Store) => Promise<T>) {
  return closing(await openStore(propertyDatabase(settings)), work);
}

/** The same data as the API reads them. */
export async function withServedStore<T>(settings: Settings, work: (store: Store) => Promise<T>) {
  return closing(await openStore(servedDatabase(settings)), work);
}

/** The same for commands that create no database: a missing file is an error, not an empty database. */
export async function withExistingStore<T>(settings: Settings, work: (store: Store) => Promise<T>) {
  checkDatabaseExists(settings, 'api');
  return withStore(settings, work);
}

/** Opens the authentication database for a piece of work, and closes it. */
export async function withAuthStore<T>(settings: Settings, work: (store: AuthStore) => Promise<T>) {
  const { openAuthStore } = await import('#features/auth/open-auth-store.ts');
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

/** Whether the database of a service exists, if it is an SQLite file; others are there or fail. */
export function hasDatabase(settings: Settings, service: 'auth' | 'portfolios'): boolean {
  const { url } = service === 'auth' ? authDatabase(settings) : runsDatabase(settings);
  return isThere(url);
}

/** Throws if the database of a service is an SQLite file that does not exist. */
export function checkDatabaseExists(settings: Settings, service: 'api' | 'auth' | 'usage'): void {
  if (service !== 'auth') {
    const { url, urlFile } =
      service === 'api' ? propertyDatabase(settings) : usageDatabase(settings);
    const creator = service === 'api' ? 'import' : 'user quota';
    checkFileExists(url, settingOf('KTIMA_DATABASE_URL', urlFile), creator);
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

function pathOf(url: string): string | undefined {
  return /^sqlite:(.+)/.exec(url)?.[1];
}

function isThere(url: string): boolean {
  const path = pathOf(url);
  return path === undefined || path === ':memory:' || existsSync(path);
}

function checkFileExists(url: string, setting: string, creator: string): void {
  if (isThere(url)) return;
  const path = pathOf(url)!;
  const where = isAbsolute(path) ? '' : ` (${path} in the working directory)`;
  throw badSetting(
    `${setting}: there is no database ${resolve(path)}${where}. Name the right one there; ` +
      `'ktima serve', 'ktima migrate' and 'ktima ${creator}' create a new one`,
  );
}
