import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { createClient, KtimaApiError, runPortfolio } from '../../client/src/client.ts';
import { book, openPortfolioService } from '../api/portfolio-service.ts';
import { longTest } from '../sample.ts';

const service = await openPortfolioService();
after(service.close);
const sent: { method: string; path: string; key: string | null }[] = [];
let lost = 0;
const client = createClient({
  apiUrl: service.url(),
  accessToken: () => service.one,
  fetch: async (input, init) => {
    const { pathname, search } = new URL(String(input));
    const headers = new Headers(init?.headers);
    const method = init?.method ?? 'GET';
    sent.push({ method, path: pathname + search, key: headers.get('idempotency-key') });
    const answer = await fetch(input, init);
    // The file has arrived, and its response is lost.
    if (method === 'POST' && lost-- > 0) throw new TypeError('fetch failed');
    return answer;
  },
});

test('one call sends a file, waits and returns the result; nothing stays', async () => {
  const states: string[] = [];
  lost = 1;
  const { portfolio, result, summary } = await runPortfolio(
    client,
    { file: new Blob([book]), name: 'book.csv', decimal_comma: false, zones: 'false' },
    { onState: ({ state }) => states.push(state) },
  );
  assert.deepEqual([portfolio.state, portfolio.name, portfolio.rows], ['done', 'book.csv', 20]);
  assert.match(states.join(' '), /^(?:queued )?(?:running )*done$/);
  assert.match(await result.text(), /^Κωδικός;.*\n0;.*;89775;/);
  assert.equal(summary.terms.program, 'Ktima 2.0.0');
  const posts = sent.filter(({ method }) => method === 'POST');
  assert.equal(posts.length, 2);
  assert.equal(posts[0]!.key, posts[1]!.key, 'a retry is the same run');
  assert.ok(sent.some(({ path }) => path.endsWith('?wait=1')));
  assert.deepEqual((await client.portfolios()).portfolios, []);
});

test('a run that fails, or is aborted, is removed at the service', async () => {
  const failed = runPortfolio(client, { file: 'a;b\n1;2\n', name: 'bad.csv' });
  await assert.rejects(failed, (error: KtimaApiError) => {
    assert.ok(error instanceof KtimaApiError);
    assert.match(error.message, /bad\.csv: no column shows where a property is/);
    return true;
  });
  const stop = new AbortController();
  const onState = () => stop.abort(new Error('enough'));
  const aborted = runPortfolio(client, { file: book }, { signal: stop.signal, onState });
  await assert.rejects(aborted, /enough/);
  assert.deepEqual((await client.portfolios()).portfolios, []);
});

longTest('every operation of portfolios is a method', async () => {
  const { portfolio } = await runPortfolio(client, { file: book }, { keep: true });
  const { id } = portfolio;
  assert.equal((await client.portfolio({ id, wait: 30 })).state, 'done');
  assert.equal((await client.portfolioRows({ id, limit: 5, sort: 'area' })).rows.length, 5);
  const rows = [{ line: 2, cells: { Εμβαδόν: '100' } }];
  assert.deepEqual(await client.correctPortfolioRows({ id, rows }), { corrected: 1, waiting: 1 });
  const again = { id, idempotency_key: 'again-1' };
  assert.equal((await client.runPortfolioAgain(again)).id, id);
  let { state } = await client.portfolio({ id, wait: 30 });
  while (state !== 'done') ({ state } = await client.portfolio({ id, wait: 30 }));
  assert.match(await (await client.portfolioResult({ id })).text(), /\n0;.*;105000;/);
  assert.equal((await client.runPortfolioAgain(again)).state, 'done', 'the same request');
  assert.equal((await client.portfolioSummary({ id })).rows, portfolio.rows);
  assert.match(await (await client.portfolioSummaryFile({ id, format: 'xlsx' })).text(), /^PK/);
  assert.equal(await client.deletePortfolio({ id }), undefined);
  await assert.rejects(client.portfolioResult({ id }), { status: 404 });
  assert.throws(() => client.describeRequest('sendPortfolio', {}), /file: needed/);
});
