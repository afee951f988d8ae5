import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import type { PortfolioStatus } from '#features/runs/portfolio-body.ts';
import type { PortfolioRow, RowsFound } from '#features/runs/row-bodies.ts';
import { longTest } from '../sample.ts';
import { openPortfolioService } from './portfolio-service.ts';

const service = await openPortfolioService();
after(service.close);
const { one, other, ask, send, until } = service;

const header = 'Κωδικός ακινήτου;Διεύθυνση;Τ.Κ.;Είδος ακινήτου;Εμβαδόν;Ασφ. κεφάλαιο\n';
const lines = [
  'Α-1;Ερμού 1;10563;διαμέρισμα;85,5;90000',
  'Α-2;Ερμού 2;10563;διαμέρισμα;-5;150000',
  'Β-3;Σταδίου 3;10562;μεζονέτα;120;',
  'Β-4;qqzzxx;;σπίτι;200;10000',
  'Β-5;μία;στήλη;λιγότερο',
];
const book = header + lines.join('\r\n');

async function rowsOf(id: string, query = ''): Promise<RowsFound> {
  const answer = await ask(`${id}/rows?${query}`);
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  return JSON.parse(text);
}

async function change(id: string, method: string, end: string, body: unknown, token = one) {
  const answer = await ask(id + end, token, method, JSON.stringify(body), 'application/json');
  return { status: answer.status, body: (await answer.json()) as { message: string } };
}

const correct = (id: string, ...rows: unknown[]) => change(id, 'PATCH', '/rows', { rows });

async function again(id: string, body: object = {}): Promise<PortfolioStatus> {
  const { status, body: answer } = await change(id, 'POST', '/run', body);
  assert.equal(status, 202, answer.message);
  return until(id);
}

async function resultOf(id: string): Promise<Buffer> {
  return Buffer.from(await (await ask(`${id}/result`)).arrayBuffer());
}

const { id } = await send(book, 'name=book.csv');
await until(id);

test('rows are listed, filtered and sorted', async () => {
  const all = await rowsOf(id);
  assert.deepEqual([all.count, all.corrected, all.waiting], [5, 0, 0]);
  const [first, second, , , last] = all.rows as PortfolioRow[];
  assert.deepEqual(
    [first!.line, first!.address, first!.reference, first!.level, first!.property_type],
    [2, 'Ερμού 1', 'Α-1', 'street', 'apartment'],
  );
  assert.deepEqual([first!.area_m2, first!.sum_insured_eur, first!.problem], [85.5, 90000, '']);
  assert.equal(first!.insured_ratio, Math.round((90000 / first!.as_new_eur!) * 10_000) / 10_000);
  assert.match(second!.problem, /build_area: .*got -5/);
  assert.equal(second!.cells.Εμβαδόν, '-5');
  assert.deepEqual([last!.can_be_corrected, last!.cells], [false, {}]);

  const table: [string, number[]][] = [
    ['has_problem=true', [3, 5, 6]],
    ['has_problem=false', [2, 4]],
    ['to_look_at=true', [3, 5, 6]],
    ['property_type=apartment', [2, 3]],
    ['property_type=none', [5, 6]],
    ['level=street', [2, 3, 4]],
    ['level=none', [5, 6]],
    ['text=ερμου', [2, 3]],
    ['text=ΣΤΑΔΊΟΥ', [4]],
    ['text=β-4', [5]],
    ['text=%25', []],
    ['text=ερμ&has_problem=true&level=street', [3]],
    ['is_corrected=true', []],
    ['sort=line&order=desc', [6, 5, 4, 3, 2]],
    ['sort=sum_insured', [5, 2, 3, 4, 6]],
    ['sort=sum_insured&order=desc', [3, 2, 5, 6, 4]],
    ['sort=area&order=desc', [5, 4, 2, 6, 3]],
    ['sort=as_new&limit=1', [2]],
    ['sort=ratio&limit=1', [2]],
    ['limit=2&offset=1', [3, 4]],
    ['offset=5', []],
  ];
  for (const [query, expected] of table) {
    const { rows } = await rowsOf(id, query);
    assert.deepEqual(
      rows.map(({ line }) => line),
      expected,
      query,
    );
  }
  assert.equal((await rowsOf(id, 'limit=1&text=ερμου')).count, 2, 'of all pages');
  assert.equal(second!.problem, `build_area: ${second!.problem_codes[0]!.text}`);
});

