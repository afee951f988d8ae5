import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import test, { after } from 'node:test';
import {
  book,
  header,
  openPortfolioService,
  portfolioClient,
  rows,
} from '../../api/portfolio-service.ts';
import { isAlive } from '../../commands/children.ts';
import { ktimaHere, startKtima } from '../../commands/ktima.ts';
import { testPostgres } from '../../postgres/database.ts';
import { waitFor } from '../../store/changes.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const soonMs = 300_000;
const count = 6_000;
const file = header + rows(count);

type Issuer = Awaited<ReturnType<typeof openPortfolioService>>;

async function openService(databaseUrl?: string) {
  const service = await openPortfolioService(databaseUrl, { KTIMA_POSTGRES_TIMEOUT_MS: '60000' });
  after(service.close);
  return service;
}

/** The authentication service of a test, beside the data of the demo. */
async function openIssuer(databaseUrl?: string) {
  const issuer = await openService(databaseUrl);
  await issuer.stop();
  await issuer.startAgain({}, ['auth']);
  return issuer;
}

/** A process with the API alone, which uses the same database and tokens, and no common folder. */
async function startApi(issuer: Issuer, t: test.TestContext, more: Record<string, string> = {}) {
  const { child, api, stop, log } = await startKtima(
    {
      ...issuer.env,
      KTIMA_PORTFOLIO_ROWS: '20000',
      KTIMA_SAMPLE_DATA: 'on',
      KTIMA_JWKS_URL: `${issuer.auth()}/.well-known/jwks.json`,
      KTIMA_ENDED_SESSIONS_URL: `${issuer.auth()}/auth/ended-sessions`,
      ...more,
    },
    'api',
  );
  t.after(stop);
  return { child, url: api, log, ...portfolioClient(() => api, issuer.one) };
}

type Api = Awaited<ReturnType<typeof startApi>>;

/** The processes that a process has started. */
function childrenOf(pid: number): number[] {
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name));
  return pids.map(Number).filter(child => {
    try {
      const stat = readFileSync(`/proc/${child}/stat`, 'utf8');
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid;
    } catch {
      return false;
    }
  });
}

/** The instance that runs a portfolio with some rows, its process, and the other instances. */
async function runnerOf(apis: readonly Api[], id: string) {
  await apis[0]!.until(id, ({ rows, state }) => rows > 0 || state === 'done');
  const holder = apis.find(({ child }) => childrenOf(child.pid!).length > 0);
  assert.ok(holder, 'one of them runs it');
  const others = apis.filter(api => api !== holder);
  return { holder, others, pids: childrenOf(holder.child.pid!) };
}

/** Asserts that a run ends with what `ktima enrich` makes of the same file. */
async function assertWhole(issuer: Issuer, { until, ask }: Api, id: string, format: string) {
  const { state, error, rows } = await until(id);
  assert.deepEqual([state, error, rows], ['done', null, count]);
  const result = Buffer.from(await (await ask(`${id}/result`)).arrayBuffer());
  const [input, output] = [`${issuer.home.folder}/book.csv`, `${issuer.home.folder}/o.${format}`];
  writeFileSync(input, file);
  const { code, stderr } = await ktimaHere(issuer.env, ['enrich', input, '-o', output, '--force']);
  assert.equal(code, 0, stderr);
  assert.ok(result.equals(readFileSync(output)), 'the same bytes');
}

test('SQLite: a process that is killed during a run: the next one runs it, with the same bytes', async t => {
  const issuer = await openIssuer();
  const { path: TMPDIR } = temporaryFolder(t);
  const left = () => readdirSync(TMPDIR).filter(name => name.startsWith('ktima-portfolio-'));
  const first = await startApi(issuer, t, { TMPDIR });
  const { id } = await first.send(file, 'format=xlsx');
  const { pids } = await runnerOf([first], id);
  // As when a control group is killed: none of them can still remove anything.
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  first.child.kill('SIGKILL');
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  await waitFor(() => pids.every(pid => !isAlive(pid)), soonMs);
  const [folder] = left();
  assert.ok(readdirSync(`${TMPDIR}/${folder}`).includes('input'), 'the file of the customer');
  const next = await startApi(issuer, t, { TMPDIR });
  await waitFor(() => !left().includes(folder!), soonMs);
  await assertWhole(issuer, next, id, 'xlsx');
  assert.deepEqual(left(), []);
});

