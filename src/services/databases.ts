import { openAuthStore } from '../auth/open-store.ts';
import type { AuthStore } from '../auth/store.ts';
import type { Settings } from '../config.ts';
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

/** Opens the property data for a piece of work, and closes them. */
export async function withStore<T>(
  settings: Settings,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const store = await openStore(propertyDatabase(settings));
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Opens the authentication database for a piece of work, and closes it. */
export async function withAuthStore<T>(
  settings: Settings,
  work: (store: AuthStore) => Promise<T>,
): Promise<T> {
  const store = await openAuthStore(settings.authDatabaseUrl, authDatabaseOptions(settings));
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
