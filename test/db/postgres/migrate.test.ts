import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import test from 'node:test';
import { promisify } from 'node:util';
import { migrate } from '../../../src/db/postgres/migrate.ts';
import { openPostgres } from '../../../src/db/postgres.ts';
import { execute, testPostgres } from '../../postgres/database.ts';

const scripts = [
  'CREATE TABLE first (n integer); INSERT INTO first VALUES (1); SELECT pg_sleep(0.2)',
  'CREATE TABLE second (n integer); INSERT INTO second VALUES (1)',
];

const racer = `
import { openPostgres } from './src/db/postgres.ts';
import { migrate } from './src/db/postgres/migrate.ts';
const db = openPostgres(process.argv[1]);
console.log(await migrate(db, JSON.parse(process.argv[2]), 'test'));
await db.close();`;

test('of several processes that migrate at the same time, one runs each script', async () => {
  const url = await testPostgres();
  const run = promisify(execFile);
  const outcomes = await Promise.all(
    Array.from({ length: 6 }, () =>
      run(process.execPath, ['--input-type=module', '-e', racer, url, JSON.stringify(scripts)]),
    ),
  );
  const applied = outcomes.reduce((sum, { stdout }) => sum + Number(stdout), 0);
  assert.equal(applied, scripts.length);
  assert.deepEqual(await execute(url, 'SELECT count(*)::int AS n FROM first'), [{ n: 1 }]);
});

test('after a failed script the earlier ones stay, and the next run continues there', async t => {
  const db = openPostgres(await testPostgres());
  t.after(() => db.close());
  const broken = [scripts[0]!, 'CREATE TABLE second (n integer); SELECT nonsense'];
  await assert.rejects(migrate(db, broken, 'test'), /nonsense/);
  assert.equal(await migrate(db, scripts, 'test'), 1);
  assert.equal(await migrate(db, scripts, 'test'), 0);
});

test('a database that is current is not written, so a read-only one will do', async t => {
  const url = await testPostgres();
  const db = openPostgres(url);
  await migrate(db, scripts, 'test');
  await migrate(
    db,
    scripts.slice(0, 1).map(s => s.replaceAll('first', 'other')),
    'another',
  );
  await db.close();
  const readOnly = openPostgres(`${url}?options=-c%20default_transaction_read_only%3Don`);
  t.after(() => readOnly.close());
  assert.equal(await migrate(readOnly, scripts, 'test'), 0);
  await assert.rejects(migrate(readOnly, [...scripts, 'SELECT 1'], 'test'), {
    code: 'UNAVAILABLE',
  });
});

test('a database of a newer version is refused', async t => {
  const db = openPostgres(await testPostgres());
  t.after(() => db.close());
  await migrate(db, scripts, 'test');
  await assert.rejects(migrate(db, scripts.slice(0, 1), 'test'), {
    code: 'BAD_DATA',
    message: /newer version of Ktima/,
  });
});
