import { inflateSync, zstdDecompressSync } from 'node:zlib';
import type { Values } from './raster.ts';

const zlibbed = (packed: Buffer, maxOutputLength: number) =>
  inflateSync(packed, { maxOutputLength });

/** How the blocks of a file may be packed, by the number of the method. */
const methods: Readonly<Record<number, (packed: Buffer, length: number) => Buffer>> = {
  1: packed => packed,
  5: unpackLzw,
  8: zlibbed,
  32946: zlibbed,
  32773: unpackBits,
  50000: (packed, maxOutputLength) => zstdDecompressSync(packed, { maxOutputLength }),
};

/** The names of methods that are not read. */
const others: Readonly<Record<number, string>> = { 7: 'JPEG', 34887: 'LERC', 34925: 'LZMA' };

/** Throws RangeError for a method that is not read. */
export function checkMethod(method: number): void {
  if (methods[method]) return;
  throw new RangeError(
    `packed with ${others[method] ?? `method ${method}`}, expected Deflate, LZW, Zstandard, ` +
      'PackBits or none; write it with gdal_translate -co COMPRESS=DEFLATE',
  );
}

/** Unpacks a block to exactly `length` bytes; throws RangeError if it has fewer or many more. */
export function unpackBlock(packed: Buffer, method: number, length: number): Buffer {
  let unpacked: Buffer;
  try {
    unpacked = methods[method]!(packed, length);
  } catch (cause) {
    const isLonger = (cause as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE';
    const problem = isLonger ? `unpacks to more than ${length} bytes` : 'cannot be unpacked';
    throw new RangeError(problem, { cause });
  }
  if (unpacked.length >= length) return unpacked.subarray(0, length);
  throw new RangeError(`unpacks to ${unpacked.length} bytes, expected ${length}`);
}

/** Codes of 9 to 12 bits, the high bits first: a byte, or an earlier text and one byte more. */
function unpackLzw(packed: Buffer, length: number): Buffer {
  const [clear, end, first, most] = [256, 257, 258, 4096];
  const result = Buffer.alloc(length);
  // Where the text of each code begins in the result, and its length.
  const [starts, lengths] = [new Uint32Array(most), new Uint32Array(most)];
  let [bits, held, at, width, next, size] = [0, 0, 0, 9, first, 0];
  let before = -1;
  while (size < length) {
    while (held < width) {
      if (at === packed.length) return result.subarray(0, size);
      bits = ((bits << 8) | packed[at++]!) & 0xff_ffff;
      held += 8;
    }
    held -= width;
    const code = (bits >> held) & ((1 << width) - 1);
    if (code === end) break;
    if (code === clear) {
      [width, next, before] = [9, first, -1];
      continue;
    }
    if (code > next || (code === next && before < 0)) throw new RangeError('a wrong LZW code');
    const begin = size;
    if (code < clear) result[size++] = code;
    else {
      const [from, count] =
        code === next ? [before, begin - before + 1] : [starts[code]!, lengths[code]!];
      for (let i = 0; i < count && size < length; i++) result[size++] = result[from + i]!;
    }
    if (before >= 0 && next < most) {
      starts[next] = before;
      lengths[next++] = begin - before + 1;
    }
    before = begin;
    if (next + 1 >= 1 << width && width < 12) width++;
  }
  return result.subarray(0, size);
}

/** Runs of bytes as they are, and of one byte repeated. */
function unpackBits(packed: Buffer, length: number): Buffer {
  const result = Buffer.alloc(length);
  let size = 0;
  for (let at = 0; at < packed.length && size < length; ) {
    const head = packed.readInt8(at++);
    if (head >= 0) {
      size += packed.copy(result, size, at, at + head + 1);
      at += head + 1;
    } else if (head !== -128) {
      const count = Math.min(1 - head, length - size);
      result.fill(packed[at++] ?? 0, size, size + count);
      size += count;
    }
  }
  return result.subarray(0, size);
}

/** What the values of a block are. */
export interface BlockValues {
  readonly Type: { new (buffer: ArrayBuffer): Values; readonly BYTES_PER_ELEMENT: number };
  readonly isLittle: boolean;
  /** 1: as they are, 2: differences of neighbours, 3: differences of the bytes of floats. */
  readonly predictor: number;
  readonly columns: number;
}

/** The values in the bytes of a block. */
export function valuesOfBlock(bytes: Buffer, { Type, isLittle, predictor, columns }: BlockValues) {
  const size = Type.BYTES_PER_ELEMENT;
  const own = new Uint8Array(bytes);
  const row = columns * size;
  if (predictor === 3) {
    for (let at = 0; at < own.length; at += row) joinFloats(own.subarray(at, at + row), size);
    return new Type(own.buffer);
  }
  if (!isLittle && size > 1) {
    const swapped = Buffer.from(own.buffer);
    if (size === 2) swapped.swap16();
    else if (size === 4) swapped.swap32();
    else swapped.swap64();
  }
  if (predictor === 2) addUp(own.buffer, size, columns);
  return new Type(own.buffer);
}

function addUp(buffer: ArrayBuffer, size: number, columns: number): void {
  const words =
    size === 1
      ? new Uint8Array(buffer)
      : size === 2
        ? new Uint16Array(buffer)
        : size === 4
          ? new Uint32Array(buffer)
          : undefined;
  if (!words) throw new RangeError('differences of values with 64 bits are not read');
  for (let i = 1; i < words.length; i++) if (i % columns !== 0) words[i]! += words[i - 1]!;
}

/** The bytes of a row are stored by their place in a float, the highest first. */
function joinFloats(row: Uint8Array, size: number): void {
  for (let i = 1; i < row.length; i++) row[i]! += row[i - 1]!;
  const planes = row.slice();
  const count = row.length / size;
  for (let i = 0; i < count; i++) {
    for (let byte = 0; byte < size; byte++) {
      row[i * size + byte] = planes[(size - 1 - byte) * count + i]!;
    }
  }
}