test('PostgreSQL: three instances without a common folder answer for each other, and replace one that is killed', async t => {
  const issuer = await openIssuer(await testPostgres());
  const apis = await Promise.all([1, 2, 3].map(() => startApi(issuer, t)));
  const runs = await Promise.all(apis.map(async api => api.send(book)));
  for (const { id } of runs) await apis[0]!.until(id);
  const answers = new Map<string, Set<string>>();
  for (let i = 0; i < 300; i++) {
    const api = apis[i % 3]!;
    const { id } = runs[Math.floor(i / 3) % 3]!;
    const end = ['', '/result', '/summary', '/rows'][Math.floor(i / 9) % 4]!;
    const answer = await api.ask(id + end);
    assert.equal(answer.status, 200, `${end} of ${i % 3}`);
    const known = answers.get(id + end) ?? new Set();
    answers.set(id + end, known.add(await answer.text()));
  }
  assert.equal(answers.size, 12);
  for (const [path, bodies] of answers) assert.equal(bodies.size, 1, path);

  const { id } = await apis[1]!.send(file);
  const { holder, others } = await runnerOf(apis, id);
  for (const { ask } of others) assert.equal((await ask(id)).status, 200);
  holder.child.kill('SIGKILL');
  await assertWhole(issuer, others[0]!, id, 'csv');

  const cancelled = await others[0]!.send(file);
  const running = await runnerOf(others, cancelled.id);
  const idle = running.others[0]!;
  assert.equal((await idle.ask(cancelled.id, issuer.one, 'DELETE')).status, 204);
  for (const { ask } of others) assert.equal((await ask(cancelled.id)).status, 404);
  await waitFor(() => running.pids.every(pid => !isAlive(pid)), soonMs);
});

test('a run beyond its memory fails, and nothing else', async () => {
  const issuer = await openService();
  await issuer.stop();
  await issuer.startAgain({ KTIMA_PORTFOLIO_MEMORY_MB: '200' });
  const { send, until, url } = issuer;
  const failed = await until((await send(book)).id);
  assert.equal(failed.state, 'failed');
  assert.match(failed.error!, /^the file needs more memory than a portfolio may use/);
  assert.equal((await fetch(`${url()}/healthz`)).status, 200);
  await issuer.stop();
  await issuer.startAgain();
  assert.equal((await until((await send(book)).id)).state, 'done');
});

test('a run ends when its session is ended, or when the operator cancels it', async () => {
  const { env, send, until, ask, one, other } = await openService();
  const long = header + rows(3_000);
  const ended = await send(long);
  const waiting = await send(long);
  const others = await send(long, '', other);
  await until(ended.id, ({ state }) => state === 'running');
  const listed = await ktimaHere(env, ['portfolio', 'list']);
  assert.match(listed.stdout, new RegExp(`^${ended.id}  one    portfolio  running`, 'm'));
  const cancelled = await ktimaHere(env, ['portfolio', 'cancel', others.id]);
  assert.equal(cancelled.stdout, `${others.id}: cancelled\n`);
  const { error } = await until(others.id, undefined, other);
  assert.equal(error, 'the operator has cancelled this run');
  const disabled = await ktimaHere(env, ['client', 'disable', 'one']);
  assert.equal(disabled.code, 0, disabled.stderr);
  const states = async () => {
    const { stdout } = await ktimaHere(env, ['portfolio', 'list', '--json']);
    const all: { id: string; state: string; error: string | null }[] = JSON.parse(stdout);
    return all.filter(({ id }) => [ended.id, waiting.id].includes(id));
  };
  await waitFor(async () => (await states()).every(({ state }) => state === 'failed'), soonMs);
  for (const { error } of await states()) {
    assert.equal(error, 'the session that asked for this run was ended');
  }
  assert.equal((await ask(ended.id, one)).status, 401);
  const deleted = await ktimaHere(env, ['portfolio', 'delete', ended.id, waiting.id]);
  assert.equal(deleted.stdout, `${ended.id}: deleted\n${waiting.id}: deleted\n`);
  const unknown = await ktimaHere(env, ['portfolio', 'delete', ended.id]);
  assert.equal(unknown.code, 1);
  assert.match(unknown.stderr, /no portfolio has the id/);
});
