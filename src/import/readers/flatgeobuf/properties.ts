import { exactNumber } from '../exact-number.ts';
import type { Column } from './header.ts';

/** For each type: the size of a value in bytes, and how to read it. */
const fixedTypes: Readonly<
  Record<number, readonly [bytes: number, read: (bytes: Buffer, at: number) => unknown]>
> = {
  0: [1, (bytes, at) => bytes.readInt8(at)],
  1: [1, (bytes, at) => bytes.readUInt8(at)],
  2: [1, (bytes, at) => bytes.readUInt8(at) !== 0],
  3: [2, (bytes, at) => bytes.readInt16LE(at)],
  4: [2, (bytes, at) => bytes.readUInt16LE(at)],
  5: [4, (bytes, at) => bytes.readInt32LE(at)],
  6: [4, (bytes, at) => bytes.readUInt32LE(at)],
  7: [8, (bytes, at) => exactNumber(bytes.readBigInt64LE(at))],
  8: [8, (bytes, at) => exactNumber(bytes.readBigUInt64LE(at))],
  9: [4, (bytes, at) => bytes.readFloatLE(at)],
  10: [8, (bytes, at) => bytes.readDoubleLE(at)],
};
/** Types with a length before the value: text, JSON, date as text, and bytes. */
const [firstLongType, binaryType] = [11, 14];

/** Reads the values of a feature; each is stored after the number of its column. */
export function readProperties(bytes: Buffer, columns: readonly Column[]): Record<string, unknown> {
  const values = new Map<number, unknown>();
  for (let at = 0; at < bytes.length; ) {
    const number = bytes.readUInt16LE(at);
    const column = columns[number];
    if (!column) throw new RangeError(`there is no column ${number}`);
    const { value, end } = readValue(bytes, at + 2, column);
    values.set(number, value);
    at = end;
  }
  return Object.fromEntries(columns.map(({ name }, i) => [name, values.get(i) ?? null]));
}

function readValue(bytes: Buffer, at: number, { name, type }: Column) {
  const fixed = fixedTypes[type];
  if (fixed) return { value: fixed[1](bytes, at), end: at + fixed[0] };
  const start = at + 4;
  const end = start + bytes.readUInt32LE(at);
  if (type < firstLongType || type > binaryType || end > bytes.length) {
    throw new RangeError(`column ${name.slice(0, 40)}: a value that cannot be read`);
  }
  const value = bytes.subarray(start, end);
  return { value: type === binaryType ? value : value.toString(), end };
}
