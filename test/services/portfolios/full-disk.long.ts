import assert from 'node:assert/strict';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { header, openPortfolioService, rows } from '../../api/portfolio-service.ts';
import { smallDisk } from '../../commands/small-disk.ts';

/** A service whose portfolios have a disk of their own. */
async function openOnSmallDisk(t: test.TestContext) {
  const disk = smallDisk(t, 64);
  const service = await openPortfolioService(undefined, {
    KTIMA_PORTFOLIO_ROWS: '20000',
    KTIMA_AUTH_DATABASE_URL: `sqlite:${disk.folder}/auth.db`,
  });
  t.after(service.close);
  const file = join(disk.folder, 'portfolios.db');
  writeFileSync(file, '', { mode: 0o600 });
  symlinkSync(file, `${service.home.folder}/ktima.db-portfolios`);
  /** Fills the disk until about these bytes are free. */
  const leave = (bytes: number) => {
    writeFileSync(join(disk.folder, 'room'), Buffer.alloc(bytes));
    disk.fill();
    rmSync(join(disk.folder, 'room'));
  };
  const isServing = async () => {
    const cost = 'postal_code=10563&property_type=apartment&build_area=80&construction_year=1990';
    for (const path of ['/healthz', '/readyz', `/api/reconstruction-cost/?${cost}`]) {
      assert.equal((await fetch(service.url() + path)).status, 200, path);
    }
  };
  return { ...service, disk, leave, isServing };
}

test('an upload onto a full disk is 503, leaves nothing, and works when there is room', async t => {
  const { disk, ask, send, until, one, leave, stored, isServing } = await openOnSmallDisk(t);
  const { id } = await send(header + rows(2));
  await until(id);
  assert.equal((await ask(id, one, 'DELETE')).status, 204);
  for (const room of [0, 100_000, 10_000_000]) {
    leave(room);
    const refused = await ask('', one, 'POST', header + rows(9_000));
    const message = 'the disk of the database is full';
    assert.deepEqual(await refused.json(), { error: 503, message });
    assert.equal(refused.headers.get('retry-after'), '5');
    await isServing();
    disk.free();
    assert.deepEqual(await stored(), []);
  }
  assert.equal((await until((await send(header + rows(2))).id)).state, 'done');
});

test('a run that fills the disk waits for room, or fails with the reason, and nothing is half', async t => {
  const { disk, ask, send, until, isServing } = await openOnSmallDisk(t);
  const file = header + rows(4_000);
  const whole = await send(file);
  assert.equal((await until(whole.id)).state, 'done');
  const result = await (await ask(`${whole.id}/result`)).text();
  const { id } = await send(file);
  await until(id, ({ rows }) => rows > 0);
  disk.fill();
  await isServing();
  disk.free();
  const { state, error } = await until(id);
  if (state === 'failed') assert.equal(error, 'the disk of the database is full');
  else assert.equal(await (await ask(`${id}/result`)).text(), result);
  assert.equal(await (await ask(`${whole.id}/result`)).text(), result, 'another one is kept');
});

test('on a disk that is full to the last byte portfolios are deleted, and another one fits', async t => {
  const { disk, ask, send, until, one } = await openOnSmallDisk(t);
  const file = header + rows(4_000);
  const ids = [(await send(file)).id, (await send(file)).id];
  for (const id of ids) assert.equal((await until(id)).state, 'done');
  for (const id of ids) {
    disk.fill();
    assert.equal((await ask(id, one, 'DELETE')).status, 204);
    assert.equal((await ask(id)).status, 404);
  }
  disk.free();
  assert.equal((await until((await send(file)).id)).state, 'done');
});

test('portfolios and their corrections leave room for logins on the same disk', async t => {
  const { ask, send, until, one, leave, auth } = await openOnSmallDisk(t);
  const { id, header: columns } = await until((await send(header + rows(500))).id);
  const row = Object.fromEntries(columns.map(name => [name, '9'.repeat(300)]));
  const lines = Array.from({ length: 400 }, (_, i) => ({ line: i + 2, cells: row }));
  const body = JSON.stringify({ rows: lines });
  const correct = () => ask(`${id}/rows/`, one, 'PATCH', body, 'application/json');
  assert.equal((await correct()).status, 200);
  leave(15_000_000);
  assert.equal((await correct()).status, 503);
  assert.equal((await ask('', one, 'POST', header + rows(2))).status, 503);
  const login = new URLSearchParams({ username: 'demo', password: 'ktima-demo' });
  for (let i = 0; i < 20; i++) {
    const { status } = await fetch(`${auth()}/auth/otp/login`, { method: 'POST', body: login });
    assert.equal(status, 200);
  }
});
