import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { textEncoding } from '#tools/files/text-encoder.ts';
import { openWorkbook } from '#tools/xlsx/open-workbook.ts';
import { longTest } from '../sample.ts';
import { textRow, workbook } from '../xlsx/workbook.ts';
import { assertRefused } from './ktima.ts';
import { newSampleHome } from './sample-home.ts';

const { file, put, read, enrich } = await newSampleHome(test);

/** The rows of the first sheet of a workbook, by the names of their columns. */
async function rowsOf(name: string): Promise<Record<string, string>[]> {
  const [sheet] = await openWorkbook(file(name));
  const [header, ...rows] = await Array.fromAsync(sheet!.rows());
  const names = header!.cells.map(({ text }) => text);
  return rows.map(({ cells }) =>
    Object.fromEntries(cells.map(({ column, text }) => [names[column], text])),
  );
}

/** A table below a title, from column B on, with a header of two rows and a note beside it. */
const book = workbook({
  sheets: {
    Read_me: textRow(1, 'About this file'),
    Portfolio: [
      textRow(1, 'Portfolio 2026'),
      textRow(3, '', 'Κωδικός', 'Διεύθυνση', 'Τ.Κ.', 'Ακίνητο', '', ''),
      textRow(4, '', '', '', '', 'Είδος ακινήτου', 'Εμβαδόν κτίσματος', 'Έτος κατασκευής'),
      row(5, '=1+1', '><v>10563</v>', '><v>85.499999999999986</v>', ' s="1"><v>36526</v>'),
      row(6, '2', ' t="str"><f>x</f><v>10563</v>', '><v>85.125</v>', '><v>1998</v>').replace(
        '</row>',
        '<c t="inlineStr"><is><t>aside</t></is></c></row>',
      ),
      row(7, '3', '><v>2134</v>', ' t="e"><v>#N/A</v>', ' s="1"><v>1998</v>').replace(
        '<row',
        '<row hidden="1"',
      ),
    ].join(''),
  },
  after:
    '<mergeCells><mergeCell ref="B1:H1"/><mergeCell ref="B3:B4"/><mergeCell ref="E3:G3"/></mergeCells>',
  formats: [0, 14],
});

/** A row of texts, and of cells as they stand after `<c`. */
function row(number: number, code: string, ...[postalCode, area, year]: string[]): string {
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const where = `<c/>${text(code)}${text('Ερμού 15')}<c${postalCode}</c>`;
  return `<row r="${number}">${where}${text('διαμέρισμα')}<c${area}</c><c${year}</c></row>`;
}

test('a workbook is enriched: numbers, dates, merged header, faults with their cells', async () => {
  const args = ['--summary', file('summary.json')];
  const { code, stderr } = await enrich(put('book.xlsx', book), 'out.xlsx', ...args);
  assert.equal(code, 0, stderr);
  const rows = await rowsOf('out.xlsx');
  const shown = ['Κωδικός', 'Τ.Κ.', 'Εμβαδόν κτίσματος', 'Έτος κατασκευής', 'problem'];
  assert.deepEqual(
    rows.map(one => shown.map(name => one[name]?.split('; address: ')[0] ?? '-').join(' | ')),
    [
      '=1+1 | 10563 | 85.5 | 2000-01-01 | -',
      '2 | 10563 | 85.125 | 1998 | -',
      '3 | 2134 | #N/A | 1905-06-20 | Εμβαδόν κτίσματος: F7: the error #N/A; Έτος κατασκευής: G7: the date 1905-06-20 is stored as 1998, which may be a year; format the cell as a number or write the date again; postal_code: expected five digits, got 2134',
    ],
  );
  const rate = Number(rows[0]!.cost_rate_eur_m2);
  assert.deepEqual(
    rows.map(one => one.cost_as_new_eur),
    [String(85.5 * rate), String(Math.round(85.125 * rate * 100) / 100), undefined],
  );
  const { notes } = JSON.parse(read('summary.json'));
  for (const note of [
    'sheet Portfolio; not read: Read_me',
    'rows above the header that were left out: 1',
    'hidden rows, which are read as the others: 1',
    'cells beside the columns of the header, which are left out: 1',
  ]) {
    assert.ok(notes.includes(note), `${note} in ${notes.join('\n')}`);
  }
  // Nothing in the output is a formula, and the date is still one.
  const [, first] = await Array.fromAsync((await openWorkbook(file('out.xlsx')))[0]!.rows());
  const kinds = first!.cells.slice(0, 6).map(({ kind }) => kind);
  assert.equal(kinds.join(''), 'ttntnd');
});

