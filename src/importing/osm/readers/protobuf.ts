import { PbfReader } from 'pbf';

/**
 * A part of a message. `pbf` reads its numbers but neither notices the end of a part nor numbers that
 * are not exact. So every read goes through these functions, which return or throw a RangeError.
 */
export interface Cursor {
  readonly pbf: PbfReader;
  at: number;
  readonly end: number;
}

const varintWire = 0;
const lengthWire = 2;

/** A cursor over all of the bytes. */
export function cursorOver(bytes: Buffer): Cursor {
  return { pbf: new PbfReader(bytes), at: 0, end: bytes.length };
}

/** The key of the next field, its number in the bits above the third; 0 at the end. */
export function nextField(cursor: Cursor): number {
  if (cursor.at >= cursor.end) return 0;
  const key = readVarint(cursor);
  if (key < 8 || key > 0xffff_ffff) throw new RangeError('a field has no valid number');
  return key;
}

/** The value of a whole-number field (int32, int64, enum), exact up to 2^53. */
export function numberField(cursor: Cursor, key: number): number {
  expectWire(key, varintWire);
  return readVarint(cursor);
}

/** The value of a zigzag field (sint32, sint64). */
export function signedField(cursor: Cursor, key: number): number {
  return unzigzag(numberField(cursor, key));
}

/** A cursor over the inside of a message, a text or a packed list; the outer one moves past it. */
export function insideField(cursor: Cursor, key: number): Cursor {
  expectWire(key, lengthWire);
  const length = readVarint(cursor);
  const at = cursor.at;
  const end = at + length;
  if (length < 0 || end > cursor.end) throw new RangeError('a field exceeds its message');
  cursor.at = end;
  return { pbf: cursor.pbf, at, end };
}

/** The bytes of a field of bytes, not copied. */
export function bytesField(cursor: Cursor, key: number): Buffer {
  const { pbf, at, end } = insideField(cursor, key);
  return pbf.buf.subarray(at, end) as Buffer;
}

/** The text of a field. */
export function textField(cursor: Cursor, key: number): string {
  return textOf(insideField(cursor, key));
}

/** The UTF-8 text a cursor spans; bytes that are none become U+FFFD. */
export function textOf({ pbf, at, end }: Cursor): string {
  return (pbf.buf as Buffer).toString('utf8', at, end);
}

/** Skips an unused field. */
export function skipField(cursor: Cursor, key: number): void {
  const { pbf } = cursor;
  pbf.pos = cursor.at;
  pbf.skip(key);
  // A length may be larger than any number of bytes.
  if (!(pbf.pos <= cursor.end)) throw new RangeError('a field exceeds its message');
  cursor.at = pbf.pos;
}

/** How many numbers a packed list holds: each ends with the one byte below 128. */
export function packedCount({ pbf: { buf }, at, end }: Cursor): number {
  let count = 0;
  for (let i = at; i < end; i++) if (buf[i]! < 128) count++;
  return count;
}

/** The next number of a packed list, signed. There is one while `list.at < list.end`. */
export function readVarint(cursor: Cursor): number {
  const { pbf } = cursor;
  pbf.pos = cursor.at;
  const value = pbf.readVarint(true);
  if (pbf.pos > cursor.end) throw new RangeError('a number is cut');
  cursor.at = pbf.pos;
  return exact(value);
}

function exact(value: number): number {
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError(`the number ${value} is beyond 2^53`);
}

/** The running sums of a packed list of `count` zigzag differences, as a column. */
export function packedSums(list: Cursor, count: number): Float64Array {
  return addUp(list, new Float64Array(count));
}

/** The same as an array, which for a few numbers is made much faster than a column. */
export function packedSumList(list: Cursor, count: number): number[] {
  // With its final length from the start, because an array that grows takes more memory.
  return addUp(list, new Array<number>(count));
}

function addUp<Sums extends Float64Array | number[]>(list: Cursor, sums: Sums): Sums {
  const { pbf } = list;
  pbf.pos = list.at;
  let sum = 0;
  for (let i = 0; i < sums.length; i++) {
    sum += unzigzag(exact(pbf.readVarint(true)));
    sums[i] = sum;
  }
  if (pbf.pos !== list.end) throw new RangeError('a number is cut');
  list.at = list.end;
  return sums;
}

/**
 * 0, -1, 1, -2, … from 0, 1, 2, 3, …; without bit operations, which would stop at 32 bits, and without
 * a remainder, which is slow.
 */
function unzigzag(value: number): number {
  if (value < 0) throw new RangeError('a number is beyond 2^53');
  const half = Math.floor(value / 2);
  return value === 2 * half ? half : -half - 1;
}

function expectWire(key: number, wire: number): void {
  if ((key & 7) !== wire) throw new RangeError(`field ${key >>> 3} is not of its type`);
}
