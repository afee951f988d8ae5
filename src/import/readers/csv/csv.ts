import { type CsvRecord, csvRecords, type StrictRecords } from '../../../csv/records.ts';
import { badFile, openBytes } from '../../../files/bytes.ts';
import { brokenLetter, type Encoding } from '../../../files/chunk-decoder.ts';
import { decodeText } from '../../../files/text-encoding.ts';
import type { Unreadable } from '../../../files/unreadable.ts';
import { decimalSignOf } from '../../../notation/numbers.ts';
import type { Feature, FeatureReader } from '../reader.ts';
import { findGeometryColumn, withGeometries } from './geometry-column.ts';

const invalidInEncoding = 'not valid in the encoding of the file';

/**
 * Opens a CSV file with a header, gzipped or not. It detects the delimiter (comma, semicolon, tab or
 * bar) and the encoding (UTF-8, UTF-16 with byte order mark, windows-1253, ISO-8859-7, cp737,
 * MacGreek), unless one is given. Values are unchanged text; column names are trimmed. A column of well-known text is the
 * geometry.
 */
export async function openCsv(
  path: string,
  _layer?: string,
  encoding?: Encoding,
): Promise<FeatureReader> {
  const bytes = await openBytes(path);
  let guessed: string | undefined;
  const onGuess = (encoding: Encoding) => {
    guessed = encoding;
  };
  const openRecords = () => csvRecords(path, decodeText(path, bytes.chunks(), onGuess, encoding));
  const column = await findGeometryColumn(readRows(path, openRecords()));
  const records = openRecords();
  return {
    unit: 'line',
    epsg: column?.srid,
    crsName: column?.srid === undefined ? undefined : `SRID=${column.srid}`,
    assumesDegrees: true,
    decimalSign: () => decimalSignOf(records.dialect()?.delimiter ?? ''),
    guessedEncoding: () => guessed,
    totalBytes: bytes.totalBytes,
    bytesRead: bytes.bytesRead,
    features() {
      const rows = readRows(path, records);
      return column ? withGeometries(rows, column) : rows;
    },
  };
}

async function* readRows(
  path: string,
  records: StrictRecords,
): AsyncGenerator<Feature | Unreadable> {
  let columns: readonly string[] | undefined;
  for await (const record of records.rows()) {
    if (!columns) columns = toColumns(path, record);
    else if ('problem' in record) yield record;
    else if (record.cells.length < columns.length && records.isLastRowOpen()) {
      throw badFile(path, `line ${record.number}: ends in the middle: the file is cut`);
    } else yield toFeature(record, columns);
  }
  if (!columns) throw badFile(path, 'line 1: expected a header, the file is empty');
}

function toColumns(path: string, record: CsvRecord | Unreadable): readonly string[] {
  const bad = (problem: string) => badFile(path, `line ${record.number}: header: ${problem}`);
  if ('problem' in record) throw bad(record.problem);
  const names = new Set<string>();
  const cells = withoutEmptyEnd(record.cells);
  if (cells.length === 0) throw bad('expected names of columns, got none');
  for (const [i, cell] of cells.entries()) {
    const name = cell.trim();
    if (name.includes('\0')) throw bad('expected text, got bytes that are not text');
    if (name.includes(brokenLetter)) throw bad(`column ${i + 1}: ${invalidInEncoding}`);
    if (name === '') throw bad(`column ${i + 1} has no name`);
    if (names.has(name)) throw bad(`column ${i + 1} has the name of another: ${name.slice(0, 40)}`);
    names.add(name);
  }
  return [...names];
}

/** Spreadsheets write trailing separators for columns that were emptied. */
function withoutEmptyEnd(cells: readonly string[]): readonly string[] {
  return cells.slice(0, cells.findLastIndex(cell => cell.trim() !== '') + 1);
}

function toFeature({ number, cells }: CsvRecord, columns: readonly string[]): Feature | Unreadable {
  const isOverlong =
    cells.length > columns.length && withoutEmptyEnd(cells).length > columns.length;
  if (isOverlong || cells.length < columns.length) {
    return { number, problem: `expected ${columns.length} columns, got ${cells.length}` };
  }
  const broken = cells.findIndex(cell => cell.includes(brokenLetter));
  if (broken !== -1) return { number, problem: `${columns[broken]}: ${invalidInEncoding}` };
  const properties = Object.fromEntries(columns.map((name, i) => [name, cells[i]]));
  return { number, properties, geometry: null };
}
