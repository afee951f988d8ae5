import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { forgivingRecords } from '../csv/forgiving-records.ts';
import type { CsvRecord } from '../csv/records.ts';
import { brokenGreek } from '../files/broken-greek.ts';
import { badFile, openBytes } from '../files/bytes.ts';
import { brokenLetter, type Encoding } from '../files/chunk-decoder.ts';
import { decodeText } from '../files/text-encoding.ts';
import { fromHeader } from './find-header.ts';

/** A row of the file with its cells unchanged, or the reason why it cannot be read. */
export interface InputRow {
  readonly line: number;
  readonly cells: readonly string[];
  readonly unreadable?: string;
  /** The line of an earlier row with the same cells. */
  readonly sameAs?: number;
}

/** An open portfolio file. */
export interface Input {
  /** The column names, all different. */
  readonly header: readonly string[];
  readonly delimiter: string;
  /** What was guessed, skipped or corrected. The encoding may be guessed after the header was read. */
  readonly notes: readonly string[];
  rows(): AsyncGenerator<InputRow>;
  /** Bytes read so far, and the size of the file; undefined for standard input. */
  bytesRead(): number;
  readonly totalBytes: number | undefined;
}

/** The columns of an Excel sheet. */
const mostColumns = 16_384;

/**
 * Opens a CSV file, gzipped or not, or `-` for standard input, and reads its header. The header is
 * the line with the most known columns.
 */
export async function openInput(
  path: string,
  knownColumns: (cells: readonly string[]) => number,
  stdin: AsyncIterable<Buffer>,
  encoding?: Encoding,
): Promise<Input> {
  const name = path === '-' ? 'standard input' : path;
  const bytes = path === '-' ? standardInput(stdin) : await openBytes(path);
  const notes: string[] = [];
  const onGuess = (guessed: Encoding) => {
    notes.push(`read as ${guessed}: a guess by its letters`);
  };
  const text = decodeText(name, refuseArchive(name, bytes.chunks()), onGuess, encoding);
  const { linesAbove, texts } = await fromHeader(text, knownColumns);
  const records = forgivingRecords(name, texts);
  const rows = records.rows();
  const first = await rows.next();
  if (first.done) throw badFile(name, 'line 1: expected a header, the file is empty');
  if ('problem' in first.value) throw badFile(name, `line 1: header: ${first.value.problem}`);
  if (linesAbove > 0) notes.push(`lines above the header that were left out: ${linesAbove}`);
  return {
    header: readHeader(name, first.value, notes),
    notes,
    delimiter: records.dialect()?.delimiter ?? ',',
    async *rows() {
      let broken = 0;
      for await (const row of rows) {
        if ('cells' in row) broken += row.cells.filter(isBroken).length;
        const line = row.number + linesAbove;
        yield 'problem' in row
          ? { line, cells: [], unreadable: row.problem }
          : { line, cells: row.cells };
      }
      if (broken > 0) notes.push(`${brokenCells}: ${broken}`);
    },
    bytesRead: bytes.bytesRead,
    totalBytes: bytes.totalBytes,
  };
}

const brokenCells =
  'cells with Greek that an earlier program lost or read in a wrong encoding (????, Áèçíá)';

function isBroken(cell: string): boolean {
  return (brokenGreek(cell)?.kind ?? 'few letters') !== 'few letters';
}

/** SHA-256 of a file, in hex. */
export async function fileChecksum(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash).catch(cause => {
    throw badFile(path, cause);
  });
  return hash.digest('hex');
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

/** Rejects Excel workbooks (a zip file, or the older compound file), a frequent mistake. */
async function* refuseArchive(name: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isStart = true;
  for await (const chunk of chunks) {
    const mark = isStart ? chunk.toString('latin1', 0, 4) : '';
    if (mark === 'PK\x03\x04' || mark === '\xd0\xcf\x11\xe0') {
      throw badFile(name, 'expected CSV, this is a workbook or a zip file: save it as CSV');
    }
    isStart = false;
    yield chunk;
  }
}

/** Gives every column a different name, and adds a note for each name that was changed. */
function readHeader(name: string, { cells }: CsvRecord, notes: string[]): string[] {
  if (cells.length > mostColumns) throw badFile(name, `line 1: more than ${mostColumns} columns`);
  if (cells.some(cell => cell.includes('\0'))) {
    throw badFile(name, 'line 1: header: expected text, got bytes that are not text');
  }
  const sound = cells.map((cell, i) => {
    if (cell.includes(brokenLetter)) notes.push(`column ${i + 1}: ${invalidInEncoding}`);
    if (cell.trim() === '') notes.push(`column ${i + 1} has no name: it is called column_${i + 1}`);
    return withReplacementCharacters(cell).trim() || `column_${i + 1}`;
  });
  const header = uniqueNames(sound, []);
  header.forEach((unique, i) => {
    if (unique === sound[i]) return;
    notes.push(`column ${i + 1} has the name of another, ${sound[i]}: it is called ${unique}`);
  });
  return header;
}

/** The message for text that is invalid in the file's encoding. */
export const invalidInEncoding = 'not valid in the encoding of the file';

/** The text with U+FFFD for each character that is invalid in the file's encoding. */
export function withReplacementCharacters(text: string): string {
  return text.replaceAll(brokenLetter, '\ufffd');
}

/** Adds a number to each name that is already taken: `problem`, `problem_2`. */
export function uniqueNames(names: readonly string[], taken: Iterable<string>): string[] {
  const all = new Set(taken);
  const figures = new Map<string, number>();
  return names.map(name => {
    let unique = name;
    let figure = figures.get(name) ?? 1;
    while (all.has(unique)) unique = `${name}_${++figure}`;
    figures.set(name, figure);
    all.add(unique);
    return unique;
  });
}
