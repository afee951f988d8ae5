import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { takeLines, windowOn } from '#tools/files/byte-window.ts';
import {
  badFile,
  isUnreadable,
  openBytes,
  refuseBomb,
  type Unreadable,
} from '#tools/files/bytes.ts';
import { type Exit, limitOf, runProgram } from '#tools/files/run-program.ts';
import { readWkb } from '#tools/geo/read-wkb.ts';
import {
  type Feature,
  type FeatureReader,
  featureOrUnreadable,
  type RawGeometry,
} from '../reader.ts';
import { type GeoColumns, geoColumns, type ParquetFacts } from './geo.ts';
import type { Printed } from './print-rows.ts';

const program = fileURLToPath(new URL('./print-rows.ts', import.meta.url));
const usualHeapMegabytes = 2_048;
const limits = { seconds: 30 * 60, memoryBytes: 4 * 1024 ** 3, outputBytes: 0 };

/**
 * Opens a GeoParquet file, or a Parquet file without geometry. Another process reads it, because a
 * file can claim more values than fit into memory, and then its reader ends.
 */
export async function openParquet(
  path: string,
  heapMegabytes = usualHeapMegabytes,
): Promise<FeatureReader> {
  const { totalBytes } = await openBytes(path);
  await refuseCut(path, totalBytes);
  const read = (wanted: 'facts' | 'rows') =>
    readPrinted(path, runReader(path, totalBytes, heapMegabytes, wanted));
  const facts = await readFacts(path, read('facts'));
  const geo = geoColumns(path, facts);
  let number = 0;
  return {
    unit: 'row',
    ...geo.system,
    totalBytes,
    bytesRead: () => Math.round((totalBytes * number) / (facts.rows || 1)),
    async *features() {
      for await (const row of read('rows')) {
        if ('rows' in row) continue;
        yield toFeature(++number, row, facts, geo);
      }
    },
  };
}

async function refuseCut(path: string, totalBytes: number): Promise<void> {
  await using file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(4), 0, 4, Math.max(0, totalBytes - 4));
  const mark = buffer.toString('latin1');
  if (mark === 'PARE') throw badFile(path, 'it is encrypted');
  if (mark !== 'PAR1') throw badFile(path, 'cut, or not Parquet: expected PAR1 at its end');
}

async function readFacts(
  path: string,
  printed: ReturnType<typeof readPrinted>,
): Promise<ParquetFacts> {
  let facts: ParquetFacts | undefined;
  for await (const line of printed) if ('rows' in line) facts = line;
  if (facts) return facts;
  throw badFile(path, 'could not be read');
}

async function* readPrinted(
  path: string,
  chunks: AsyncGenerator<Buffer>,
): AsyncGenerator<ParquetFacts | readonly unknown[]> {
  await using window = windowOn(chunks);
  for await (const line of takeLines(window)) {
    if (isUnreadable(line)) throw badFile(path, `row ${line.number - 1}: ${line.problem}`);
    if (line.bytes.length === 0) continue;
    const printed: Printed = JSON.parse(line.bytes.toString());
    if ('failure' in printed) {
      throw badFile(path, `could not be read: ${printed.failure.replace(/\p{Cc}/gu, ' ')}`);
    }
    yield printed;
  }
}

async function* runReader(
  path: string,
  totalBytes: number,
  heapMegabytes: number,
  wanted: string,
): AsyncGenerator<Buffer> {
  const args = [`--max-old-space-size=${heapMegabytes}`, program, resolve(path), wanted];
  const running = runProgram({ name: process.execPath, args, folder: '/', limits });
  let printedBytes = 0;
  try {
    for (;;) {
      const { done, value } = await running.next();
      if (done) return expectSuccess(path, value);
      printedBytes += value.length;
      refuseBomb(path, printedBytes, totalBytes);
      yield value;
    }
  } finally {
    await running.return({ code: null, signal: null, complaint: '' });
  }
}

function expectSuccess(path: string, exit: Exit): void {
  if (exit.code === 0) return;
  const problem = limitOf(exit) ?? 'it is damaged, or needs more memory than its reader may have';
  throw badFile(path, `could not be read: ${problem}`);
}

function toFeature(
  number: number,
  row: readonly unknown[],
  { columns }: ParquetFacts,
  geo: GeoColumns,
): Feature | Unreadable {
  const named = columns.map(({ name }, i) => [name, row[i]] as const);
  const properties = Object.fromEntries(named.filter(([name]) => !geo.all.includes(name)));
  const found = named.find(([name]) => name === geo.geometry)?.[1];
  return featureOrUnreadable(number, () => ({ properties, geometry: toGeometry(found) }));
}

function toGeometry(value: unknown): RawGeometry | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return readWkb(Buffer.from(value, 'hex'));
  throw new RangeError(`geometry: expected bytes, got a ${typeof value}`);
}