longTest('a heading of merged cells belongs to a name that is only then known', async () => {
  const values = ['Ερμού 15', '10563', 'διαμέρισμα', '90000', '5000', '85', '300', '1998'];
  const names = ['Διεύθυνση', 'Τ.Κ.', 'Είδος', 'Κτίριο', 'Περιεχόμενο', 'Κτίσματος', 'Οικοπέδου'];
  const groups = ['Ασφαλιζόμενο κεφάλαιο (€)', '', 'Εμβαδόν (τ.μ.)', '', 'Έτος κατασκευής'];
  const merged = (...refs: string[]) =>
    `<mergeCells>${refs.map(ref => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`;
  const headers = {
    // The other names are merged with the cells below them, or stand below.
    tall: {
      above: [...names.slice(0, 3), ...groups],
      below: ['', '', '', ...names.slice(3), ''],
      after: merged('A1:A2', 'B1:B2', 'C1:C2', 'H1:H2', 'D1:E1', 'F1:G1'),
    },
    flat: {
      above: ['', '', '', ...groups.slice(0, 4)],
      below: [...names, 'Έτος κατασκευής'],
      after: merged('D1:E1', 'F1:G1'),
    },
  };
  for (const [name, { above, below, after }] of Object.entries(headers)) {
    const sheet = textRow(1, ...above) + textRow(2, ...below) + textRow(3, ...values);
    const bytes = workbook({ sheets: { Portfolio: sheet }, after });
    const { code, stderr } = await enrich(put(`${name}.xlsx`, bytes), `${name}-out.xlsx`);
    assert.equal(code, 0, stderr);
    const [one] = await rowsOf(`${name}-out.xlsx`);
    assert.equal(one!['Ασφαλιζόμενο κεφάλαιο (€) Κτίριο'], '90000');
    assert.equal(one!['Εμβαδόν (τ.μ.) Κτίσματος'], '85');
    assert.equal(one!['Ασφαλιζόμενο κεφάλαιο (€) Περιεχόμενο'], '5000');
    assert.equal(one!.Οικοπέδου, '300');
    const { cost_as_new_eur: asNew, insured_ratio: ratio, problem } = one!;
    assert.equal(problem, undefined);
    assert.equal(Number(ratio), Math.round((90_000 / Number(asNew)) * 10_000) / 10_000);
  }
});

