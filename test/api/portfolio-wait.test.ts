import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { PortfolioStatus } from '#features/runs/portfolio-body.ts';
import { book, openPortfolioService } from './portfolio-service.ts';

const settings = { KTIMA_REQUEST_SECONDS: '1', KTIMA_METRICS_PORT: '0' };
const service = await openPortfolioService(undefined, settings);
after(service.close);
const { ask, send, change, one, other } = service;

/** The run of all tests: the first one sends it. */
let id = '';

/** Lets the run wait: no instance takes it. */
const makeWait = () =>
  change(
    `UPDATE portfolio_runs SET state = 'queued', lease_ms = 9000000000000000 WHERE id = '${id}'`,
  );

async function metric(name: string): Promise<number> {
  const text = await (await fetch(service.metrics())).text();
  const line = text.split('\n').find(one => one.startsWith(name) && one.includes('service="api"'));
  return Number(line?.split(' ').at(-1) ?? 0);
}

/** Waits until a metric has a value; a test that never gets it hangs. */
async function reached(name: string, value: number): Promise<void> {
  while ((await metric(name)) !== value) await setTimeout(20);
}

test('a request that waits is answered when the state changes, also after KTIMA_REQUEST_SECONDS', async () => {
  id = (await send(book)).id;
  let state = '';
  while (state !== 'done') {
    const answer = await ask(`${id}?wait=30`);
    ({ state } = (await answer.json()) as PortfolioStatus);
    assert.ok(answer.status === 200 && state !== 'failed', state);
  }
  await makeWait();
  await reached('ktima_http_requests_under_way', 0);
  const asked = ask(`${id}?wait=30`);
  await reached('ktima_http_requests_under_way', 1);
  await setTimeout(1_500);
  await change(`UPDATE portfolio_runs SET state = 'done' WHERE id = '${id}'`);
  assert.equal(((await (await asked).json()) as PortfolioStatus).state, 'done');
});

test('wait is 0 to 30 whole seconds, and shows nothing of another', async () => {
  for (const wait of ['31', '-1', '1.5', 'x', '']) {
    const answer = await ask(`${id}?wait=${wait}`);
    const { message } = (await answer.json()) as { message: string };
    assert.equal(answer.status, 400, wait);
    assert.match(message, /^wait: expected whole seconds from 0 to 30/);
  }
  assert.equal((await ask(`${id}?wait=0`)).status, 200);
  assert.equal((await ask(`${id}?wait=30`, other)).status, 404);
});

test('a request that waits is under way until its client leaves', async () => {
  await makeWait();
  await reached('ktima_http_requests_under_way', 0);
  const leaving = new AbortController();
  const asked = fetch(`${service.url()}/api/portfolios/${id}?wait=30`, {
    headers: { authorization: `Bearer ${one}` },
    signal: leaving.signal,
  });
  await reached('ktima_http_requests_under_way', 1);
  leaving.abort();
  await assert.rejects(asked, /abort/);
  await reached('ktima_http_requests_under_way', 0);
  const short = (await (await ask(`${id}?wait=1`)).json()) as PortfolioStatus;
  assert.equal(short.state, 'queued', 'and one whose time is over has the state');
});

test('a service that stops answers what waits', async () => {
  await makeWait();
  await reached('ktima_http_requests_under_way', 0);
  const asked = ask(`${id}?wait=30`);
  const early = asked.then(({ status }) => assert.fail(`answered ${status} before the stop`));
  await Promise.race([reached('ktima_http_requests_under_way', 1), early]);
  early.catch(() => {});
  const stopped = service.stop();
  const answer = await asked;
  const { state } = (await answer.json()) as PortfolioStatus;
  assert.deepEqual([answer.status, state], [200, 'queued']);
  await stopped;
});
