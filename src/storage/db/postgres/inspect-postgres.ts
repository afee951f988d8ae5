import type { Client } from 'pg';
import { KtimaError } from '#tools/errors.ts';
import type { DatabaseAddress, Finding, ServiceDatabase } from '../service-database.ts';
import { inspectVersion } from '../sqlite/inspect-sqlite.ts';
import { checkDiskSpace } from './disk.ts';
import { openPostgres } from './postgres.ts';
import { reasonOf } from './postgres-errors.ts';
import { encodingProblem } from './run-scripts.ts';
import { beginUnlimited } from './transaction.ts';

/** The oldest version with all that Ktima uses. */
const oldestServer = 140_000;

/** Tokens are accepted with this tolerance between two clocks. */
const clockToleranceMs = 5_000;

/** Checks a database on a server: all that can be wrong with it while it can be reached. */
export async function inspectPostgres(
  { url, ...options }: DatabaseAddress,
  database: ServiceDatabase,
): Promise<Finding[]> {
  const plainText: Finding[] = [];
  const onPlainText = (server: string) => plainText.push(unencrypted(server));
  const { setting } = database;
  const { writes } = database.postgres;
  const db = openPostgres(url, { ...options, setting, writes, onPlainText });
  let client: Client | undefined;
  try {
    client = await db.connect();
    return [...(await inspect(client, database)), ...plainText];
  } catch (error) {
    const reason = error instanceof KtimaError ? (error.cause ?? error) : error;
    const mending = `correct ${setting}, or the server as the message says`;
    return [{ check: 'connection', state: 'failed', message: reasonOf(reason), mending }];
  } finally {
    await client?.end().catch(() => {});
    await db.close();
  }
}

async function inspect(client: Client, database: ServiceDatabase): Promise<Finding[]> {
  await client.query(beginUnlimited('BEGIN READ ONLY'));
  const facts = await read<Facts>(client, factsSql);
  const findings = [
    server(facts),
    encoding(facts),
    clock(facts, Date.now()),
    searchPath(facts),
    ...(database.postgres.needsPostgis ? [await postgis(client)] : []),
    ...(facts.versions ? await tables(client, facts, database) : [noTables(facts)]),
    ...(await foreignCode(client)),
  ];
  await client.query('COMMIT');
  return [...findings, await disk(client)];
}

interface Facts {
  readonly role: string;
  readonly version: number;
  readonly encoding: string;
  readonly nowMs: number;
  readonly path: string;
  readonly schema: string | null;
  readonly mayCreate: boolean;
  /** The table of versions as the role sees it, and where it is if the role does not. */
  readonly versions: string | null;
  readonly elsewhere: string | null;
}

const factsSql = `
  SELECT current_user AS role, current_setting('server_version_num')::integer AS version,
    current_setting('server_encoding') AS encoding,
    (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs",
    current_setting('search_path') AS path, current_schema() AS schema,
    coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS "mayCreate",
    to_regclass('ktima_migrations')::text AS versions,
    (SELECT nspname::text FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
     WHERE relname = 'ktima_migrations' LIMIT 1) AS elsewhere`;

