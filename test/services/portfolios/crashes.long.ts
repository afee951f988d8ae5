import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import test, { after } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { book, header, openPortfolioService, rows } from '../../api/portfolio-service.ts';
import { ktima, startKtima } from '../../commands/ktima.ts';
import { waitFor } from '../../store/changes.ts';

const soonMs = 240_000;
const limits = { KTIMA_PORTFOLIO_ROWS: '20000', KTIMA_WORKERS: '1' };
const file = header + rows(12_000);

const service = await openPortfolioService(undefined, limits, startKtima);
after(service.close);
const { home, env, folder, one, ask, send, until } = service;

/** What `ktima enrich` makes of the same file. */
async function enriched(extension: string): Promise<Buffer> {
  const [input, output] = [`${home.folder}/book.csv`, `${home.folder}/whole.${extension}`];
  writeFileSync(input, file);
  const { code, stderr } = await ktima(env, ['enrich', input, '-o', output]);
  assert.equal(code, 0, stderr);
  return readFileSync(output);
}

/** The number of the process that runs a portfolio which has come to its first checkpoint. */
async function runningProcess(id: string, format: string): Promise<number> {
  await waitFor(() => existsSync(`${folder}/${id}/result.${format}.resume`), soonMs);
  return JSON.parse(readFileSync(`${folder}/running.lock`, 'utf8')).pid;
}

async function resultOf(id: string): Promise<Buffer> {
  const { state, error, rows } = await until(id);
  assert.deepEqual([state, error, rows], ['done', null, 12_000]);
  const bytes = Buffer.from(await (await ask(`${id}/result`)).arrayBuffer());
  assert.ok(!existsSync(`${folder}/${id}/input`));
  assert.equal((await ask(id, one, 'DELETE')).status, 204);
  return bytes;
}

test('a process that is killed during a run: the next one continues it, with the same bytes', async () => {
  const { id } = await send(file, 'format=xlsx');
  process.kill(await runningProcess(id, 'xlsx'), 'SIGKILL');
  await service.stop();
  assert.equal(
    JSON.parse(readFileSync(`${folder}/${id}/run.json`, 'utf8')).status.state,
    'running',
  );
  await service.startAgain();
  const result = await resultOf(id);
  assert.ok(result.equals(await enriched('xlsx')));
});

test('two processes share a folder: each answers and cancels, and one continues what the other began', async t => {
  const second = await startKtima(
    {
      ...env,
      KTIMA_SAMPLE_DATA: 'on',
      KTIMA_JWKS_URL: `${service.auth()}/.well-known/jwks.json`,
      KTIMA_ENDED_SESSIONS_URL: `${service.auth()}/auth/ended-sessions`,
    },
    'api',
  );
  t.after(second.stop);
  const askSecond = (path: string, method = 'GET') =>
    fetch(`${second.api}/api/portfolios/${path}`, {
      method,
      headers: { authorization: `Bearer ${one}` },
    });

  const cancelled = await send(file);
  await runningProcess(cancelled.id, 'csv');
  // One of the two is not the process that runs it.
  const { state } = (await (await askSecond(cancelled.id)).json()) as { state: string };
  assert.equal(state, 'running');
  assert.equal((await askSecond(cancelled.id, 'DELETE')).status, 204);
  assert.equal((await ask(cancelled.id)).status, 404);
  await waitFor(() => readdirSync(folder).length === 0, soonMs);

  const { id } = await send(file);
  const holder = await runningProcess(id, 'csv');
  // Only the service that issues tokens must stay.
  if (holder === second.child.pid) {
    second.child.kill('SIGKILL');
  } else {
    process.kill(holder, 'SIGKILL');
    await service.stop();
    await waitFor(async () => {
      const lock = readFileSync(`${folder}/running.lock`, 'utf8');
      return lock.includes(`"pid":${second.child.pid}`);
    }, soonMs);
    await service.startAgain();
  }
  const result = await resultOf(id);
  assert.ok(result.equals(await enriched('csv')));
});

test('a thread that runs out of memory fails its run, and nothing else', async t => {
  const here = await openPortfolioService(undefined, limits);
  t.after(here.close);
  // Threads that start from now on have less than a search index needs.
  setFlagsFromString('--max-old-space-size=16');
  t.after(() => setFlagsFromString('--max-old-space-size=4096'));
  const { id } = await here.send(book);
  const failed = await here.until(id);
  assert.deepEqual([failed.state, failed.error], ['failed', 'the file needs too much memory']);
  assert.deepEqual(readdirSync(`${here.folder}/${id}`), ['run.json']);
  assert.equal((await fetch(`${here.url()}/healthz`)).status, 200);
  setFlagsFromString('--max-old-space-size=4096');
  assert.equal((await here.ask(id, here.one, 'DELETE')).status, 204);
  const again = await here.send(book);
  assert.equal((await here.until(again.id)).state, 'done');
});
