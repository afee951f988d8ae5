import type { FileHandle } from 'node:fs/promises';
import { damageIn } from '../../../files/bytes.ts';
import { hybridNumbers, type NextValue } from './encodings.ts';
import type { ColumnChunk } from './metadata.ts';
import { largestPageBytes, type Page, readPage, unpackPage } from './page.ts';
import type { ThriftStruct } from './thrift.ts';
import { openValues, readDictionary } from './values.ts';

/** The size of the current pages of all columns, in bytes. */
export interface HeldBytes {
  bytes: number;
}

/** The values of a column in one row group; one page at a time is in memory. */
export interface ColumnValues {
  /** The number of values left in the page; at 0 the next page must be loaded. */
  left(): number;
  next: NextValue<unknown>;
  load(): Promise<void>;
}

const [dataPage, indexPage, dictionaryPage, dataPageV2] = [0, 1, 2, 3];

/** Opens the values of a column chunk; throws a RangeError that names the column. */
export function openColumnValues(
  file: FileHandle,
  chunk: ColumnChunk,
  held: HeldBytes,
): ColumnValues {
  let at = chunk.start;
  let entries: unknown[] | undefined;
  let left = 0;
  let next: NextValue<unknown> = () => undefined;
  let pageBytes = 0;

  const takePage = async (): Promise<Page> => {
    if (at >= chunk.end) throw new RangeError('it has fewer values than rows');
    const page = await readPage(file, at, chunk.end);
    at = page.end;
    hold(page.unpackedBytes);
    return page;
  };
  const hold = (bytes: number) => {
    held.bytes += bytes - pageBytes;
    pageBytes = bytes;
    if (held.bytes > largestPageBytes) {
      throw new RangeError(`pages of over ${largestPageBytes} bytes; write it with smaller ones`);
    }
  };
  const load = async () => {
    const page = await takePage();
    const type = page.header.number(1);
    if (type === dictionaryPage) {
      const bytes = unpackPage(page.body, chunk.codec, page.unpackedBytes);
      entries = readDictionary(bytes, chunk.column, page.header.struct(7)?.number(1) ?? -1);
      // The entries stay in memory with the column, and do not count as a page.
      pageBytes = 0;
    } else if (type === dataPage || type === dataPageV2) {
      const values = openPage(page, chunk, entries, type === dataPageV2);
      left = values.count;
      next = values.next;
    } else if (type !== indexPage) throw new RangeError(`a page of unknown type ${type}`);
  };
  return {
    left: () => left,
    next() {
      left--;
      try {
        return next();
      } catch (error) {
        throw inColumn(chunk, error);
      }
    },
    async load() {
      try {
        while (left === 0) await load();
      } catch (error) {
        throw inColumn(chunk, error);
      }
    },
  };
}

function inColumn({ column }: ColumnChunk, error: unknown): unknown {
  if (!(error instanceof RangeError)) return error;
  return new RangeError(`column ${column.name}: ${damageIn(error)}`);
}

/** The values of a data page; a value is null when its level is 0. */
function openPage(
  { header, body, unpackedBytes }: Page,
  { column, codec }: ColumnChunk,
  entries: readonly unknown[] | undefined,
  isV2: boolean,
): { count: number; next: NextValue<unknown> } {
  const facts = header.struct(isV2 ? 8 : 5);
  const count = facts?.number(1) ?? -1;
  if (!facts || count < 0) throw new RangeError('a page that does not say how many values');
  const parts = isV2
    ? splitV2(body, codec, unpackedBytes, facts)
    : splitV1(unpackPage(body, codec, unpackedBytes), column.isOptional, facts);
  const values = openValues(parts.values, column, facts.number(isV2 ? 4 : 2) ?? -1, entries);
  if (!column.isOptional) return { count, next: values };
  const levels = hybridNumbers(parts.levels, 1);
  return { count, next: () => (levels() === 0 ? null : values()) };
}

interface PageParts {
  readonly levels: Buffer;
  readonly values: Buffer;
}

const runLevels = 3;

function splitV1(page: Buffer, hasLevels: boolean, facts: ThriftStruct): PageParts {
  if (!hasLevels) return { levels: Buffer.alloc(0), values: page };
  if (facts.number(3) !== runLevels) throw new RangeError('unsupported levels');
  const end = 4 + page.readUInt32LE(0);
  if (end > page.length) throw new RangeError('levels that do not fit');
  return { levels: page.subarray(4, end), values: page.subarray(end) };
}

/** In version 2 the levels come before the values and are not compressed. */
function splitV2(
  body: Buffer,
  codec: number,
  unpackedBytes: number,
  facts: ThriftStruct,
): PageParts {
  const [levelBytes, repetitionBytes] = [facts.number(5) ?? 0, facts.number(6) ?? 0];
  const start = levelBytes + repetitionBytes;
  if (levelBytes < 0 || repetitionBytes < 0 || start > Math.min(body.length, unpackedBytes)) {
    throw new RangeError('levels that do not fit');
  }
  const levels = body.subarray(repetitionBytes, start);
  const packed = body.subarray(start);
  const isPacked = facts.flag(7) ?? true;
  const values = isPacked ? unpackPage(packed, codec, unpackedBytes - start) : packed;
  return { levels, values };
}
