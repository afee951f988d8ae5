import { type Bits, readBits, readWord } from './bits.ts';
import { type HuffmanTable, huffmanTable, longestCode, readSymbol } from './huffman.ts';

/** A block with its bytes in Burrows-Wheeler order, and the links to their original order. */
export interface SortedBlock {
  readonly checksum: number;
  readonly length: number;
  /** Each byte in the low eight bits, and above them the index of the byte that follows it. */
  readonly links: Uint32Array;
  /** The index of the first byte. */
  readonly first: number;
}

const symbolsPerGroup = 50;
const [runA, runB] = [0, 1];

/** Reads a block after its signature; it may have at most `mostBytes` bytes. */
export function readBlock(bits: Bits, mostBytes: number): SortedBlock {
  const checksum = readWord(bits);
  if (readBits(bits, 1) === 1) throw damaged('a block of a kind that is long obsolete');
  const first = readBits(bits, 24);
  const bytes = readBytesUsed(bits);
  const tables = readTables(bits, bytes.length + 2);
  const links = new Uint32Array(mostBytes);
  const length = readSorted(bits, tables, bytes, links);
  if (first >= length) throw damaged('a block begins beyond its end');
  link(links, length);
  return { checksum, length, links, first };
}

/** The error for damaged data. */
export function damaged(what: string): RangeError {
  return new RangeError(`the packed data are damaged: ${what}`);
}

/** The byte values that occur in the block: a bit for each sixteen values, then one for each value. */
function readBytesUsed(bits: Bits): Uint8Array {
  const rows = readBits(bits, 16);
  const used: number[] = [];
  for (let row = 0; row < 16; row++) {
    if (!(rows & (0x8000 >> row))) continue;
    const columns = readBits(bits, 16);
    for (let column = 0; column < 16; column++) {
      if (columns & (0x8000 >> column)) used.push(16 * row + column);
    }
  }
  if (used.length === 0) throw damaged('a block of no bytes');
  return Uint8Array.from(used);
}

/** The Huffman table of each group of fifty symbols, in order. */
function readTables(bits: Bits, symbolCount: number): HuffmanTable[] {
  const tableCount = readBits(bits, 3);
  if (tableCount < 2 || tableCount > 6) throw damaged(`${tableCount} tables, expected 2 to 6`);
  const groupCount = readBits(bits, 15);
  const order = Array.from({ length: tableCount }, (_, i) => i);
  const chosen: number[] = [];
  for (let group = 0; group < groupCount; group++) {
    let place = 0;
    while (readBits(bits, 1) === 1) place++;
    if (place >= tableCount) throw damaged('a table that is not there');
    order.unshift(...order.splice(place, 1));
    chosen.push(order[0]!);
  }
  const tables = order.map(() => huffmanTable(readLengths(bits, symbolCount)));
  return chosen.map(table => tables[table]!);
}

/** The code lengths, each stored as its difference from the one before. */
function readLengths(bits: Bits, symbolCount: number): Uint8Array {
  const lengths = new Uint8Array(symbolCount);
  let length = readBits(bits, 5);
  for (let symbol = 0; symbol < symbolCount; symbol++) {
    while (readBits(bits, 1) === 1) length += readBits(bits, 1) === 1 ? -1 : 1;
    if (length < 1 || length > longestCode) throw damaged(`a code of ${length} bits`);
    lengths[symbol] = length;
  }
  return lengths;
}

/**
 * Reads the bytes in sorted order, and returns their number. A symbol is a digit of a run length of
 * the last byte, or the index of the next byte in the move-to-front list, or the end.
 */
function readSorted(
  bits: Bits,
  tables: readonly HuffmanTable[],
  bytesUsed: Uint8Array,
  sorted: Uint32Array,
): number {
  const recent = Uint8Array.from(bytesUsed);
  const end = bytesUsed.length + 1;
  let length = 0;
  let run = 0;
  let runDigit = 1;
  for (const table of tables) {
    for (let i = 0; i < symbolsPerGroup; i++) {
      const symbol = readSymbol(bits, table);
      if (symbol === runA || symbol === runB) {
        run += runDigit << symbol;
        runDigit <<= 1;
        if (run > sorted.length - length) throw damaged('a block is too long');
        continue;
      }
      if (run > 0) {
        sorted.fill(recent[0]!, length, length + run);
        length += run;
        run = 0;
        runDigit = 1;
      }
      if (symbol === end) return length;
      if (length === sorted.length) throw damaged('a block is too long');
      sorted[length++] = moveToFront(recent, symbol - 1);
    }
  }
  throw damaged('a block without an end');
}

function moveToFront(recent: Uint8Array, place: number): number {
  const byte = recent[place]!;
  for (let i = place; i > 0; i--) recent[i] = recent[i - 1]!;
  recent[0] = byte;
  return byte;
}

/** Inverts the Burrows-Wheeler transform: links each byte to the byte that follows it. */
function link(links: Uint32Array, length: number): void {
  const starts = new Uint32Array(257);
  for (let i = 0; i < length; i++) starts[links[i]! + 1]!++;
  for (let byte = 1; byte <= 256; byte++) starts[byte]! += starts[byte - 1]!;
  for (let i = 0; i < length; i++) links[starts[links[i]! & 0xff]!++]! |= i << 8;
}
