import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { knownColumns } from '#features/portfolio/fields/columns.ts';
import { openInput } from '#features/portfolio/input/open-input.ts';
import { joinMessages, rowMessage, textIn } from '#features/portfolio/messages/row-messages.ts';
import { count, newTally } from '#features/portfolio/summary/tally.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { textRow, workbook } from '../xlsx/workbook.ts';

const { path: folder } = temporaryFolder(test);
let files = 0;
const put = (bytes: Uint8Array | string) => {
  const path = join(folder, `${files++}`);
  writeFileSync(path, bytes);
  return path;
};
const open = (path: string, sheet?: string) =>
  openInput(path, cells => knownColumns(cells, []), (async function* () {})(), { sheet });
const refusal = async (bytes: Uint8Array | string) => {
  const path = put(bytes);
  const error = await open(path).then(
    input => assert.fail(`read: ${input.header}`),
    error => error,
  );
  assert.equal(error.code, 'BAD_DATA');
  return error.message.replace(path, 'FILE');
};

/** The same table as CSV and as a workbook. */
const bothFormats = (...rows: readonly string[][]) => [
  rows.map(row => row.join(';')).join('\n'),
  workbook({ sheets: { S: rows.map((row, i) => textRow(i + 1, ...row)).join('') } }),
];
const columns = (count: number, name: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => name(i));

test('a header with too many or too long names is refused with its place', async () => {
  const wide = ['address', ...columns(1_000, i => `c${i}`)];
  for (const file of bothFormats(wide, ['Ερμού 15', ...columns(1_000, () => 'x')])) {
    const place = typeof file === 'string' ? 'FILE: line 1' : 'FILE, sheet S, row 1';
    assert.equal(await refusal(file), `${place}: a header of 1001 columns, more than 1000`);
  }
  for (const file of bothFormats(['title'], ['address', 'x'.repeat(1_001)])) {
    const place = typeof file === 'string' ? 'FILE: line 2' : 'FILE, sheet S, row 2';
    const problem = 'header: column 2 has a name of 1001 characters, more than 1000';
    assert.equal(await refusal(file), `${place}: ${problem}`);
  }
});

test('names of columns have at most 200 characters and stay different, with few notes', async () => {
  const long = 'λ'.repeat(1_000);
  const names = ['address', ...columns(999, i => (i < 499 ? '' : long))];
  for (const file of bothFormats(names, ['Ερμού 15', ...columns(999, () => 'x')])) {
    const { header, notes, rows } = await open(put(file));
    assert.equal(new Set(header).size, 1_000);
    assert.deepEqual(header.slice(500, 502), ['λ'.repeat(200), `${'λ'.repeat(198)}_2`]);
    assert.equal(Math.max(...header.map(name => name.length)), 200);
    assert.equal((await Array.fromAsync(rows())).length, 1);
    const texts = notes.map(note => textIn('en', note));
    assert.equal(texts[0], 'column 2 has no name: it is called column_2');
    assert.match(texts.join('\n'), /and 1478 more/);
    assert.ok(texts.length < 30 && texts.every(note => note.length < 500));
  }
});

test('a sheet is read once, from the search for its header to its last row', async () => {
  const rows = columns(20_000, i => textRow(i + 2, `Ερμού ${i} ${(i * 7919) % 10_007}`));
  const sheets = { Other: textRow(1, 'x'), S: textRow(1, 'address') + rows.join('') };
  const path = put(workbook({ sheets }));
  const input = await open(path);
  // What is open can still be read; a second time it could not be opened.
  rmSync(path);
  assert.equal((await Array.fromAsync(input.rows())).length, 20_000);
});

test('many sheets of many cells are not searched for ever', async () => {
  const shared = `<si><t>${'Ω'.repeat(200)}</t></si>`;
  const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(1_000)}</row>`;
  const sheets = Object.fromEntries(columns(5, i => `s${i}`).map(name => [name, row.repeat(30)]));
  assert.equal(
    await refusal(workbook({ sheets, strings: shared })),
    'FILE, sheet s1: the first rows of the sheets have too many cells; choose one',
  );
});

test('a cell far to the right, and merged cells of the whole sheet, cost nothing', async () => {
  const far = (row: number) => `<c r="XFD${row}"><v>1</v></c></row>`;
  const rows = [textRow(1, 'x', '', 'address'), textRow(2, 'a', 'b', 'Ερμού 15', 'd')];
  const last = textRow(1_048_576, 'a', 'b', 'Ερμού 16').replace('</row>', far(1_048_576));
  const after = '<mergeCells><mergeCell ref="A1:XFD1048576"/><mergeCell ref="A1:B1"/></mergeCells>';
  const input = await open(put(workbook({ sheets: { S: rows.join('') + last }, after })));
  assert.deepEqual(
    (await Array.fromAsync(input.rows())).map(({ line, cells }) => [line, ...cells]),
    [
      [2, 'a', 'b', 'Ερμού 15'],
      [1_048_576, 'a', 'b', 'Ερμού 16'],
    ],
  );
});

test('the messages on a row with hundreds of columns are counted, and the first ones listed', () => {
  const notes = columns(1_000, i => `column ${i}`).map(name => rowMessage(name, 'no_rows'));
  const text = joinMessages('en', notes);
  assert.ok(text.endsWith('column 19: the file has no rows below its header; and 980 more'), text);
  const tally = newTally();
  const exposure = { building: 0, contents: 0, interruption: 0 };
  const empty = { reference: '', group: {}, zones: {}, areaM2: 0, problem: '' };
  const facts = { line: 7, ...empty, exposure, exposureCents: 0 };
  count(tally, facts as never, undefined, { problems: [], notes: [...notes, ...notes] }, 'en');
  assert.equal(Object.keys(tally.notes).length, 1_000);
  const kind = 'column 3: the file has no rows below its header';
  const example = `line 7: ${kind}`;
  assert.deepEqual(tally.notes[kind], {
    code: 'no_rows',
    field: 'column 3',
    rows: 1,
    cents: 0,
    example,
  });
});
