import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test from 'node:test';
import { promisify } from 'node:util';
import { authDatabase } from '#features/auth/auth-upkeep.ts';
import { openPostgres } from '#storage/db/postgres/postgres.ts';
import { migrate } from '#storage/db/postgres/run-scripts.ts';
import { firstVersion, type Schema } from '#storage/db/schema-versions.ts';
import { inspectVersion } from '#storage/db/sqlite/inspect-sqlite.ts';
import { openSqlite } from '#storage/db/sqlite/sqlite.ts';
import { storeDatabase } from '#storage/store/store-upkeep.ts';
import { execute, noPostgres, postgresTest, testPostgres } from '../postgres/database.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const tables = 'CREATE TABLE first (n integer); INSERT INTO first VALUES (1)';
const step = 'ALTER TABLE first ADD COLUMN m integer; UPDATE first SET m = n + 1';
const schemaOf = (...scripts: string[]): Schema => ({ scripts, ifOlder: 'do this' });

/** How each engine opens a database with a schema, and runs SQL on it. */
const engines = {
  async SQLite() {
    const path = join(temporaryFolder().path, 'test.db');
    return {
      open: async (schema: Schema) => openSqlite(path, schema, { table: 'first' }).close(),
      async run(sql: string) {
        const db = new DatabaseSync(path);
        const rows = db.prepare(sql).all();
        db.close();
        return rows.map(row => ({ ...row }));
      },
      setVersion: (version: number) => `PRAGMA user_version = ${version}`,
      contents: () => readFileSync(path),
    };
  },
  async PostgreSQL() {
    const url = await testPostgres();
    return {
      async open(schema: Schema) {
        const db = openPostgres(url);
        await migrate(db, schema, 'test').finally(db.close);
      },
      run: (sql: string) => execute(url, sql),
      setVersion: (version: number) => `UPDATE ktima_migrations SET version = ${version}`,
      contents: () => '',
    };
  },
};

for (const [name, newDatabase] of Object.entries(engines)) {
  const options = { skip: name === 'PostgreSQL' && noPostgres };
  test(`${name}: a later step runs once, with rows and in a new database`, options, async () => {
    const [old, fresh] = [await newDatabase(), await newDatabase()];
    await old.open(schemaOf(tables));
    await old.run('INSERT INTO first VALUES (7)');
    for (const { open } of [old, fresh, old, fresh]) await open(schemaOf(tables, step));
    const rows = 'SELECT n, m FROM first ORDER BY n';
    assert.deepEqual(await fresh.run(rows), [{ n: 1, m: 2 }]);
    const [first, second, ...more] = await old.run(rows);
    assert.deepEqual([first, second, more], [{ n: 1, m: 2 }, { n: 7, m: 8 }, []]);
  });

  test(
    `${name}: a failed step changes nothing, the next start runs it again`,
    options,
    async () => {
      const { open, run } = await newDatabase();
      await open(schemaOf(tables));
      const more = 'INSERT INTO first (n) VALUES (2)';
      await assert.rejects(open(schemaOf(tables, more, 'SELECT nonsense')), /nonsense/);
      await open(schemaOf(tables, more));
      assert.deepEqual(await run('SELECT n FROM first ORDER BY n'), [{ n: 1 }, { n: 2 }]);
    },
  );

  test(
    `${name}: tables of a newer version, or of before the first, are left`,
    options,
    async () => {
      const { open, run, setVersion, contents } = await newDatabase();
      await open(schemaOf(tables));
      const before = /was written by a version of Ktima from before the first release: do this$/;
      for (const [version, problem] of [
        [firstVersion + 1, /was written by a newer version of Ktima$/],
        [firstVersion - 1, before],
        [1, before],
      ] as const) {
        await run(setVersion(version));
        const stored = contents();
        await assert.rejects(open(schemaOf(tables)), { code: 'BAD_DATA', message: problem });
        assert.deepEqual(contents(), stored);
      }
    },
  );
}

test('what to do with a database of before the first release is said for each service', () => {
  for (const { service, sqlite, postgres } of [storeDatabase, authDatabase]) {
    const expected: Readonly<Record<string, RegExp>> = {
      api: /^import the data again into a new database$/,
      auth: /ktima user list of that version, and add them to a new database with ktima user add$/,
    };
    assert.match(sqlite.schema.ifOlder, expected[service]!);
    assert.equal(postgres.schema.ifOlder, sqlite.schema.ifOlder);
  }
});

test('ktima check says for each version of the tables what to do', () => {
  for (const [version, state, mending] of [
    [firstVersion + 1, 'ok', undefined],
    [firstVersion, 'warning', 'ktima migrate, which serve and import do too'],
    [0, 'warning', 'ktima migrate, which serve and import do too'],
    [firstVersion + 2, 'failed', 'start the newer version of Ktima that made them'],
    [firstVersion - 1, 'failed', 'do this'],
  ] as const) {
    const found = inspectVersion(version, schemaOf(tables, step));
    assert.deepEqual([found.state, found.mending], [state, mending], String(version));
  }
});

const racer = `
import { openPostgres } from './src/storage/db/postgres/postgres.ts';
import { migrate } from './src/storage/db/postgres/run-scripts.ts';
const db = openPostgres(process.argv[1]);
await migrate(db, JSON.parse(process.argv[2]), 'test');
await db.close();`;

postgresTest('of several processes that migrate at once, one runs each script', async () => {
  const url = await testPostgres();
  const schema = JSON.stringify(schemaOf(`${tables}; SELECT pg_sleep(0.2)`, step));
  const run = () =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', racer, url, schema]);
  await Promise.all(Array.from({ length: 6 }, run));
  assert.deepEqual(await execute(url, 'SELECT n, m FROM first'), [{ n: 1, m: 2 }]);
});

postgresTest('a database that is current is not written, so a read-only one will do', async t => {
  const url = await testPostgres();
  const db = openPostgres(url);
  await migrate(db, schemaOf(tables), 'test');
  await migrate(db, schemaOf('CREATE TABLE other (n integer)', 'SELECT 1'), 'another');
  await db.close();
  const readOnly = openPostgres(`${url}?options=-c%20default_transaction_read_only%3Don`);
  t.after(() => readOnly.close());
  await migrate(readOnly, schemaOf(tables), 'test');
  await assert.rejects(migrate(readOnly, schemaOf(tables, step), 'test'), { code: 'UNAVAILABLE' });
});
