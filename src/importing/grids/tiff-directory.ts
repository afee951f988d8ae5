import type { FileHandle } from 'node:fs/promises';
import { readPart } from './raster.ts';

/** The tags of an image by number: lists of numbers, or a text. */
export interface Directory {
  numbers(tag: number): readonly number[];
  text(tag: number): string;
}

type Read = (bytes: Buffer, at: number) => number;

/** The size of a value of each type, and how it is read with the low byte first or last. */
const types: Readonly<Record<number, readonly [size: number, little: Read, big: Read]>> = {
  1: [1, (b, i) => b.readUInt8(i), (b, i) => b.readUInt8(i)],
  2: [1, (b, i) => b.readUInt8(i), (b, i) => b.readUInt8(i)],
  3: [2, (b, i) => b.readUInt16LE(i), (b, i) => b.readUInt16BE(i)],
  4: [4, (b, i) => b.readUInt32LE(i), (b, i) => b.readUInt32BE(i)],
  11: [4, (b, i) => b.readFloatLE(i), (b, i) => b.readFloatBE(i)],
  12: [8, (b, i) => b.readDoubleLE(i), (b, i) => b.readDoubleBE(i)],
  16: [8, (b, i) => Number(b.readBigUInt64LE(i)), (b, i) => Number(b.readBigUInt64BE(i))],
};

/** The largest list of a directory, in bytes: the places of eight million blocks. */
const largestListBytes = 64 * 1024 ** 2;
/** An image has a few smaller versions of itself. */
const mostDirectories = 64;

/** A TIFF file: its byte order, and the directories of its images. */
export interface Tiff {
  readonly isLittle: boolean;
  readonly directories: readonly Directory[];
}

/** Reads the directories of a TIFF or BigTIFF file; throws RangeError if it is none. */
export async function readDirectories(file: FileHandle, size: number): Promise<Tiff> {
  const start = await readPart(file, size, 0, Math.min(size, 16));
  const mark = start.toString('latin1', 0, 2);
  const isLittle = mark === 'II';
  const number = (type: number): Read => types[type]![isLittle ? 1 : 2];
  const version = start.length < 8 ? 0 : number(3)(start, 2);
  if (!['II', 'MM'].includes(mark) || (version !== 42 && version !== 43)) {
    throw new RangeError('neither a GeoTIFF nor an ASCII grid');
  }
  const isBig = version === 43;
  const [countBytes, entryBytes, place] = isBig ? [8, 20, number(16)] : [2, 12, number(4)];
  const directories: Directory[] = [];
  for (let at = place(start, isBig ? 8 : 4); at !== 0; ) {
    if (directories.length === mostDirectories) throw new RangeError('has too many images');
    const counted = await readPart(file, size, at, countBytes);
    const entries = isBig ? number(16)(counted, 0) : number(3)(counted, 0);
    const length = entries * entryBytes;
    if (length > largestListBytes) throw new RangeError(`${entries} tags, more than any file has`);
    const table = await readPart(file, size, at + countBytes, length + (isBig ? 8 : 4));
    directories.push(await readDirectory(file, size, table.subarray(0, length), isBig, isLittle));
    at = place(table, length);
  }
  return { isLittle, directories };
}

async function readDirectory(
  file: FileHandle,
  size: number,
  table: Buffer,
  isBig: boolean,
  isLittle: boolean,
): Promise<Directory> {
  const [entryBytes, inline] = isBig ? [20, 8] : [12, 4];
  const read = (type: number) => types[type]![isLittle ? 1 : 2];
  const place = read(isBig ? 16 : 4);
  const lists = new Map<number, number[]>();
  for (let at = 0; at < table.length; at += entryBytes) {
    const [tag, type] = [read(3)(table, at), read(3)(table, at + 2)];
    const known = types[type];
    if (!known) continue;
    const count = place(table, at + 4);
    const length = count * known[0];
    if (length > largestListBytes) throw new RangeError(`tag ${tag}: a list of ${length} bytes`);
    const valueAt = at + 4 + inline;
    const bytes =
      length <= inline
        ? table.subarray(valueAt, valueAt + length)
        : await readPart(file, size, place(table, valueAt), length);
    lists.set(
      tag,
      Array.from({ length: count }, (_, i) => read(type)(bytes, i * known[0])),
    );
  }
  return {
    numbers: tag => lists.get(tag) ?? [],
    text: tag =>
      Buffer.from(lists.get(tag) ?? [])
        .toString('latin1')
        .split('\0', 1)[0]!,
  };
}
