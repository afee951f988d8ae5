/**
 * A table of a FlatBuffer. Nothing in it is trusted: an offset beyond the bytes throws a RangeError,
 * and a list is never longer than the bytes that follow it.
 */
export interface Table {
  readonly buffer: Buffer;
  readonly at: number;
  /** The start and end of its vtable, the list of field offsets. */
  readonly vtable: number;
  readonly vtableEnd: number;
}

/** The offset and number of the elements of a list. */
export interface List {
  readonly at: number;
  readonly length: number;
}

const emptyList: List = { at: 0, length: 0 };

/** The outermost table of a FlatBuffer. */
export function rootTable(buffer: Buffer): Table {
  return tableAt(buffer, buffer.readUInt32LE(0));
}

function tableAt(buffer: Buffer, at: number): Table {
  const vtable = at - buffer.readInt32LE(at);
  return { buffer, at, vtable, vtableEnd: vtable + buffer.readUInt16LE(vtable) };
}

/** The offset of a field; undefined when it is absent. */
function fieldAt({ buffer, at, vtable, vtableEnd }: Table, field: number): number | undefined {
  const entry = vtable + 4 + 2 * field;
  const offset = entry + 2 <= vtableEnd ? buffer.readUInt16LE(entry) : 0;
  return offset === 0 ? undefined : at + offset;
}

/** The number in a field of one, two or four bytes; `fallback` when it is absent. */
export function numberIn(table: Table, field: number, bytes: 1 | 2 | 4, fallback: number): number {
  const at = fieldAt(table, field);
  if (at === undefined) return fallback;
  return bytes === 4 ? table.buffer.readInt32LE(at) : table.buffer.readUIntLE(at, bytes);
}

/** The integer in a field of eight bytes; 0 when it is absent. */
export function longIn(table: Table, field: number): bigint {
  const at = fieldAt(table, field);
  return at === undefined ? 0n : table.buffer.readBigUInt64LE(at);
}

function targetIn(table: Table, field: number): number | undefined {
  const at = fieldAt(table, field);
  return at === undefined ? undefined : at + table.buffer.readUInt32LE(at);
}

/** The list of a field; empty when it is absent. */
export function listIn(table: Table, field: number, elementBytes: number): List {
  const start = targetIn(table, field);
  if (start === undefined) return emptyList;
  const length = table.buffer.readUInt32LE(start);
  if (start + 4 + length * elementBytes > table.buffer.length) {
    throw new RangeError(`a list of ${length} does not fit`);
  }
  return { at: start + 4, length };
}

/** The bytes of a field; empty when it is absent. */
export function bytesIn(table: Table, field: number): Buffer {
  const { at, length } = listIn(table, field, 1);
  return table.buffer.subarray(at, at + length);
}

/** The text of a field; empty when it is absent. */
export function textIn(table: Table, field: number): string {
  return bytesIn(table, field).toString();
}

export function tableIn(table: Table, field: number): Table | undefined {
  const start = targetIn(table, field);
  return start === undefined ? undefined : tableAt(table.buffer, start);
}

export function* tablesIn(table: Table, field: number): Generator<Table> {
  const { at: first, length } = listIn(table, field, 4);
  for (let i = 0, at = first; i < length; i++, at += 4) {
    yield tableAt(table.buffer, at + table.buffer.readUInt32LE(at));
  }
}
