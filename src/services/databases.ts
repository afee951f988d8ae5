import type { Settings } from '../config.ts';

/** The settings of every connection to PostgreSQL. */
export function postgresOptions({ postgresPool, postgresTimeoutMs, postgresPooler }: Settings) {
  return { poolSize: postgresPool, timeoutMs: postgresTimeoutMs, pooler: postgresPooler };
}

/** Where the property data are, and how connections are made. */
export function propertyDatabase(settings: Settings) {
  return { url: settings.databaseUrl, ...postgresOptions(settings) };
}
