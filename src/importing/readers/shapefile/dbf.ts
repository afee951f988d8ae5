import { KtimaError } from '#tools/errors.ts';
import { firstBytes, takeBytes, windowOn } from '#tools/files/byte-window.ts';
import { type Bytes, badFile, openBytes } from '#tools/files/bytes.ts';
import { decodingOfLanguage, type TextDecoding, textReader } from './dbf-text.ts';

interface Column {
  readonly name: string;
  readonly type: string;
  /** Offsets within a row. */
  readonly start: number;
  readonly end: number;
}

/** A table in dBase format, after its header was read. */
export interface DbfTable {
  readonly path: string;
  readonly bytes: Bytes;
  readonly rows: number;
  readonly headerBytes: number;
  readonly rowBytes: number;
  /** The encoding of its texts, if it was guessed and is not UTF-8. */
  guessedEncoding(): string | undefined;
  /** The values of a row; throws a RangeError for text that is invalid in the encoding. */
  read(row: Buffer): Readonly<Record<string, unknown>>;
}

type ReadText = ReturnType<typeof textReader>;

/** Opens a .dbf file; `declared` is the encoding from its .cpg file, if there is one. */
export async function openDbf(path: string, declared?: TextDecoding): Promise<DbfTable> {
  const bytes = await openBytes(path);
  await using window = windowOn(bytes.chunks());
  const start = await takeBytes(path, window, 32);
  const rows = start.readUInt32LE(4);
  const headerBytes = start.readUInt16LE(8);
  const rowBytes = start.readUInt16LE(10);
  const expected = headerBytes + rows * rowBytes;
  if (headerBytes < 33 || rowBytes < 1) throw badFile(path, 'byte 8: expected a dBase header');
  if (bytes.totalBytes < expected) {
    throw badFile(path, `cut at byte ${bytes.totalBytes}, expected ${expected} bytes`);
  }
  const sample = (await firstBytes(bytes)).subarray(headerBytes);
  let guessed: string | undefined;
  const readText = textReader(
    path,
    declared ?? decodingOfLanguage(start[29]!),
    sample,
    encoding => {
      guessed = encoding;
    },
  );
  const header = await takeBytes(path, window, headerBytes - 32);
  const columns = readColumns(path, header, rowBytes, readText);
  return {
    path,
    bytes,
    rows,
    headerBytes,
    rowBytes,
    guessedEncoding: () => guessed,
    read: row => readRow(row, columns, readText),
  };
}

function readColumns(
  path: string,
  header: Buffer,
  rowBytes: number,
  readText: ReadText,
): readonly Column[] {
  const fields: Buffer[] = [];
  for (let at = 0; at + 32 <= header.length && header[at] !== 0x0d; at += 32) {
    fields.push(header.subarray(at, at + 32));
  }
  if (fields.length === 0) throw badFile(path, 'byte 32: expected at least one column');
  const columns: Column[] = [];
  let end = 1;
  for (const [i, width] of widthsOf(path, fields, rowBytes).entries()) {
    const field = fields[i]!;
    const name = uniqueName(nameOf(path, field.subarray(0, 11), readText), columns);
    const start = end;
    end += width;
    columns.push({ name, type: typeOf(field), start, end });
  }
  return columns;
}

function typeOf(field: Buffer): string {
  return String.fromCharCode(field[11]!);
}

/** For texts over 255 bytes some programs use one more byte, which is otherwise unused. */
function widthsOf(path: string, fields: readonly Buffer[], rowBytes: number): readonly number[] {
  const narrow = fields.map(field => field[16]!);
  const wide = fields.map(field => (typeOf(field) === 'C' ? field.readUInt16LE(16) : field[16]!));
  const total = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width, 1);
  const widths = total(wide) === rowBytes ? wide : narrow;
  if (total(widths) > rowBytes) throw badFile(path, 'its columns are wider than its rows');
  return widths;
}

function nameOf(path: string, field: Buffer, readText: ReadText): string {
  const end = field.indexOf(0);
  const bytes = end === -1 ? field : field.subarray(0, end);
  try {
    return readText(bytes, bytes).trim();
  } catch (error) {
    if (error instanceof KtimaError) throw error;
    throw badFile(
      path,
      `the name of a column is not valid in its encoding: ${bytes.toString('hex')}`,
    );
  }
}

/** Names are cut at ten bytes, so two columns may have the same name. */
function uniqueName(name: string, columns: readonly Column[]): string {
  const taken = new Set(columns.map(column => column.name));
  let free = name;
  for (let i = 2; taken.has(free); i++) free = `${name}_${i}`;
  return free;
}

function readRow(row: Buffer, columns: readonly Column[], readText: ReadText) {
  const ascii = row.toString('latin1');
  const readValue = ({ name, type, start, end }: Column): unknown => {
    const plain = () => ascii.slice(start, end).replaceAll('\0', ' ').trim();
    if (type === 'N' || type === 'F') return toNumber(plain());
    if (type === 'L') return toBoolean(plain());
    if (type === 'D') return toDate(plain());
    return type === 'C' ? toText(name, row.subarray(start, end), row, readText) : null;
  };
  return Object.fromEntries(columns.map(column => [column.name, readValue(column)]));
}

/** Text that is not a number, or would lose characters as a number, stays text. */
function toNumber(text: string): number | string | null {
  if (text === '' || text.startsWith('*')) return null;
  const number = Number(text);
  const isCode = /^-?0\d/.test(text) || (Number.isInteger(number) && !Number.isSafeInteger(number));
  return isCode || !/^[-+.\d][\d.]*(e[-+]?\d+)?$/i.test(text) || Number.isNaN(number)
    ? text
    : number;
}

function toBoolean(text: string): boolean | null {
  return /^[yt]/i.test(text) ? true : /^[nf]/i.test(text) ? false : null;
}

function toDate(text: string): string | null {
  return text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3') || null;
}

function toText(name: string, field: Buffer, row: Buffer, readText: ReadText): string | null {
  const zero = field.indexOf(0);
  let end = zero === -1 ? field.length : zero;
  while (end > 0 && field[end - 1] === 0x20) end--;
  try {
    return readText(field.subarray(0, end), row) || null;
  } catch (error) {
    if (error instanceof KtimaError) throw error;
    throw new RangeError(`${name}: not valid in the encoding of the file`);
  }
}