test('a workbook becomes CSV as a Greek Excel writes it', async () => {
  const { code, stderr } = await enrich(file('book.xlsx'), 'out.csv');
  assert.equal(code, 0, stderr);
  const [head, first] = read('out.csv').split('\n');
  assert.match(head!, /^\ufeffΚωδικός;Διεύθυνση;/);
  assert.match(first!, /^'=1\+1;Ερμού 15;10563;διαμέρισμα;85,5;2000-01-01;37,\d+;23,\d+;/);
});

test('several sheets with a table need --sheet, by name or number', async () => {
  const table = textRow(1, 'address') + textRow(2, 'Ερμού 15');
  const several = put('several.xlsx', workbook({ sheets: { One: table, Two: table } }));
  await assertRefused(
    enrich(several, 'x.csv'),
    /several sheets show where properties are: One, Two; choose one; --sheet names it/,
  );
  const noSheet = /no sheet has the name or number Three: 1 One, 2 Two/;
  await assertRefused(enrich(several, 'x.csv', '--sheet', 'Three'), noSheet);
  assert.equal((await enrich(several, 'two.csv', '--sheet', '2')).code, 0);
  const noWorkbook = /a sheet was named, but this is no workbook/;
  await assertRefused(enrich(put('a.csv', 'address\nx\n'), 'y.csv', '--sheet', '1'), noWorkbook);
});

longTest('the output keeps separator, decimal sign and encoding of the input', async () => {
  const { encode: greek } = textEncoding('windows-1253');
  const text =
    'Διεύθυνση;Τ.Κ.;Πόλη;Είδος ακινήτου;Εμβαδόν\nΕρμού 15;10563;Αθήνα;διαμέρισμα;85,5\nΟδός Χωρίς Τέλος;99999;;;\n';
  assert.equal((await enrich(put('1253.csv', greek(text)), 'out-1253.csv')).code, 0);
  const bytes = readFileSync(file('out-1253.csv'));
  const [head, first] = new TextDecoder('windows-1253').decode(bytes).split('\n');
  assert.match(head!, /^Διεύθυνση;Τ\.Κ\.;/);
  assert.match(first!, /^Ερμού 15;10563;Αθήνα;διαμέρισμα;85,5;37,\d+;/);
  const unicode = Buffer.from(`\ufeff${text}`, 'utf16le');
  assert.equal((await enrich(put('16.csv', unicode), 'out-16.csv', '--no-decimal-comma')).code, 0);
  assert.match(
    readFileSync(file('out-16.csv'), 'utf16le'),
    /^\ufeffΔιεύθυνση.*\nΕρμού 15;10563;Αθήνα;διαμέρισμα;85,5;37\.\d+;/,
  );
  const asked = ['--output-encoding', 'iso-8859-7', '--force', '--summary', file('s.json')];
  const other = put('utf8.csv', text.replace('Χωρίς', 'Χωρίς –'));
  assert.equal((await enrich(other, 'out-7.csv', ...asked)).code, 0);
  const written = new TextDecoder('iso-8859-7').decode(readFileSync(file('out-7.csv')));
  assert.match(written, /Οδός Χωρίς \? Τέλος/);
  const note = '"kind":"row: iso-8859-7 lacks a character, which is written as ?"';
  assert.ok(read('s.json').replaceAll('": "', '":"').includes(note));
});

/** Debian's own Python: another one on the PATH does not see Debian's packages. */
const python = '/usr/bin/python3';
const hasOpenpyxl = spawnSync(python, ['-c', 'import openpyxl']).status === 0;
const skip = hasOpenpyxl ? false : 'python3-openpyxl is not installed (apt-get)';

test('openpyxl writes what is read, and reads what is written', { skip }, async () => {
  const write = `
import sys, datetime, openpyxl
book = openpyxl.Workbook()
book.epoch = openpyxl.utils.datetime.CALENDAR_MAC_1904
sheet = book.active
sheet.append(['address', 'postal_code', 'type', 'area', 'year_built', 'note'])
sheet.append(['Ερμού 15', 10563, 'house', 0.1 + 0.2 + 99.7, datetime.date(1998, 5, 17), '=1+1'])
sheet.append(['Ερμού 16', '10563', 'house', 90, 1970, None])
book.save(sys.argv[1])
`;
  const run = (program: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(python, ['-c', program, ...args], {
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
    return stdout;
  };
  run(write, file('python.xlsx'));
  assert.equal((await enrich(file('python.xlsx'), 'python-out.xlsx')).code, 0);
  const read = `
import sys, json, openpyxl
sheet = openpyxl.load_workbook(sys.argv[1]).active
print(json.dumps([[str(cell.value) + ' ' + cell.data_type for cell in row] for row in sheet.iter_rows()]))
`;
  const [names, first, second] = JSON.parse(run(read, file('python-out.xlsx'))) as string[][];
  const cells = 'Ερμού 15 s, 10563 n, house s, 100 n, 1998-05-17 00:00:00 d, None n';
  assert.equal(first!.slice(0, 6).join(', '), cells);
  assert.deepEqual(second!.slice(0, 5), ['Ερμού 16 s', '10563 s', 'house s', '90 n', '1970 n']);
  assert.match(first![names!.indexOf('notes s')]!, /note: F2: a formula without a stored value/);
});
