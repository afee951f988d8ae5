/**
 * The wire format of Protocol Buffers, as far as OSM PBF needs it; Parquet has the same varints. Whatever the bytes hold, these
 * functions return or throw a RangeError that says what is wrong; they never read past `end`.
 */
export interface Cursor {
  readonly bytes: Buffer;
  at: number;
  readonly end: number;
}

const varintWire = 0;
const lengthWire = 2;

/** A cursor over all of the bytes. */
export function cursorOver(bytes: Buffer): Cursor {
  return { bytes, at: 0, end: bytes.length };
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
  return { bytes: cursor.bytes, at, end };
}

/** The bytes of a field of bytes, not copied. */
export function bytesField(cursor: Cursor, key: number): Buffer {
  const { bytes, at, end } = insideField(cursor, key);
  return bytes.subarray(at, end);
}

/** The text of a field. */
export function textField(cursor: Cursor, key: number): string {
  return textOf(insideField(cursor, key));
}

/** The UTF-8 text a cursor spans; bytes that are none become U+FFFD. */
export function textOf({ bytes, at, end }: Cursor): string {
  return bytes.toString('utf8', at, end);
}

/** Skips an unused field. */
export function skipField(cursor: Cursor, key: number): void {
  const wire = key & 7;
  if (wire === lengthWire) insideField(cursor, key);
  else if (wire === varintWire) readVarint(cursor);
  else if (wire === 1) cursor.at += 8;
  else if (wire === 5) cursor.at += 4;
  else throw new RangeError(`a field has the unknown wire type ${wire}`);
  if (cursor.at > cursor.end) throw new RangeError('a field exceeds its message');
}

/** How many numbers a packed list holds: each ends with the one byte below 128. */
export function packedCount({ bytes, at, end }: Cursor): number {
  let count = 0;
  for (let i = at; i < end; i++) if (bytes[i]! < 128) count++;
  return count;
}

/** The next number of a packed list. There is one while `list.at < list.end`. */
export function readVarint(cursor: Cursor): number {
  const { bytes, at, end } = cursor;
  // Most numbers fit in four bytes, 28 bits. Past the end bytes are undefined, which counts as 0
  // here, so that the one check of `end` below is enough.
  let byte = bytes[at]!;
  let value = byte & 0x7f;
  let next = at + 1;
  for (let shift = 7; byte >= 128 && shift < 28; shift += 7) {
    byte = bytes[next++]!;
    value |= (byte & 0x7f) << shift;
  }
  if (next > end) throw new RangeError('a number is cut');
  if (byte >= 128) return readLongVarint(cursor);
  cursor.at = next;
  return value;
}

/** The running sums of a packed list of `count` zigzag differences, as a column. */
export function packedSums(list: Cursor, count: number): Float64Array {
  const sums = new Float64Array(count);
  let sum = 0;
  for (let i = 0; i < count; i++) {
    sum += unzigzag(readVarint(list));
    sums[i] = sum;
  }
  if (list.at !== list.end) throw new RangeError('a number is cut');
  return sums;
}

/** The same as an array, which for a few numbers is made much faster than a column. */
export function packedSumList(list: Cursor, count: number): number[] {
  // With its final length from the start, because an array that grows takes more memory.
  const sums: number[] = new Array(count);
  let sum = 0;
  for (let i = 0; i < count; i++) {
    sum += unzigzag(readVarint(list));
    sums[i] = sum;
  }
  if (list.at !== list.end) throw new RangeError('a number is cut');
  return sums;
}

/** Up to seven bytes as a plain sum, exact in 49 bits; more as 64 bits in two's complement. */
function readLongVarint(cursor: Cursor): number {
  let value = 0;
  let scale = 1;
  for (let i = cursor.at; i < cursor.at + 7 && i < cursor.end; i++) {
    const byte = cursor.bytes[i]!;
    value += (byte & 0x7f) * scale;
    scale *= 128;
    if (byte < 128) {
      cursor.at = i + 1;
      return value;
    }
  }
  return exact(BigInt.asIntN(64, readVarint64(cursor)));
}

/** The same with all its 64 bits, unsigned. */
export function readVarint64(cursor: Cursor): bigint {
  let bits = 0n;
  for (let shift = 0n; shift < 70n; shift += 7n) {
    if (cursor.at >= cursor.end) throw new RangeError('a number is cut');
    const byte = cursor.bytes[cursor.at++]!;
    bits |= BigInt(byte & 0x7f) << shift;
    if (byte < 128) return BigInt.asUintN(64, bits);
  }
  throw new RangeError('a number is longer than ten bytes');
}

function exact(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`the number ${value} is beyond 2^53`);
  return number;
}

/** 0, -1, 1, -2, … from 0, 1, 2, 3, …; without bit operations, which would stop at 32 bits. */
function unzigzag(value: number): number {
  if (value < 0) throw new RangeError('a number is beyond 2^53');
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}

function expectWire(key: number, wire: number): void {
  if ((key & 7) !== wire) throw new RangeError(`field ${key >>> 3} is not of its type`);
}
