import { isPostgresUrl } from '#storage/db/postgres/url.ts';
import type { DatabaseAddress, ServiceDatabase } from '#storage/db/service-database.ts';
import { upkeepOf } from '#storage/db/upkeep.ts';
import { openSqliteUsage } from './sqlite-usage.ts';
import { postgresSchema, sqliteSchema, tables, usageTables } from './usage-schema.ts';
import type { UsageStore } from './usage-store.ts';

/** One connection writes, another answers who asks for the own usage. */
const poolSize = 2;

/** Opens usage, quotas and the look-up log: an SQLite file, or tables of PostgreSQL. */
export async function openUsageStore({ url, ...options }: DatabaseAddress): Promise<UsageStore> {
  if (!isPostgresUrl(url)) return openSqliteUsage(url.replace(/^sqlite:/, ''));
  // Load the driver only when it is needed: it makes other commands start slower.
  const { openPostgresUsage } = await import('./postgres-usage.ts');
  return openPostgresUsage(url, { ...options, poolSize });
}

/** What backups need to know about the usage. */
const database: ServiceDatabase = {
  service: 'usage',
  content: 'the usage',
  setting: 'KTIMA_DATABASE_URL',
  mainTable: 'usage_sums',
  kind: usageTables,
  // Its rows have no checksums.
  sqlite: { schema: sqliteSchema, checkRows: () => {} },
  postgres: { schema: postgresSchema, name: 'usage', writes: true, needsPostgis: false, tables },
};

/** Backup, restore and compaction of usage, quotas and look-up log. */
export const usageUpkeep = upkeepOf(database);
