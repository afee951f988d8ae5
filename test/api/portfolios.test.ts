import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { hostname } from 'node:os';
import test, { after } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { PortfolioStatus } from '../../src/api/portfolios/portfolio-body.ts';
import { ktimaHere, newHome, serveHere } from '../commands/ktima.ts';
import { textRow, workbook } from '../xlsx/workbook.ts';

const home = newHome();
const env = { ...home.env, KTIMA_PORTFOLIO_MB: '1', KTIMA_PORTFOLIO_ROWS: '3000' };
const folder = env.KTIMA_PORTFOLIO_FOLDER;
let services = await serveHere(env, '--demo');
after(() => services.stop().then(home.remove));

/** Tokens of two programs with the scope, which see nothing of each other. */
const [one, other] = await Promise.all(['one', 'other'].map(tokenOf));

async function tokenOf(name: string): Promise<string> {
  const args = ['client', 'add', name, '--scopes', 'portfolio', '--json'];
  const { client_id, client_secret } = JSON.parse((await ktimaHere(env, args)).stdout);
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
  const answer = await fetch(`${services.auth}/auth/token`, { method: 'POST', body });
  return ((await answer.json()) as { access_token: string }).access_token;
}

type Body = string | Uint8Array<ArrayBuffer>;

function ask(path: string, token = one!, method = 'GET', body?: Body, type = 'text/csv') {
  return fetch(`${services.api}/api/portfolios/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': type }),
    },
    ...(body !== undefined && { body, duplex: 'half' as const }),
  });
}

async function send(body: Body, query = '', token = one): Promise<PortfolioStatus> {
  const answer = await ask(`?${query}`, token, 'POST', body);
  const text = await answer.text();
  assert.equal(answer.status, 202, text);
  const status: PortfolioStatus = JSON.parse(text);
  assert.equal(answer.headers.get('location'), `/api/portfolios/${status.id}`);
  return status;
}

async function stateOf(id: string, token = one): Promise<PortfolioStatus> {
  const answer = await ask(id, token);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  return (await answer.json()) as PortfolioStatus;
}

async function until(id: string, isReached: (status: PortfolioStatus) => boolean) {
  for (;;) {
    const status = await stateOf(id);
    if (isReached(status)) return status;
    await setTimeout(50);
  }
}

const ended = ({ state }: PortfolioStatus) => state === 'done' || state === 'failed';

const header = 'Κωδικός;Διεύθυνση;Τ.Κ.;Είδος ακινήτου;Εμβαδόν;Έτος κατασκευής\n';
const rows = (count: number) =>
  Array.from({ length: count }, (_, i) => `${i};Ερμού ${i + 1};10563;διαμέρισμα;85,5;1998\n`);
const book = header + rows(20).join('');

test('a portfolio is run in the background, as ktima enrich does', async () => {
  const { id, ...first } = await send(book, `name=${encodeURIComponent('Βιβλίο.csv')}`);
  assert.match(id, /^[0-9a-f]{32}$/);
  assert.deepEqual([first.state, first.name, first.rows], ['queued', 'Βιβλίο.csv', 0]);
  const done = await until(id, ended);
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
  const input = `${home.folder}/book.csv`;
  writeFileSync(input, book);
  const { code, stderr } = await ktimaHere(env, ['enrich', input, '-o', `${home.folder}/same.csv`]);
  assert.equal(code, 0, stderr);
  assert.equal(await result.text(), readFileSync(`${home.folder}/same.csv`, 'utf8'));

  const summary = await (await ask(`${id}/summary`)).text();
  assert.equal(JSON.parse(summary).input, 'Βιβλίο.csv');
  assert.ok(!summary.includes(home.folder), 'no path of this machine');
  assert.match(await (await ask(`${id}/summary?format=html`)).text(), /^<!doctype html>/i);
  assert.equal((await ask(`${id}/summary?format=pdf`)).status, 400);
  assert.ok(!existsSync(`${folder}/${id}/input`), 'the input is not kept');

  const { portfolios } = (await (await ask('')).json()) as { portfolios: PortfolioStatus[] };
  assert.deepEqual(portfolios, [done]);
});

test('what another has sent does not exist, and neither does what was removed', async () => {
  const [id] = readdirSync(folder).filter(name => /^[0-9a-f]{32}$/.test(name));
  const ways = [
    ['GET', ''],
    ['GET', '/result'],
    ['GET', '/summary'],
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

test('a workbook comes and goes as one; columns are chosen by hand', async () => {
  const sheet = textRow(1, 'Where', 'Code') + textRow(2, 'Ερμού 15, Αθήνα', '10563');
  const body = new Uint8Array(workbook({ sheets: { Book: sheet } }));
  const columns = encodeURIComponent(JSON.stringify({ address: 'Where', postal_code: 'Code' }));
  const { id } = await send(body, `format=xlsx&columns=${columns}`);
  const done = await until(id, ended);
  assert.deepEqual([done.state, done.error], ['done', null]);
  assert.deepEqual(done.columns, { address: 'Where', postal_code: 'Code' });
  const bytes = Buffer.from(await (await ask(`${id}/result`)).arrayBuffer());
  assert.equal(bytes.toString('latin1', 0, 2), 'PK');
  assert.equal((await ask(id, one, 'DELETE')).status, 204);
});

test('files that cannot be run fail with the reason, in terms of this API', async () => {
  const zipped = new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]);
  const table: [Body, RegExp, string?][] = [
    [
      'a,b\n1,2\n',
      /^portfolio: no column shows where a property is; columns=\{"address":"COLUMN"\}/,
    ],
    [header + rows(3001).join(''), /^more than 3,000 rows/],
    [zipped, /gzipped/],
    [new Uint8Array(workbook({ sheets: { A: '' } })).slice(0, 200), /^portfolio: /],
    [new Uint8Array(64).fill(0), /./],
    [book, /columns=|columns/, `columns=${encodeURIComponent('{"address":"nowhere"}')}`],
    [book, /sheet/, 'sheet=2'],
  ];
  for (const [body, message, query] of table) {
    const { id } = await send(body, query);
    const { state, error } = await until(id, ended);
    assert.equal(state, 'failed', String(error));
    assert.match(error!, message);
    assert.doesNotMatch(error!, /--|\/tmp|inside the service/, error!);
    assert.equal((await ask(`${id}/result`)).status, 404);
    assert.deepEqual(readdirSync(`${folder}/${id}`), ['run.json']);
    assert.equal((await ask(id, one, 'DELETE')).status, 204);
  }
});

test('wrong requests are refused, and leave nothing', async () => {
  const before = readdirSync(folder).length;
  const table: [number, RegExp, Promise<Response>][] = [
    [400, /^request body: expected a CSV or XLSX file/, ask('', one, 'POST', '')],
    [415, /^Content-Type: expected text\/csv or/, ask('', one, 'POST', '{}', 'application/json')],
    [400, /^format: /, ask('?format=pdf', one, 'POST', book)],
    [400, /^columns: .*got place/, ask('?columns={"place":"x"}', one, 'POST', book)],
    [400, /^columns: /, ask('?columns=[1', one, 'POST', book)],
    [400, /^places: .*got pub/, ask('?places=pub', one, 'POST', book)],
    [400, /^encoding: /, ask('?encoding=x', one, 'POST', book)],
    [413, /at most 1,000,000 bytes/, ask('', one, 'POST', 'x'.repeat(1_000_001))],
  ];
  for (const [status, message, asked] of table) {
    const answer = await asked;
    const body = (await answer.json()) as { error: number; message: string };
    assert.equal(answer.status, status, body.message);
    assert.match(body.message, message);
  }
  assert.equal(readdirSync(folder).length, before);
});

test('a file of unknown length is counted while it arrives; one that is cut leaves nothing', async () => {
  const before = readdirSync(folder).length;
  const { hostname: host, port } = new URL(services.api);
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

test('a caller has one run at a time, and DELETE cancels it', async () => {
  const { id } = await send(header + rows(3000).join(''));
  const second = await ask('', one, 'POST', book);
  assert.equal(second.status, 429);
  assert.ok(Number(second.headers.get('retry-after')) > 0);
  const waits = await send(book, '', other);
  await until(id, ({ state }) => state !== 'queued');
  assert.equal((await ask(id, one, 'DELETE')).status, 204);
  assert.ok(!existsSync(`${folder}/${id}`));
  for (;;) {
    const { state } = await stateOf(waits.id, other);
    if (state === 'done') break;
    assert.notEqual(state, 'failed');
    await setTimeout(50);
  }
  assert.equal((await ask(waits.id, other, 'DELETE')).status, 204);
});

test('what a crash interrupted goes on at the next start, and what has expired is removed', async () => {
  const { id } = await send(book);
  await until(id, ended);
  await services.stop();
  const path = `${folder}/${id}/run.json`;
  const record = JSON.parse(readFileSync(path, 'utf8'));
  const put = (name: string, status: object, attempts = 1) => {
    mkdirSync(`${folder}/${name}`);
    const text = JSON.stringify({
      ...record,
      attempts,
      status: { ...record.status, id: name, ...status },
    });
    writeFileSync(`${folder}/${name}/run.json`, text);
    writeFileSync(`${folder}/${name}/input`, book);
  };
  const [old, cut, poison, upload] = ['a', 'b', 'c', 'd'].map(digit => digit.repeat(32));
  put(old!, { expires_at: '2026-01-01T00:00:00.000Z' });
  const running = { state: 'running', created_at: '2026-01-02T00:00:00.000Z', expires_at: null };
  put(cut!, running);
  put(poison!, running, 3);
  mkdirSync(`${folder}/${upload}`);
  utimesSync(`${folder}/${upload}`, 0, 0);
  // A process of this machine that has ended held the lock.
  const holder = { token: 'x', host: hostname(), pid: 2 ** 22 + 1 };
  writeFileSync(`${folder}/running.lock`, JSON.stringify(holder));
  services = await serveHere(env);
  const done = await until(cut!, ended);
  assert.deepEqual([done.state, done.rows], ['done', 20]);
  const failed = await until(poison!, ended);
  assert.match(failed.error!, /interrupted 3 times/);
  while (existsSync(`${folder}/${old}`) || existsSync(`${folder}/${upload}`)) await setTimeout(50);
  assert.ok(existsSync(path), 'a result that has not expired is kept');
});
