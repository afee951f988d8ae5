import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { testPostgres } from '../postgres/database.ts';
import { textRow, workbook } from '../xlsx/workbook.ts';
import { type Body, book, header, openPortfolioService, rows } from './portfolio-service.ts';

const service = await openPortfolioService();
after(service.close);
const { one, other, ask, send, until } = service;

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
  const table: [Body, RegExp, string?][] = [
    ['a,b\n1,2\n', /^portfolio: no column shows where a property is\. Columns: /],
    [header + rows(3001), /^more than 3000 rows/],
    [new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]), /gzipped/],
    [new Uint8Array(workbook({ sheets: { A: '' } })).slice(0, 200), /^portfolio: /],
    [new Uint8Array(wholeBook).slice(0, wholeBook.length / 2), /^portfolio: /],
    [new Uint8Array(bomb), /over 200 times its size|unpacks to over/],
    [new Uint8Array(64).fill(0), /./],
    [
      book,
      /^expected a column of the file for address, got no where/,
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
    assert.equal((await ask(id, one, 'DELETE')).status, 204);
  }
});

test('files of a user wait for each other, within limits, and others do not wait for them', async () => {
  const files = [];
  for (let i = 0; i < 10; i++) files.push(await send(header + rows(i < 3 ? 1_500 : 5)));
  const more = await ask('', one, 'POST', book);
  assert.equal(more.status, 429);
  assert.match(await more.text(), /10 portfolios of yours wait or run; wait for the end of one/);
  assert.ok(Number(more.headers.get('retry-after')) > 0);
  const theirs = await send(book, '', other);
  assert.equal((await until(theirs.id, undefined, other)).state, 'done');
  assert.equal((await until(files[9]!.id, () => true)).state, 'queued', 'the last of ten');
  // The second one is removed while it runs or waits, and the others go on.
  assert.equal((await ask(files[1]!.id, one, 'DELETE')).status, 204);
  assert.equal((await ask(files[1]!.id)).status, 404);
  assert.equal((await until(files[9]!.id)).state, 'done');
  for (const { id } of files.filter((_, i) => i !== 1)) {
    assert.equal((await until(id)).state, 'done');
    assert.equal((await ask(id, one, 'DELETE')).status, 204);
  }
  assert.equal((await ask(theirs.id, other, 'DELETE')).status, 204);
});
