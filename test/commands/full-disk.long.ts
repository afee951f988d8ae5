import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ownCopy } from '../own-copy.ts';
import { rounds } from '../sample.ts';
import { waitFor } from '../store/changes.ts';
import { openInstance, password, times, tokensOf } from './auth-instance.ts';
import { assertRefused, ktima, ktimaHere, linesOf, newHome, startKtima } from './ktima.ts';
import { smallDisk } from './small-disk.ts';

/** Places of one generation: each name tells which. */
function writePlaces(path: string, name: string, rows: number): void {
  const lines = times(rows).map(i => `id${i},${name},,bank,${38 + i / 1e6},23`);
  const head = 'external_id,name_en,name_gr,place_type,latitude,longitude';
  writeFileSync(path, `${head}\n${lines.join('\n')}\n`);
}

/** What is there, but for what a service keeps beside its database to start sooner. */
const filesIn = (folder: string) =>
  readdirSync(folder)
    .filter(name => !/-(geocoder|places)(\.new)?$/.test(name))
    .sort();

test('an import onto a full disk: a clear message, the old data, no litter, and a second run works', async t => {
  const disk = smallDisk(t, 4);
  const home = newHome(t);
  const env = { ...home.env, KTIMA_DATABASE_URL: `sqlite:${disk.folder}/ktima.db` };
  const file = join(home.folder, 'new.csv');
  writePlaces(file, 'old', 100);
  const load = ['import', 'places', file, '--source', 'test'];
  assert.equal((await ktima(env, load)).code, 0);
  const service = await startKtima(env, 'api');
  t.after(() => service.stop());
  const before = filesIn(disk.folder);

  writePlaces(file, 'new', 150_000);
  const checked = await ktima(env, load);
  assert.equal(checked.code, 1);
  assert.match(
    checked.stderr,
    /^ktima: the disk of the database has \d\.\d MB free, and this import needs about \d\.\d MB; nothing was changed\. Free space, or give --no-space-check to try anyway\n$/,
  );

  disk.fill();
  writePlaces(file, 'new', 20_000);
  const reason = /^ktima: .*(disk is full|could not be written).*\n$/;
  await assertRefused(ktima(env, [...load, '--no-space-check']), reason);
  disk.free();
  assert.deepEqual(filesIn(disk.folder), before);
  const names = () => {
    const db = new DatabaseSync(`${disk.folder}/ktima.db`);
    const rows = db.prepare('SELECT name_en, count(*) AS n FROM places GROUP BY name_en').all();
    assert.deepEqual({ ...db.prepare('PRAGMA integrity_check').get() }, { integrity_check: 'ok' });
    db.close();
    return rows.map(row => ({ ...row }));
  };
  assert.deepEqual(names(), [{ name_en: 'old', n: 100 }]);
  assert.equal((await fetch(`${service.api}/readyz`)).status, 200);

  writePlaces(file, 'new', 500);
  assert.equal((await ktima(env, load)).code, 0);
  assert.deepEqual(names(), [{ name_en: 'new', n: 500 }]);
});

test('an import that fills the disk gives it back, so that logins work; /readyz says it', async t => {
  const disk = smallDisk(t, 40);
  const home = newHome(t);
  const at = (name: string) => `sqlite:${disk.folder}/${name}.db`;
  const env = { ...home.env, KTIMA_DATABASE_URL: at('ktima'), KTIMA_AUTH_DATABASE_URL: at('auth') };
  const file = join(home.folder, 'new.csv');
  writePlaces(file, 'old', 100);
  const load = ['import', 'places', file, '--source', 'test', '--no-space-check'];
  assert.equal((await ktima(env, load)).code, 0);
  await ktima(env, ['user', 'add', 'maria'], `${password}\n`);
  const service = await openInstance(env);
  t.after(async () => void (await service.stop()));
  const api = await startKtima(env, 'api');
  t.after(() => api.stop());
  const isFull = async (response: Response) => {
    assert.equal(response.status, 200);
    return ((await response.json()) as { disk_full: boolean }).disk_full;
  };
  const askApi = () => fetch(`${api.api}/readyz`);
  assert.equal(await isFull(await askApi()), false);

  // Left of the disk: less than 16 MB, and less than the import needs.
  const ballast = join(disk.folder, 'other');
  writeFileSync(ballast, Buffer.alloc(34 * 2 ** 20));
  assert.equal(await isFull(await askApi()), true);
  assert.equal(await isFull(await service.get('/readyz')), true);
  writePlaces(file, 'new', 150_000);
  assert.equal((await ktima(env, load)).code, 1);
  assert.equal(statSync(`${disk.folder}/ktima.db-wal`).size, 0);
  await tokensOf(await service.login({ username: 'maria' }));
  rmSync(ballast);
  assert.equal(await isFull(await askApi()), false);
});

