import { type FileHandle, open } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import {
  badFile,
  damageIn,
  longestFeatureBytes,
  openBytes,
  refuseBomb,
  type Unreadable,
} from '../../../files/bytes.ts';
import { readAt } from '../../../files/zip/directory.ts';
import { readWkb } from '../../../geo/read-wkb.ts';
import {
  type Feature,
  type FeatureReader,
  featureOrUnreadable,
  type RawGeometry,
} from '../reader.ts';
import { openColumnValues } from './column-values.ts';
import { type GeoColumns, geoColumns } from './geo.ts';
import { type ParquetMetadata, readMetadata } from './metadata.ts';

/** Run-length encoding can store more rows than bytes; up to this number that is harmless. */
const harmlessRows = 100_000;

/**
 * Opens a GeoParquet file, or a Parquet file without geometry. It reads columns of plain values, and
 * keeps one page of each column in memory.
 */
export async function openParquet(path: string): Promise<FeatureReader> {
  const { totalBytes } = await openBytes(path);
  await using file = await open(path);
  const { metadata, geo, rows } = await inFile(path, async () => {
    const metadata = await readFooter(file, totalBytes);
    return { metadata, geo: geoColumns(metadata), rows: countRows(metadata, totalBytes) };
  });
  let number = 0;
  return {
    unit: 'row',
    ...geo.system,
    totalBytes,
    bytesRead: () => Math.round((totalBytes * number) / (rows || 1)),
    async *features() {
      for await (const row of readRows(path, totalBytes, metadata)) {
        yield toFeature(++number, row, metadata, geo);
        // Without a pause, signals and timers would wait for the end of a page.
        if (number % 1_000 === 0) await setImmediate();
      }
    },
  };
}

async function inFile<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw badFile(path, error instanceof RangeError ? damageIn(error) : error);
  }
}

async function readFooter(file: FileHandle, totalBytes: number): Promise<ParquetMetadata> {
  if (totalBytes < 12) throw new RangeError(`cut at byte ${totalBytes}`);
  const end = await readAt(file, totalBytes - 8, 8);
  const mark = end.toString('latin1', 4);
  if (mark === 'PARE') throw new RangeError('it is encrypted');
  if (mark !== 'PAR1') throw new RangeError('cut, or not Parquet: expected PAR1 at its end');
  const length = end.readUInt32LE(0);
  if (length > Math.min(longestFeatureBytes, totalBytes - 12)) {
    throw new RangeError(`metadata of ${length} bytes at its end`);
  }
  const dataEnd = totalBytes - 8 - length;
  return readMetadata(await readAt(file, dataEnd, length), dataEnd);
}

function countRows({ groups }: ParquetMetadata, totalBytes: number): number {
  const rows = groups.reduce((sum, group) => sum + group.rows, 0);
  if (rows <= Math.max(totalBytes, harmlessRows)) return rows;
  throw new RangeError(`${rows} rows in ${totalBytes} bytes, more than any real file has`);
}

/** The values of each row, in the order of the columns. */
async function* readRows(
  path: string,
  totalBytes: number,
  { groups }: ParquetMetadata,
): AsyncGenerator<unknown[]> {
  await using file = await open(path);
  let number = 0;
  let bytes = 0;
  try {
    for (const { rows, chunks } of groups) {
      const held = { bytes: 0 };
      const columns = chunks.map(chunk => openColumnValues(file, chunk, held));
      if (columns.length === 0) throw new RangeError('no column that is read');
      for (let row = 0; row < rows; row++) {
        number++;
        const values: unknown[] = [];
        for (const column of columns) {
          if (column.left() === 0) await column.load();
          values.push(column.next());
        }
        bytes += values.reduce((sum: number, value) => sum + sizeOf(value), 0);
        refuseBomb(path, bytes, totalBytes);
        yield values;
      }
    }
  } catch (error) {
    throw badFile(path, error instanceof RangeError ? `row ${number}: ${error.message}` : error);
  }
}

function sizeOf(value: unknown): number {
  return typeof value === 'string' || value instanceof Uint8Array ? value.length : 0;
}

function toFeature(
  number: number,
  row: readonly unknown[],
  { columns }: ParquetMetadata,
  geo: GeoColumns,
): Feature | Unreadable {
  const named = columns.map(({ name }, i) => [name, row[i]] as const);
  const properties = Object.fromEntries(named.filter(([name]) => !geo.all.includes(name)));
  const found = named.find(([name]) => name === geo.geometry)?.[1];
  return featureOrUnreadable(number, () => ({ properties, geometry: toGeometry(found) }));
}

function toGeometry(value: unknown): RawGeometry | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Uint8Array) return readWkb(value);
  throw new RangeError(`geometry: expected bytes, got a ${typeof value}`);
}
