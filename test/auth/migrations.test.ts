import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { migrations as postgresMigrations } from '../../src/auth/postgres/migrations.ts';
import { migrations as sqliteMigrations } from '../../src/auth/sqlite/migrations.ts';
import { migrate } from '../../src/db/postgres/migrate.ts';
import { openPostgres } from '../../src/db/postgres.ts';
import { openSqlite } from '../../src/db/sqlite.ts';
import { now } from '../service.ts';
import { type Engine, openOver, testOverEngines } from './engines.ts';

/** A database as Ktima made it before the list of ended sessions had numbers. */
async function openOld(t: TestContext, engine: Engine): Promise<string> {
  const url = await engine.newDatabase(t);
  if (engine.name === 'SQLite') {
    const path = url.replace('sqlite:', '');
    openSqlite(path, sqliteMigrations.slice(0, 8), { table: 'login_keys' }).close();
    return url;
  }
  const db = openPostgres(url, { writes: true });
  await migrate(db, postgresMigrations.slice(0, 1), 'auth');
  await db.close();
  return url;
}

testOverEngines(
  'after an update, sessions that were ended are listed, and their networks are known',
  async (t, engine) => {
    const url = await openOld(t, engine);
    const nowMs = now.getTime();
    const insert = (id: string, refreshedAtMs: number, endedAtMs: number | null) =>
      engine.execute(
        url,
        `INSERT INTO sessions (id, user_id, address, started_at_ms, refreshed_at_ms, expires_at_ms,
                             ended_at_ms)
       VALUES ('${id}', 'somebody', '192.0.2.1', 0, ${refreshedAtMs}, ${nowMs + 1e9}, ${endedAtMs})`,
      );
    await insert('ended', nowMs - 10_000, nowMs - 5_000);
    await insert('ended days ago', nowMs - 9e8, nowMs - 9e8);
    await insert('live', nowMs - 10_000, null);
    await engine.execute(url, `UPDATE sessions SET address = '2001:db8::9' WHERE id = 'live'`);
    const { sessions, authStore } = await openOver(t, engine, { authUrl: url });
    const { ended } = await sessions.ended('');
    assert.deepEqual(
      ended.map(({ sid }) => sid),
      ['ended'],
    );
    const [live] = await authStore.liveSessions('somebody', nowMs);
    assert.deepEqual([live!.id, live!.carrier], ['live', null]);
    for (const network of ['192.0.2.1', '2001:db8:0:0::/64']) {
      assert.equal(await authStore.hasSessionFrom('somebody', network), true, network);
    }
  },
);
