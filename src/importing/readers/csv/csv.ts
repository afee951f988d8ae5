import {
  type CsvRecord,
  type CsvRecords,
  csvRecords,
  type UnreadableRecord,
} from '#tools/csv/records.ts';
import { KtimaError } from '#tools/errors.ts';
import type { Unreadable } from '#tools/files/bytes.ts';
import { badFile, openBytes } from '#tools/files/bytes.ts';
import { brokenLetter, type Encoding } from '#tools/files/chunk-decoder.ts';
import { decodeText } from '#tools/files/text-encoding.ts';
import { readGeometryText } from '#tools/geo/read-wkt.ts';
import { decimalSignOf } from '#tools/notation/numbers.ts';
import { inEnglish } from '#tools/notation/sentences.ts';
import type { Feature, FeatureReader } from '../reader.ts';

type Rows = AsyncGenerator<Feature | Unreadable>;

const invalidInEncoding = 'not valid in the encoding of the file';

/**
 * Opens a CSV file with a header, gzipped or not. It detects the delimiter (comma, semicolon, tab or
 * bar) and the encoding (UTF-8, UTF-16 with byte order mark, windows-1253, ISO-8859-7, cp737,
 * MacGreek), unless one is given. Values are unchanged text; column names are trimmed. A column of
 * well-known text is the geometry.
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

async function* readRows(path: string, records: CsvRecords): Rows {
  let columns: readonly string[] | undefined;
  for await (const record of records.rows()) {
    if (!columns) columns = toColumns(path, record);
    else if ('problem' in record) yield { ...record, problem: inEnglish(record.problem) };
    else if (record.cells.length < columns.length && records.isLastRowOpen()) {
      throw badFile(path, `line ${record.number}: ends in the middle: the file is cut`);
    } else yield toFeature(record, columns);
  }
  if (!columns) throw badFile(path, 'line 1: expected a header, the file is empty');
}

function toColumns(path: string, record: CsvRecord | UnreadableRecord): readonly string[] {
  const bad = (problem: string) => badFile(path, `line ${record.number}: header: ${problem}`);
  if ('problem' in record) throw bad(inEnglish(record.problem));
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

/** The column with geometries as text, and the SRID that PostGIS writes into them. */
interface GeometryColumn {
  readonly name: string;
  readonly srid: number | undefined;
}

/** Usual names, in lower case without accents; the first one in the file is used. */
const names =
  'geometry geom the_geom wkt wkt_geom wkt_geometry geom_wkt geometry_wkt ewkt wkb ewkb wkb_geometry γεωμετρια'.split(
    ' ',
  );

/** Finds the column in the first rows: its name, and the SRID of its first geometry. */
async function findGeometryColumn(rows: Rows): Promise<GeometryColumn | undefined> {
  let name: string | undefined;
  try {
    for await (const row of rows) {
      if ('problem' in row) continue;
      name ??= geometryName(Object.keys(row.properties));
      if (name === undefined) return undefined;
      const cell = String(row.properties[name]).trim();
      if (cell !== '') return { name, srid: readGeometryText(cell).srid };
    }
  } catch (error) {
    // The same error occurs again, and is reported, when all rows are read.
    if (!(error instanceof RangeError || error instanceof KtimaError)) throw error;
  }
  return name === undefined ? undefined : { name, srid: undefined };
}

function geometryName(columns: readonly string[]): string | undefined {
  const plain = columns.map(name => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase());
  const found = names.map(name => plain.indexOf(name)).find(index => index !== -1);
  return found === undefined ? undefined : columns[found];
}

/** The same rows, each with its geometry in place of the column. */
async function* withGeometries(rows: Rows, column: GeometryColumn): Rows {
  for await (const row of rows) yield 'problem' in row ? row : withGeometry(row, column);
}

function withGeometry(row: Feature, { name, srid }: GeometryColumn): Feature | Unreadable {
  const { [name]: cell, ...properties } = row.properties;
  const text = String(cell).trim();
  if (text === '') return { ...row, properties };
  try {
    const found = readGeometryText(text);
    if (found.srid === srid) return { ...row, properties, geometry: found.geometry };
    return {
      number: row.number,
      problem: `${name}: ${sridText(found.srid)}, expected ${sridText(srid)}`,
    };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { number: row.number, problem: `${name}: ${error.message}` };
  }
}

function sridText(srid: number | undefined): string {
  return srid === undefined ? 'no SRID' : `SRID ${srid}`;
}
