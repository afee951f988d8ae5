import { longestFeatureBytes } from '../../../files/bytes.ts';
import { cursorOver, readVarint64 } from '../protobuf.ts';

/** Returns the next value of a page; throws a RangeError after the last one. */
export type NextValue<T> = () => T;

/**
 * Numbers of `width` bits in Parquet's hybrid of run-length encoding and bit packing. A run may claim
 * any length: it is counted down and never expanded in memory.
 */
export function hybridNumbers(bytes: Buffer, width: number): NextValue<number> {
  if (width > 32) throw new RangeError(`numbers of ${width} bits`);
  const cursor = cursorOver(bytes);
  let left = 0;
  let run = 0;
  let packedBit: number | undefined;
  const begin = () => {
    const header = readVarint64(cursor);
    left = Number(header >> 1n);
    if (header & 1n) {
      packedBit = cursor.at * 8;
      cursor.at += left * width;
      left *= 8;
    } else {
      packedBit = undefined;
      run = width === 0 ? 0 : bytes.readUIntLE(cursor.at, Math.ceil(width / 8));
      cursor.at += Math.ceil(width / 8);
    }
  };
  return () => {
    while (left === 0) begin();
    left--;
    if (packedBit === undefined) return run;
    const value = bitsAt(bytes, packedBit, width);
    packedBit += width;
    return value;
  };
}

/** The number in `width` bits from `bit` on, least significant bit first. */
function bitsAt(bytes: Buffer, bit: number, width: number): number {
  let value = 0;
  for (let got = 0; got < width; ) {
    const offset = (bit + got) & 7;
    const take = Math.min(8 - offset, width - got);
    const part = (bytes.readUInt8(Math.floor((bit + got) / 8)) >> offset) & ((1 << take) - 1);
    value += part * 2 ** got;
    got += take;
  }
  return value;
}

/** Decodes zigzag: 0, 1, 2, 3 are 0, -1, 1, -2 and so on. */
export function fromZigZag(value: bigint): bigint {
  return (value >> 1n) ^ -(value & 1n);
}

/** Integers stored as differences from the one before, and the offset of the bytes after them. */
interface Deltas {
  readonly count: number;
  readonly next: NextValue<bigint>;
  /** Valid after all numbers were read. */
  end(): number;
}

/** DELTA_BINARY_PACKED: blocks of miniblocks, each with its own bit width. */
export function deltaNumbers(bytes: Buffer, from = 0): Deltas {
  const cursor = { bytes, at: from, end: bytes.length };
  const number = () => Number(readVarint64(cursor));
  const zigZag = () => fromZigZag(readVarint64(cursor));
  const [blockValues, smallBlocks, count] = [number(), number(), number()];
  const each = blockValues / smallBlocks;
  if (!Number.isInteger(each) || each % 8 !== 0 || each === 0 || smallBlocks > 512) {
    throw new RangeError(`blocks of ${blockValues} numbers in ${smallBlocks} parts`);
  }
  let value = zigZag();
  let taken = 0;
  let least = 0n;
  let widths: Buffer = Buffer.alloc(0);
  let small = smallBlocks;
  let bit = 0;
  let leftInSmall = 0;
  const begin = () => {
    if (small === smallBlocks) {
      least = zigZag();
      widths = bytes.subarray(cursor.at, cursor.at + smallBlocks);
      cursor.at += smallBlocks;
      small = 0;
    }
    bit = cursor.at * 8;
    cursor.at += (each / 8) * widths.readUInt8(small);
    leftInSmall = each;
    small++;
  };
  return {
    count,
    next() {
      if (taken++ === 0) return value;
      if (taken > count) throw new RangeError('fewer numbers than values');
      if (leftInSmall === 0) begin();
      leftInSmall--;
      const width = widths.readUInt8(small - 1);
      value = BigInt.asIntN(64, value + least + wideBitsAt(bytes, bit, width));
      bit += width;
      return value;
    },
    end: () => cursor.at,
  };
}

function wideBitsAt(bytes: Buffer, bit: number, width: number): bigint {
  if (width <= 32) return BigInt(bitsAt(bytes, bit, width));
  if (width > 64) throw new RangeError(`numbers of ${width} bits`);
  return BigInt(bitsAt(bytes, bit, 32)) + (BigInt(bitsAt(bytes, bit + 32, width - 32)) << 32n);
}

/** Texts may be empty, so there may be more texts than bytes; a million is harmless. */
const harmlessCount = 1_000_000;

function allOf(bytes: Buffer, deltas: Deltas): number[] {
  if (deltas.count > Math.max(bytes.length, harmlessCount)) {
    throw new RangeError(`${deltas.count} lengths do not fit`);
  }
  return Array.from({ length: deltas.count }, () => Number(deltas.next()));
}

/** DELTA_LENGTH_BYTE_ARRAY: all lengths, then all bytes. */
export function deltaLengthBytes(bytes: Buffer, from = 0): NextValue<Buffer> {
  const deltas = deltaNumbers(bytes, from);
  const lengths = allOf(bytes, deltas);
  let at = deltas.end();
  let taken = 0;
  return () => {
    const length = lengths[taken++];
    if (length === undefined || length < 0 || at + length > bytes.length) {
      throw new RangeError('a value does not fit');
    }
    at += length;
    return bytes.subarray(at - length, at);
  };
}

/** DELTA_BYTE_ARRAY: the length of the prefix shared with the one before, then the suffix. */
export function deltaBytes(bytes: Buffer): NextValue<Buffer> {
  const deltas = deltaNumbers(bytes);
  const common = allOf(bytes, deltas);
  const nextEnd = deltaLengthBytes(bytes, deltas.end());
  let last = Buffer.alloc(0);
  let taken = 0;
  return () => {
    const length = common[taken++] ?? -1;
    const end = nextEnd();
    if (length < 0 || length > last.length || length + end.length > longestFeatureBytes) {
      throw new RangeError('a value does not fit');
    }
    last = Buffer.concat([last.subarray(0, length), end]);
    return last;
  };
}
