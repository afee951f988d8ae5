import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import test, { after } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { PortfolioStatus } from '../../src/api/portfolios/portfolio-body.ts';
import { book, openPortfolioService } from './portfolio-service.ts';

const service = await openPortfolioService();
after(service.close);
const { home, folder, one, other, ask, send, until } = service;

test('a portfolio is run in the background', async () => {
  const { id, ...first } = await send(book, `name=${encodeURIComponent('Βιβλίο.csv')}`);
  assert.match(id, /^[0-9a-f]{32}$/);
  assert.deepEqual([first.state, first.name, first.rows], ['queued', 'Βιβλίο.csv', 0]);
  const done = await until(id);
  assert.deepEqual(
    [done.state, done.error, done.rows, done.progress, done.with_cost],
    ['done', null, 20, 1, 20],
  );
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

  const { portfolios } = (await (await ask('')).json()) as { portfolios: PortfolioStatus[] };
  assert.deepEqual(portfolios, [done]);
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
  const [id] = readdirSync(folder).filter(name => /^[0-9a-f]{32}$/.test(name));
  const ways = [
    ['GET', ''],
    ['GET', '/result'],
    ['GET', '/summary'],
    ['GET', '/rows'],
    ['DELETE', ''],
  ] as const;
  for (const [method, end] of ways) {
    assert.equal((await ask(id + end, other, method)).status, 404, method + end);
  }
  assert.deepEqual(await (await ask('', other)).json(), { portfolios: [] });
  for (const wrong of ['..', '%2e%2e%2frunning.lock', 'x'.repeat(90), `${id}%00`]) {
    assert.ok([400, 404].includes((await ask(wrong)).status), wrong);
  }
  assert.equal((await ask(id!, one, 'DELETE')).status, 204);
  for (const [method, end] of ways) assert.equal((await ask(id + end, one, method)).status, 404);
  assert.ok(!existsSync(`${folder}/${id}`));
});

test('wrong requests are refused, and leave nothing', async () => {
  const before = readdirSync(folder).length;
  const table: [number, RegExp, () => Promise<Response>][] = [
    [400, /^request body: expected a CSV or XLSX file/, () => ask('', one, 'POST', '')],
    [
      415,
      /^Content-Type: expected text\/csv or/,
      () => ask('', one, 'POST', '{}', 'application/json'),
    ],
    [400, /^format: /, () => ask('?format=pdf', one, 'POST', book)],
    [400, /^columns: .*got place/, () => ask('?columns={"place":"x"}', one, 'POST', book)],
    [400, /^columns: /, () => ask('?columns=[1', one, 'POST', book)],
    [400, /^places: .*got pub/, () => ask('?places=pub', one, 'POST', book)],
    [400, /^index: /, () => ask('?index=none', one, 'POST', book)],
    [400, /^encoding: /, () => ask('?encoding=x', one, 'POST', book)],
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
  assert.equal(readdirSync(folder).length, before);
});

test('a file of unknown length is counted while it arrives; one that is cut leaves nothing', async () => {
  const before = readdirSync(folder).length;
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
  while (readdirSync(folder).length === before) await setTimeout(20);
  cut.destroy();
  while (readdirSync(folder).length > before) await setTimeout(20);
});
