import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import test, { after } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import {
  book,
  header,
  openPortfolioService,
  portfolioClient,
  rows,
  untilNoResult,
} from '../../api/portfolio-service.ts';
import { ktimaHere, startKtima } from '../../commands/ktima.ts';
import { waitFor } from '../../store/changes.ts';

const soonMs = 300_000;
const count = 6_000;
const file = header + rows(count);

const issuer = await openPortfolioService();
after(issuer.close);
const folder = `${issuer.home.folder}/shared`;

/** A process with the API alone, which uses the same data and tokens, and the folder of this test. */
async function startApi(t: test.TestContext) {
  const { child, api, stop } = await startKtima(
    {
      ...issuer.env,
      KTIMA_PORTFOLIO_FOLDER: folder,
      KTIMA_PORTFOLIO_ROWS: '20000',
      KTIMA_SAMPLE_DATA: 'on',
      KTIMA_WORKERS: '1',
      KTIMA_JWKS_URL: `${issuer.auth()}/.well-known/jwks.json`,
      KTIMA_ENDED_SESSIONS_URL: `${issuer.auth()}/auth/ended-sessions`,
    },
    'api',
  );
  t.after(stop);
  return { child, ...portfolioClient(() => api, issuer.one) };
}

type Api = Awaited<ReturnType<typeof startApi>>;

/** The process that runs a portfolio which has come to its first checkpoint. */
async function holderOf(id: string, format: string): Promise<number> {
  await waitFor(() => existsSync(`${folder}/${id}/result.${format}.resume`), soonMs);
  return JSON.parse(readFileSync(`${folder}/running.lock`, 'utf8')).pid;
}

/** Asserts that a run ends with what `ktima enrich` makes of the same file. */
async function assertWhole({ until, ask }: Api, id: string, format: string): Promise<void> {
  const { state, error, rows } = await until(id);
  assert.deepEqual([state, error, rows], ['done', null, count]);
  const result = Buffer.from(await (await ask(`${id}/result`)).arrayBuffer());
  assert.equal((await ask(id, issuer.one, 'DELETE')).status, 204);
  const [input, output] = [`${issuer.home.folder}/book.csv`, `${issuer.home.folder}/o.${format}`];
  writeFileSync(input, file);
  const { code, stderr } = await ktimaHere(issuer.env, ['enrich', input, '-o', output]);
  assert.equal(code, 0, stderr);
  assert.ok(result.equals(readFileSync(output)), 'the same bytes');
}

test('a process that is killed during a run: the next one continues it, with the same bytes', async t => {
  const first = await startApi(t);
  const { id } = await first.send(file, 'format=xlsx');
  assert.equal(await holderOf(id, 'xlsx'), first.child.pid);
  first.child.kill('SIGKILL');
  const second = await startApi(t);
  await assertWhole(second, id, 'xlsx');
});

test('two processes share a folder: each answers and cancels, and one continues what the other began', async t => {
  const both = [await startApi(t), await startApi(t)] as const;
  const split = (pid: number) => (both[0].child.pid === pid ? both : ([both[1], both[0]] as const));
  const cancelled = await both[0].send(file);
  const [, idle] = split(await holderOf(cancelled.id, 'csv'));
  assert.equal((await idle.until(cancelled.id, () => true)).state, 'running');
  assert.equal((await idle.ask('', issuer.one, 'POST', book)).status, 429);
  assert.equal((await idle.ask(cancelled.id, issuer.one, 'DELETE')).status, 204);
  for (const { ask } of both) assert.equal((await ask(cancelled.id)).status, 404);
  await waitFor(() => readdirSync(folder).length === 0, soonMs);

  const { id } = await both[1].send(file);
  const [holder, other] = split(await holderOf(id, 'csv'));
  holder.child.kill('SIGKILL');
  await assertWhole(other, id, 'csv');
});

test('a thread that runs out of memory fails its run, and nothing else', async t => {
  const { send, until, ask, url, one } = issuer;
  const usual = () => setFlagsFromString('--max-old-space-size=4096');
  // Threads that start from now on have less than a search index needs.
  setFlagsFromString('--max-old-space-size=16');
  t.after(usual);
  const { id } = await send(book);
  const failed = await until(id);
  usual();
  assert.deepEqual([failed.state, failed.error], ['failed', 'the file needs too much memory']);
  await untilNoResult(issuer.folder, id);
  assert.equal((await fetch(`${url()}/healthz`)).status, 200);
  assert.equal((await ask(id, one, 'DELETE')).status, 204);
  const again = await send(book);
  assert.equal((await until(again.id)).state, 'done');
});
