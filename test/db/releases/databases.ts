import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { authDatabase } from '#features/auth/auth-upkeep.ts';
import {
  postgresSchema as postgresRuns,
  sqliteSchema as sqliteRuns,
} from '#features/runs/run-schema.ts';
import {
  postgresSchema as postgresUsage,
  sqliteSchema as sqliteUsage,
} from '#http/usage/usage-schema.ts';
import type { Schema } from '#storage/db/schema-versions.ts';
import { storeDatabase } from '#storage/store/store-upkeep.ts';
import { execute, testPostgres } from '../../postgres/database.ts';

type Settings = Record<string, string>;
/** The SQL of each database of an installation. */
export type Texts = Readonly<Record<string, string>>;

/** An engine whose databases are kept with each release, as SQL. */
export interface Engine {
  readonly name: 'sqlite' | 'postgres';
  /** The schema of each service's tables. */
  readonly schemas: Readonly<Record<string, Schema>>;
  /** Settings with the addresses of new databases; `folder` is for their files. */
  newDatabases(folder: string): Promise<Settings>;
  /** Runs a statement on the database of users and sessions, or of portfolios. */
  run(settings: Settings, database: 'auth' | 'runs', sql: string): Promise<void>;
  /** The databases as SQL, without the indexes that are built from rows. */
  write(settings: Settings): Texts;
  /** Fills new databases with what was written. */
  read(settings: Settings, texts: Texts): Promise<void>;
}

const files = ['ktima.db', 'auth.db', 'ktima.db-usage', 'ktima.db-portfolios'];
const folderOf = ({ KTIMA_DATABASE_URL: url }: Settings) =>
  url!.slice('sqlite:'.length, -'/ktima.db'.length);

const sqlite: Engine = {
  name: 'sqlite',
  schemas: {
    store: storeDatabase.sqlite.schema,
    auth: authDatabase.sqlite.schema,
    usage: sqliteUsage,
    runs: sqliteRuns,
  },
  newDatabases: async folder => ({
    KTIMA_DATABASE_URL: `sqlite:${folder}/ktima.db`,
    KTIMA_AUTH_DATABASE_URL: `sqlite:${folder}/auth.db`,
  }),
  async run(settings, database, sql) {
    const file = database === 'auth' ? 'auth.db' : 'ktima.db-portfolios';
    const db = new DatabaseSync(join(folderOf(settings), file));
    db.exec(sql);
    db.close();
  },
  write: settings =>
    Object.fromEntries(files.map(file => [file, sqliteText(join(folderOf(settings), file))])),
  async read(settings, texts) {
    for (const [file, sql] of Object.entries(texts)) {
      const path = join(folderOf(settings), file);
      const db = new DatabaseSync(path, { enableForeignKeyConstraints: false });
      db.exec(sql);
      db.close();
    }
  },
};

/** The tables of a database with their rows, then its indexes. */
function sqliteText(path: string): string {
  const db = new DatabaseSync(path, { readOnly: true });
  const all = (sql: string) => db.prepare(sql).all() as Record<string, SQLOutputValue>[];
  const own = "FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' AND type";
  const rowsOf = (table: string) => {
    const columns = all(`SELECT name FROM pragma_table_info('${table}')`).map(({ name }) => name);
    const quoted = columns.map(name => `quote(${name})`).join(" || ', ' || ");
    return all(`SELECT ${quoted} AS cells FROM ${table}`).map(
      ({ cells }) => `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${cells});`,
    );
  };
  const tables = all(`SELECT name, sql ${own} = 'table'`);
  const [version] = all('PRAGMA user_version');
  const lines = [
    `PRAGMA user_version = ${version!.user_version};`,
    ...tables.map(({ sql }) => `${sql};`),
    ...tables.flatMap(({ name }) => rowsOf(String(name))),
    ...all(`SELECT sql ${own} <> 'table'`).map(({ sql }) => `${sql};`),
  ];
  db.close();
  return `${lines.join('\n')}\n`;
}

const databases = { ktima: 'KTIMA_DATABASE_URL', auth: 'KTIMA_AUTH_DATABASE_URL' };

const postgres: Engine = {
  name: 'postgres',
  schemas: {
    store: storeDatabase.postgres.schema,
    auth: authDatabase.postgres.schema,
    usage: postgresUsage,
    runs: postgresRuns,
  },
  newDatabases: async () => ({
    KTIMA_DATABASE_URL: await testPostgres(),
    KTIMA_AUTH_DATABASE_URL: await testPostgres(),
  }),
  async run(settings, database, sql) {
    const setting = databases[database === 'auth' ? 'auth' : 'ktima'];
    await execute(settings[setting]!, sql);
  },
  write: settings =>
    Object.fromEntries(
      Object.entries(databases).map(([name, setting]) => [name, postgresText(settings[setting]!)]),
    ),
  async read(settings, texts) {
    for (const [name, setting] of Object.entries(databases)) {
      await execute(settings[setting]!, texts[name]!);
    }
  },
};

/** What pg_dump writes, without what only psql, or only a later PostgreSQL, understands. */
function postgresText(url: string): string {
  const options = ['--schema=public', '--inserts', '--no-owner', '--no-privileges'];
  const less = ['--no-comments', '--exclude-table-data=artefact*'];
  const text = execFileSync('pg_dump', [...options, ...less, `--dbname=${url}`], {
    encoding: 'utf8',
  });
  const [, content] = text.split('\nCREATE SCHEMA public;\n');
  return content!.replaceAll(/^(?:--.*|\\.*|)\n/gm, '');
}

export const engines: readonly Engine[] = [sqlite, postgres];
