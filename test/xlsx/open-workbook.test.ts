import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { inEnglish } from '#tools/notation/sentences.ts';
import { dateOfSerial, serialOfDate } from '#tools/xlsx/number-formats.ts';
import { openWorkbook } from '#tools/xlsx/open-workbook.ts';
import { readSharedStrings } from '#tools/xlsx/shared-strings.ts';
import { zip } from '../importing/readers/zip/zip-writer.ts';
import { longTest } from '../sample.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { type TestWorkbook, textRow, workbook } from './workbook.ts';

const { path: folder } = temporaryFolder(test);
let files = 0;
const put = (bytes: Uint8Array) => {
  const path = join(folder, `${files++}.xlsx`);
  writeFileSync(path, bytes);
  return path;
};

/** The cells of the first sheet, one list for each row: `column kind text (problem)`. */
async function cellsOf(given: TestWorkbook): Promise<string[][]> {
  const [sheet] = await openWorkbook(put(workbook(given)));
  return (await Array.fromAsync(sheet!.rows())).map(({ cells }) =>
    cells.map(({ column, text, kind, problem }) =>
      [column, kind, text, ...(problem === undefined ? [] : [`(${inEnglish(problem)})`])].join(' '),
    ),
  );
}

test('cells are read by their stored value', async () => {
  const strings =
    '<si><t>Ερμού 15</t></si><si><r><t>rich </t></r><r><rPr><b/></rPr><t>text</t></r><rPh sb="0" eb="1"><t>x</t></rPh></si><si><t>a_x000D_b</t></si>';
  const [greekDate, withUnit] = ['[$-408]d\\ mmmm\\ yyyy;@', '#,##0.00\\ &quot;day&quot;'];
  const formats = [0, 14, greekDate, withUnit, '00000', '000\\ 00', 'h:mm', 17, 18];
  const unsaved = 'a formula without a stored value; open the file in Excel and save it';
  const perhapsYear =
    'the date 1905-06-20 is stored as 1998, which may be a year; format the cell as a number or write the date again';
  const cases: [cell: string, read: string][] = [
    ['<c r="C1" t="s"><v>0</v></c>', '2 t Ερμού 15'],
    ['<c t="s"><v>1</v></c>', '0 t rich text'],
    ['<c t="s"><v>2</v></c>', '0 t a\rb'],
    ['<c t="inlineStr"><is><r><t>α</t></r><r><t>β</t></r></is></c>', '0 t αβ'],
    ['<c t="str"><f>A1&amp;"x"</f><v>x</v></c>', '0 t x'],
    ['<c><f>0.1+0.2</f><v>0.30000000000000004</v></c>', '0 n 0.3'],
    ['<c><v>85.499999999999986</v></c>', '0 n 85.5'],
    ['<c><v>5.0123456789E10</v></c>', '0 n 50123456789'],
    ['<c t="b"><v>1</v></c>', '0 t TRUE'],
    ['<c/><c r="B10"/><c><v>7</v></c>', '2 n 7'],
    ['<c t="d"><v>2005-06-01T00:00:00</v></c>', '0 d 2005-06-01'],
    ['<c t="e"><v>#N/A</v></c>', '0 e #N/A (A12: the error #N/A)'],
    ['<c r="AB13"><f>SUM(A1:A2)</f></c>', `27 e  (AB13: ${unsaved})`],
    ['<c s="1"><v>36526</v></c>', '0 d 2000-01-01'],
    ['<c s="2"><v>36526.5</v></c>', '0 d 2000-01-01 12:00:00'],
    ['<c s="3"><v>120</v></c>', '0 n 120'],
    ['<c s="4"><v>2134</v></c>', '0 t 02134'],
    ['<c s="5"><v>2134</v></c>', '0 t 02134'],
    ['<c s="6"><v>0.5</v></c>', '0 n 0.5'],
    ['<c s="1"><v>1998</v></c>', `0 d 1905-06-20 (A20: ${perhapsYear})`],
    ['<c s="1"><v>1799</v></c>', '0 d 1904-12-03'],
    ['<c s="1"><v>1998.5</v></c>', '0 d 1905-06-20 12:00:00'],
    ['<c s="4"><v>12.5</v></c>', '0 n 12.5'],
    ['<c s="4"><v>-12</v></c>', '0 n -12'],
    ['<c s="7"><v>36526</v></c>', '0 d 2000-01-01'],
    ['<c s="8"><v>0.5</v></c>', '0 n 0.5'],
  ];
  const rows = cases.map(([cell], i) => `<row r="${i + 1}">${cell}</row>`).join('');
  const expected = cases.map(([, read]) => [read]);
  assert.deepEqual(await cellsOf({ sheets: { S: rows }, strings, formats }), expected);
});

