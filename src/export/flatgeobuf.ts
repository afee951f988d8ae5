import { type Position, polygonsOf } from '../geo/polygon.ts';
import type { ParcelSrid } from '../property/parcels.ts';
import { linesOf } from '../zones/zone.ts';
import type { ExportedFeature, ExportTable } from './features.ts';
import { collectPieces, type ExportOutput, type FeatureSink } from './sink.ts';

const magic = Buffer.from('fgb\x03fgb\x00', 'latin1');
/** Codes of FlatGeobuf 3: geometry types and column types. */
const typeCodes = {
  Geometry: 0,
  Point: 1,
  LineString: 2,
  MultiLineString: 5,
  MultiPolygon: 6,
} as const;
const [doubleColumn, textColumn] = [10, 11];

/**
 * Opens a FlatGeobuf file. It has neither the number of features nor an index, because both come
 * before the features and are known after them.
 */
export function openFlatGeobuf(
  table: ExportTable,
  srid: ParcelSrid,
  output: ExportOutput,
): FeatureSink {
  const { columns, type } = table;
  const pieces = collectPieces<Buffer>(output, all => Buffer.concat(all));
  pieces.add(Buffer.concat([magic, headerOf(table, srid)]));
  return {
    add({ properties, geometry }) {
      const fields = [
        tableField(geometryFields(geometry, type)),
        bytes(valuesOf(properties, columns)),
      ];
      return pieces.add(flatBuffer(fields));
    },
    end: pieces.flush,
  };
}

function headerOf({ layer, columns, numbers, type }: ExportTable, srid: ParcelSrid): Buffer {
  const described = columns.map(name => [
    text(name),
    number(1, numbers.has(name) ? doubleColumn : textColumn),
  ]);
  const fields: Field[] = [];
  fields[0] = text(layer);
  fields[2] = number(1, typeCodes[type]);
  fields[7] = tables(described);
  // No index.
  fields[9] = number(2, 0);
  fields[10] = tableField([text('EPSG'), number(4, srid)]);
  return flatBuffer(fields);
}

/** An area is a MultiPolygon. Each geometry has its type if the file has none for all. */
function geometryFields(
  geometry: ExportedFeature['geometry'],
  fileType: ExportTable['type'],
): Field[] {
  const type = geometry.type === 'Polygon' ? 'MultiPolygon' : geometry.type;
  const fields: Field[] = [];
  if (fileType === 'Geometry') fields[6] = number(1, typeCodes[type]);
  if (geometry.type === 'Polygon' || geometry.type === 'MultiPolygon') {
    fields[7] = tables(polygonsOf(geometry).map(positionFields));
  } else {
    Object.assign(fields, positionFields(linesOf(geometry)));
  }
  return fields;
}

/** Where lines end, unless there is one, and the positions of all. */
function positionFields(lines: readonly (readonly Position[])[]): Field[] {
  const ends = lines.length > 1 ? integers(lineEnds(lines)) : undefined;
  return [ends, doubles(lines.flat(2))];
}

function lineEnds(lines: readonly (readonly Position[])[]): number[] {
  let end = 0;
  return lines.map(line => {
    end += line.length;
    return end;
  });
}

/** Each value behind the number of its column; a missing one is left out. */
function valuesOf(properties: ExportedFeature['properties'], columns: readonly string[]): Buffer {
  return Buffer.concat(
    columns.flatMap((name, i) => {
      const value = properties[name] ?? null;
      if (value === null) return [];
      const content = typeof value === 'number' ? doubleBytes([value]) : Buffer.from(value);
      const head = Buffer.alloc(typeof value === 'number' ? 2 : 6);
      head.writeUInt16LE(i);
      if (typeof value !== 'number') head.writeUInt32LE(content.length, 2);
      return [head, content];
    }),
  );
}

/*
 * FlatBuffers, from front to back: a table, then the values that its offsets point to. Numbers of
 * n bytes begin at a multiple of n, counted from the length before the buffer.
 */

