import { readStruct, type ThriftStruct } from './thrift.ts';

/** The physical types of values, by their numbers in the specification. */
export const physicalTypes = {
  boolean: 0,
  int32: 1,
  int64: 2,
  int96: 3,
  float: 4,
  double: 5,
  byteArray: 6,
  fixedBytes: 7,
} as const;

/** A column of plain values; columns of lists and structs are not read. */
export interface ParquetColumn {
  readonly name: string;
  readonly physicalType: number;
  /** The length of a value in a fixed-length column. */
  readonly typeLength: number;
  readonly isOptional: boolean;
  readonly meaning: 'text' | 'decimal' | 'unsigned' | 'geometry' | 'plain';
  /** The number of digits after the decimal point. */
  readonly scale: number;
  /** The coordinate system of a geometry column, if the column names one. */
  readonly crs: string | undefined;
}

/** The bytes in the file that contain a column's values for one row group. */
export interface ColumnChunk {
  readonly column: ParquetColumn;
  readonly codec: number;
  readonly start: number;
  readonly end: number;
}

export interface RowGroup {
  readonly rows: number;
  readonly chunks: readonly ColumnChunk[];
}

/** The metadata at the end of a Parquet file. */
export interface ParquetMetadata {
  readonly columns: readonly ParquetColumn[];
  readonly groups: readonly RowGroup[];
  /** The text of the key `geo`, which makes it GeoParquet. */
  readonly geo: string | undefined;
}

/** Reads the metadata; `dataEnd` is their offset in the file. Throws a RangeError when invalid. */
export function readMetadata(bytes: Buffer, dataEnd: number): ParquetMetadata {
  const { value: file } = readStruct(bytes);
  const columns = flatColumns(file.structs(2));
  const groups = file.structs(4).map(group => readGroup(group, columns, dataEnd));
  const geo = file.structs(5).find(pair => pair.text(1) === 'geo');
  return { columns, groups, geo: geo?.text(2) };
}

/** The columns directly below the root; groups are skipped with all their children. */
function flatColumns(schema: readonly ThriftStruct[]): ParquetColumn[] {
  const columns: ParquetColumn[] = [];
  for (let i = 1; i < schema.length; ) {
    const element = schema[i]!;
    if (isFlat(element)) columns.push(toColumn(element));
    let inside = 1;
    for (; inside > 0 && i < schema.length; i++) inside += childrenOf(schema[i]!) - 1;
  }
  return columns;
}

function childrenOf(element: ThriftStruct): number {
  return Math.max(element.number(5) ?? 0, 0);
}

const [optional, repeated] = [1, 2];

function isFlat(element: ThriftStruct): boolean {
  return (
    element.number(1) !== undefined && childrenOf(element) === 0 && element.number(3) !== repeated
  );
}

function toColumn(element: ThriftStruct): ParquetColumn {
  const logical = element.struct(10);
  const decimal = logical?.struct(5);
  return {
    name: element.text(4) ?? '',
    physicalType: element.number(1) ?? -1,
    typeLength: element.number(2) ?? 0,
    isOptional: element.number(3) === optional,
    meaning: meaningOf(element, logical),
    scale: decimal?.number(1) ?? element.number(7) ?? 0,
    crs: logical?.struct(17)?.text(1) ?? logical?.struct(18)?.text(1),
  };
}

/** By the newer logical type, otherwise by the older converted type. */
function meaningOf(
  element: ThriftStruct,
  logical: ThriftStruct | undefined,
): ParquetColumn['meaning'] {
  const converted = element.number(6) ?? -1;
  const isLogical = (...numbers: number[]) => numbers.some(number => logical?.struct(number));
  if (isLogical(17, 18)) return 'geometry';
  if (isLogical(1, 4, 12) || [0, 4, 19].includes(converted)) return 'text';
  if (isLogical(5) || converted === 5) return 'decimal';
  const isUnsigned = logical?.struct(10)?.flag(2) === false || (converted >= 11 && converted <= 14);
  return isUnsigned ? 'unsigned' : 'plain';
}

function readGroup(
  group: ThriftStruct,
  columns: readonly ParquetColumn[],
  dataEnd: number,
): RowGroup {
  const rows = group.number(3) ?? -1;
  if (rows < 0) throw new RangeError('a group of rows that does not say how many');
  const found = new Map(group.structs(1).map(chunk => [nameOf(chunk), chunk]));
  return { rows, chunks: columns.map(column => toChunk(column, found.get(column.name), dataEnd)) };
}

/** The name of a top-level column; undefined for a column inside a list or struct. */
function nameOf(chunk: ThriftStruct): string | undefined {
  const path = chunk.struct(3)?.texts(3) ?? [];
  return path.length === 1 ? path[0] : undefined;
}

function toChunk(
  column: ParquetColumn,
  chunk: ThriftStruct | undefined,
  dataEnd: number,
): ColumnChunk {
  const facts = chunk?.struct(3);
  if (!chunk || !facts || chunk.text(1)) {
    throw new RangeError(`column ${column.name}: its values are not in this file`);
  }
  if (chunk.struct(8)) throw new RangeError(`column ${column.name}: its values are encrypted`);
  const start = facts.number(11) || facts.number(9) || 0;
  const end = start + (facts.number(7) ?? 0);
  if (start < 4 || end < start || end > dataEnd) {
    throw new RangeError(`column ${column.name}: bytes ${start} to ${end} are not in the file`);
  }
  return { column, codec: facts.number(4) ?? -1, start, end };
}
