import type { Client } from 'pg';
import { KtimaError } from '../errors.ts';
import { inTransaction, type Postgres } from './postgres.ts';

/** Held by whoever migrates, in any database of ours. */
const migrationLock = 'ktima migrations';

/**
 * Brings the tables of `name` up to date and returns how many scripts that took. It writes only
 * when there is something to do, so a database that is current may be read-only; instances that
 * start at once wait for the first of them.
 */
export async function migrate(
  db: Postgres,
  migrations: readonly string[],
  name: string,
): Promise<number> {
  const before = check(await appliedTo(db, name), migrations);
  if (before === migrations.length) return 0;
  const client = await db.connect('read-write');
  try {
    // Ends with the connection.
    await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [migrationLock]);
    await client.query(
      `CREATE TABLE IF NOT EXISTS ktima_migrations (
         name       text NOT NULL,
         version    integer NOT NULL,
         applied_at timestamptz NOT NULL DEFAULT now(),
         PRIMARY KEY (name, version)
       );
       COMMENT ON TABLE ktima_migrations IS 'Which scripts the tables of Ktima have had'`,
    );
    return await apply(client, migrations, name);
  } finally {
    await client.end().catch(() => {});
  }
}

const countApplied =
  'SELECT coalesce(max(version), 0) AS version FROM ktima_migrations WHERE name = $1';

async function appliedTo(db: Postgres, name: string): Promise<number> {
  try {
    const [row] = await db.read<{ version: number }>(countApplied, [name]);
    return row?.version ?? 0;
  } catch (error) {
    // No such table: nothing has been applied.
    if ((error as { code?: string }).code === '42P01') return 0;
    throw error;
  }
}

async function apply(client: Client, migrations: readonly string[], name: string) {
  const { rows } = await client.query(countApplied, [name]);
  // Another instance may have been first.
  const had = check(rows[0].version, migrations);
  for (const [index, script] of migrations.entries()) {
    if (index < had) continue;
    await inTransaction(client, 'BEGIN', async () => {
      await client.query(script);
      await client.query('INSERT INTO ktima_migrations (name, version) VALUES ($1, $2)', [
        name,
        index + 1,
      ]);
    });
  }
  return migrations.length - had;
}

function check(had: number, migrations: readonly string[]): number {
  if (had <= migrations.length) return had;
  throw new KtimaError('BAD_DATA', 'the database was written by a newer version of Ktima');
}
