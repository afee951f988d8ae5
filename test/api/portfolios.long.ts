import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import test, { after } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { ktimaHere } from '../commands/ktima.ts';
import { testPostgres } from '../postgres/database.ts';
import { textRow, workbook } from '../xlsx/workbook.ts';
import {
  type Body,
  book,
  header,
  openPortfolioService,
  rows,
  untilNoResult,
} from './portfolio-service.ts';

const service = await openPortfolioService();
after(service.close);
const { home, env, folder, one, other, ask, send, until } = service;

test('with PostgreSQL a portfolio has the same result', async t => {
  const postgres = await openPortfolioService(await testPostgres());
  t.after(postgres.close);
  const results = await Promise.all(
    [service, postgres].map(async at => {
      const { id } = await at.send(book);
      const { state, error } = await at.until(id);
      assert.deepEqual([state, error], ['done', null]);
      const text = await (await at.ask(`${id}/result`)).text();
      assert.equal((await at.ask(id, at.one, 'DELETE')).status, 204);
      return text;
    }),
  );
  const [sqlite, other] = results.map(withoutDataset);
  assert.equal(other, sqlite);
});

/** The version of the costs has the time of their import. */
function withoutDataset(csv: string): string {
  return csv.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z-[0-9a-f]+/g, 'dataset');
}

test('the result is that of ktima enrich', async () => {
  const { id } = await send(book);
  await until(id);
  const result = await ask(`${id}/result`);
  const input = `${home.folder}/book.csv`;
  writeFileSync(input, book);
  const { code, stderr } = await ktimaHere(env, ['enrich', input, '-o', `${home.folder}/same.csv`]);
  assert.equal(code, 0, stderr);
  assert.equal(await result.text(), readFileSync(`${home.folder}/same.csv`, 'utf8'));

  assert.equal((await ask(id, one, 'DELETE')).status, 204);
});

test('a workbook comes and goes as one; columns are chosen by hand', async () => {
  const sheet = textRow(1, 'Where', 'Code') + textRow(2, 'Ερμού 15, Αθήνα', '10563');
  const body = new Uint8Array(workbook({ sheets: { Book: sheet } }));
  const columns = encodeURIComponent(JSON.stringify({ address: 'Where', postal_code: 'Code' }));
  const { id } = await send(body, `format=xlsx&columns=${columns}`);
  const done = await until(id);
  assert.deepEqual([done.state, done.error], ['done', null]);
  assert.deepEqual(done.columns, { address: 'Where', postal_code: 'Code' });
  const bytes = Buffer.from(await (await ask(`${id}/result`)).arrayBuffer());
  assert.equal(bytes.toString('latin1', 0, 2), 'PK');
  assert.equal((await ask(id, one, 'DELETE')).status, 204);
});

const wholeBook = workbook({
  sheets: { A: Array.from({ length: 200 }, (_, i) => textRow(i + 1, `Ερμού ${i}`)).join('') },
});
/** Shared texts that claim 300 MB, packed in a few bytes. */
const bomb = workbook({
  sheets: { A: textRow(1, 'Διεύθυνση') },
  more: [
    {
      name: 'xl/sharedStrings.xml',
      content: `<sst>${' '.repeat(900_000)}</sst>`,
      unpackedBytes: 300_000_000,
    },
  ],
});

test('files that cannot be run fail with the reason, in terms of this API', async () => {
  const zipped = new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]);
  const table: [Body, RegExp, string?][] = [
    [
      'a,b\n1,2\n',
      /^portfolio: no column shows where a property is; columns=\{"address":"COLUMN"\}/,
    ],
    [header + rows(3001), /^more than 3,000 rows/],
    [zipped, /gzipped/],
    [new Uint8Array(workbook({ sheets: { A: '' } })).slice(0, 200), /^portfolio: /],
    [new Uint8Array(wholeBook).slice(0, wholeBook.length / 2), /^portfolio: /],
    [new Uint8Array(bomb), /over 200 times its size|unpacks to over/],
    [new Uint8Array(64).fill(0), /./],
    [
      book,
      /^columns=\{"address":"no where"\}: expected a column of the file/,
      `columns=${encodeURIComponent('{"address":"no where"}')}`,
    ],
    [book, /sheet/, 'sheet=2'],
  ];
  for (const [body, message, query] of table) {
    const { id } = await send(body, query);
    const { state, error, columns } = await until(id);
    assert.equal(state, 'failed', String(error));
    assert.match(error!, message);
    if (query?.startsWith('columns')) assert.equal(columns.address, 'Διεύθυνση');
    assert.doesNotMatch(error!, /--|\/tmp|inside the service/, error!);
    assert.equal((await ask(`${id}/result`)).status, 404);
    await untilNoResult(folder, id);
    assert.equal((await ask(id, one, 'DELETE')).status, 204);
  }
});

