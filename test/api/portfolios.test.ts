import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { connect } from 'node:net';
import test, { after } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { PortfolioStatus } from '#features/runs/portfolio-body.ts';
import { longTest } from '../sample.ts';
import { book, openPortfolioService } from './portfolio-service.ts';

const service = await openPortfolioService();
after(service.close);
const { home, one, other, ask, send, until, stored, change } = service;

test('a portfolio is run in the background', async () => {
  const { id, ...first } = await send(book, `name=${encodeURIComponent('Βιβλίο.csv')}`);
  assert.match(id, /^[0-9a-f]{32}$/);
  assert.deepEqual([first.state, first.name, first.rows], ['queued', 'Βιβλίο.csv', 0]);
  const done = await until(id);
  const shown = [done.state, done.error, done.rows, done.progress, done.with_cost];
  assert.deepEqual(shown, ['done', null, 20, 1, 20]);
  assert.equal(done.columns.address, 'Διεύθυνση');
  assert.equal(done.header[0], 'Κωδικός');
  assert.equal(Date.parse(done.expires_at!) - Date.parse(done.finished_at!), 86_400_000);

  const result = await ask(`${id}/result`);
  assert.equal(result.headers.get('content-type'), 'text/csv');
  assert.match(result.headers.get('content-disposition')!, /attachment/);
  assert.match(await result.text(), /^Κωδικός;.*;zone_flood_result;.*;problem;/);
  const summary = await (await ask(`${id}/summary`)).text();
  assert.equal(JSON.parse(summary).input, 'Βιβλίο.csv');
  assert.ok(!summary.includes(home.folder), 'no path of this machine');
  assert.match(await (await ask(`${id}/summary?format=html`)).text(), /^<!doctype html>/i);
  assert.equal((await ask(`${id}/summary?format=pdf`)).status, 400);
  // As of an installation without the console.
  await change("DELETE FROM portfolio_pieces WHERE file = 'summary.html'");
  assert.equal((await ask(`${id}/summary?format=html`)).status, 406);

  // What was read of the file may be large, and is not in the list.
  const { name, state, created_at, finished_at, expires_at, bytes, rows } = done;
  const [{ bytes: used_bytes } = { bytes: 0 }] = await stored();
  assert.ok(used_bytes > 2 * bytes, 'file, result, summaries and rows');
  assert.deepEqual(await (await ask('')).json(), {
    portfolios: [{ id, name, state, created_at, finished_at, expires_at, bytes, rows }],
    space: { used_bytes, limit_bytes: 1_000_000_000 },
  });
});

test('a file without rows has its header, its columns and a note', async () => {
  const { id } = await send('Διεύθυνση;Τ.Κ.;Άλλο\n');
  const { state, rows, header, columns, notes } = await until(id);
  assert.deepEqual([state, rows, header], ['done', 0, ['Διεύθυνση', 'Τ.Κ.', 'Άλλο']]);
  assert.deepEqual(columns, { address: 'Διεύθυνση', postal_code: 'Τ.Κ.' });
  assert.equal(notes[0], 'the file has no rows below its header');
  assert.match(await (await ask(`${id}/result`)).text(), /^Διεύθυνση;Τ\.Κ\.;Άλλο;.*;notes\n$/);
  assert.equal((await ask(id, one, 'DELETE')).status, 204);
});

