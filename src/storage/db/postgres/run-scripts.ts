import type { Client } from 'pg';
import { badSetting } from '#tools/errors.ts';
import { currentVersion, missingScripts, type Schema } from '../schema-versions.ts';
import type { Postgres } from './postgres.ts';
import { beginUnlimited, inTransaction } from './transaction.ts';

const migrationLock = 'ktima migrations';

/**
 * Brings the tables of `name` to the current version, all or nothing. It writes only if a script is
 * missing, so a current database may be read-only. Instances that start at the same time wait for
 * the first one.
 */
export async function migrate(db: Postgres, schema: Schema, name: string): Promise<void> {
  if (missingScripts(schema, await versionOf(db, name), theDatabase).length === 0) return;
  const client = await db.connect({ writes: true });
  try {
    await inTransaction(client, beginUnlimited(), () => runMissing(client, schema, name));
  } finally {
    await client.end().catch(() => {});
  }
}

const theDatabase = 'the database';

const versionSql =
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

/** The version of the tables of `name`; 0 if there are none. */
export async function versionOf(db: Pick<Postgres, 'read'>, name: string): Promise<number> {
  const [found] = await db.read<{ isThere: boolean; encoding: string }>(
    `SELECT to_regclass('ktima_migrations') IS NOT NULL AS "isThere",
            current_setting('server_encoding') AS encoding`,
  );
  const problem = encodingProblem(found!.encoding);
  if (problem) throw badSetting(`${problem.message}: ${problem.mending}`);
  if (!found!.isThere) return 0;
  return (await db.read<{ version: number }>(versionSql, [name]))[0]!.version;
}

async function runMissing(client: Client, schema: Schema, name: string): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [migrationLock]);
  await client.query(
    `CREATE TABLE IF NOT EXISTS ktima_migrations (
       name       text NOT NULL,
       version    integer NOT NULL,
       applied_at timestamptz NOT NULL DEFAULT now(),
       PRIMARY KEY (name, version)
     );
     COMMENT ON TABLE ktima_migrations IS 'The versions of the tables of Ktima'`,
  );
  // Read it again: another instance may have migrated meanwhile.
  const { rows } = await client.query(versionSql, [name]);
  const missing = missingScripts(schema, rows[0].version, theDatabase);
  if (missing.length === 0) return;
  for (const script of missing) await client.query(script);
  const insert = 'INSERT INTO ktima_migrations (name, version) VALUES ($1, $2)';
  await client.query(insert, [name, currentVersion(schema)]);
}
