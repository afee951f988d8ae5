import { extname } from 'node:path';
import { quoted } from '#tools/csv/row.ts';
import { badData, usageError } from '#tools/errors.ts';
import type { Encoding } from '#tools/files/chunk-decoder.ts';
import { mostColumns, mostRows } from '#tools/xlsx/sheet-rows.ts';
import {
  dateCell,
  numberCell,
  rowOf,
  sheetEnd,
  sheetStart,
  textCell,
} from '#tools/xlsx/write-workbook.ts';
import type { RowMessage } from '../messages/row-messages.ts';

/** The output formats; `oed` is the location file of Open Exposure Data. */
export const formats = ['csv', 'xlsx', 'ndjson', 'geojson', 'oed'] as const;
export type Format = (typeof formats)[number];

/** The value of an added cell; null when it is unknown. Only formats of JSON have messages as data. */
export type Value = string | number | null | readonly RowMessage[];

/** Writes rows in one format: the text before, between and after the rows, and each row. */
export interface RowWriter {
  readonly head: string;
  readonly between: string;
  readonly tail: string;
  /** The most rows that the format holds; undefined without a limit. */
  readonly mostRows?: number;
  /** `kinds` are those of a workbook's cells, one letter each. */
  row(cells: readonly string[], values: readonly Value[], kinds?: string): string;
}

/** The format, compression and delimiter of an output, read from its file name. */
export interface OutputKind {
  readonly format: Format;
  readonly gzip: boolean;
  /** Tab for `.tsv`; otherwise undefined, and the input's delimiter is used. */
  readonly delimiter: '\t' | undefined;
}

const formatByEnding: Readonly<Record<string, Format>> = {
  '.csv': 'csv',
  '.tsv': 'csv',
  '.txt': 'csv',
  '.xlsx': 'xlsx',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.geojson': 'geojson',
};

/** Extensions of formats that are not written. */
const otherFormat =
  /^\.(xls|xlsm|xlsb|ods|numbers|parquet|gpkg|shp|kml|kmz|fgb|zip|bz2|xz|zst|7z|pdf)$/;

const expected =
  'expected a name that ends in .csv, .tsv, .xlsx, .ndjson or .geojson, perhaps with .gz';

/** Reads an output's name. `--format` is for names without an extension, and may not contradict one. */
export function readOutputName(path: string, asked: Format | undefined): OutputKind {
  const name = path.toLowerCase();
  const gzip = name.endsWith('.gz');
  const ending = extname(gzip ? name.slice(0, -'.gz'.length) : name);
  const byEnding = formatByEnding[ending];
  // A location file is CSV, always with commas.
  const named = asked === 'oed' && ending === '.csv' ? asked : byEnding;
  if (named && asked && named !== asked) {
    throw usageError(`${path}: the name says ${named}, but --format ${asked}`);
  }
  const format = named ?? asked ?? (ending === '' ? 'csv' : undefined);
  if (!format || otherFormat.test(ending)) {
    throw usageError(`${path}: ${expected}`);
  }
  if (format === 'xlsx' && (gzip || path === '-')) {
    const reason = gzip ? 'a workbook is packed already' : 'a workbook is written to a file only';
    throw usageError(`${path}: ${reason}; expected a name that ends in .xlsx`);
  }
  return { format, gzip, delimiter: ending === '.tsv' ? '\t' : undefined };
}

/** The writer of a format; `names` are the names of all columns, all different. */
export function rowWriter(format: Format, names: readonly string[], style: CsvStyle): RowWriter {
  if (format === 'csv' || format === 'oed') return csvWriter(names, style);
  if (format === 'xlsx') return sheetWriter(names);
  return format === 'ndjson' ? ndjsonWriter(names) : geoJsonWriter(names);
}

/** How CSV is written. */
export interface CsvStyle {
  readonly delimiter: string;
  /** Whether the file starts with a byte order mark, by which Excel recognises UTF-8. */
  readonly bom: boolean;
  /** Whether added numbers have a decimal comma, as a Greek Excel expects. */
  readonly decimalComma: boolean;
  readonly encoding: Encoding;
}

