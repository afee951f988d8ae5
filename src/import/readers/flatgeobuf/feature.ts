import type { Position, Ring } from '../../../geo/polygon.ts';
import { geometryTypeName } from '../../../geo/read-wkb.ts';
import { exactNumber, type RawGeometry } from '../reader.ts';
import {
  bytesIn,
  listIn,
  numberIn,
  rootTable,
  type Table,
  tableIn,
  tablesIn,
  textIn,
} from './flatbuffer.ts';

/** A column of the file, or of one feature. */
export interface Column {
  readonly name: string;
  /** Its number in FlatGeobuf's list of types. */
  readonly type: number;
}

/** What the header says about features. */
export interface FeatureDefaults {
  /** The code of well-known binary; 0 when each feature has its own type. */
  readonly geometryType: number;
  readonly columns: readonly Column[];
}

/** Reads a feature; throws a RangeError when it is damaged. */
export function readFeature(bytes: Buffer, header: FeatureDefaults) {
  const feature = rootTable(bytes);
  const own = readColumns(feature, 2, bytes.length);
  const columns: readonly Column[] = own.length > 0 ? own : header.columns;
  return {
    properties: readProperties(bytesIn(feature, 1), columns),
    geometry: readGeometry(bytes, tableIn(feature, 0), header.geometryType),
  };
}

/** `mostCharacters` limits all names together: damaged columns may share one long name. */
export function readColumns(table: Table, field: number, mostCharacters: number): Column[] {
  const columns: Column[] = [];
  let characters = 0;
  for (const column of tablesIn(table, field)) {
    const name = textIn(column, 0);
    characters += name.length;
    if (characters > mostCharacters) throw new RangeError('its columns do not fit');
    columns.push({ name, type: numberIn(column, 1, 1, 0) });
  }
  return columns;
}

function readGeometry(bytes: Buffer, table: Table | undefined, type: number): RawGeometry | null {
  if (!table) return null;
  // A damaged feature may reuse the same bytes for all its parts: this limits the total of positions.
  const budget = { positions: bytes.length / 16 };
  const name = geometryTypeName(type || numberIn(table, 6, 1, 0));
  if (name === 'Point') return pointOf(readPositions(bytes, table, budget));
  if (name === 'Polygon') return { type: name, coordinates: readRings(bytes, table, budget) };
  if (name === 'MultiLineString')
    return { type: name, coordinates: readRings(bytes, table, budget) };
  if (name === 'MultiPoint' || name === 'LineString')
    return { type: name, coordinates: readPositions(bytes, table, budget) };
  if (name !== 'MultiPolygon') return { type: name ?? 'Unknown', coordinates: null };
  const polygons: Ring[][] = [];
  for (const part of tablesIn(table, 7)) polygons.push(readRings(bytes, part, budget));
  return polygons.length === 0 ? null : { type: name, coordinates: polygons };
}

interface Budget {
  positions: number;
}

function pointOf(positions: readonly Position[]): RawGeometry | null {
  const [only, ...more] = positions;
  if (more.length > 0) throw new RangeError('geometry: a point of several positions');
  // An empty point has no position, or one that is not a number.
  return only && !Number.isNaN(only[0]) ? { type: 'Point', coordinates: only } : null;
}

/** Splits the positions at the list of ring ends; without that list they are one ring. */
function readRings(bytes: Buffer, table: Table, budget: Budget): Ring[] {
  const positions = readPositions(bytes, table, budget);
  const ends = listIn(table, 0, 4);
  if (ends.length === 0) return [positions];
  const rings: Ring[] = [];
  let start = 0;
  for (let i = 0; i < ends.length; i++) {
    const end = bytes.readUInt32LE(ends.at + 4 * i);
    if (end <= start || end > positions.length) {
      throw new RangeError(`geometry: ring ${i + 1} of ${ends.length} is out of range`);
    }
    rings.push(positions.slice(start, end));
    start = end;
  }
  return rings;
}

function readPositions(bytes: Buffer, table: Table, budget: Budget): Position[] {
  const { at, length } = listIn(table, 1, 8);
  budget.positions -= Math.max(1, length / 2);
  if (length % 2 !== 0 || budget.positions < 0) {
    throw new RangeError(`geometry: ${length} coordinates do not fit`);
  }
  const positions: Position[] = new Array(length / 2);
  for (let i = 0, from = at; i < positions.length; i++, from += 16) {
    positions[i] = [bytes.readDoubleLE(from), bytes.readDoubleLE(from + 8)];
  }
  return positions;
}

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
function readProperties(bytes: Buffer, columns: readonly Column[]): Record<string, unknown> {
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
