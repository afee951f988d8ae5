import { grow, windowOn } from '../byte-window.ts';
import { type Bits, bitPosition, bitsFrom, readBits, readWord } from './bits.ts';
import { damaged, readBlock } from './block.ts';
import { unpackBlock } from './unpack-block.ts';

/** More than the largest packed block: 900,000 symbols of at most 20 bits, and its tables. */
const mostPackedBytes = 3 * 1024 * 1024;
const bytesPerLevel = 100_000;

const blockSignature = [0x314159, 0x265359] as const;
const endSignature = [0x177245, 0x385090] as const;

/**
 * Unpacks bzip2, also several concatenated streams as parallel packers write them. It uses the memory
 * of one block. Damaged or cut data throw a RangeError after all valid blocks.
 */
export async function* bunzip2(packed: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  await using window = windowOn(packed);
  await grow(window, mostPackedBytes);
  while (window.bytes.length > 0) {
    const blockBytes = bytesPerLevel * readLevel(window.bytes);
    let bits = bitsFrom(window.bytes, 32);
    let checksum = 0;
    while (!isEnd(bits)) {
      const block = readBlock(bits, blockBytes);
      yield* unpackBlock(block);
      checksum = (((checksum << 1) | (checksum >>> 31)) ^ block.checksum) >>> 0;
      window.drop(bitPosition(bits) >> 3);
      await grow(window, mostPackedBytes);
      bits = bitsFrom(window.bytes, bitPosition(bits) & 7);
    }
    if (readWord(bits) !== checksum) throw damaged('a wrong checksum at the end');
    window.drop(Math.ceil(bitPosition(bits) / 8));
    await grow(window, mostPackedBytes);
  }
}

function readLevel(bytes: Buffer): number {
  const [, level] = /^BZh([1-9])/.exec(bytes.toString('latin1', 0, 4)) ?? [];
  if (level === undefined) throw damaged('expected the start of bzip2 data');
  return Number(level);
}

/** Reads the next signature: true for the end of the data, false for a block. */
function isEnd(bits: Bits): boolean {
  const [high, low] = [readBits(bits, 24), readBits(bits, 24)];
  const is = (signature: readonly number[]) => high === signature[0] && low === signature[1];
  if (is(endSignature)) return true;
  if (!is(blockSignature)) throw damaged('expected a block or the end');
  return false;
}
