import type { Client } from 'pg';
import { KtimaError } from '../../errors.ts';
import type { Postgres } from '../postgres.ts';
import { beginUnlimited, inTransaction } from './transaction.ts';

/** Scripts in order, in SQL or code; a database stores how many of them were applied. */
export type Migrations = readonly (string | ((client: Client) => Promise<void>))[];

/** The name of the advisory lock for migrations. */
const migrationLock = 'ktima migrations';

/**
 * Migrates the tables of `name` and returns the number of applied scripts. It writes only if a
 * script is missing, so a current database may be read-only. Instances that start at the same time
 * wait for the first one.
 */
export async function migrate(db: Postgres, migrations: Migrations, name: string): Promise<number> {
  if (check(await appliedTo(db, name), migrations) === migrations.length) return 0;
  const client = await db.connect('read-write');
  try {
    let applied = 0;
    while (await inTransaction(client, beginUnlimited(), () => applyNext(client, migrations, name)))
      applied++;
    return applied;
  } finally {
    await client.end().catch(() => {});
  }
}

const countApplied =
  'SELECT coalesce(max(version), 0) AS version FROM ktima_migrations WHERE name = $1';

/** Why the encoding of a database cannot be used, and what to do; undefined for UTF8. */
export function encodingProblem(encoding: string) {
  if (encoding === 'UTF8') return undefined;
  return {
    message: `the database has the encoding ${encoding}, which cannot hold Greek as it is written`,
    mending:
      "create another one with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0, and name it " +
      'in the database URL',
  };
}

/** How many scripts of `name` a database has had. */
export async function appliedTo(db: Pick<Postgres, 'read'>, name: string): Promise<number> {
  const [found] = await db.read<{ isThere: boolean; encoding: string }>(
    `SELECT to_regclass('ktima_migrations') IS NOT NULL AS "isThere",
            current_setting('server_encoding') AS encoding`,
  );
  const problem = encodingProblem(found!.encoding);
  if (problem) throw new KtimaError('BAD_SETTING', `${problem.message}: ${problem.mending}`);
  if (!found!.isThere) return 0;
  return (await db.read<{ version: number }>(countApplied, [name]))[0]!.version;
}

/** Runs the next script; returns false if none is left. */
async function applyNext(client: Client, migrations: Migrations, name: string) {
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [migrationLock]);
  await client.query(
    `CREATE TABLE IF NOT EXISTS ktima_migrations (
       name       text NOT NULL,
       version    integer NOT NULL,
       applied_at timestamptz NOT NULL DEFAULT now(),
       PRIMARY KEY (name, version)
     );
     COMMENT ON TABLE ktima_migrations IS 'Which scripts the tables of Ktima have had'`,
  );
  const { rows } = await client.query(countApplied, [name]);
  const had = check(rows[0].version, migrations);
  // Another instance may have applied it meanwhile.
  if (had === migrations.length) return false;
  const script = migrations[had]!;
  await (typeof script === 'string' ? client.query(script) : script(client));
  const insert = 'INSERT INTO ktima_migrations (name, version) VALUES ($1, $2)';
  await client.query(insert, [name, had + 1]);
  return true;
}

function check(had: number, migrations: Migrations): number {
  if (had <= migrations.length) return had;
  throw new KtimaError('BAD_DATA', 'the database was written by a newer version of Ktima');
}
