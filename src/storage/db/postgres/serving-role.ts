import { type Client, escapeIdentifier } from 'pg';
import { type KtimaError, usageError } from '#tools/errors.ts';
import { openPostgres, type PostgresOptions } from './postgres.ts';
import { toClientError } from './postgres-errors.ts';
import { inTransaction } from './transaction.ts';
import { isPostgresUrl } from './url.ts';

/** What a service may do with the tables of its database. */
export interface ServingRights {
  readonly tables: string;
  readonly sequences?: string;
  /** Tables that it may write besides. */
  readonly written?: readonly string[];
  /** A table that only the database of the other service has, if the role must not serve both. */
  readonly foreignTable?: string | undefined;
}

/**
 * Grants a role what it needs to serve: the tables that exist, and by default privileges those that
 * the role of the URL creates later, in a migration or an import.
 */
export async function grantServing(
  url: string,
  options: PostgresOptions,
  role: string,
  rights: ServingRights,
): Promise<void> {
  if (!isPostgresUrl(url)) throw refusal(`${options.setting} names no database of PostgreSQL`);
  const db = openPostgres(url, options);
  try {
    const client = await db.connect({ writes: true });
    try {
      await inTransaction(client, 'BEGIN', () => grant(client, role, rights));
    } finally {
      await client.end().catch(() => {});
    }
  } catch (error) {
    throw toClientError(error);
  } finally {
    await db.close();
  }
}

async function grant(client: Client, role: string, rights: ServingRights): Promise<void> {
  const { schema, database } = await checkRole(client, role, rights);
  const to = `TO ${escapeIdentifier(role)}`;
  const inSchema = `IN SCHEMA ${escapeIdentifier(schema)}`;
  const { tables, sequences } = rights;
  if (database) await client.query(`GRANT CONNECT ON DATABASE ${escapeIdentifier(database)} ${to}`);
  await client.query(`GRANT USAGE ON SCHEMA ${escapeIdentifier(schema)} ${to}`);
  for (const [kinds, objects, privileges] of [
    [['r', 'p'], 'TABLE', tables],
    [['S'], 'SEQUENCE', sequences],
  ] as const) {
    if (privileges === undefined) continue;
    const { rows } = await client.query<{ name: string }>(ownRelations, [kinds]);
    const names = rows.map(({ name }) => escapeIdentifier(name)).join(', ');
    if (names) await client.query(`GRANT ${privileges} ON ${objects} ${names} ${to}`);
    await client.query(
      `ALTER DEFAULT PRIVILEGES ${inSchema} GRANT ${privileges} ON ${objects}S ${to}`,
    );
  }
  if (rights.written) await client.query(`GRANT INSERT, UPDATE, DELETE ON ${rights.written} ${to}`);
}

/** Not those of an extension, such as spatial_ref_sys of PostGIS, nor of other programs. */
const ownRelations = `SELECT relname AS name FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relkind = ANY ($1)
    AND pg_has_role(relowner, 'USAGE')
    AND NOT EXISTS (SELECT FROM pg_depend
      WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')`;

interface Facts {
  readonly schema: string;
  /** The database, if the role may not connect to it. */
  readonly database: string | null;
  readonly isOwner: boolean;
  readonly isShared: boolean;
}

const readFacts = `SELECT current_schema() AS schema, $1 = current_user AS "isOwner",
    coalesce(to_regclass($2) IS NOT NULL, false) AS "isShared",
    CASE WHEN NOT has_database_privilege(rolname, current_database(), 'CONNECT')
      THEN current_database() END AS database
  FROM pg_roles WHERE rolname = $1`;

async function checkRole(
  client: Client,
  role: string,
  { foreignTable }: ServingRights,
): Promise<Facts> {
  const { rows } = await client.query<Facts>(readFacts, [role, foreignTable]);
  const [facts] = rows;
  if (!facts) {
    throw refusal(
      `the server has no role ${role}; an administrator creates it with CREATE ROLE … LOGIN`,
    );
  }
  if (facts.isOwner) {
    throw refusal(`expected another role than ${role}, with which the database URL logs in`);
  }
  if (facts.isShared) {
    throw refusal(
      'this database has the tables of both services, so a role of one would read those of the ' +
        'other; use two databases, or one role for both: ktima migrate --serving-role NAME',
    );
  }
  return facts;
}

function refusal(problem: string): KtimaError {
  return usageError(`--serving-role: ${problem}`);
}