test('sums and places are those of all rows that the filters leave', async () => {
  const { rows, sums } = await rowsOf(id, 'limit=1&text=ερμου');
  const { as_new_eur, latitude, longitude } = rows[0]!;
  assert.deepEqual(sums, {
    ...{ sum_insured_eur: 240_000, rows_with_sum: 2, as_new_eur, rows_with_cost: 1 },
    ...{ compared_eur: 90_000, underinsured_eur: 0, rows_to_look_at: 1 },
  });
  const around = `around=${latitude},${longitude}`;
  assert.deepEqual((await rowsOf(id, `${around},10&cells=0`)).cells, [
    { longitude, latitude, rows: 2 },
  ]);
  const near = await rowsOf(id, `${around},2000&cells=0.1`);
  assert.equal(near.count, 3);
  assert.deepEqual(
    near.cells!.map(({ rows }) => rows),
    [3],
  );
});

test('wrong requests name their fault, and change nothing', async () => {
  const table: [RegExp, string][] = [
    [/^limit: expected .*1000/, 'limit=1001'],
    [/^sort: /, 'sort=problem'],
    [/^level: /, 'level=house'],
    [/^to_look_at: /, 'to_look_at=false'],
    [/^around: expected .*metres/, 'around=37.9,23.7'],
    [/^cells: /, 'cells=-1'],
    [/^offset: /, 'offset=-1'],
    [/^filter: expected one of/, 'filter=x'],
    [/^text: /, `text=${'x'.repeat(101)}`],
  ];
  for (const [message, query] of table) {
    const answer = await ask(`${id}/rows?${query}`);
    const body = (await answer.json()) as { message: string };
    assert.equal(answer.status, 400, query);
    assert.match(body.message, message);
  }
  const cells = { Εμβαδόν: '85' };
  const corrections: [RegExp, unknown[]][] = [
    [/^rows: expected 1 to 1,000 rows/, []],
    [/^rows: expected 1 to 1,000 rows/, Array(1_001).fill({ line: 2, cells })],
    [/^rows: /, [{ line: 2, cells: { Εμβαδόν: 85 } }]],
    [/^rows: /, [{ line: 2, cells: { Εμβαδόν: 'x'.repeat(301) } }]],
    [/^rows: /, [{ line: 2, cells: { Εμβαδόν: '8\n5' } }]],
    [/^rows\[0\]\.line: expected the line of a row, got 7/, [{ line: 7, cells }]],
    [
      /^rows\[1\]\.line: line 6 is broken/,
      [
        { line: 2, cells },
        { line: 6, cells },
      ],
    ],
    [/^rows\[0\]\.cells: expected columns of the file; got Χ/, [{ line: 2, cells: { Χ: '1' } }]],
    [/^rows\[0\]\.sells: expected one of line, cells/, [{ line: 2, cells, sells: {} }]],
  ];
  for (const [message, rows] of corrections) {
    const { status, body } = await correct(id, ...rows);
    assert.equal(status, 400, JSON.stringify(body));
    assert.match(body.message, message);
  }
  for (const columns of [{ place: 'x' }, { address: 5 }, { address: '' }, []]) {
    const { status } = await change(id, 'POST', '/run', { columns });
    assert.equal(status, 400, JSON.stringify(columns));
  }
  assert.equal((await rowsOf(id)).corrected, 0);
  for (const [method, end] of [
    ['PATCH', '/rows'],
    ['POST', '/run'],
  ] as const) {
    const body = method === 'PATCH' ? { rows: [{ line: 2, cells }] } : {};
    assert.equal((await change(id, method, end, body, other)).status, 404, method);
  }
});

