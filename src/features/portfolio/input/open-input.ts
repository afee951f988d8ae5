import { csvRecords } from '#tools/csv/records.ts';
import { badFile, openBytes } from '#tools/files/bytes.ts';
import type { Encoding } from '#tools/files/chunk-decoder.ts';
import { csvLimits, mostUnpackedBytes } from '#tools/files/table-budgets.ts';
import { decodeText } from '#tools/files/text-encoding.ts';
import { decimalSignOf } from '#tools/notation/numbers.ts';
import { refusedFile } from '../messages/refusals.ts';
import type { Message } from '../messages/row-messages.ts';
import { fromHeader } from './find-header.ts';
import { brokenGreekCounter, type Input, readHeader } from './input-row.ts';
import { openSheet } from './open-sheet.ts';

/** How a file is opened. */
export interface InputOptions {
  /** Its encoding; undefined to detect it. */
  readonly encoding?: Encoding | undefined;
  /** The name or the number of a workbook's sheet; undefined to find it. */
  readonly sheet?: string | undefined;
}

/**
 * Opens a CSV file, gzipped or not, an XLSX workbook, or `-` for standard input, and reads the
 * header: the line with the most known columns.
 */
export async function openInput(
  path: string,
  knownColumns: (cells: readonly string[]) => number,
  stdin: AsyncIterable<Buffer>,
  { encoding, sheet }: InputOptions = {},
): Promise<Input> {
  const name = path === '-' ? 'standard input' : path;
  const bytes = path === '-' ? standardInput(stdin) : await openBytes(path);
  const isGzipped = 'gzipped' in bytes && bytes.gzipped;
  const chunks = isGzipped ? withinBudget(name, bytes.chunks()) : bytes.chunks();
  const first = await chunks.next();
  const start = first.done ? Buffer.alloc(0) : first.value;
  if (isArchive(start)) {
    await chunks.return(undefined);
    if (isGzipped) throw badFile(name, 'a gzipped archive; unpack it first');
    if (path !== '-') return openSheet(path, sheet, knownColumns);
    throw badFile(name, 'expected CSV; a workbook or a zip file is read only from a file');
  }
  if (sheet !== undefined) throw refusedFile(name, { code: 'sheet_of_no_workbook' });
  const { bytesRead, totalBytes } = bytes;
  const close = async () => void (await chunks.return(undefined));
  const source = { bytesRead, totalBytes, close };
  return openCsv(name, withFirst(start, chunks), source, knownColumns, encoding).catch(
    async error => {
      await close();
      throw error;
    },
  );
}

async function* withinBudget(name: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let unpacked = 0;
  for await (const chunk of chunks) {
    unpacked += chunk.length;
    if (unpacked > mostUnpackedBytes) {
      const most = mostUnpackedBytes.toLocaleString('en');
      throw badFile(name, `unpacks to more than ${most} bytes; unpack it first`);
    }
    yield chunk;
  }
}

/** A zip archive, or the compound file of old and of encrypted workbooks. */
function isArchive(start: Buffer): boolean {
  const mark = start.toString('latin1', 0, 4);
  return mark === 'PK\x03\x04' || mark === '\xd0\xcf\x11\xe0';
}

async function* withFirst(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

/** A problem of the first line. */
function atTop(problem: Message): Message {
  return { code: 'in_line', values: { line: 1, problem } };
}

async function openCsv(
  name: string,
  chunks: AsyncGenerator<Buffer>,
  source: Pick<Input, 'bytesRead' | 'totalBytes' | 'close'>,
  knownColumns: (cells: readonly string[]) => number,
  forced: Encoding | undefined,
): Promise<Input> {
  const notes: Message[] = [];
  let mark: Encoding | undefined;
  let guessed: Encoding | undefined;
  const onGuess = (encoding: Encoding) => {
    guessed = encoding;
    notes.push({ code: 'encoding_guessed', values: { encoding } });
  };
  const marked = noticeMark(chunks, encoding => {
    mark = encoding;
  });
  const text = decodeText(name, marked, onGuess, forced);
  const { linesAbove, start, texts } = await fromHeader(text, knownColumns);
  const records = csvRecords(name, texts, csvLimits);
  const rows = records.rows();
  const first = await rows.next();
  if (first.done) throw refusedFile(name, atTop({ code: 'no_header' }));
  if ('problem' in first.value) {
    const values = { reason: first.value.problem };
    throw refusedFile(name, atTop({ code: 'header_unreadable', values }));
  }
  if (linesAbove > 0) notes.push({ code: 'lines_above', values: { lines: linesAbove } });
  const delimiter = records.dialect()?.delimiter ?? ',';
  const encoding = forced ?? mark ?? guessed ?? 'utf-8';
  return {
    header: readHeader(`${name}: line ${linesAbove + 1}`, first.value.cells, notes),
    notes,
    style: {
      delimiter,
      encoding,
      bom: mark !== undefined,
      decimalComma: (shownDecimals(start, delimiter) ?? decimalSignOf(delimiter)) === ',',
    },
    usualDecimals: decimalSignOf(delimiter),
    async *rows() {
      const broken = brokenGreekCounter();
      for await (const row of rows) {
        if ('cells' in row) broken.count(row.cells);
        const line = row.number + linesAbove;
        yield 'problem' in row
          ? { line, cells: [], unreadable: row.problem }
          : { line, cells: row.cells };
      }
      notes.push(...broken.notes());
    },
    ...source,
  };
}

function standardInput(stdin: AsyncIterable<Buffer>) {
  let bytesRead = 0;
  return {
    totalBytes: undefined,
    bytesRead: () => bytesRead,
    async *chunks() {
      for await (const chunk of stdin) {
        bytesRead += chunk.length;
        yield chunk;
      }
    },
  };
}

const marks: readonly (readonly [Encoding, string])[] = [
  ['utf-8', '\xef\xbb\xbf'],
  ['utf-16le', '\xff\xfe'],
  ['utf-16be', '\xfe\xff'],
];

/** The same chunks; reports the encoding of a byte order mark at their start. */
async function* noticeMark(
  chunks: AsyncIterable<Buffer>,
  onMark: (encoding: Encoding) => void,
): AsyncGenerator<Buffer> {
  let isStart = true;
  for await (const chunk of chunks) {
    const start = isStart ? chunk.toString('latin1', 0, 3) : '';
    const marked = marks.find(([, mark]) => start.startsWith(mark));
    if (marked) onMark(marked[0]);
    isStart = false;
    yield chunk;
  }
}

/** Cells that show their decimal sign: three digits after it may be thousands. */
const decimals = /(?<=^|[;\t|,"\n])\d{1,9}([.,])(?:\d{1,2}|\d{4,9})(?=["\r;\t|]|$|\n)/gm;

/** The decimal sign of most numbers that show one; undefined when none does. */
function shownDecimals(start: string, delimiter: string): '.' | ',' | undefined {
  let commas = 0;
  let points = 0;
  for (const { 1: sign, 0: text, index } of start.matchAll(decimals)) {
    const isQuoted = start[index - 1] === '"' && start[index + text.length] === '"';
    if (sign === '.') points++;
    // Between commas a comma is a decimal sign only in quotes.
    else if (delimiter !== ',' || isQuoted) commas++;
  }
  if (commas === points) return undefined;
  return commas > points ? ',' : '.';
}