test('dates count from 1900 with its 29 February, or from 1904', async () => {
  const cases: [serial: number, from1900: string | undefined, from1904: string | undefined][] = [
    [0, '1899-12-31', '1904-01-01'],
    [1, '1900-01-01', '1904-01-02'],
    [59, '1900-02-28', '1904-02-29'],
    [60, '1900-02-29', '1904-03-01'],
    [61, '1900-03-01', '1904-03-02'],
    [36526, '2000-01-01', '2004-01-02'],
    [2_957_003, '9995-12-30', '9999-12-31'],
    [2_957_004, '9995-12-31', undefined],
    [2_958_465, '9999-12-31', undefined],
    [2_958_466, undefined, undefined],
    [-1, undefined, undefined],
  ];
  for (const [serial, from1900, from1904] of cases) {
    assert.equal(dateOfSerial(serial, 1900), from1900);
    assert.equal(dateOfSerial(serial, 1904), from1904);
    if (from1900 !== undefined) assert.equal(serialOfDate(from1900), serial);
  }
  const sheets = { S: '<row><c s="0"><v>36526</v></c></row>' };
  assert.deepEqual(await cellsOf({ sheets, formats: [14], date1904: true }), [['0 d 2004-01-02']]);
});

test('hidden sheets and rows are known as such', async () => {
  const sheets = { A: '<row r="3" hidden="1"><c><v>1</v></c></row>', B: textRow(1, 'x') };
  const [first, second] = await openWorkbook(put(workbook({ sheets, hidden: ['B'] })));
  assert.deepEqual([first!.isHidden, second!.isHidden], [false, true]);
  const rows = await Array.fromAsync(first!.rows());
  assert.deepEqual([rows[0]!.number, rows[0]!.isHidden], [3, true]);
});

const ofSheet = (S: string) => workbook({ sheets: { S } });

/** The message with which a file is refused, without its path; a sheet is read to its end. */
async function refusal(bytes: Uint8Array): Promise<string> {
  const path = put(bytes);
  try {
    const [sheet] = await openWorkbook(path);
    for await (const _ of sheet!.rows());
  } catch (error) {
    assert.equal((error as { code: string }).code, 'BAD_DATA', String(error));
    return (error as Error).message.replace(path, 'FILE');
  }
  return 'read';
}

/** A compound file: its header, and a directory with one name. */
function compound(name: string): Buffer {
  const file = Buffer.alloc(2048);
  file.write('d0cf11e0a1b11ae1', 'hex');
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(1, 48);
  file.write(name, 1024, 'utf16le');
  return file;
}

test('files that are no readable workbook are refused with their reason', async () => {
  const related = (content: string) => zip([{ name: '_rels/.rels', content }]);
  const relation = (target: string) =>
    related(
      `<Relationships><Relationship Id="a" Type="x/officeDocument" Target="${target}"/></Relationships>`,
    );
  const names = ['mimetype', 'content.xml'];
  const cells = '<c><v>1</v></c>'.repeat(16_385);
  const cases: [expected: RegExp, bytes: Uint8Array][] = [
    [/^FILE: the workbook is encrypted; save it without a password$/, compound('EncryptedPackage')],
    [/^FILE: an old workbook \(\.xls\)/, compound('Workbook')],
    [/^FILE: a binary workbook/, relation('xl/workbook.bin')],
    [/OpenDocument/, zip(names.map(name => ({ name, content: '<a/>' })))],
    [/a zip file without a workbook/, zip([{ name: 'a.csv', content: 'a,b' }])],
    [/a zip file without a workbook/, relation('word/document.xml')],
    [/expected xl\/_rels\/workbook.xml.rels in the workbook/, relation('xl/workbook.xml')],
    [/not a valid zip/, ofSheet(textRow(1, 'x')).subarray(0, -30)],
    [/there is no shared text 7/, ofSheet('<row><c t="s"><v>7</v></c></row>')],
    [/more than 16,384 columns/, ofSheet('<row r="1"><c r="ZZZ1"><v>1</v></c></row>')],
    [/more than 16,384 columns/, ofSheet(`<row>${cells}</row>`)],
    [/a document type/, related('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')],
    [/over 200 times its size|unpacks to over/, bomb()],
  ];
  for (const [expected, bytes] of cases) assert.match(await refusal(bytes), expected);
});

