import assert from 'node:assert/strict';
import test from 'node:test';
import { childrenOf } from '../commands/children.ts';
import { newHome, startKtima } from '../commands/ktima.ts';
import { requests, scrape, scrapeUntil } from './scrape.ts';

test('the metrics of workers are summed, and the counts of a lost worker stay', async t => {
  const home = newHome();
  const env = { ...home.env, KTIMA_WORKERS: '2', KTIMA_METRICS_PORT: '0', KTIMA_ACCESS_LOG: 'off' };
  const service = await startKtima(env, 'auth');
  t.after(() => service.stop().then(home.remove));
  const ask = async (times: number) => {
    // Each on a connection of its own: they go to the workers in turn.
    const headers = { connection: 'close' };
    for (let i = 0; i < times; i++) await fetch(`${service.auth}/healthz`, { headers });
  };
  const asked = { route: '/healthz', status: '200' };
  await ask(10);
  const metrics = await scrape(service.metrics);
  assert.equal(metrics.sum(requests, asked), 10);
  assert.equal(metrics.sum('ktima_hashing_slots'), 2, 'one each');
  assert.equal(metrics.sum('ktima_workers', { state: 'answering' }), 2);

  const [pid] = childrenOf(service.child.pid!);
  process.kill(pid!, 'SIGKILL');
  const answering = { state: 'answering' };
  await scrapeUntil(service.metrics, seen => seen.sum('ktima_workers', answering) === 1);
  assert.equal((await scrape(service.metrics)).sum(requests, asked), 10, 'nothing falls');
  const again = (seen: Awaited<ReturnType<typeof scrape>>) =>
    seen.sum('ktima_workers', { state: 'answering' }) === 2;
  assert.ok(again(await scrapeUntil(service.metrics, again)));
  await ask(4);
  assert.equal((await scrape(service.metrics)).sum(requests, asked), 14);

  const [frozen] = childrenOf(service.child.pid!);
  process.kill(frozen!, 'SIGSTOP');
  const meanwhile = await scrape(service.metrics);
  process.kill(frozen!, 'SIGCONT');
  assert.equal(meanwhile.sum(requests, asked), 14, 'one that is silent counts as before');
  // On a busy machine the other may be late as well.
  assert.ok(meanwhile.sum('ktima_workers', { state: 'silent' }) >= 1);
});
