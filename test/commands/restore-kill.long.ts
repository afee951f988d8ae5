import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { rounds } from '../sample.ts';
import { seeded } from '../seeded.ts';
import { times } from './auth-instance.ts';
import { ktima, newHome } from './ktima.ts';

const kills = rounds(8, 4);

test('SQLite: a restore that is killed leaves all of the old data or has all of the new', async t => {
  const home = newHome(t);
  const env = { ...home.env };
  const places = (name: string, rows: number) => {
    const file = join(home.folder, `${name}.csv`);
    const lines = times(rows).map(i => `id${i},${name},,bank,${38 + i / 1e6},23`);
    const head = 'external_id,name_en,name_gr,place_type,latitude,longitude';
    writeFileSync(file, `${head}\n${lines.join('\n')}\n`);
    return ['import', 'places', file, '--source', 'test'];
  };
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await ktima(env, args);
    assert.equal(code, 0, stderr);
    return stdout;
  };
  /** The loaded data; artefacts are built after a restore. */
  const status = async () => {
    const { edition: _, ...data } = JSON.parse(await run('status', '--json'));
    return JSON.stringify(data);
  };
  const backup = join(home.folder, 'backup');
  await run(...places('new', 60_000));
  const restored = await status();
  await run('backup', 'api', backup);
  const outcomes = new Set<string>();
  const random = seeded(7);
  for (const _ of times(kills)) {
    await run(...places('old', 500));
    const old = await status();
    const args = ['restore', 'api', backup, '--replace'];
    const child = spawn('bin/ktima', args, { env, stdio: 'ignore' });
    const ended = once(child, 'exit');
    await Promise.race([sleep(random() * 4_000), ended]);
    child.kill('SIGKILL');
    await ended;
    const now = await status();
    assert.ok(now === old || now === restored, now);
    outcomes.add(now === old ? 'old' : 'restored');
    const db = new DatabaseSync(join(home.folder, 'ktima.db'));
    assert.equal(db.prepare('PRAGMA integrity_check').get()?.integrity_check, 'ok');
    db.close();
  }
  t.diagnostic([...outcomes].join(', '));
  await run('restore', 'api', backup, '--replace');
  assert.equal(await status(), restored);
});
