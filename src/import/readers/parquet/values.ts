import { exactNumber } from '../reader.ts';
import {
  deltaBytes,
  deltaLengthBytes,
  deltaNumbers,
  hybridNumbers,
  type NextValue,
} from './encodings.ts';
import { type ParquetColumn, physicalTypes } from './metadata.ts';

/** A value before its conversion by the column's logical type. */
type Raw = boolean | number | bigint | Buffer;

const [plain, oldDictionary, rle, deltaPacked, deltaLength, deltaArray, dictionary, split] = [
  0, 2, 3, 5, 6, 7, 8, 9,
];

/** The values of a page in the given encoding; throws a RangeError when it cannot be read. */
export function openValues(
  bytes: Buffer,
  column: ParquetColumn,
  encoding: number,
  entries: readonly unknown[] | undefined,
): NextValue<unknown> {
  if (encoding === dictionary || encoding === oldDictionary) return entriesOf(bytes, entries);
  const next = openRaw(bytes, column, encoding);
  const convert = conversionOf(column);
  return () => convert(next());
}

/** The entries of a dictionary page; `count` comes from its header. */
export function readDictionary(bytes: Buffer, column: ParquetColumn, count: number): unknown[] {
  // Each entry has at least one byte.
  if (count < 0 || count > bytes.length) throw new RangeError(`a dictionary of ${count} entries`);
  const next = openValues(bytes, column, plain, undefined);
  return Array.from({ length: count }, next);
}

function entriesOf(bytes: Buffer, entries: readonly unknown[] | undefined): NextValue<unknown> {
  if (!entries) throw new RangeError('its dictionary is missing');
  const next = hybridNumbers(bytes.subarray(1), bytes.readUInt8(0));
  return () => {
    const index = next();
    if (index >= entries.length)
      throw new RangeError(`dictionary entry ${index} of ${entries.length}`);
    return entries[index];
  };
}

function openRaw(bytes: Buffer, column: ParquetColumn, encoding: number): NextValue<Raw> {
  if (encoding === plain) return plainValues(bytes, column);
  if (encoding === deltaPacked) return deltaNumbers(bytes).next;
  if (encoding === deltaLength) return deltaLengthBytes(bytes);
  if (encoding === deltaArray) return deltaBytes(bytes);
  if (encoding === split) return splitValues(bytes, column);
  if (encoding === rle && column.physicalType === physicalTypes.boolean) return runFlags(bytes);
  throw new RangeError(`encoding ${encoding} is not supported`);
}

/** The length of a fixed-length value, and how to read it. */
function fixedType({ physicalType, typeLength }: ParquetColumn) {
  const fixed: Partial<Record<number, readonly [number, (bytes: Buffer, at: number) => Raw]>> = {
    [physicalTypes.int32]: [4, (bytes, at) => bytes.readInt32LE(at)],
    [physicalTypes.int64]: [8, (bytes, at) => bytes.readBigInt64LE(at)],
    [physicalTypes.int96]: [12, (bytes, at) => bytesAt(bytes, at, 12)],
    [physicalTypes.float]: [4, (bytes, at) => bytes.readFloatLE(at)],
    [physicalTypes.double]: [8, (bytes, at) => bytes.readDoubleLE(at)],
    [physicalTypes.fixedBytes]: [typeLength, (bytes, at) => bytesAt(bytes, at, typeLength)],
  };
  const found = fixed[physicalType];
  if (!found || found[0] < 1) throw new RangeError(`unsupported values of type ${physicalType}`);
  return { length: found[0], read: found[1] };
}

function bytesAt(bytes: Buffer, at: number, length: number): Buffer {
  if (at + length > bytes.length) throw new RangeError('a value does not fit');
  return bytes.subarray(at, at + length);
}

function plainValues(bytes: Buffer, column: ParquetColumn): NextValue<Raw> {
  let at = 0;
  if (column.physicalType === physicalTypes.boolean) {
    return () => {
      const isSet = ((bytes.readUInt8(at >> 3) >> (at & 7)) & 1) === 1;
      at++;
      return isSet;
    };
  }
  if (column.physicalType === physicalTypes.byteArray) {
    return () => {
      const value = bytesAt(bytes, at + 4, bytes.readUInt32LE(at));
      at += 4 + value.length;
      return value;
    };
  }
  const { length, read } = fixedType(column);
  return () => {
    at += length;
    return read(bytes, at - length);
  };
}

/** BYTE_STREAM_SPLIT: the first bytes of all values, then the second ones, and so on. */
function splitValues(bytes: Buffer, column: ParquetColumn): NextValue<Raw> {
  const { length, read } = fixedType(column);
  const count = bytes.length / length;
  let taken = 0;
  return () => {
    if (taken >= count) throw new RangeError('fewer numbers than values');
    const value = Buffer.from(Array.from({ length }, (_, i) => bytes[i * count + taken]!));
    taken++;
    return read(value, 0);
  };
}

/** Booleans in run-length encoding, after their total length. */
function runFlags(bytes: Buffer): NextValue<Raw> {
  const next = hybridNumbers(bytes.subarray(4), 1);
  return () => next() === 1;
}

/** The conversion of a raw value by the column's meaning. */
function conversionOf({ meaning, scale, physicalType }: ParquetColumn): (raw: Raw) => unknown {
  if (meaning === 'text') return raw => (typeof raw === 'object' ? raw.toString() : raw);
  if (meaning === 'decimal') return raw => Number(wholeNumber(raw)) / 10 ** scale;
  const bits = physicalType === physicalTypes.int32 ? 32 : 64;
  const inBits = meaning === 'unsigned' ? BigInt.asUintN : BigInt.asIntN;
  return raw => {
    if (typeof raw === 'number' && meaning === 'unsigned') return Number(inBits(bits, BigInt(raw)));
    return typeof raw === 'bigint' ? exactNumber(inBits(bits, raw)) : raw;
  };
}

/** A number; bytes are two's complement, most significant first. */
function wholeNumber(raw: Raw): number | bigint {
  if (typeof raw !== 'object') return typeof raw === 'boolean' ? Number(raw) : raw;
  return raw.length === 0 ? 0 : BigInt.asIntN(8 * raw.length, BigInt(`0x${raw.toString('hex')}`));
}