/** Writes CSV after RFC 4180 with LF line ends, safe to open in a spreadsheet. */
export function csvWriter(names: readonly string[], style: CsvStyle): RowWriter {
  const line = (cells: readonly string[]) =>
    `${cells.map((cell, i) => quoted(withoutFormulas(cell, i === 0), style.delimiter)).join(style.delimiter)}\n`;
  const withSign = (number: string) => (style.decimalComma ? number.replace('.', ',') : number);
  const written = (value: Value) =>
    typeof value === 'number' ? withSign(String(value)) : String(value ?? '');
  return {
    head: (style.bom ? '\ufeff' : '') + line(names),
    between: '',
    tail: '',
    row: (cells, values, kinds) => {
      const own = kinds
        ? cells.map((cell, i) => (kinds[i] === 'n' ? withSign(cell) : cell))
        : cells;
      return line([...own, ...values.map(written)]);
    },
  };
}

/** Writes the sheet of a workbook. Cells of CSV are text; those of a workbook keep their kinds. */
function sheetWriter(names: readonly string[]): RowWriter {
  if (names.length > mostColumns) {
    throw badData(
      `${names.length.toLocaleString('en')} columns, a workbook has at most ${mostColumns.toLocaleString('en')}`,
    );
  }
  const written = (value: Value) =>
    typeof value === 'number' ? numberCell(value) : textCell(String(value ?? ''));
  const own = (cell: string, kind: string | undefined) => {
    if (kind === 'n') return numberCell(Number(cell));
    return kind === 'd' ? dateCell(cell) : textCell(cell);
  };
  const widths = names.map(name => Math.min(40, Math.max(10, name.length + 2)));
  return {
    head: sheetStart(widths) + rowOf(names.map(name => textCell(name, 'bold'))),
    between: '',
    tail: sheetEnd,
    // One row has the names.
    mostRows: mostRows - 1,
    row: (cells, values, kinds) =>
      rowOf([...cells.map((cell, i) => own(cell, kinds?.[i])), ...values.map(written)]),
  };
}

/**
 * Characters after which a spreadsheet may start a new cell: it uses the separator of its own
 * locale, not ours, and may then read each line of a cell as a row.
 */
const separators = /([,;\t|\r\n])/;
/** The sign of a formula, after blanks, quotes and invisible characters that may be dropped. */
const formulaSign = /^([\s\p{Cc}\p{Cf}"]*)(?=[=+\-@＝＋－＠])/u;
const numberOrDashes = /^\p{Zs}*([+-]?[0-9][0-9\p{Zs}.,]*|-+\p{Zs}*)$/u;

/**
 * Puts an apostrophe before each formula in a cell, which marks it as text. A plain number or dash
 * is safe, except in the first column and after a separator inside a cell: a spreadsheet that splits
 * at `;` reads the cells `-1` and `5+cmd` as one cell, `-1,5+cmd`.
 */
export function withoutFormulas(cell: string, isFirst: boolean): string {
  if (!/[=+\-@＝＋－＠]/.test(cell)) return cell;
  if (!isFirst && numberOrDashes.test(cell)) return cell;
  return cell
    .split(separators)
    .map(part => part.replace(formulaSign, "$1'"))
    .join('');
}

/** Writes one JSON object per line. Input cells are strings; added values keep their types. */
function ndjsonWriter(names: readonly string[]): RowWriter {
  const row = (cells: readonly string[], values: readonly Value[]) =>
    `${JSON.stringify(record(names, cells, values))}\n`;
  return { head: '', between: '', tail: '', row };
}

/** Writes a FeatureCollection (RFC 7946), one point per row; geometry is null without a position. */
function geoJsonWriter(names: readonly string[]): RowWriter {
  return {
    head: '{"type":"FeatureCollection","features":[\n',
    between: ',\n',
    tail: '\n]}\n',
    row(cells, values) {
      // added-columns.ts puts these two first.
      const [latitude, longitude] = values;
      const isPoint = typeof latitude === 'number' && typeof longitude === 'number';
      const geometry = isPoint ? { type: 'Point', coordinates: [longitude, latitude] } : null;
      const properties = record(names, cells, values);
      return JSON.stringify({ type: 'Feature', geometry, properties });
    },
  };
}

/** A column may be named `__proto__`: Object.fromEntries keeps it, an assignment would lose it. */
function record(names: readonly string[], cells: readonly string[], values: readonly Value[]) {
  const all = [...cells, ...values];
  return Object.fromEntries(names.map((name, i) => [name, all[i]]));
}