async function read<Row extends object>(
  client: Client,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row> {
  return (await client.query<Row>(sql, [...values])).rows[0]!;
}

function unencrypted(server: string): Finding {
  return {
    check: 'encryption',
    state: 'warning',
    message: `${server}: reached without encryption`,
    mending: 'add sslmode=verify-full to the database URL',
  };
}

function server({ version, role }: Facts): Finding {
  const check = 'connection';
  const message = `PostgreSQL ${Math.floor(version / 10_000)}, role ${role}`;
  if (version >= oldestServer) return { check, state: 'ok', message };
  return { check, state: 'failed', message, mending: 'upgrade the server to version 14 or later' };
}

function encoding({ encoding }: Facts): Finding {
  const problem = encodingProblem(encoding);
  if (problem) return { check: 'encoding', state: 'failed', ...problem };
  return { check: 'encoding', state: 'ok', message: encoding };
}

/** Compares the clock of this machine with the server's. */
export function clock({ nowMs }: Pick<Facts, 'nowMs'>, ownMs: number): Finding {
  const seconds = Math.round(Math.abs(ownMs - nowMs) / 100) / 10;
  const message = `${seconds} s from the clock of the server`;
  if (Math.abs(ownMs - nowMs) <= clockToleranceMs) return { check: 'clock', state: 'ok', message };
  return {
    check: 'clock',
    state: 'failed',
    message,
    mending: 'synchronise the clocks of both machines (NTP): tokens are checked to five seconds',
  };
}

function searchPath({ path, schema, role }: Facts): Finding {
  if (schema !== null) return { check: 'search_path', state: 'ok', message: path };
  return {
    check: 'search_path',
    state: 'failed',
    message: `no schema of search_path (${path}) exists, or this role may not use it`,
    mending: `ALTER ROLE "${role}" SET search_path = public`,
  };
}

/** Where PostGIS is. */
export interface PostgisPlace {
  readonly version: string | null;
  readonly schema: string | null;
  readonly path: string;
  readonly isVisible: boolean;
}

export const postgisPlaceSql = `
  SELECT (SELECT extversion FROM pg_extension WHERE extname = 'postgis') AS version,
    (SELECT nspname::text FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace
     WHERE extname = 'postgis') AS schema,
    current_setting('search_path') AS path, to_regtype('geometry') IS NOT NULL AS "isVisible"`;

/** Why PostGIS cannot be used, and what to do; undefined if it can. */
export function postgisProblem({ schema, path, isVisible }: PostgisPlace) {
  if (schema === null) {
    const mending = 'install PostGIS and let an administrator run CREATE EXTENSION postgis';
    return { message: 'the extension PostGIS is missing', mending };
  }
  if (isVisible) return undefined;
  return {
    message: `PostGIS is in the schema ${schema}, which search_path (${path}) leaves out`,
    mending: `ALTER DATABASE … SET search_path = ${path}, ${schema}; and GRANT USAGE ON SCHEMA ${schema} to the role`,
  };
}

async function postgis(client: Client): Promise<Finding> {
  const place = await read<PostgisPlace>(client, postgisPlaceSql);
  const problem = postgisProblem(place);
  if (problem) return { check: 'postgis', state: 'failed', ...problem };
  const message = `${place.version} in the schema ${place.schema}`;
  return { check: 'postgis', state: 'ok', message };
}

function noTables({ elsewhere, path, mayCreate, role }: Facts): Finding {
  const check = 'tables';
  if (elsewhere !== null) {
    const message = `they are in the schema ${elsewhere}, and search_path is ${path}`;
    const mending = `ALTER ROLE "${role}" SET search_path = ${elsewhere}`;
    return { check, state: 'failed', message, mending };
  }
  const message = 'there are none yet';
  if (mayCreate) return { check, state: 'warning', message, mending: 'ktima migrate' };
  const mending = `ktima migrate as the owner of the database; or GRANT CREATE ON SCHEMA public TO "${role}"`;
  return {
    check,
    state: 'failed',
    message: `${message}, and this role may not make them`,
    mending,
  };
}

async function tables(
  client: Client,
  { role, mayCreate }: Facts,
  { postgres, service }: ServiceDatabase,
): Promise<Finding[]> {
  const grant: Finding = {
    check: 'rights',
    state: 'failed',
    message: `the role ${role} may not read ktima_migrations`,
    mending: `as the owner of the tables: ktima migrate --serving-role ${role}`,
  };
  const mayRead = `SELECT has_table_privilege('ktima_migrations', 'SELECT') AS may`;
  if (!(await read<{ may: boolean }>(client, mayRead)).may) return [grant];
  const { version } = await read<{ version: number }>(
    client,
    'SELECT coalesce(max(version), 0)::integer AS version FROM ktima_migrations WHERE name = $1',
    [postgres.name],
  );
  const inspected = inspectVersion(version, postgres.schema);
  // `serve` would have to migrate, and end.
  const found: Finding =
    inspected.state === 'warning' && !mayCreate
      ? { ...inspected, state: 'failed', mending: 'ktima migrate as the owner of the tables' }
      : inspected;
  const needed = postgres.writes ? ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] : ['SELECT'];
  const { missing } = await read<{ missing: string[] | null }>(client, missingRights, [
    [...postgres.tables, ...(postgres.derivedTables ?? [])],
    needed,
  ]);
  if (!missing) {
    const message = `${needed.join(', ')} on the tables of ${service}`;
    return [found, { check: 'rights', state: 'ok', message }];
  }
  const more = missing.length > 3 ? `; and on ${missing.length - 3} more tables` : '';
  const message = `the role ${role} lacks ${missing.slice(0, 3).join('; ')}${more}`;
  return [found, { ...grant, message }];
}

/** Tables that do not exist yet are no matter of rights. */
const missingRights = `
  SELECT array_agg(privileges || ' on ' || name ORDER BY name) AS missing FROM (
    SELECT name, string_agg(privilege, ', ' ORDER BY privilege) AS privileges
    FROM unnest($1::text[]) AS name, unnest($2::text[]) AS privilege
    WHERE to_regclass(name) IS NOT NULL AND NOT has_table_privilege(to_regclass(name), privilege)
    GROUP BY name) AS of_table`;

/** Below are the objects of PostgreSQL itself (FirstNormalObjectId). */
const firstOwnOid = 16_384;

/** Ktima makes no triggers, rules and functions: what runs at a change of its tables is of others. */
const foreignCodeSql = `
  WITH found AS (
    SELECT tgrelid AS oid, 'trigger ' || tgname || ' on ' || tgrelid::regclass AS name
    FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL
    SELECT ev_class, 'rule ' || rulename || ' on ' || ev_class::regclass
    FROM pg_rewrite WHERE rulename <> '_RETURN'
    UNION ALL
    SELECT oid, 'event trigger ' || evtname FROM pg_event_trigger
    UNION ALL
    SELECT oid, 'function ' || oid::regprocedure FROM pg_proc)
  SELECT array_agg(name ORDER BY name) AS names FROM found
  WHERE oid >= ${firstOwnOid}
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = found.oid AND deptype = 'e')`;

/** Names code in the database, which runs with the rights of whoever writes; none of it is Ktima's. */
async function foreignCode(client: Client): Promise<Finding[]> {
  const { names } = await read<{ names: string[] | null }>(client, foreignCodeSql);
  if (!names) return [];
  const more = names.length > 5 ? ` and ${names.length - 5} more` : '';
  const message = `not made by Ktima: ${names.slice(0, 5).join(', ')}${more}`;
  return [{ check: 'code', state: 'warning', message, mending: 'drop what you did not make' }];
}

/** The server writes a temporary file; how much is free, a client cannot see. */
async function disk(client: Client): Promise<Finding> {
  try {
    await checkDiskSpace(client);
    return { check: 'disk', state: 'ok', message: 'the server can write' };
  } catch (error) {
    const mending = 'free space on the disk of the server';
    return { check: 'disk', state: 'failed', message: reasonOf(error), mending };
  }
}