test('a run with corrections has the result of a corrected file, byte for byte', async () => {
  const before = await resultOf(id);
  const stored = await correct(
    id,
    { line: 3, cells: { Εμβαδόν: '95,5', 'Ασφ. κεφάλαιο': '=1+1' } },
    { line: 5, cells: { Διεύθυνση: 'Ερμού "5"; υπόγειο', 'Τ.Κ.': '10563' } },
    // Now the same as another, which its note must say.
    { line: 4, cells: { 'Κωδικός ακινήτου': 'Α-1', Διεύθυνση: 'Ερμού 9' } },
  );
  assert.deepEqual(stored.body, { corrected: 3, waiting: 3 });
  assert.deepEqual((await correct(id, { line: 4, cells: {} })).body, { corrected: 2, waiting: 3 });
  assert.deepEqual(await resultOf(id), before, 'not before the next run');
  const waiting = (await rowsOf(id, 'is_corrected=true')).rows.map(({ line }) => line);
  assert.deepEqual(waiting, [3, 4, 5]);

  const done = await again(id);
  assert.deepEqual([done.state, done.rows], ['done', 5]);
  assert.match(done.notes.join(), /corrected after the file was sent: 2 \(3, 5\)/);
  const summary = (await (await ask(`${id}/summary`)).json()) as { notes: string[] };
  assert.match(summary.notes.join(), /corrected after the file was sent: 2 \(3, 5\)/);
  const byHand = book
    .replace('-5;150000', '95,5;=1+1')
    .replace('qqzzxx;;', '"Ερμού ""5""; υπόγειο";10563;');
  const { id: reference } = await send(byHand);
  assert.equal((await until(reference)).error, null);
  assert.deepEqual(await resultOf(id), await resultOf(reference));

  const { corrected, waiting: still, rows } = await rowsOf(id, 'is_corrected=true');
  assert.deepEqual([corrected, still], [2, 0]);
  const [row] = rows;
  assert.deepEqual([row!.area_m2, row!.cells.Εμβαδόν], [95.5, '-5'], 'the cell as it was sent');
  assert.deepEqual(row!.corrections, { Εμβαδόν: '95,5', 'Ασφ. κεφάλαιο': '=1+1' });
});

longTest('columns are changed, or left out, without sending the file again', async () => {
  const done = await again(id, { columns: { build_area: 'Ασφ. κεφάλαιο', sum_insured: null } });
  assert.equal(done.columns.build_area, 'Ασφ. κεφάλαιο');
  assert.equal(done.columns.sum_insured, undefined);
  assert.equal(done.columns.address, 'Διεύθυνση');
  assert.equal((await rowsOf(id)).corrected, 2, 'the corrections stay');
});

test('a run again that its columns do not allow is refused, and the result stays', async () => {
  const before = await resultOf(id);
  const none = { address: null, postal_code: null };
  const table: [object, RegExp][] = [
    [{ address: 'no such' }, /expected a column of the file for address, got no such\. Columns: Κ/],
    [none, /^book.csv: no column shows where a property is\. Columns: Κ/],
  ];
  for (const [columns, message] of table) {
    const { status, body } = await change(id, 'POST', '/run', { columns });
    assert.equal(status, 400, body.message);
    assert.match(body.message, message);
  }
  assert.equal((await until(id)).state, 'done');
  assert.deepEqual(await resultOf(id), before);
  assert.equal((await rowsOf(id)).corrected, 2);
});

longTest('a repeated request to run again with the same Idempotency-Key runs once', async () => {
  const run = async (key: string, body: object) => {
    const answer = await fetch(`${service.url()}/api/portfolios/${id}/run/`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${one}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as PortfolioStatus };
  };
  assert.equal((await run('again-1', { columns: {} })).status, 202);
  const done = await until(id);
  const repeated = await run('again-1', { columns: {} });
  assert.equal(repeated.status, 202);
  assert.equal(repeated.body.finished_at, done.finished_at, 'it has not run again');
  assert.equal((await run('again-1', { columns: { build_area: null } })).status, 422);
  assert.equal((await run('again-2', { columns: {} })).body.state, 'queued');
  await until(id);
});

longTest('columns of a first run that failed are corrected', async () => {
  const { id } = await send(book, `columns=${encodeURIComponent('{"address":"no such"}')}`);
  const failed = await until(id);
  assert.match(failed.error!, /expected a column of the file/);
  assert.ok(failed.header.includes('Διεύθυνση'), 'to choose among');
  assert.equal((await ask(`${id}/rows`)).status, 404);
  assert.equal((await change(id, 'POST', '/run', {})).status, 400, 'the same columns');
  assert.equal((await again(id, { columns: {} })).state, 'done');
});

