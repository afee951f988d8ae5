import type { FileHandle } from 'node:fs/promises';
import type { ReadGrid } from '#domain/grids/grid.ts';

export type Values =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array;

/** The values of a file as blocks: tiles, or strips of whole rows. */
export interface Raster extends Omit<ReadGrid, 'epsg'> {
  /** Undefined if the file has no coordinate system. */
  readonly epsg: number | undefined;
  /** What the file has where nothing was measured, besides NaN. */
  readonly nodata: number | undefined;
  readonly blockWidth: number;
  readonly blockHeight: number;
  /** The block in a column and row of blocks; undefined if the file leaves it out. */
  readBlock(x: number, y: number): Promise<Values | undefined>;
}

/** The largest block, unpacked, in bytes. */
export const largestBlockBytes = 64 * 1024 ** 2;

/** Reads a part of a file; throws RangeError if it ends before. */
export async function readPart(
  file: FileHandle,
  size: number,
  at: number,
  length: number,
): Promise<Buffer> {
  if (!(at >= 0 && length >= 0 && at + length <= size)) {
    throw new RangeError(`cut: expected ${length} bytes at byte ${at}, and it has ${size}`);
  }
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, at);
  if (bytesRead === length) return buffer;
  throw new RangeError(`cut: expected ${length} bytes at byte ${at}`);
}

/** What the program is asked for. */
export interface Task {
  readonly isClass: boolean;
  /** The smallest and the largest value that is a measurement. */
  readonly least: number;
  readonly most: number;
  /** The system of a file overrides that in it. */
  readonly files: readonly { readonly path: string; readonly epsg?: number | undefined }[];
}

/** What the program prints first of each file. */
export interface FileFacts {
  readonly epsg: number | null;
  readonly type: ReadGrid['type'];
  readonly isScaled: boolean;
}

/** The numbers of frames that are no squares: why the rest is missing, facts of the files, the end. */
export const [failureFrame, factsFrame, endFrame] = [-2, -3, -4];
/** The bytes before the content of a frame. */
export const frameHead = 16;
