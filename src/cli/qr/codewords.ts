/** Error correction level L: by version from 1 on, codewords of correction in each block… */
const correctionPerBlock = [
  7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26,
  28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
];
/** …and the number of blocks (ISO/IEC 18004, table 9). */
const blockCounts = [
  1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15,
  16, 17, 18, 19, 19, 20, 21, 22, 24, 25,
];

/** The modules of a version that hold data, in bits: all but the patterns. */
export function dataModules(version: number): number {
  const alignments = version === 1 ? 0 : Math.floor(version / 7) + 2;
  const all = (16 * version + 128) * version + 64;
  const patterns = alignments === 0 ? 0 : (25 * alignments - 10) * alignments - 55;
  return all - patterns - (version >= 7 ? 36 : 0);
}

function capacityBytes(version: number): number {
  const correction = correctionPerBlock[version - 1]! * blockCounts[version - 1]!;
  return Math.floor(dataModules(version) / 8) - correction;
}

/** The smallest version that holds so many bytes; undefined when none does. */
export function versionFor(bytes: number): number | undefined {
  for (let version = 1; version <= 40; version++) {
    if (4 + lengthBits(version) + 8 * bytes <= 8 * capacityBytes(version)) return version;
  }
  return undefined;
}

function lengthBits(version: number): number {
  return version < 10 ? 8 : 16;
}

/** All codewords of a symbol, data and correction, in the order they are drawn. */
export function codewords(bytes: Uint8Array, version: number): number[] {
  const data = dataCodewords(bytes, version);
  const count = blockCounts[version - 1]!;
  const shortLength = Math.floor(data.length / count);
  const shortBlocks = count - (data.length % count);
  const divisor = generator(correctionPerBlock[version - 1]!);
  const blocks: number[][] = [];
  for (let i = 0, start = 0; i < count; i++) {
    const length = shortLength + (i < shortBlocks ? 0 : 1);
    blocks.push(data.slice(start, start + length));
    start += length;
  }
  return [...interleave(blocks), ...interleave(blocks.map(block => remainder(block, divisor)))];
}

/** Mode "bytes", length, the bytes, terminator and padding. */
function dataCodewords(bytes: Uint8Array, version: number): number[] {
  const capacity = capacityBytes(version);
  const bits = [...bitsOf(4, 4), ...bitsOf(bytes.length, lengthBits(version))];
  for (const byte of bytes) bits.push(...bitsOf(byte, 8));
  bits.push(...bitsOf(0, Math.min(4, 8 * capacity - bits.length)));
  bits.push(...bitsOf(0, (8 - (bits.length % 8)) % 8));
  const words: number[] = [];
  for (let i = 0; i < bits.length; i += 8) {
    words.push(bits.slice(i, i + 8).reduce((word, bit) => word * 2 + bit, 0));
  }
  for (let pad = 0xec; words.length < capacity; pad ^= 0xec ^ 0x11) words.push(pad);
  return words;
}

function interleave(blocks: readonly (readonly number[])[]): number[] {
  const longest = Math.max(...blocks.map(block => block.length));
  const result: number[] = [];
  for (let i = 0; i < longest; i++) {
    for (const block of blocks) if (i < block.length) result.push(block[i]!);
  }
  return result;
}

/** The bits of a number, highest first. */
export function bitsOf(value: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => (value >>> (count - 1 - i)) & 1);
}

/** Product in the field of 256 elements that QR codes use (x⁸ + x⁴ + x³ + x² + 1). */
function multiply(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((b >>> bit) & 1) * a;
  }
  return product;
}

/** The Reed-Solomon generator polynomial without its leading 1. */
function generator(degree: number): number[] {
  const result = [...Array.from({ length: degree - 1 }, () => 0), 1];
  let root = 1;
  for (let i = 0; i < degree; i++) {
    for (let j = 0; j < degree; j++) {
      result[j] = multiply(result[j]!, root) ^ (result[j + 1] ?? 0);
    }
    root = multiply(root, 2);
  }
  return result;
}

function remainder(data: readonly number[], divisor: readonly number[]): number[] {
  const result = divisor.map(() => 0);
  for (const word of data) {
    const factor = word ^ result.shift()!;
    result.push(0);
    for (const [i, coefficient] of divisor.entries()) result[i]! ^= multiply(coefficient, factor);
  }
  return result;
}
