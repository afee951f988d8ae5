import { type Bits, peekBits, skipBits } from './bits.ts';

/** The longest code of a symbol, in bits. */
export const longestCode = 20;

/** Codes up to this length are found with one table lookup. */
const shortCode = 10;

/** A table for decoding Huffman codes. */
export interface HuffmanTable {
  /** By the next ten bits: the symbol of a short code in nine bits, and above them its length. */
  readonly short: Uint16Array;
  /** For each length, the highest code (-1 when there is none), and the code minus its symbol index. */
  readonly highest: Int32Array;
  readonly offset: Int32Array;
  /** The symbols in the order of their codes. */
  readonly symbols: Uint16Array;
}

/** Makes the table from the code length of each symbol: codes ascend by length, then by symbol. */
export function huffmanTable(lengths: Uint8Array): HuffmanTable {
  const table: HuffmanTable = {
    short: new Uint16Array(1 << shortCode),
    highest: new Int32Array(longestCode + 1).fill(-1),
    offset: new Int32Array(longestCode + 1),
    symbols: new Uint16Array(lengths.length),
  };
  let code = 0;
  let place = 0;
  for (let length = 1; length <= longestCode; length++) {
    table.offset[length] = code - place;
    for (const [symbol, own] of lengths.entries()) {
      if (own !== length) continue;
      if (length <= shortCode) fillShort(table.short, code, length, symbol);
      table.symbols[place++] = symbol;
      table.highest[length] = code++;
    }
    code <<= 1;
  }
  return table;
}

function fillShort(short: Uint16Array, code: number, length: number, symbol: number): void {
  const spare = shortCode - length;
  short.fill((length << 9) | symbol, code << spare, (code + 1) << spare);
}

/** Reads the next symbol; throws a RangeError for bits that are no code. */
export function readSymbol(bits: Bits, { short, highest, offset, symbols }: HuffmanTable): number {
  const next = peekBits(bits, longestCode);
  const found = short[next >> (longestCode - shortCode)]!;
  if (found !== 0) {
    skipBits(bits, found >> 9);
    return found & 0x1ff;
  }
  for (let length = shortCode + 1; length <= longestCode; length++) {
    const code = next >> (longestCode - length);
    if (code > highest[length]!) continue;
    skipBits(bits, length);
    const symbol = symbols[code - offset[length]!];
    if (symbol !== undefined) return symbol;
    break;
  }
  throw new RangeError('the packed data are damaged: bits that stand for no symbol');
}
