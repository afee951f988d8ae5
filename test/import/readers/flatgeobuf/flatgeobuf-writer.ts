/** A field of a table: its bytes, or an offset to a value elsewhere. */
export type Field = Buffer | { readonly elsewhere: (write: Writer) => number } | undefined;

/** Appends to a FlatBuffer; a value comes after the offset that points to it. */
export interface Writer {
  append(bytes: Buffer): number;
  pointAt(from: number, to: number): void;
}

export const byte = (value: number) => Buffer.of(value);
export const short = (value: number) => numbers(2, value);
export const int = (value: number) => numbers(4, value);
export const long = (value: number) => numbers(8, value);
export const double = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
};

function numbers(length: 2 | 4 | 8, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(BigInt(value));
  return bytes.subarray(0, length);
}

/** A list of a number of elements, or one that only claims to have them. */
export function list(elements: readonly Buffer[], claimed = elements.length): Field {
  return { elsewhere: write => write.append(Buffer.concat([int(claimed), ...elements])) };
}

export function text(value: string): Field {
  return list([...Buffer.from(value)].map(byte));
}

export function tables(rows: readonly (readonly Field[])[]): Field {
  return {
    elsewhere(write) {
      const at = write.append(Buffer.concat([int(rows.length), Buffer.alloc(4 * rows.length)]));
      for (const [i, row] of rows.entries()) write.pointAt(at + 4 + 4 * i, writeTable(write, row));
      return at;
    },
  };
}

export function table(fields: readonly Field[]): Field {
  return { elsewhere: write => writeTable(write, fields) };
}

function writeTable(write: Writer, fields: readonly Field[]): number {
  const sizes = fields.map(field => (field instanceof Buffer ? field.length : field ? 4 : 0));
  const vtable = Buffer.alloc(4 + 2 * fields.length);
  vtable.writeUInt16LE(vtable.length, 0);
  let end = 4;
  for (const [i, size] of sizes.entries()) {
    if (size > 0) vtable.writeUInt16LE(end, 4 + 2 * i);
    end += size;
  }
  vtable.writeUInt16LE(end, 2);
  write.append(vtable);
  const parts = fields.map(field =>
    field instanceof Buffer ? field : Buffer.alloc(field ? 4 : 0),
  );
  const at = write.append(Buffer.concat([int(vtable.length), ...parts]));
  for (const [i, field] of fields.entries()) {
    if (field && 'elsewhere' in field)
      write.pointAt(at + vtable.readUInt16LE(4 + 2 * i), field.elsewhere(write));
  }
  return at;
}

/** A FlatBuffer of one table, after its length. */
export function sized(fields: readonly Field[]): Buffer {
  let bytes = Buffer.alloc(4);
  const write: Writer = {
    append(more) {
      const at = bytes.length;
      bytes = Buffer.concat([bytes, more]);
      return at;
    },
    pointAt: (from, to) => void bytes.writeUInt32LE(to - from, from),
  };
  write.pointAt(0, writeTable(write, fields));
  return Buffer.concat([int(bytes.length), bytes]);
}

export const magic = Buffer.from('fgb\x03fgb\x00', 'latin1');

export interface HeaderFields {
  readonly geometryType?: number;
  readonly columns?: readonly (readonly [name: string, type: number])[];
  readonly features?: number;
  readonly nodeSize?: number;
  readonly crs?: readonly Field[] | undefined;
}

const greekGrid = [text('EPSG'), int(2100)];

export function header(fields: HeaderFields = {}): Buffer {
  const { geometryType = 3, columns = [], features = 0, nodeSize = 0, crs = greekGrid } = fields;
  const rows = columns.map(([name, type]) => [text(name), byte(type)]);
  return sized([
    text('layer'),
    undefined,
    byte(geometryType),
    undefined,
    undefined,
    undefined,
    undefined,
    tables(rows),
    long(features),
    short(nodeSize),
    crs && table(crs),
  ]);
}

type Ring = readonly (readonly [number, number])[];

/** The fields of a geometry of rings; `type` only if the header has none. */
export function polygon(rings: readonly Ring[], type?: number): Field[] {
  const ends = rings.map((_, i) => int(rings.slice(0, i + 1).flat().length));
  const xy = list(rings.flat(2).map(double));
  const types = [undefined, undefined, undefined, undefined, type && byte(type)] as Field[];
  return [rings.length > 1 ? list(ends) : undefined, xy, ...types];
}

export function multiPolygon(polygons: readonly (readonly Ring[])[]): Field[] {
  const parts = polygons.map(rings => polygon(rings));
  return [...new Array<Field>(7).fill(undefined), tables(parts)];
}

export function feature(geometry: readonly Field[] | undefined, properties?: Buffer): Buffer {
  return sized([geometry && table(geometry), properties && list([...properties].map(byte))]);
}
