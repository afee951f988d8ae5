import assert from 'node:assert/strict';
import test from 'node:test';
import type { OwnPortfolios } from '#features/runs/portfolio-body.ts';
import { book, header, openPortfolioService, rows } from '../../api/portfolio-service.ts';
import { ktimaHere } from '../../commands/ktima.ts';
import { testPostgres } from '../../postgres/database.ts';
import { waitFor } from '../../store/changes.ts';

const soonMs = 120_000;
const engines = { SQLite: async () => undefined, PostgreSQL: testPostgres };

for (const [engine, newUrl] of Object.entries(engines)) {
  test(`${engine}: rows count as requests, and a file beyond the quota of a day is not run`, async t => {
    const settings = { KTIMA_POSTGRES_TIMEOUT_MS: '60000' };
    const service = await openPortfolioService(await newUrl(), settings);
    t.after(service.close);
    const { env, ask, send, until, one } = service;
    await ktimaHere(env, ['client', 'quota', 'one', '--minute', '2400', '--day', '2900']);
    await waitFor(async () => (await ask('')).headers.has('ratelimit'), soonMs);

    const { id } = await send(header + rows(3_000));
    const failed = await until(id);
    assert.equal(failed.state, 'failed');
    assert.match(
      failed.error!,
      /^quota: expected at most 2,900 requests a day; this file has 3,000 rows, and [\d,]+ requests are left$/,
    );
    assert.equal((await ask(id, one, 'DELETE')).status, 204);

    // A file that cannot be run counts no rows.
    const broken = await send('a;b\n1;2\n');
    assert.equal((await until(broken.id)).state, 'failed');
    const { id: small } = await send(header + rows(1_500));
    assert.equal((await until(small)).state, 'done');
    // Another run is beyond the quota; the result stays.
    const again = await ask(`${small}/run`, one, 'POST', '{}', 'application/json');
    assert.equal(again.status, 429);
    assert.match(await again.text(), /this file has 1,500 rows/);
    assert.equal((await ask(`${small}/result`)).status, 200);
    const enriched = async () => {
      const { stdout } = await ktimaHere(env, ['usage', 'one', '--json']);
      const sums = stdout
        .trim()
        .split('\n')
        .map(line => JSON.parse(line));
      return sums
        .filter(({ operation }) => operation === 'enrichedRows')
        .reduce((sum, { requests }) => sum + requests, 0);
    };
    // What is refused counts one, as a batch does.
    await waitFor(async () => (await enriched()) === 1 + 1_500 + 1, soonMs);
  });
}

test('a result that outgrows the share of its user ends its run, and others have room', async t => {
  const settings = {
    ...{ KTIMA_PORTFOLIO_DISK_MB: '4', KTIMA_PORTFOLIO_MB: '2' },
    KTIMA_PORTFOLIO_ROWS: '20000',
  };
  const service = await openPortfolioService(undefined, settings);
  t.after(service.close);
  const { ask, send, until, other } = service;
  const { id, bytes } = await send(header + rows(3_000), 'format=ndjson');
  const { state, error } = await until(id);
  assert.equal(state, 'failed');
  assert.match(
    error!,
    /^the result does not fit: your portfolios would have \d\.\d MB of 2\.0 MB; /,
  );
  for (let used = bytes; used < 1_900_000; used += 900_000)
    await send('x'.repeat(Math.min(900_000, 1_900_000 - used)), 'start=false');
  const refused = await ask('', undefined, 'POST', 'x'.repeat(900_000));
  assert.equal(refused.status, 429);
  assert.match(await refused.text(), /your portfolios have 1\.9 MB of 2\.0 MB; delete one/);
  assert.equal((await ask('', other, 'POST', 'x'.repeat(900_000))).status, 202);

  const done = await send(header + rows(300), '', other);
  const { header: columns } = await until(done.id, undefined, other);
  const usedBytes = async () =>
    ((await (await ask('', other)).json()) as OwnPortfolios).space.used_bytes;
  const room = 1_900_000 - (await usedBytes());
  assert.equal((await ask('?start=false', other, 'POST', 'x'.repeat(room))).status, 202);
  const corrections = Array.from({ length: 150 }, (_, i) => ({
    line: i + 2,
    cells: Object.fromEntries(columns.slice(0, 3).map(name => [name, '9'.repeat(300)])),
  }));
  const correct = (count: number) => {
    const body = JSON.stringify({ rows: corrections.slice(0, count) });
    return ask(`${done.id}/rows/`, other, 'PATCH', body, 'application/json');
  };
  assert.equal((await correct(150)).status, 429);
  assert.equal((await correct(50)).status, 200);
  assert.ok((await usedBytes()) > 1_945_000, 'corrections count');
  assert.equal((await correct(100)).status, 429);
});

test('results expire, and the share of the disk holds for uploads and for runs', async t => {
  const service = await openPortfolioService(undefined, {
    KTIMA_PORTFOLIO_DISK_MB: '3',
    KTIMA_PORTFOLIO_MB: '2',
    KTIMA_PORTFOLIO_ROWS: '20000',
  });
  t.after(service.close);
  const { ask, send, until, one, other, stored } = service;
  // Another user, who has 2 MB as well, leaves too little.
  const others = await ask('', other, 'POST', 'x'.repeat(1_900_000));
  const { id: othersId } = (await others.json()) as { id: string };
  await waitFor(async () => {
    const { state } = (await (await ask(othersId, other)).json()) as { state: string };
    return state === 'failed';
  }, soonMs);
  const large = await send(header + rows(12_000));
  const failed = await until(large.id);
  assert.deepEqual(
    [failed.state, failed.error],
    ['failed', 'no room left for portfolios; delete a run, or try again later'],
  );
  const kept = (await stored()).map(({ bytes }) => bytes).sort((a, b) => a - b);
  assert.deepEqual(kept, [large.bytes, 1_900_000], 'only the files are kept');
  const refused = await ask('', one, 'POST', 'x'.repeat(1_100_001 - large.bytes));
  assert.equal(refused.status, 503);
  assert.match(await refused.text(), /no room left for portfolios/);
  assert.equal((await ask(large.id, one, 'DELETE')).status, 204);
  assert.equal((await ask(othersId, other, 'DELETE')).status, 204);

  const { id } = await send(book);
  await until(id);
  // At once, also before it is removed.
  await service.change('UPDATE portfolio_runs SET expires_ms = 1');
  for (const end of ['', '/result', '/summary']) {
    assert.equal((await ask(id + end)).status, 404, end);
  }
  assert.deepEqual(((await (await ask('')).json()) as { portfolios: object[] }).portfolios, []);
  await waitFor(async () => (await stored()).length === 0, soonMs);
});
