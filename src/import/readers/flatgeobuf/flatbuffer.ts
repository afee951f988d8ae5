/**
 * A table of a FlatBuffer. Nothing in it is trusted: what points beyond the bytes is a RangeError,
 * and a list is never longer than the bytes that follow it.
 */
export interface Table {
  readonly buffer: Buffer;
  readonly at: number;
  /** Where the places of its fields stand, and where they end. */
  readonly places: number;
  readonly placesEnd: number;
}

/** Where the elements of a list begin, and how many there are. */
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
  const places = at - buffer.readInt32LE(at);
  return { buffer, at, places, placesEnd: places + buffer.readUInt16LE(places) };
}

/** Where a field stands; undefined when it was left out. */
function placeOf({ buffer, at, places, placesEnd }: Table, field: number): number | undefined {
  const entry = places + 4 + 2 * field;
  const offset = entry + 2 <= placesEnd ? buffer.readUInt16LE(entry) : 0;
  return offset === 0 ? undefined : at + offset;
}

/** A number of a field of one, two or four bytes; the fallback where it was left out. */
export function numberIn(table: Table, field: number, bytes: 1 | 2 | 4, fallback: number): number {
  const place = placeOf(table, field);
  if (place === undefined) return fallback;
  return bytes === 4 ? table.buffer.readInt32LE(place) : table.buffer.readUIntLE(place, bytes);
}

/** A whole number of eight bytes, 0 where it was left out. */
export function longIn(table: Table, field: number): bigint {
  const place = placeOf(table, field);
  return place === undefined ? 0n : table.buffer.readBigUInt64LE(place);
}

function targetIn(table: Table, field: number): number | undefined {
  const place = placeOf(table, field);
  return place === undefined ? undefined : place + table.buffer.readUInt32LE(place);
}

/** A list, empty where it was left out. */
export function listIn(table: Table, field: number, elementBytes: number): List {
  const start = targetIn(table, field);
  if (start === undefined) return emptyList;
  const length = table.buffer.readUInt32LE(start);
  if (start + 4 + length * elementBytes > table.buffer.length) {
    throw new RangeError(`a list of ${length} does not fit`);
  }
  return { at: start + 4, length };
}

/** Bytes, none where they were left out. */
export function bytesIn(table: Table, field: number): Buffer {
  const { at, length } = listIn(table, field, 1);
  return table.buffer.subarray(at, at + length);
}

/** A text, empty where it was left out. */
export function textIn(table: Table, field: number): string {
  return bytesIn(table, field).toString();
}

export function tableIn(table: Table, field: number): Table | undefined {
  const start = targetIn(table, field);
  return start === undefined ? undefined : tableAt(table.buffer, start);
}

export function* tablesIn(table: Table, field: number): Generator<Table> {
  const { at: first, length } = listIn(table, field, 4);
  for (let i = 0, place = first; i < length; i++, place += 4) {
    yield tableAt(table.buffer, place + table.buffer.readUInt32LE(place));
  }
}