test('a file that was cut within a quote keeps its rows, and the last one is a problem', async () => {
  const { id } = await send(`${header}${rows(3)}4;"Ερμού 4`);
  const done = await until(id);
  assert.deepEqual([done.state, done.rows, done.with_cost], ['done', 4, 3]);
  const lines = (await (await ask(`${id}/result`)).text()).trimEnd().split('\n');
  assert.match(lines.at(-1)!, /line 5 cannot be read: /);
  assert.equal((await ask(id, one, 'DELETE')).status, 204);
});

test('a caller has one run at a time, and DELETE cancels it', async () => {
  const { id } = await send(header + rows(3000));
  const second = await ask('', one, 'POST', book);
  assert.equal(second.status, 429);
  // The console has its own text for a message that begins so.
  assert.match(((await second.json()) as Error).message, /^another portfolio of yours/);
  assert.ok(Number(second.headers.get('retry-after')) > 0);
  const waits = await send(book, '', other);
  await until(id, ({ state }) => state !== 'queued');
  assert.equal((await ask(id, one, 'DELETE')).status, 204);
  assert.ok(!existsSync(`${folder}/${id}`));
  assert.equal((await until(waits.id, undefined, other)).state, 'done');
  assert.equal((await ask(waits.id, other, 'DELETE')).status, 204);
});

test('a run that another version has begun starts again, and mixes nothing', async () => {
  const { id } = await send(header + rows(600));
  const result = `${folder}/${id}/result.csv`;
  // Written with rows that come a second after the start, and before the summary.
  while (!existsSync(`${result}.resume`)) await setTimeout(5);
  const checkpoint = { ...JSON.parse(readFileSync(`${result}.resume`, 'utf8')), complete: false };
  const amounts = readFileSync(`${result}.amounts`);
  await until(id);
  const whole = readFileSync(result, 'utf8');
  const other = whole.replace('Ερμού 1;', 'Ερμού 7;');
  for (const [program, expected] of [
    [checkpoint.basis.program, other],
    ['older', whole],
  ]) {
    await service.stop();
    const path = `${folder}/${id}/run.json`;
    const record = JSON.parse(readFileSync(path, 'utf8'));
    const status = { ...record.status, state: 'running', expires_at: null };
    writeFileSync(path, JSON.stringify({ ...record, status }));
    rmSync(result);
    writeFileSync(`${result}.part`, other);
    writeFileSync(`${result}.amounts`, amounts);
    const basis = { ...checkpoint.basis, program };
    writeFileSync(`${result}.resume`, JSON.stringify({ ...checkpoint, basis }));
    await service.startAgain();
    assert.equal((await until(id)).error, null);
    assert.ok(readFileSync(result, 'utf8') === expected, program);
  }
  assert.equal((await ask(id, one, 'DELETE')).status, 204);
});

test('what a crash interrupted goes on at the next start, and what has expired is removed', async () => {
  const { id } = await send(book);
  await until(id);
  await service.stop();
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
  await service.startAgain();
  const done = await until(cut!);
  assert.deepEqual([done.state, done.rows], ['done', 20]);
  const failed = await until(poison!);
  assert.match(failed.error!, /interrupted 3 times/);
  while (existsSync(`${folder}/${old}`) || existsSync(`${folder}/${upload}`)) await setTimeout(50);
  assert.ok(existsSync(path), 'a result that has not expired is kept');
});