interface Out {
  bytes: Buffer;
  end: number;
}

/** A field of a table: a number in it, or a value behind it, which returns where it begins. */
type Field = NumberField | ((out: Out) => number) | undefined;

interface NumberField {
  readonly size: 1 | 2 | 4;
  readonly value: number;
}

function number(size: NumberField['size'], value: number): NumberField {
  return { size, value };
}

function bytes(content: Uint8Array): Field {
  return out => writeList(out, content, content.length, 1);
}

/** Ends with a zero byte, which does not count. */
function text(value: string): Field {
  const content = Buffer.from(`${value}\0`);
  return out => writeList(out, content, content.length - 1, 1);
}

function integers(values: readonly number[]): Field {
  const content = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) content.writeUInt32LE(value, 4 * i);
  return out => writeList(out, content, values.length, 4);
}

function doubles(values: readonly number[]): Field {
  return out => writeList(out, doubleBytes(values), values.length, 8);
}

function doubleBytes(values: readonly number[]): Buffer {
  const content = Buffer.alloc(8 * values.length);
  for (const [i, value] of values.entries()) content.writeDoubleLE(value, 8 * i);
  return content;
}

function tableField(fields: readonly Field[]): Field {
  return out => writeTable(out, fields);
}

function tables(rows: readonly (readonly Field[])[]): Field {
  return out => {
    const at = writeList(out, Buffer.alloc(4 * rows.length), rows.length, 4);
    for (const [i, fields] of rows.entries()) {
      pointAt(out, at + 4 + 4 * i, writeTable(out, fields));
    }
    return at;
  };
}

/** A buffer of one table, after its length. */
function flatBuffer(fields: readonly Field[]): Buffer {
  const out: Out = { bytes: Buffer.alloc(1024), end: 8 };
  pointAt(out, 4, writeTable(out, fields));
  // The next buffer begins aligned too.
  reserve(out, 0, 8);
  out.bytes.writeUInt32LE(out.end - 4);
  return out.bytes.subarray(0, out.end);
}

/** Reserves bytes, of which those behind the first `before` are aligned; returns their begin. */
function reserve(out: Out, length: number, alignment: number, before = 0): number {
  const start = Math.ceil((out.end + before) / alignment) * alignment - before;
  out.end = start + length;
  if (out.end > out.bytes.length) {
    out.bytes = Buffer.concat([out.bytes], 2 * out.end);
  }
  return start;
}

function writeList(out: Out, content: Uint8Array, count: number, elementBytes: number): number {
  const at = reserve(out, 4 + content.length, Math.max(4, elementBytes), 4);
  out.bytes.writeUInt32LE(count, at);
  out.bytes.set(content, at + 4);
  return at;
}

/** The vtable, which has the place of each field, is just before the table. */
function writeTable(out: Out, fields: readonly Field[]): number {
  const vtableBytes = 4 + 2 * fields.length;
  const sizes = Array.from(fields, field => (typeof field === 'function' ? 4 : (field?.size ?? 0)));
  const places = new Map<number, number>();
  let length = 4;
  for (const size of [4, 2, 1]) {
    for (const [i, own] of sizes.entries()) {
      if (own !== size) continue;
      places.set(i, length);
      length += size;
    }
  }
  const vtable = reserve(out, vtableBytes + length, 4, vtableBytes);
  const at = vtable + vtableBytes;
  out.bytes.writeUInt16LE(vtableBytes, vtable);
  out.bytes.writeUInt16LE(length, vtable + 2);
  out.bytes.writeInt32LE(vtableBytes, at);
  for (const [i, place] of places) {
    out.bytes.writeUInt16LE(place, vtable + 4 + 2 * i);
    const field = fields[i]!;
    if (typeof field === 'function') pointAt(out, at + place, field(out));
    else out.bytes.writeUIntLE(field.value, at + place, field.size);
  }
  return at;
}

function pointAt(out: Out, from: number, to: number): void {
  out.bytes.writeUInt32LE(to - from, from);
}
