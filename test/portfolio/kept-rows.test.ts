import assert from 'node:assert/strict';
import { readdirSync, readlinkSync } from 'node:fs';
import test from 'node:test';
import { setTimeout } from 'node:timers/promises';
import {
  type Corrections,
  correctionNotes,
  withCorrections,
} from '#features/portfolio/batch/kept-rows.ts';
import { knownColumns } from '#features/portfolio/fields/columns.ts';
import { openInput } from '#features/portfolio/input/open-input.ts';
import { textIn } from '#features/portfolio/messages/row-messages.ts';
import { openTable } from '#features/portfolio/run.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { textRow, workbook } from '../xlsx/workbook.ts';

const { put } = temporaryFolder();

/** The rows of a file, with corrections. */
async function rowsOf(name: string, file: string | Buffer, corrections: Corrections = new Map()) {
  const known = (cells: readonly string[]) => knownColumns(cells, []);
  const input = await openInput(put(name, file), known, (async function* () {})());
  const rows = withCorrections(input.rows(), input.header, corrections);
  return (await Array.fromAsync(rows)).map(({ asSent: _, ...row }) => row);
}

test('corrected rows of CSV are those of a corrected file', async () => {
  const head = 'title\n\nΔιεύθυνση;Τ.Κ.;Εμβαδόν\n';
  const sent = `${head}Ερμού 1;;-5\nΕρμού 2;10563;"85\n5"\n;;`;
  const byHand = `${head}"a ""b"";";10563;85,5\nΕρμού 2;10563;\n;;`;
  const corrections: Corrections = new Map([
    [4, { Διεύθυνση: 'a "b";', 'Τ.Κ.': '10563', Εμβαδόν: '85,5' }],
    [5, { Εμβαδόν: '' }],
    [99, { Εμβαδόν: '1' }],
  ]);
  assert.deepEqual(
    (await rowsOf('sent.csv', sent, corrections)).map(({ cells }) => cells),
    (await rowsOf('by-hand.csv', byHand)).map(({ cells }) => cells),
  );
});

test('corrected cells of a workbook are numbers where Excel makes them numbers', async () => {
  const book = (row: string) =>
    workbook({ sheets: { One: textRow(1, 'Διεύθυνση', 'Τ.Κ.', 'Εμβαδόν') + row } });
  const number = (cell: string, value: string) => `<c r="${cell}"><v>${value}</v></c>`;
  const text = (cell: string, value: string) =>
    `<c r="${cell}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const row = (...cells: string[]) => `<row r="2">${cells.join('')}</row>`;
  const sentNumber = row(text('A2', 'Ερμού 1'), text('B2', '10563'), number('C2', '-5'));
  const sentError = row(text('A2', 'Ερμού 1'), '<c r="C2" t="e"><v>#N/A</v></c>');
  const table: [string, Record<string, string>, string][] = [
    [sentNumber, { Εμβαδόν: '85,5' }, number('C2', '85.5')],
    [sentNumber, { Εμβαδόν: '90' }, number('C2', '90')],
    // Either 1250 or 1.25: its reader must ask.
    [sentNumber, { Εμβαδόν: '1.250' }, text('C2', '1.250')],
    [sentNumber, { Εμβαδόν: '85 τ.μ.' }, text('C2', '85 τ.μ.')],
  ];
  for (const [sent, cells, cell] of table) {
    assert.deepEqual(
      await rowsOf('sent.xlsx', book(sent), new Map([[2, cells]])),
      await rowsOf('by-hand.xlsx', book(row(text('A2', 'Ερμού 1'), text('B2', '10563'), cell))),
      JSON.stringify(cells),
    );
  }
  const postal = row(text('A2', 'Ερμού 1'), text('B2', '05100'), number('C2', '-5'));
  assert.deepEqual(
    await rowsOf('sent.xlsx', book(sentNumber), new Map([[2, { 'Τ.Κ.': '05100' }]])),
    await rowsOf('by-hand.xlsx', book(postal)),
  );
  const [whole] = await rowsOf('sent.xlsx', book(sentError), new Map([[2, { Εμβαδόν: '85' }]]));
  assert.deepEqual([whole!.cells[2], whole!.kinds, whole!.faults], ['85', 'ttn', []]);
});

test('a file whose columns cannot be used is closed', async t => {
  if (process.platform !== 'linux') return t.skip('reads /proc/self/fd');
  const input = put('large.csv', `address\n${'Ερμού 1\n'.repeat(100_000)}`);
  const opened = (map: string[]) => openTable({ input, map }, (async function* () {})());
  const isOpen = () => readdirSync('/proc/self/fd').some(fd => targetOf(fd) === input);
  const closed = async () => {
    while (isOpen()) await setTimeout(5);
  };
  const reason = /expected a column of the file for address, got no such\. Columns: address/;
  await assert.rejects(opened(['address=no such']), reason);
  await closed();
  const { input: table } = await opened([]);
  assert.ok(isOpen());
  await table.close();
  await closed();
});

function targetOf(fd: string): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return undefined;
  }
}

test('the notes of a file name the lines that were corrected', () => {
  const corrections: Corrections = new Map([
    [8, { a: '1' }],
    [3, { a: '2' }],
    [5, { b: '3' }],
  ]);
  const notes = correctionNotes(['a'], corrections).map(note => textIn('en', note));
  assert.deepEqual(notes, [
    'rows with cells that were corrected after the file was sent: 2 (3, 8)',
    'rows whose corrections name no column: 1 (5)',
  ]);
  assert.deepEqual(correctionNotes(['a'], new Map()), []);
});
