import type { Engine, FileOptions, Tables } from './engine.ts';
import type { PostgresOptions } from './postgres/postgres.ts';
import { isPostgresUrl } from './postgres/url.ts';
import type { DatabaseAddress } from './service-database.ts';
import { openSqliteEngine } from './sqlite/sqlite-engine.ts';

/** Opens tables, and makes them if they are missing. */
export async function openEngine(
  { url, ...options }: DatabaseAddress,
  tables: Tables,
  file: FileOptions = {},
): Promise<Engine> {
  if (isPostgresUrl(url)) return openPostgresEngine(url, options, tables);
  return openSqliteEngine(url.replace(/^sqlite:/, ''), tables, file, options.onOutage);
}

/** Loads the driver only when it is needed: it makes other commands start slower. */
async function openPostgresEngine(
  url: string,
  options: PostgresOptions,
  { content, postgres, name, lock }: Tables,
): Promise<Engine> {
  const { openPostgres } = await import('./postgres/postgres.ts');
  const { migrate } = await import('./postgres/run-scripts.ts');
  const { cannotOpen } = await import('./postgres/postgres-errors.ts');
  const db = openPostgres(url, options);
  try {
    await migrate(db, postgres, name);
  } catch (error) {
    await db.close();
    throw cannotOpen(content, error);
  }
  const transaction: Engine['transaction'] = work =>
    db.transaction(client =>
      work(async (sql, values = []) => (await client.query(numbered(sql), [...values])).rows),
    );
  return {
    run: (sql, values) => db.query(numbered(sql), values),
    read: (sql, values) => db.read(numbered(sql), values),
    transaction,
    alone: work =>
      transaction(async run => {
        await run('SELECT pg_advisory_xact_lock(hashtextextended(?1, 0))', [lock!]);
        return work(run);
      }),
    freeBytes: () => undefined,
    check: db.check,
    close: db.close,
  };
}

/** PostgreSQL writes `$1` where SQLite writes `?1`. */
function numbered(sql: string): string {
  return sql.replaceAll('?', '$');
}
