import { readVarint64 } from '../protobuf.ts';
import { fromZigZag } from './encodings.ts';

/** A value of Thrift's compact protocol, in which Parquet writes its headers. */
export type ThriftValue = boolean | number | Buffer | readonly ThriftValue[] | ThriftStruct;

/** A struct by the numbers of its fields. A field of another type counts as absent. */
export interface ThriftStruct {
  number(field: number): number | undefined;
  flag(field: number): boolean | undefined;
  text(field: number): string | undefined;
  struct(field: number): ThriftStruct | undefined;
  structs(field: number): ThriftStruct[];
  texts(field: number): string[];
}

const [stop, yes, no, int8, int16, int32, int64, double, binary, list, set, struct] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12,
];
const deepest = 20;
/** A file of 300 columns in 200 row groups has about 1.5 million. */
const mostValues = 4_000_000;

/** Reads the struct at `at`; `end` is the offset after it. Throws a RangeError when invalid. */
export function readStruct(bytes: Buffer, at = 0): { value: ThriftStruct; end: number } {
  const reader = openReader(bytes, at);
  return { value: reader.struct(0), end: reader.offset() };
}

function openReader(bytes: Buffer, from: number) {
  const cursor = { bytes, at: from, end: bytes.length };
  let values = 0;

  const count = () => Number(readVarint64(cursor));
  const zigZag = () => Number(fromZigZag(readVarint64(cursor)));
  const readBytes = (): Buffer => {
    const length = count();
    if (length > bytes.length - cursor.at) throw new RangeError(`${length} bytes do not fit`);
    cursor.at += length;
    return bytes.subarray(cursor.at - length, cursor.at);
  };
  const readDouble = (): number => {
    cursor.at += 8;
    return bytes.readDoubleLE(cursor.at - 8);
  };
  const readList = (depth: number): ThriftValue[] => {
    const header = bytes.readUInt8(cursor.at++);
    const length = header >> 4 === 15 ? count() : header >> 4;
    if (length > bytes.length - cursor.at) throw new RangeError(`a list of ${length} does not fit`);
    const type = header & 15;
    // In a list each boolean is a byte; in a struct the type is the value.
    const read =
      type === yes || type === no ? () => bytes.readUInt8(cursor.at++) === yes : undefined;
    return Array.from({ length }, () => read?.() ?? readValue(type, depth));
  };
  const readValue = (type: number, depth: number): ThriftValue => {
    if (++values > mostValues) throw new RangeError(`more than ${mostValues} values`);
    if (type === yes || type === no) return type === yes;
    if (type === int8) return bytes.readInt8(cursor.at++);
    if (type === int16 || type === int32 || type === int64) return zigZag();
    if (type === double) return readDouble();
    if (type === binary) return readBytes();
    if (type === list || type === set) return readList(depth + 1);
    if (type === struct) return readFields(depth + 1);
    throw new RangeError(`a value of unknown type ${type}`);
  };
  const readFields = (depth: number): ThriftStruct => {
    if (depth > deepest) throw new RangeError(`structs are nested more than ${deepest} deep`);
    const fields = new Map<number, ThriftValue>();
    for (let field = 0; ; ) {
      const header = bytes.readUInt8(cursor.at++);
      if (header === stop) return structOf(fields);
      field = header >> 4 === 0 ? zigZag() : field + (header >> 4);
      fields.set(field, readValue(header & 15, depth));
    }
  };
  return { struct: readFields, offset: () => cursor.at };
}

function structOf(fields: ReadonlyMap<number, ThriftValue>): ThriftStruct {
  const listOf = (field: number) => {
    const value = fields.get(field);
    return Array.isArray(value) ? (value as readonly ThriftValue[]) : [];
  };
  const ofType = <T extends ThriftValue>(field: number, is: (value: ThriftValue) => value is T) => {
    const value = fields.get(field);
    return value !== undefined && is(value) ? value : undefined;
  };
  return {
    number: field => ofType(field, value => typeof value === 'number'),
    flag: field => ofType(field, value => typeof value === 'boolean'),
    text: field => ofType(field, isBytes)?.toString(),
    struct: field => ofType(field, isStruct),
    structs: field => listOf(field).filter(isStruct),
    texts: field => listOf(field).filter(isBytes).map(String),
  };
}

function isBytes(value: ThriftValue): value is Buffer {
  return value instanceof Uint8Array;
}

function isStruct(value: ThriftValue): value is ThriftStruct {
  return typeof value === 'object' && 'struct' in value;
}
