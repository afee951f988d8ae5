import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { execute, testPostgres } from '../postgres/database.ts';
import { ktima, newHome, startKtima } from './ktima.ts';

const rows = 8_000;

/** Places of one generation: each name tells which, and the first hundred lie around 38, 23. */
function writePlaces(path: string, generation: string): void {
  const lines = Array.from({ length: rows }, (_, i) => {
    const latitude = i < 100 ? 38 + i / 20_000 : 35 + i / 10_000;
    return `id${i},${generation},,bank,${latitude},23`;
  });
  writeFileSync(
    path,
    `external_id,name_en,name_gr,place_type,latitude,longitude\n${lines.join('\n')}\n`,
  );
}

async function login(auth: string): Promise<string> {
  const body = new URLSearchParams({ username: 'demo', password: 'ktima-demo' });
  const response = await fetch(`${auth}/auth/otp/login`, { method: 'POST', body });
  return ((await response.json()) as { access_token: string }).access_token;
}

/** How often an import is killed on each engine, and what its database must be like afterwards. */
const engines = [
  {
    name: 'SQLite',
    kills: 60,
    newDatabase: async (folder: string) => `sqlite:${folder}/ktima.db`,
    async check(url: string) {
      const db = new DatabaseSync(url.slice('sqlite:'.length));
      const first = (sql: string) => ({ ...db.prepare(sql).get() });
      assert.deepEqual(first('PRAGMA integrity_check'), { integrity_check: 'ok' });
      assert.deepEqual(first('SELECT count(*) AS n FROM places'), { n: rows });
      db.close();
    },
  },
  {
    name: 'PostgreSQL',
    kills: 20,
    newDatabase: testPostgres,
    async check(url: string) {
      assert.deepEqual(await execute(url, 'SELECT count(*)::int AS n FROM places'), [{ n: rows }]);
      const tables = await execute(
        url,
        String.raw`SELECT count(*)::int AS n FROM pg_tables WHERE tablename ~ '^places_\d+$'`,
      );
      assert.deepEqual(tables, [{ n: 1 }], 'no table is left of an import that was killed');
    },
  },
];

for (const { name, kills, newDatabase, check } of engines) {
  test(`${name}: an import killed at any of ${kills} moments leaves the old data or the new, whole`, async t => {
    const home = newHome();
    const url = await newDatabase(home.folder);
    home.env.KTIMA_DATABASE_URL = url;
    const files = ['a', 'b'].map(name => `${home.folder}/${name}.csv`);
    writePlaces(files[0]!, 'a');
    writePlaces(files[1]!, 'b');
    const load = (file: string) => ['import', 'places', file, '--source', 'test'];
    const started = performance.now();
    assert.equal((await ktima(home.env, load(files[0]!))).code, 0);
    const wholeRunMs = performance.now() - started;

    const service = await startKtima(home.env, '--demo');
    t.after(() => service.stop().then(home.remove));
    const headers = {
      authorization: `Bearer ${await login(service.auth)}`,
      'content-type': 'application/json',
    };
    const body = '{"latitude":38,"longitude":23}';
    const answers = new Set<string>();
    const poll = async () => {
      const response = await fetch(`${service.api}/api/points-of-interest/`, {
        method: 'POST',
        headers,
        body,
      });
      assert.equal(response.status, 200);
      const places = (await response.json()) as { name_en: string }[];
      assert.equal(places.length, 100);
      const generations = new Set(places.map(p => p.name_en));
      assert.equal(generations.size, 1, 'an answer mixes two generations');
      answers.add([...generations][0]!);
    };
    let polling = true;
    const polls = (async () => {
      for (; polling; await sleep(5)) await poll();
    })();

    for (let i = 0; i < kills; i++) {
      const child = spawn('bin/ktima', load(files[i % 2]!), { env: home.env, stdio: 'ignore' });
      const ended = once(child, 'exit');
      await Promise.race([sleep(wholeRunMs * (0.3 + 0.8 * Math.random())), ended]);
      child.kill('SIGKILL');
      await ended;
    }
    // A second run ends as the first would have.
    assert.equal((await ktima(home.env, load(files[1]!))).code, 0);
    // Taken up within two seconds; the machine may have other things to do.
    const until = performance.now() + 10_000;
    do {
      await sleep(100);
      answers.clear();
      await poll();
    } while (!answers.has('b') && performance.now() < until);
    polling = false;
    await polls;
    answers.clear();
    await poll();
    assert.deepEqual([...answers], ['b']);
    await check(url);
  });
}

test('writes that fail leave the old data, a clear message and no litter', async t => {
  const home = newHome();
  t.after(home.remove);
  const [old, fresh] = ['a', 'b'].map(name => `${home.folder}/${name}.csv`) as [string, string];
  writePlaces(old, 'a');
  writePlaces(fresh, 'b');
  assert.equal((await ktima(home.env, ['import', 'places', old, '--source', 'test'])).code, 0);
  const before = readdirSync(home.folder).sort();

  // No file may grow beyond 200 kB: writes fail as on a full disk.
  const child = spawn(
    'sh',
    ['-c', `ulimit -f 400; exec bin/ktima import places ${fresh} --source test`],
    { env: home.env },
  );
  let message = '';
  child.stderr.on('data', chunk => {
    message += chunk;
  });
  const [code] = await once(child, 'exit');
  assert.equal(code, 1);
  assert.match(message, /^ktima: the database could not be written \(.*\); nothing was changed\n$/);
  assert.deepEqual(readdirSync(home.folder).sort(), before);
  const status = await ktima(home.env, ['status', '--json']);
  assert.equal(JSON.parse(status.stdout).sources[0].origin, 'a.csv');
  assert.equal((await ktima(home.env, ['import', 'places', fresh, '--source', 'test'])).code, 0);
});
