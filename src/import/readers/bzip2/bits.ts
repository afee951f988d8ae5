/** A cursor over the bits of bytes; the highest bit of each byte comes first. */
export interface Bits {
  readonly bytes: Uint8Array;
  /** The index of the next byte. */
  next: number;
  /** The lowest `held` bits are loaded but not yet read. */
  window: number;
  held: number;
}

/** A cursor that starts at `startBit`. */
export function bitsFrom(bytes: Uint8Array, startBit: number): Bits {
  const bits = { bytes, next: startBit >> 3, window: 0, held: 0 };
  readBits(bits, startBit & 7);
  return bits;
}

/** The index of the next bit. */
export function bitPosition({ next, held }: Bits): number {
  return 8 * next - held;
}

/** The next `count` bits (at most 24) as a number; bits past the end are 0. */
export function peekBits(bits: Bits, count: number): number {
  while (bits.held < count) {
    bits.window = (bits.window << 8) | (bits.bytes[bits.next++] ?? 0);
    bits.held += 8;
  }
  return (bits.window >>> (bits.held - count)) & ((1 << count) - 1);
}

/** Reads `count` bits (at most 24); throws a RangeError past the end. */
export function readBits(bits: Bits, count: number): number {
  const value = peekBits(bits, count);
  skipBits(bits, count);
  return value;
}

/** Skips bits that were peeked. */
export function skipBits(bits: Bits, count: number): void {
  bits.held -= count;
  if (bits.next - (bits.held >> 3) > bits.bytes.length) {
    throw new RangeError('the packed data end in the middle');
  }
}

/** Reads 32 bits as an unsigned integer. */
export function readWord(bits: Bits): number {
  return readBits(bits, 16) * 65_536 + readBits(bits, 16);
}
