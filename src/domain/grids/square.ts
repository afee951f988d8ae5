import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** How values are stored: whole numbers, or floats of 32 or 64 bits. */
const storedTypes = { i32: Int32Array, f32: Float32Array, f64: Float64Array } as const;
export type StoredType = keyof typeof storedTypes;

/** The columns and rows of cells in a square. */
export const side = 128;
const cells = side * side;

/** What whole numbers have where nothing was measured; floats have NaN. */
const unmeasured = -(2 ** 31);

/** The most levels: the coarsest has one square. */
export const mostLevels = 20;
/** The most squares on a side of a grid. */
export const mostSquares = 2 ** mostLevels;

/** The number under which the description of a grid is stored. */
export const descriptionSquare = -1;

/** The number of a square: its level, row and column. */
export function squareNumber(level: number, row: number, column: number): number {
  return (level * mostSquares + row) * mostSquares + column;
}

/** The type in which a level is stored: averages of whole numbers are none. */
export function typeOfLevel(type: StoredType, level: number, isClass: boolean): StoredType {
  return type === 'i32' && level > 0 && !isClass ? 'f32' : type;
}

/**
 * Packs the values of a square, NaN where nothing was measured. Each is stored as the difference to
 * its neighbour, byte by byte: neighbours are alike, so most bytes are zero.
 */
export function packSquare(values: Float64Array, type: StoredType): Buffer {
  const typed = new storedTypes[type](values.length);
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    typed[i] = type === 'i32' && Number.isNaN(value) ? unmeasured : value;
  }
  const words = new Int32Array(typed.buffer);
  const stride = words.length / cells;
  const planes = new Uint8Array(4 * words.length);
  for (let i = 0; i < words.length; i++) {
    const difference = (words[i]! - (i >= stride ? words[i - stride]! : 0)) | 0;
    const folded = (difference << 1) ^ (difference >> 31);
    for (let byte = 0; byte < 4; byte++) planes[byte * words.length + i] = folded >>> (8 * byte);
  }
  return zstdCompressSync(planes);
}

/** Unpacks a square; throws RangeError if the bytes are none. */
export function unpackSquare(packed: Uint8Array, type: StoredType): Float64Array {
  const typed = new storedTypes[type](cells);
  const words = new Int32Array(typed.buffer);
  const count = words.length;
  const planes = zstdDecompressSync(packed, { maxOutputLength: 4 * count });
  if (planes.length !== 4 * count) throw new RangeError('a square of a grid has another length');
  const stride = count / cells;
  for (let i = 0; i < count; i++) {
    const folded =
      planes[i]! |
      (planes[count + i]! << 8) |
      (planes[2 * count + i]! << 16) |
      (planes[3 * count + i]! << 24);
    const difference = (folded >>> 1) ^ -(folded & 1);
    words[i] = difference + (i >= stride ? words[i - stride]! : 0);
  }
  const values = new Float64Array(typed);
  if (type === 'i32') {
    for (let i = 0; i < cells; i++) if (values[i] === unmeasured) values[i] = NaN;
  }
  return values;
}

/** A square without values. */
export function emptySquare(): Float64Array {
  return new Float64Array(cells).fill(NaN);
}

/**
 * Fills a quarter of a coarser square from a finer one: each cell is the mean of four cells, or the
 * class that most of them have, of equally many the highest. Cells without value do not count.
 */
export function coarsen(
  fine: Float64Array,
  coarse: Float64Array,
  top: number,
  left: number,
  isClass: boolean,
): void {
  const half = side / 2;
  for (let row = 0; row < half; row++) {
    for (let column = 0; column < half; column++) {
      const at = 2 * row * side + 2 * column;
      const [a, b, c, d] = [fine[at]!, fine[at + 1]!, fine[at + side]!, fine[at + side + 1]!];
      coarse[(top * half + row) * side + left * half + column] = isClass
        ? usualOf([a, b, c, d])
        : meanOf(a, b, c, d);
    }
  }
}

function meanOf(a: number, b: number, c: number, d: number): number {
  const sum = a + b + c + d;
  if (!Number.isNaN(sum)) return sum / 4;
  const known = [a, b, c, d].filter(value => !Number.isNaN(value));
  return known.reduce((total, value) => total + value, 0) / known.length;
}

function usualOf(four: readonly number[]): number {
  let [best, most] = [NaN, 0];
  for (const value of four) {
    const times = four.filter(other => other === value).length;
    if (times > most || (times === most && value > best)) [best, most] = [value, times];
  }
  return best;
}