longTest(
  'messages are in the language of the portfolio, its rows in that of the reader',
  async () => {
    const asked = (path: string, init: RequestInit, language: string) =>
      fetch(`${service.url()}/api/portfolios/${path}`, {
        ...init,
        headers: { authorization: `Bearer ${one}`, 'accept-language': language, ...init.headers },
      });
    const headers = { 'content-type': 'text/csv' };
    const post = { method: 'POST', headers, body: book };
    const sent = await asked('?format=ndjson', post, 'de, el-GR;q=0.8, en;q=0.5');
    const greek = (await sent.json()) as PortfolioStatus;
    assert.match(sent.headers.get('vary')!, /accept-language/);
    assert.equal(greek.language, 'el');
    assert.match((await until(greek.id)).notes.join(), /Κωδικός ακινήτου\): ονομάζει τη γραμμή/);

    const written = (await resultOf(greek.id)).toString().trim().split('\n');
    const [, second] = written.map(line => JSON.parse(line));
    assert.equal(second.problem, 'εμβαδόν: αναμένονται 10 έως 2000 m²· δόθηκε -5');
    const values = { area: -5, least: 10, most: 2000, got: '-5' };
    const message = { code: 'area_not_plausible', field: 'build_area', values };
    assert.deepEqual(second.problem_codes, [{ ...message, values }]);
    assert.deepEqual(second.note_codes[0].code, 'too_rough_for_parcel');

    for (const [language, problem] of [
      ['en', 'build_area: expected 10 to 2000 m², got -5'],
      ['en-GB;q=0.9,el;q=0.1', 'build_area: expected 10 to 2000 m², got -5'],
      ['el;q=0, fr', 'εμβαδόν: αναμένονται 10 έως 2000 m²· δόθηκε -5'],
      ['*', 'εμβαδόν: αναμένονται 10 έως 2000 m²· δόθηκε -5'],
    ] as const) {
      const answer = await asked(`${greek.id}/rows`, {}, language);
      assert.match(answer.headers.get('vary')!, /accept-language/);
      const { rows } = (await answer.json()) as RowsFound;
      assert.equal(rows[1]!.problem, problem, language);
      const text = problem.replace(/^[^:]*: /, '');
      assert.deepEqual(rows[1]!.problem_codes, [{ ...message, text }]);
    }

    const fixed = await asked('?language=en&start=false', post, 'el');
    assert.equal(((await fixed.json()) as PortfolioStatus).language, 'en');
    const { error } = await until((await send('a;b\n1;2\n', 'language=el&name=κακό.csv')).id);
    assert.equal(error, 'κακό.csv: καμία στήλη δεν δείχνει πού είναι ένα ακίνητο. Στήλες: a, b');
  },
);

test('a file that is only read shows its columns and values, and is started with terms', async () => {
  const sent = await send(book, 'name=read.csv&start=false');
  const read = await until(sent.id);
  assert.deepEqual([read.state, read.rows, read.rows_in_file], ['read', 0, 5]);
  assert.equal(read.columns.build_area, 'Εμβαδόν');
  assert.deepEqual(read.samples[4], ['85,5', '-5', '120']);
  assert.equal((await ask(`${sent.id}/result`)).status, 404);
  const columns = { ...read.columns, sum_insured: null };
  const refusal = await change(sent.id, 'POST', '/run', { terms: { ageing: 'unknown' } });
  assert.deepEqual([refusal.status, /ageing/.test(refusal.body.message)], [400, true]);
  const done = await again(sent.id, { columns, terms: { format: 'ndjson', parcel: false } });
  assert.deepEqual([done.state, done.format, done.rows], ['done', 'ndjson', 5]);
  const { rows } = await rowsOf(sent.id, 'problem=build_area:area_not_plausible');
  assert.deepEqual(
    rows.map(({ line, sum_insured_eur }) => [line, sum_insured_eur]),
    [[3, null]],
  );
  const [first] = (await rowsOf(sent.id, 'bbox=23,37,24,39')).rows;
  assert.deepEqual([first!.line, first!.certainty], [2, 'street']);
  assert.equal((await ask(`${sent.id}/rows?bbox=1,2,3`)).status, 400);
});

test('a file is asked about all that is unclear, also about the words of a column that is not read', async () => {
  const rows = 'Ερμού 15, Αθήνα;Κατοικία;85;76000\nΣταδίου 3, Αθήνα;Γραφείο;95;85500\n';
  const sent = await send(`Πού;Τι;Πόσο;TIV\n${rows}`, 'name=odd.csv&start=false');
  const read = await until(sent.id);
  assert.deepEqual([read.state, read.columns], ['read', { sum_insured: 'TIV' }]);
  const columns = { address: 'Πού', property_type: 'Τι', build_area: 'Πόσο' };
  const asked = read.unclear_columns.map(({ field, column }) => [field, column]);
  assert.deepEqual(Object.fromEntries(asked), columns);
  assert.deepEqual(
    read.unclear_types.map(({ word, types, rows }) => [word, types[0], rows]),
    [['Κατοικία', 'apartment', 1]],
  );
  const failed = await again(sent.id, { columns: { address: 'Πού' } });
  assert.deepEqual([failed.state, failed.error_code], ['failed', 'unclear_columns']);
  const terms = { type_words: '{"Κατοικία":"apartment"}' };
  const done = await again(sent.id, { columns, terms });
  assert.deepEqual([done.state, done.rows], ['done', 2]);
});
