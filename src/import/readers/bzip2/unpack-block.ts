import { damaged, type SortedBlock } from './block.ts';

const chunkBytes = 64 * 1024;

/** After so many equal bytes stands how often the byte is repeated besides. */
const equalBytesOfRun = 4;

/** How far a block has been unpacked. */
interface Unpacking {
  readonly links: Uint32Array;
  /** Where the next byte stands, and how many there are from it on. */
  at: number;
  left: number;
  /** The byte that came last, how often in a row, and how often it is still to be repeated. */
  last: number;
  equal: number;
  repeats: number;
}

/** The bytes of a block, in chunks; a wrong checksum is a RangeError behind the last. */
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

/** Fills a chunk as far as there are bytes, and returns how far. */
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

/** CRC-32 with the highest bit first, other than that of gzip and zip. */
function addToChecksum(before: number, bytes: Uint8Array): number {
  let sum = before;
  for (let i = 0; i < bytes.length; i++) {
    sum = (sum << 8) ^ checksumTable[(sum >>> 24) ^ bytes[i]!]!;
  }
  return sum;
}