test('what exceeds a budget is refused with the budget and the place', async () => {
  const long = 'A'.repeat(32_768);
  const shared = (column: string, text: number) => `<c r="${column}3" t="s"><v>${text}</v></c>`;
  const full = 'Ω'.repeat(32_767);
  const strings = `<si><t>${long}</t></si><si><r><t>${long.slice(1)}</t></r><r><t>B</t></r></si><si><t>${full}</t></si>`;
  const row = (cells: string) => workbook({ sheets: { S: `<row r="3">${cells}</row>` }, strings });
  const withMore = (more: Partial<TestWorkbook>) => workbook({ sheets: { S: '' }, ...more });
  const packed = { name: 'xl/media/a', content: '' };
  const parts = (count: number, sizes = {}) =>
    Array.from({ length: count }, (_, i) => ({ ...packed, ...sizes, name: `${i}` }));
  const sheetNames = Array.from({ length: 201 }, (_, i) => [`s${i}`, '']);
  const cases: [expected: RegExp, bytes: Uint8Array][] = [
    [/^FILE, sheet S: cell B3: a text of more than 32,767 characters$/, row(shared('B', 0))],
    [/^FILE, sheet S: cell C3: a text of more than 32,767 characters$/, row(shared('C', 1))],
    [/^FILE, sheet S: cell A1: a text of more than 32,767/, ofSheet(textRow(1, long))],
    [/sheet S: cell A1: a text of more/, ofSheet(`<row><c t="str"><v>${long}</v></c></row>`)],
    // A text that no cell uses does no harm. A cell may have 32,767 characters, a row 32 such cells.
    [/^read$/, row(shared('A', 2))],
    [/^read$/, ofSheet(textRow(1, `${full.slice(1)}_x000D_`))],
    [/^read$/, row(shared('A', 2).repeat(32))],
    [
      /^FILE, sheet S: cell AG3: the row has more than 1,048,576 characters up to here$/,
      row(`<c r="A3" t="s"><v>2</v></c>${'<c t="s"><v>2</v></c>'.repeat(32)}`),
    ],
    [/A1: more than 16,384 columns/, ofSheet(`<row r="1">${'<c r="A1"/>'.repeat(16_385)}</row>`)],
    [/more than 1,048,576 rows/, ofSheet('<row r="1048576"/><row/>')],
    [
      /^FILE: the sheets A and B are one part; expected one for each$/,
      workbook({ sheets: { A: '', B: '' }, partOf: () => 1 }),
    ],
    [/^FILE: more than 200 sheets$/, workbook({ sheets: Object.fromEntries(sheetNames) })],
    [
      /^FILE: more than 65,536 cell styles or number formats$/,
      withMore({ formats: Array(65_537).fill(0) }),
    ],
    [/^FILE: two parts have the same name$/, withMore({ more: [packed, packed] })],
    [/^FILE: 10,00\d parts, more than 10,000$/, withMore({ more: parts(10_000) })],
    // Each member may be small enough: they count together.
    [
      /^FILE: unpacks to 1,2\d\d,\d{3},\d{3} bytes, more than 1,073,741,824; save it as CSV$/,
      withMore({ more: parts(3, { unpackedBytes: 4e8, packedBytes: 4e6 }) }),
    ],
    [/an element with more than 1000 attributes/, ofSheet(`<row ${manyAttributes()}/>`)],
    [
      /^FILE: xl\/styles.xml has 17,\d{3},\d{3} bytes, more than 16,777,216$/,
      withMore({ formats: ['0'.repeat(17_000_000)] }),
    ],
    // An error of XML may contain a name of any length.
    [/^FILE, sheet S, line 1, column \d+: .{1,200}$/, ofSheet(`<row></${'x'.repeat(500_000)}>`)],
  ];
  for (const [expected, bytes] of cases)
    assert.match((await refusal(bytes)).slice(0, 500), expected);
});

test('texts that cells share have at most 134,217,728 characters', async () => {
  const text = Buffer.from(`<si><t>${'A'.repeat(32_767)}</t></si>`);
  const texts = (count: number) => ({
    bytesRead: () => 0,
    async *chunks() {
      yield Buffer.from('<sst>');
      for (let i = 0; i < count; i++) yield text;
      yield Buffer.from('</sst>');
    },
  });
  const textAt = await readSharedStrings('FILE', texts(1_001));
  assert.deepEqual([textAt(1_000)?.length, textAt(1_001)], [32_767, undefined]);
  await assert.rejects(readSharedStrings('FILE', texts(4_097)), {
    message: 'FILE: more than 5,000,000 different texts, or 134,217,728 characters; save it as CSV',
  });
});

longTest(
  'too many rows without numbers, and rows that unpack to too much, are refused',
  async () => {
    const rows = await refusal(ofSheet('<row/>'.repeat(1_048_577)));
    assert.equal(rows, 'FILE, sheet S: more than 1,048,576 rows');
    const cells = await refusal(ofSheet('<row><c/></row>'.repeat(5_000_000)));
    assert.match(cells, /unpacks to over 200 times its/);
  },
);

function manyAttributes(): string {
  return Array.from({ length: 1_001 }, (_, i) => `a${i}=""`).join(' ');
}

/** A sheet that claims 300 MB, packed in a few bytes. */
function bomb(): Buffer {
  const content = `<sst>${' '.repeat(1_000_000)}</sst>`;
  const more = [{ name: 'xl/sharedStrings.xml', content, unpackedBytes: 300_000_000 }];
  return workbook({ sheets: { S: textRow(1, 'x') }, more });
}

test('a workbook with a changed byte is read correctly or refused', async () => {
  const good = workbook({ sheets: { S: textRow(1, 'address') + textRow(2, 'Ερμού 15') } });
  for (let at = 0; at < good.length; at += 23) {
    const changed = Buffer.from(good);
    changed[at]! ^= 0x55;
    await refusal(changed);
  }
});
