import { once } from 'node:events';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import {
  type AsyncBuffer,
  asyncBufferFromFile,
  type Compressors,
  type DecodedArray,
  type FileMetaData,
  parquetMetadataAsync,
  parquetRead,
  parquetSchema,
  type RowGroup,
  type SchemaElement,
} from 'hyparquet';
import type { ParquetFacts } from './geo.ts';

/*
 * A program: `print-rows.ts FILE facts|rows` prints what it reads as lines of JSON, and why it cannot
 * read the rest. `parquet.ts` starts it with limits. It imports little, so that it starts quickly.
 */

/** A line: the facts first, then the values of each row. */
export type Printed = ParquetFacts | readonly unknown[] | { readonly failure: string };

/** A whole row group is in memory. Arrow writes a million rows by default. */
const largestGroupBytes = 512 * 1024 ** 2;
/** Run-length encoding can store more rows than bytes; up to this number that is harmless. */
const harmlessRows = 100_000;
/** Text is collected to this many characters before it is written. */
const chunkLength = 2 ** 16;

type Unpack = (packed: Uint8Array, options: { maxOutputLength: number }) => Uint8Array;
const unpackBy = (unpack: Unpack) => (packed: Uint8Array, length: number) =>
  unpack(packed, { maxOutputLength: Math.max(length, 1) });

/** Snappy is in hyparquet. */
const compressors: Compressors = {
  GZIP: unpackBy(gunzipSync),
  BROTLI: unpackBy(brotliDecompressSync),
  ZSTD: unpackBy(zstdDecompressSync),
};
const codecs: readonly string[] = ['UNCOMPRESSED', 'SNAPPY', ...Object.keys(compressors)];

/** Geometries stay bytes, and JSON stays text. */
const parsers = {
  geometryFromBytes: (bytes: Uint8Array) => bytes,
  geographyFromBytes: (bytes: Uint8Array) => bytes,
  jsonFromBytes: (bytes: Uint8Array) => Buffer.from(bytes).toString(),
};

const [path, wanted] = process.argv.slice(2);
let text = '';
try {
  await printFile(await asyncBufferFromFile(path!));
} catch (error) {
  print({ failure: (error as Error).message });
}
await flush();

async function printFile(file: AsyncBuffer): Promise<void> {
  const metadata = await parquetMetadataAsync(file, { parsers });
  const columns = flatColumns(metadata);
  print(factsOf(file, metadata, columns));
  for (const group of metadata.row_groups) checkGroup(group, columns);
  if (wanted !== 'rows') return;
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows);
    await printRows(await readColumns(file, metadata, columns, rowStart, rowEnd), columns);
    rowStart = rowEnd;
  }
}

/** The columns of plain values; columns of lists and structs are not read. */
function flatColumns(metadata: FileMetaData): SchemaElement[] {
  const columns = parquetSchema(metadata)
    .children.filter(({ children }) => children.length === 0)
    .map(({ element }) => element)
    .filter(({ repetition_type }) => repetition_type !== 'REPEATED');
  for (const column of columns) {
    const { logical_type: logical } = column;
    // hyparquet converts by the older notation only.
    if (logical?.type === 'DECIMAL') {
      Object.assign(column, { converted_type: 'DECIMAL', scale: logical.scale });
    }
  }
  return columns;
}

function factsOf(
  { byteLength }: AsyncBuffer,
  { row_groups, key_value_metadata }: FileMetaData,
  columns: readonly SchemaElement[],
): ParquetFacts {
  const rows = row_groups.reduce((sum, group) => sum + Number(group.num_rows), 0);
  if (rows > Math.max(byteLength, harmlessRows)) {
    throw new RangeError(`${rows} rows in ${byteLength} bytes, more than any real file has`);
  }
  return {
    rows,
    geo: key_value_metadata?.find(({ key }) => key === 'geo')?.value,
    columns: columns.map(({ name, logical_type: logical }) =>
      logical?.type === 'GEOMETRY' || logical?.type === 'GEOGRAPHY'
        ? { name, isGeometry: true, crs: logical.crs }
        : { name },
    ),
  };
}

function checkGroup(group: RowGroup, columns: readonly SchemaElement[]): void {
  let bytes = 0;
  for (const { meta_data: facts } of group.columns) {
    if (!facts || !columns.some(({ name }) => name === facts.path_in_schema.join('.'))) continue;
    bytes += Number(facts.total_uncompressed_size);
    if (!codecs.includes(facts.codec)) {
      throw new RangeError(
        `column ${facts.path_in_schema}: packed with ${facts.codec}, expected Snappy, gzip, ` +
          'Brotli or Zstandard; write it with one of them',
      );
    }
  }
  if (bytes <= largestGroupBytes) return;
  throw new RangeError(
    `a row group of ${bytes} bytes unpacked, expected at most ${largestGroupBytes}; write it with ` +
      'smaller row groups',
  );
}

/** The values of each column in one row group. */
async function readColumns(
  file: AsyncBuffer,
  metadata: FileMetaData,
  columns: readonly SchemaElement[],
  rowStart: number,
  rowEnd: number,
): Promise<unknown[][]> {
  const chunks = new Map<string, DecodedArray[]>(columns.map(({ name }) => [name, []]));
  await parquetRead({
    file,
    metadata,
    columns: [...chunks.keys()],
    rowStart,
    rowEnd,
    compressors,
    parsers,
    onChunk: ({ columnName, columnData }) => chunks.get(columnName)!.push(columnData),
  });
  return columns.map(({ name }) => {
    const values: unknown[] = chunks.get(name)!.flatMap(chunk => [...chunk]);
    // hyparquet reads a missing value, or one that is not in the dictionary, as undefined.
    if (values.length === rowEnd - rowStart && !values.includes(undefined)) return values;
    throw new RangeError(`column ${name}: expected ${rowEnd - rowStart} values, some are missing`);
  });
}

async function printRows(values: readonly unknown[][], columns: readonly SchemaElement[]) {
  for (let row = 0; row < (values[0]?.length ?? 0); row++) {
    print(columns.map((column, i) => toJson(values[i]![row], column)));
    if (text.length > chunkLength) await flush();
  }
}

/** Bytes are printed as hexadecimal digits. */
function toJson(value: unknown, { converted_type, scale = 0 }: SchemaElement): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (typeof value === 'bigint') {
    return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  }
  // hyparquet multiplies by 0.01, which adds digits.
  return converted_type === 'DECIMAL' && typeof value === 'number'
    ? Number(value.toFixed(Math.min(scale, 20)))
    : value;
}

function print(line: Printed): void {
  text += `${JSON.stringify(line)}\n`;
}

async function flush(): Promise<void> {
  const written = text;
  text = '';
  if (!process.stdout.write(written)) await once(process.stdout, 'drain');
}
