import { damaged, type SortedBlock } from './block.ts';

const chunkBytes = 64 * 1024;

/** After this many equal bytes, the next byte is the number of further repeats. */
const equalBytesOfRun = 4;

/** The state of unpacking a block. */
interface Unpacking {
  readonly links: Uint32Array;
  /** The index of the next byte, and the number of bytes left. */
  at: number;
  left: number;
  /** The last byte, how often it occurred in a row, and how many repeats are left to write. */
  last: number;
  equal: number;
  repeats: number;
}

/** The bytes of a block in chunks; throws a RangeError after the last when the checksum is wrong. */
export function* unpackBlock({ links, first, length, checksum }: SortedBlock): Generator<Buffer> {
  const at = links[first]! >>> 8;
  const unpacking: Unpacking = { links, at, left: length, last: -1, equal: 0, repeats: 0 };
  let sum = 0xffff_ffff;
  while (unpacking.left > 0 || unpacking.repeats > 0) {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    const filled = chunk.subarray(0, fill(chunk, unpacking));
    sum = addToChecksum(sum, filled);
    yield filled;
  }
  if (~sum >>> 0 !== checksum) throw damaged('a block has a wrong checksum');
}

/** Fills a chunk with the next bytes, and returns their number. */
function fill(chunk: Buffer, unpacking: Unpacking): number {
  const { links } = unpacking;
  let { at, left, last, equal, repeats } = unpacking;
  let filled = 0;
  while (filled < chunk.length && (repeats > 0 || left > 0)) {
    if (repeats > 0) {
      repeats--;
      chunk[filled++] = last;
      continue;
    }
    const link = links[at]!;
    const byte = link & 0xff;
    at = link >>> 8;
    left--;
    if (equal === equalBytesOfRun) {
      repeats = byte;
      equal = 0;
      continue;
    }
    equal = byte === last ? equal + 1 : 1;
    last = byte;
    chunk[filled++] = byte;
  }
  Object.assign(unpacking, { at, left, last, equal, repeats });
  return filled;
}

const polynomial = 0x04c1_1db7;
const checksumTable = Int32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 24;
  for (let bit = 0; bit < 8; bit++) sum = sum & 0x8000_0000 ? (sum << 1) ^ polynomial : sum << 1;
  return sum;
});

/** CRC-32 with the highest bit first, unlike the CRC-32 of gzip and zip. */
function addToChecksum(before: number, bytes: Uint8Array): number {
  let sum = before;
  for (let i = 0; i < bytes.length; i++) {
    sum = (sum << 8) ^ checksumTable[(sum >>> 24) ^ bytes[i]!]!;
  }
  return sum;
}