test('zones and places are for tokens with their scopes', async () => {
  const { id } = await send(book, '', other);
  assert.equal((await until(id, undefined, other)).state, 'done');
  assert.doesNotMatch(await (await ask(`${id}/result`, other)).text(), /zone_/);
  assert.equal((await ask(id, other, 'DELETE')).status, 204);

  const refused = await ask('?places=metro_station', other, 'POST', book);
  assert.equal(refused.status, 403);
  assert.match(refused.headers.get('www-authenticate')!, /insufficient_scope", scope="places"/);
});

test('what another has sent does not exist, and neither does what was removed', async () => {
  const [run] = await stored();
  const id = run!.id;
  const ways = 'GET |GET /result|GET /summary|GET /rows|DELETE '
    .split('|')
    .map(way => way.split(' '));
  for (const [method, end] of ways) {
    assert.equal((await ask(id + end, other, method)).status, 404, `${method} ${end}`);
  }
  const space = { used_bytes: 0, limit_bytes: 1_000_000_000 };
  assert.deepEqual(await (await ask('', other)).json(), { portfolios: [], space });
  for (const wrong of ['..', '%2e%2e%2fktima.db', 'x'.repeat(90), `${id}%00`]) {
    assert.ok([400, 404].includes((await ask(wrong)).status), wrong);
  }
  assert.equal((await ask(id, one, 'DELETE')).status, 204);
  for (const [method, end] of ways) assert.equal((await ask(id + end, one, method)).status, 404);
  assert.deepEqual(await stored(), []);
});

test('wrong requests are refused, and leave nothing', async () => {
  const table: [number, RegExp, () => Promise<Response>][] = [
    [400, /^request body: expected a CSV or XLSX file/, () => ask('', one, 'POST', '')],
    [
      415,
      /^Content-Type: expected text\/csv or/,
      () => ask('', one, 'POST', '{}', 'application/json'),
    ],
    [400, /^format: /, () => ask('?format=pdf', one, 'POST', book)],
    [400, /^nonsense: expected one of name, /, () => ask('?nonsense=1-2', one, 'POST', book)],
    [400, /^area_range_m2: expected two whole/, () => ask('?area_range_m2=9-1', one, 'POST', book)],
    [400, /^years: expected/, () => ask('?years=old', one, 'POST', book)],
    [400, /^duplicates: expected/, () => ask('?duplicates=no', one, 'POST', book)],
    [400, /^language: expected/, () => ask('?language=de', one, 'POST', book)],
    [400, /^columns: .*got place/, () => ask('?columns={"place":"x"}', one, 'POST', book)],
    [400, /^columns: /, () => ask('?columns=[1', one, 'POST', book)],
    [400, /^places: .*got pub/, () => ask('?places=pub', one, 'POST', book)],
    [400, /^index: /, () => ask('?index=none', one, 'POST', book)],
    [400, /^encoding: /, () => ask('?encoding=x', one, 'POST', book)],
    [400, /^output_encoding: /, () => ask('?output_encoding=x', one, 'POST', book)],
    [400, /^year_range: .*two years/, () => ask('?year_range=98', one, 'POST', book)],
    [400, /^year_range: .*earlier/, () => ask('?year_range=2000-1900', one, 'POST', book)],
    [400, /^zones: .*got ash$/, () => ask('?zones=flood,ash', one, 'POST', book)],
    [400, /^decimal_comma: /, () => ask('?decimal_comma=x', one, 'POST', book)],
    [403, /scope zones/, () => ask('?zones=flood', other, 'POST', book)],
    [400, /^srid: expected one of 2100, .*; got 1$/, () => ask('?srid=1', one, 'POST', book)],
    [400, /^srid: .*; got 4230/, () => ask('?srid=4230', one, 'POST', 'x,y\n23.7,37.9\n')],
    [400, /^places: .*; encoding: /, () => ask('?encoding=x&places=pub', one, 'POST', book)],
    [413, /at most 1,000,000 bytes/, () => ask('', one, 'POST', 'x'.repeat(1_000_001))],
  ];
  for (const [status, message, asked] of table) {
    const answer = await asked();
    const body = (await answer.json()) as { error: number; message: string };
    assert.equal(answer.status, status, body.message);
    assert.match(body.message, message);
  }
  assert.deepEqual(await stored(), []);
  assert.equal(statSync(`${home.folder}/ktima.db-portfolios`).mode & 0o777, 0o600);
});

test('a file of unknown length is counted while it arrives; one that is cut leaves nothing', async () => {
  const { hostname: host, port } = new URL(service.url());
  const open = () => {
    const socket = connect(Number(port), host);
    socket.on('error', () => {});
    socket.write(
      `POST /api/portfolios/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${one}\r\n` +
        'Content-Type: text/csv\r\nTransfer-Encoding: chunked\r\n\r\n',
    );
    return socket;
  };
  const long = open();
  let answer = '';
  long.on('data', data => {
    answer += data;
  });
  const piece = 'x'.repeat(65_536);
  for (let i = 0; i < 20; i++) long.write(`10000\r\n${piece}\r\n`);
  while (!answer.includes('at most 1,000,000 bytes') && !long.destroyed) await setTimeout(20);
  assert.match(answer, /^HTTP\/1.1 413 /);
  long.destroy();
  const cut = open();
  cut.write(`10000\r\n${piece}\r\n`);
  while ((await stored()).length === 0) await setTimeout(20);
  cut.destroy();
  while ((await stored()).length > 0) await setTimeout(20);
});

longTest('a repeated request with the same Idempotency-Key is the same run', async () => {
  const post = (key: string, body: string, query = '', token = one) =>
    fetch(`${service.url()}/api/portfolios/?${query}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'text/csv',
        'idempotency-key': key,
      },
      body,
    });
  const expect = async (status: number, answer: Promise<Response>) => {
    const { status: got, ...rest } = await answer.then(async one => ({
      status: one.status,
      body: (await one.json()) as PortfolioStatus & { message: string },
    }));
    assert.equal(got, status, rest.body.message);
    return rest.body;
  };
  const tries = await Promise.all([1, 2, 3].map(() => post('nightly 1'.replace(' ', '-'), book)));
  const bodies = await Promise.all(
    tries.map(async one => ({ status: one.status, ...((await one.json()) as PortfolioStatus) })),
  );
  const taken = bodies.filter(({ status }) => status === 202);
  assert.ok(taken.length > 0);
  assert.equal(new Set(taken.map(({ id }) => id)).size, 1);
  for (const { status } of bodies) assert.ok(status === 202 || status === 503, `${status}`);
  const { id } = taken[0]!;
  assert.equal((await expect(202, post('nightly-1', book))).id, id);
  assert.match((await expect(422, post('nightly-1', `${book}\n`))).message, /^Idempotency-Key: /);
  await expect(422, post('nightly-1', book, 'format=xlsx'));
  assert.notEqual((await expect(202, post('nightly-1', book, 'start=false', other))).id, id);
  for (const wrong of ['x'.repeat(256), 'a b', 'Î±']) {
    const message = /^idempotency-key: expected 1 to 255 visible ASCII characters/;
    assert.match((await expect(400, post(wrong, book))).message, message);
  }
  await expect(202, post('x'.repeat(255), 'Διεύθυνση\n', 'start=false'));
  assert.equal((await until(id)).state, 'done');
  assert.equal((await expect(202, post('nightly-1', book))).state, 'done', 'as long as it is kept');
});

longTest('a run again does what the scopes of its own token allow', async () => {
  const { id } = await send(book, 'places=metro_station');
  await until(id);
  const narrow = await service.tokenOf('one', 'portfolio');
  const again = (token: string) => ask(`${id}/run`, token, 'POST', '{}', 'application/json');
  const refused = await again(narrow);
  assert.equal(refused.status, 403);
  assert.match(refused.headers.get('www-authenticate')!, /insufficient_scope", scope="places"/);
  assert.match(await (await ask(`${id}/result`)).text(), /metro_station/, 'the result stays');

  const { id: zones } = await send(book);
  await until(zones);
  assert.match(await (await ask(`${zones}/result`)).text(), /zone_/);
  const run = (token: string) => ask(`${zones}/run`, token, 'POST', '{}', 'application/json');
  assert.equal((await run(narrow)).status, 202);
  await until(zones);
  assert.doesNotMatch(await (await ask(`${zones}/result`)).text(), /zone_/);
  assert.equal((await run(one)).status, 202);
  await until(zones);
  assert.match(await (await ask(`${zones}/result`)).text(), /zone_/, 'what was asked for is kept');
});
