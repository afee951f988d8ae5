/** A place in bytes, counted in bits; the highest bit of each byte comes first. */
export interface Bits {
  readonly bytes: Uint8Array;
  /** The next byte to take bits from. */
  next: number;
  /** Bits taken and not yet read: the lowest `held` of it. */
  window: number;
  held: number;
}

/** Bits from some bit of the bytes on. */
export function bitsFrom(bytes: Uint8Array, startBit: number): Bits {
  const bits = { bytes, next: startBit >> 3, window: 0, held: 0 };
  readBits(bits, startBit & 7);
  return bits;
}

/** How many bits lie before the next one. */
export function bitPosition({ next, held }: Bits): number {
  return 8 * next - held;
}

/** The next bits as a number, at most 24 of them; past the end they are 0. */
export function peekBits(bits: Bits, count: number): number {
  while (bits.held < count) {
    bits.window = (bits.window << 8) | (bits.bytes[bits.next++] ?? 0);
    bits.held += 8;
  }
  return (bits.window >>> (bits.held - count)) & ((1 << count) - 1);
}

/** Reads bits, at most 24; that there are no more is a RangeError. */
export function readBits(bits: Bits, count: number): number {
  const value = peekBits(bits, count);
  skipBits(bits, count);
  return value;
}

/** Moves past bits that were looked at. */
export function skipBits(bits: Bits, count: number): void {
  bits.held -= count;
  if (bits.next - (bits.held >> 3) > bits.bytes.length) {
    throw new RangeError('the packed data end in the middle');
  }
}

/** 32 bits as a whole number. */
export function readWord(bits: Bits): number {
  return readBits(bits, 16) * 65_536 + readBits(bits, 16);
}
