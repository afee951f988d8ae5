import { longestFeatureBytes } from '../../../files/bytes.ts';
import { bitsAt, fromZigZag, type NextValue, readVarint } from './bit-runs.ts';

/** Integers stored as differences from the one before, and the offset of the bytes after them. */
interface Deltas {
  readonly count: number;
  readonly next: NextValue<bigint>;
  /** Valid after all numbers were read. */
  end(): number;
}

/** DELTA_BINARY_PACKED: blocks of miniblocks, each with its own bit width. */
export function deltaNumbers(bytes: Buffer, from = 0): Deltas {
  let at = from;
  const varint = () => {
    const { value, end } = readVarint(bytes, at);
    at = end;
    return value;
  };
  const zigZag = () => fromZigZag(varint());
  const [blockValues, smallBlocks, count] = [varint(), varint(), varint()].map(Number) as [
    number,
    number,
    number,
  ];
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
      widths = bytes.subarray(at, at + smallBlocks);
      at += smallBlocks;
      small = 0;
    }
    bit = at * 8;
    at += (each / 8) * widths.readUInt8(small);
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
    end: () => at,
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
