import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { damageIn } from '../../../files/bytes.ts';
import { lz4Unpack } from './lz4.ts';
import { snappyUnpack } from './snappy.ts';

type Unpack = (packed: Buffer, length: number) => Buffer;

const codecs: Readonly<Record<number, Unpack>> = {
  0: packed => packed,
  1: snappyUnpack,
  2: (packed, length) => gunzipSync(packed, { maxOutputLength: length }),
  4: (packed, length) => brotliDecompressSync(packed, { maxOutputLength: length }),
  6: (packed, length) => zstdDecompressSync(packed, { maxOutputLength: length }),
  7: lz4Unpack,
};

/** Unpacks a page; throws a RangeError if it is damaged or not exactly `length` bytes. */
export function unpackPage(packed: Buffer, codec: number, length: number): Buffer {
  const unpack = codecs[codec];
  if (!unpack) {
    throw new RangeError(
      `packed by codec ${codec}, expected Snappy, gzip, Brotli, Zstandard or LZ4 (raw); write it with one of them`,
    );
  }
  const page = length === 0 ? Buffer.alloc(0) : tryTo(() => unpack(packed, length));
  if (page.length === length) return page;
  throw new RangeError(`a page of ${length} bytes once unpacked, got ${page.length}`);
}

/** zlib throws many classes of errors, which all mean the same here. */
function tryTo(unpack: () => Buffer): Buffer {
  try {
    return unpack();
  } catch (error) {
    throw new RangeError(`the packed data are damaged: ${damageIn(error as RangeError)}`);
  }
}
