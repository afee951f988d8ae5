import { bitsOf, codewords, versionFor } from './codewords.ts';

/** A QR symbol: rows of modules, true for dark. */
export type Matrix = boolean[][];

/** The symbol of a text (ISO/IEC 18004, bytes, level L); undefined when the text is too long. */
export function qrMatrix(text: string): Matrix | undefined {
  const bytes = new TextEncoder().encode(text);
  const version = versionFor(bytes.length);
  if (version === undefined) return undefined;
  const fixed = drawPatterns(version);
  const bits = codewords(bytes, version).flatMap(word => bitsOf(word, 8));
  const candidates = masks.map((mask, number) => {
    const matrix = drawData(fixed, bits, mask);
    drawFormat(matrix, number);
    return matrix;
  });
  return candidates.toSorted((a, b) => penalty(a) - penalty(b))[0]!;
}

type Mask = (x: number, y: number) => boolean;
const masks: readonly Mask[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  x => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** What is the same for all texts of a version; undefined where data go. */
type Patterns = (boolean | undefined)[][];

function drawPatterns(version: number): Patterns {
  const size = 17 + 4 * version;
  const grid: Patterns = Array.from({ length: size }, () => Array(size).fill(undefined));
  for (let i = 8; i < size - 8; i++) {
    grid[6]![i] = grid[i]![6] = i % 2 === 0;
  }
  const corners: [number, number][] = [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ];
  for (const [x, y] of corners) drawSquares(grid, x, y, 4);
  const centres = alignmentCentres(version);
  for (const x of centres) {
    for (const y of centres) {
      if (!corners.some(([cx, cy]) => Math.abs(cx - x) < 4 && Math.abs(cy - y) < 4)) {
        drawSquares(grid, x, y, 2);
      }
    }
  }
  drawVersion(grid, version);
  for (const [x, y] of formatPlaces(size).flat()) grid[y]![x] = false;
  grid[size - 8]![8] = true;
  return grid;
}

/** Nested squares: a finder (radius 4 with its light border) or an alignment pattern (2). */
function drawSquares(grid: Patterns, x: number, y: number, radius: number): void {
  for (let dy = -radius; dy <= radius; dy++) {
    for (let dx = -radius; dx <= radius; dx++) {
      const distance = Math.max(Math.abs(dx), Math.abs(dy));
      const row = grid[y + dy];
      if (!row || x + dx < 0 || x + dx >= grid.length) continue;
      row[x + dx] = radius === 4 ? distance !== 2 && distance !== 4 : distance !== 1;
    }
  }
}

function alignmentCentres(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const last = 10 + 4 * version;
  const step = version === 32 ? 26 : Math.ceil((last - 6) / (count - 1) / 2) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, i) => last - step * (count - 2 - i))];
}

/** From version 7 on the symbol tells its version, twice: 6 bits and 12 of a Golay code. */
function drawVersion(grid: Patterns, version: number): void {
  if (version < 7) return;
  let check = version;
  for (let i = 0; i < 12; i++) check = (check << 1) ^ ((check >>> 11) * 0x1f25);
  const bits = (version << 12) | check;
  for (let i = 0; i < 18; i++) {
    const a = grid.length - 11 + (i % 3);
    const b = Math.floor(i / 3);
    grid[b]![a] = grid[a]![b] = ((bits >>> i) & 1) === 1;
  }
}

/** Where the 15 bits of the format stand: two copies, lowest bit first, as x and y. */
function formatPlaces(size: number): [number, number][][] {
  const upwards: [number, number][] = Array.from({ length: 15 }, (_, i) =>
    i < 6 ? [8, i] : i < 8 ? [8, i + 1] : i === 8 ? [7, 8] : [14 - i, 8],
  );
  const edges: [number, number][] = Array.from({ length: 15 }, (_, i) =>
    i < 8 ? [size - 1 - i, 8] : [8, size - 15 + i],
  );
  return [upwards, edges];
}

function drawFormat(matrix: Matrix, mask: number): void {
  const data = 0b01_000 | mask;
  let check = data;
  for (let i = 0; i < 10; i++) check = (check << 1) ^ ((check >>> 9) * 0x537);
  const bits = ((data << 10) | check) ^ 0x5412;
  for (const places of formatPlaces(matrix.length)) {
    for (const [i, [x, y]] of places.entries()) matrix[y]![x] = ((bits >>> i) & 1) === 1;
  }
}

/** In columns of two from the right, up and down in turns, past the upright timing pattern. */
export function* dataPlaces(fixed: Patterns): Generator<[x: number, y: number]> {
  const size = fixed.length;
  for (let right = size - 1, upwards = true; right > 0; right -= 2, upwards = !upwards) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i++) {
      const y = upwards ? size - 1 - i : i;
      for (const x of [right, right - 1]) if (fixed[y]![x] === undefined) yield [x, y];
    }
  }
}

function drawData(fixed: Patterns, bits: readonly number[], mask: Mask): Matrix {
  const matrix = fixed.map(row => row.map(module => module ?? false));
  let i = 0;
  for (const [x, y] of dataPlaces(fixed)) matrix[y]![x] = (bits[i++] === 1) !== mask(x, y);
  return matrix;
}

/** How hard a symbol is to read: long runs, blocks, what looks like a finder, much of one shade. */
function penalty(matrix: Matrix): number {
  const size = matrix.length;
  const rows = matrix.map(row => row.map(Number).join(''));
  const columns = rows.map((_, x) => rows.map(row => row[x]).join(''));
  let points = 0;
  for (const line of [...rows, ...columns]) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) points += run.length - 2;
    points += 40 * (line.match(/(?=00001011101|10111010000)/g) ?? []).length;
  }
  for (let y = 0; y < size - 1; y++) {
    for (let x = 0; x < size - 1; x++) {
      const pairs = [rows[y]!.slice(x, x + 2), rows[y + 1]!.slice(x, x + 2)].join('');
      if (pairs === '0000' || pairs === '1111') points += 3;
    }
  }
  const dark = rows.join('').split('1').length - 1;
  return points + 10 * Math.floor(Math.abs((dark / size ** 2) * 20 - 10));
}
