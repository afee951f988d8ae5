/** Returns the next value of a page; throws a RangeError after the last one. */
export type NextValue<T> = () => T;

/**
 * Numbers of `width` bits in Parquet's hybrid of run-length encoding and bit packing. A run may claim
 * any length: it is counted down and never expanded in memory.
 */
export function hybridNumbers(bytes: Buffer, width: number): NextValue<number> {
  if (width > 32) throw new RangeError(`numbers of ${width} bits`);
  let at = 0;
  let left = 0;
  let run = 0;
  let packedBit: number | undefined;
  const begin = () => {
    const { value: header, end } = readVarint(bytes, at);
    at = end;
    left = Number(header >> 1n);
    if (header & 1n) {
      packedBit = at * 8;
      at += left * width;
      left *= 8;
    } else {
      packedBit = undefined;
      run = width === 0 ? 0 : bytes.readUIntLE(at, Math.ceil(width / 8));
      at += Math.ceil(width / 8);
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
export function bitsAt(bytes: Buffer, bit: number, width: number): number {
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

/** A varint of up to 64 bits: seven bits per byte, least significant first. */
export function readVarint(bytes: Buffer, from: number): { value: bigint; end: number } {
  let value = 0n;
  for (let at = from; at < from + 10; at++) {
    const byte = bytes.readUInt8(at);
    value |= BigInt(byte & 0x7f) << BigInt(7 * (at - from));
    if (byte < 0x80) return { value: BigInt.asUintN(64, value), end: at + 1 };
  }
  throw new RangeError('a number without end');
}

/** Decodes zigzag: 0, 1, 2, 3 are 0, -1, 1, -2 and so on. */
export function fromZigZag(value: bigint): bigint {
  return (value >> 1n) ^ -(value & 1n);
}
