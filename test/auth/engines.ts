import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test, { type TestContext } from 'node:test';
import { execute, noPostgres, testPostgres } from '../postgres/database.ts';
import { openTestService, type TestOptions } from '../service.ts';

/** A test, or a suite: whatever tells when it is over. */
export interface Scope {
  after(work: () => void | Promise<void>): void;
}

/** A kind of database that the authentication store runs on. */
export interface Engine {
  readonly name: string;
  /** A new, empty database, gone after the test; the URL of it. */
  newDatabase(t: Scope): Promise<string>;
  /** Runs a statement that both engines understand. */
  execute(url: string, sql: string): Promise<unknown>;
  /** All that is stored in a database, as text. */
  contents(url: string): Promise<string>;
}

const pathOf = (url: string) => url.slice('sqlite:'.length);

const sqlite: Engine = {
  name: 'SQLite',
  async newDatabase(t) {
    const folder = mkdtempSync(join(tmpdir(), 'ktima-'));
    t.after(() => rmSync(folder, { recursive: true }));
    return `sqlite:${join(folder, 'auth.db')}`;
  },
  async execute(url, sql) {
    const db = new DatabaseSync(pathOf(url));
    db.exec(sql);
    db.close();
  },
  async contents(url) {
    const folder = dirname(pathOf(url));
    return readdirSync(folder)
      .map(name => readFileSync(join(folder, name), 'utf8'))
      .join('');
  },
};

const postgres: Engine = {
  name: 'PostgreSQL',
  newDatabase: testPostgres,
  execute,
  async contents(url) {
    const rows = await execute(
      url,
      `SELECT query_to_xml('SELECT * FROM ' || tablename, true, false, '') AS rows
       FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'spatial_ref_sys'`,
    );
    return rows.map(table => table.rows).join('');
  },
};

export const engines: readonly Engine[] = noPostgres ? [sqlite] : [sqlite, postgres];

/** The same test over every engine there is, or over some. */
export function testOverEngines(
  name: string,
  work: (t: TestContext, engine: Engine) => Promise<void>,
  over = engines,
): void {
  for (const engine of over) test(`${name}, ${engine.name}`, t => work(t, engine));
}

/**
 * The engine of most tests, because `store.test.ts` tests both: SQLite in `npm test`, PostgreSQL in
 * `over-postgres.long.ts`.
 */
export const usualEngine = process.env.KTIMA_TEST_ENGINE === postgres.name ? postgres : sqlite;

export interface EngineOptions extends TestOptions {
  readonly engine?: Engine;
}

/** Both services over a database of an engine, by default a new one; closed after the test. */
export async function openOver(t: Scope, { engine = usualEngine, ...options }: EngineOptions = {}) {
  const authUrl = options.authUrl ?? (await engine.newDatabase(t));
  const service = await openTestService({ ...options, authUrl });
  t.after(() => service.authStore.close());
  return { ...service, authUrl };
}