test('an export onto a full disk: a clear message, the old file, no litter', async t => {
  const disk = smallDisk(t, 4);
  const home = newHome(t);
  const file = join(home.folder, 'addresses.csv');
  const houses = Array.from({ length: 2_000 }, (_, i) => `Ερμού,${i + 1},10563,37.97,23.7`);
  writeFileSync(file, `street,house_number,postal_code,latitude,longitude\n${houses.join('\n')}\n`);
  assert.equal((await ktima(home.env, ['import', 'addresses', file])).code, 0);
  const output = join(disk.folder, 'out.csv');
  writeFileSync(output, 'old');
  const before = readdirSync(disk.folder);
  disk.fill();
  const reason = /^ktima: .*out\.csv: no room left on the disk\n$/;
  await assertRefused(ktima(home.env, ['export', 'addresses', '-o', output, '--force']), reason);
  disk.free();
  assert.deepEqual(readdirSync(disk.folder), before);
  assert.equal(readFileSync(output, 'utf8'), 'old');
});

test('writes of an import that fail at any point leave the old data', async t => {
  const home = newHome(t);
  const file = join(home.folder, 'places.csv');
  const load = ['import', 'places', file, '--source', 'test'];
  writePlaces(file, 'old', 8_000);
  assert.equal((await ktima(home.env, load)).code, 0);
  const before = readdirSync(home.folder).sort();
  const size = statSync(join(home.folder, 'ktima.db')).size;
  writePlaces(file, 'new', 8_000);
  // No file may grow beyond this many blocks of 512 bytes: the write that would do so fails.
  for (const i of times(12).filter(n => n % rounds(1, 3) === 0)) {
    const share = (i + 1) / 40;
    const blocks = Math.round((size * share) / 512);
    const child = spawn('sh', ['-c', `ulimit -f ${blocks}; exec bin/ktima ${load.join(' ')}`], {
      env: home.env,
      stdio: 'ignore',
    });
    const [code] = await once(child, 'exit');
    assert.equal(code, 1, `${blocks} blocks`);
    const db = new DatabaseSync(join(home.folder, 'ktima.db'));
    const rows = db.prepare('SELECT DISTINCT name_en FROM places').all();
    db.close();
    assert.deepEqual(
      rows.map(row => row.name_en),
      ['old'],
      `${blocks} blocks`,
    );
    assert.deepEqual(readdirSync(home.folder).sort(), before);
  }
});

test('an enrichment onto a full disk stops with a sentence and leaves nothing', async t => {
  const disk = smallDisk(t, 1);
  const home = newHome(t);
  const book = join(home.folder, 'book.csv');
  const rows = times(2_000).map(i => `${i},10563,apartment,${50 + (i % 100)},note ${i}`);
  writeFileSync(book, `id,postal_code,property_type,build_area,note\n${rows.join('\n')}\n`);
  await ktimaHere(home.env, ['import', 'costs', ownCopy('data/costs.csv')]);
  const enrich = ['enrich', book, '--threads', '1', '-o'];
  const whole = join(home.folder, 'whole.csv');
  assert.equal((await ktimaHere(home.env, [...enrich, whole])).code, 0);

  const output = join(disk.folder, 'out.csv');
  writeFileSync(join(disk.folder, 'keep'), Buffer.alloc(64_000));
  disk.fill();
  rmSync(join(disk.folder, 'keep'));
  const stopped = await ktima(home.env, [...enrich, output]);
  assert.equal(stopped.code, 1);
  assert.match(stopped.stderr, /out\.csv: could not be written \(ENOSPC\)$/m);
  assert.ok(!readdirSync(disk.folder).some(name => name.startsWith('out.csv')));
  disk.free();
  const again = await ktima(home.env, [...enrich, output]);
  assert.equal(again.code, 0, again.stderr);
  assert.equal(readFileSync(output, 'utf8'), readFileSync(whole, 'utf8'));
});

test('logins while the disk is full: 503 with Retry-After, none succeeds, and they work when there is space', async t => {
  const disk = smallDisk(t, 2);
  const env = { ...newHome(t).env, KTIMA_AUTH_DATABASE_URL: `sqlite:${disk.folder}/auth.db` };
  const service = await openInstance(env);
  t.after(async () => void (await service.stop()));
  await ktima(env, ['user', 'add', 'maria'], `${password}\n`);
  const { refresh_token } = await tokensOf(await service.login({ username: 'maria' }));

  disk.fill();
  // What is in the file's own free pages may still be used: ask until it is used up.
  let answer = await service.login({ username: 'maria' });
  for (let i = 0; answer.status !== 503 && i < 200; i++) {
    answer = await service.login({ username: 'maria' });
  }
  const answers = [
    answer,
    await service.login({ username: 'maria', password: 'wrong' }),
    await service.login({ username: 'nobody' }),
    await service.refresh(refresh_token),
  ];
  for (const { status, headers } of answers) {
    assert.deepEqual([status, headers.get('retry-after')], [503, '5']);
  }
  const full = '{"error":503,"message":"the disk of the database is full"}';
  assert.equal(await answers[1]!.text(), full);
  for (const path of ['/healthz', '/.well-known/jwks.json']) {
    assert.equal((await service.get(path)).status, 200);
  }
  assert.equal((await service.get('/readyz')).status, 503);
  assert.match(service.log(), /database or disk is full/);
  assert.doesNotMatch(service.log(), /the authentication database is back/);

  disk.free();
  await waitFor(async () => (await service.get('/readyz')).status === 200, 60_000);
  await tokensOf(await service.login({ username: 'maria' }));
  await tokensOf(await service.refresh(refresh_token));
  assert.match(service.log(), /the authentication database is back/);
});

test('a log on a full disk does not end the service, and continues when there is space', async t => {
  const disk = smallDisk(t, 1);
  const home = newHome(t);
  const log = join(disk.folder, 'ktima.log');
  const child = spawn('bin/ktima', ['serve', '--demo'], {
    env: { ...home.env, KTIMA_LOG_LEVEL: 'info' },
    stdio: ['ignore', 'ignore', openSync(log, 'a')],
  });
  const ended = once(child, 'exit');
  t.after(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  let api: string | undefined;
  while (!api) {
    await sleep(20);
    api = linesOf(readFileSync(log, 'utf8')).find(({ msg }) => msg === 'started')?.api as string;
  }
  const ask = () => fetch(`${api}/healthz`).then(response => response.status);
  disk.fill();
  for (const _ of times(50)) assert.equal(await ask(), 200);
  disk.free();
  const before = statSync(log).size;
  for (const _ of times(5)) assert.equal(await ask(), 200);
  assert.ok(statSync(log).size > before, 'lines are written again');
});

test('an import whose rows fit and whose indexes do not is refused, and changes nothing', async t => {
  const disk = smallDisk(t, 12);
  const home = newHome(t);
  const env = { ...home.env, KTIMA_DATABASE_URL: `sqlite:${disk.folder}/ktima.db` };
  const file = join(home.folder, 'places.csv');
  const load = ['import', 'places', file, '--source', 'test'];
  writePlaces(file, 'old', 1_000);
  assert.equal((await ktima(env, load)).code, 0);
  const before = await ktima(env, ['status']);
  assert.match(before.stdout, /^edition: .*, built /m);
  writePlaces(file, 'new', 28_000);
  await assertRefused(
    ktima(env, load),
    /^ktima: .* MB free, and this import needs about \d+(\.\d)? MB; nothing was changed/,
  );
  assert.equal((await ktima(env, ['status'])).stdout, before.stdout);
});
