/** A value in Thrift's compact protocol: the number of its type, and its bytes. */
export interface Thrift {
  readonly type: number;
  readonly bytes: Buffer;
}

export function varint(value: number | bigint): Buffer {
  const bytes: number[] = [];
  let left = BigInt(value);
  for (; left >= 0x80n; left >>= 7n) bytes.push(Number(left & 0x7fn) | 0x80);
  return Buffer.of(...bytes, Number(left));
}

const zigZag = (value: number | bigint) => {
  const wide = BigInt(value);
  return varint(BigInt.asUintN(64, (wide << 1n) ^ (wide >> 63n)));
};

export const int = (value: number): Thrift => ({ type: 5, bytes: zigZag(value) });
const long = (value: number): Thrift => ({ type: 6, bytes: zigZag(value) });
export const flag = (value: boolean): Thrift => ({ type: value ? 1 : 2, bytes: Buffer.alloc(0) });
export const text = (value: string): Thrift => {
  const bytes = Buffer.from(value);
  return { type: 8, bytes: Buffer.concat([varint(bytes.length), bytes]) };
};
export const list = (values: readonly Thrift[], claimed = values.length): Thrift => {
  const header = Buffer.concat([Buffer.of(0xf0 | (values[0]?.type ?? 12)), varint(claimed)]);
  return { type: 9, bytes: Buffer.concat([header, ...values.map(({ bytes }) => bytes)]) };
};

/** A struct by the numbers of its fields; those that are undefined are left out. */
export function struct(fields: Readonly<Record<number, Thrift | undefined>>): Thrift {
  const parts = Object.entries(fields).flatMap(([field, value]) =>
    value ? [Buffer.of(value.type), zigZag(Number(field)), value.bytes] : [],
  );
  return { type: 12, bytes: Buffer.concat([...parts, Buffer.of(0)]) };
}

/** A column: its schema, and the pages of its values. */
export interface Written {
  readonly name: string;
  readonly type: number;
  readonly schema?: Readonly<Record<number, Thrift>>;
  readonly isOptional?: boolean;
  readonly codec?: number;
  readonly unpackedBytes?: number;
  readonly pages: readonly Buffer[];
}

interface FileFields {
  readonly rows?: number;
  readonly geo?: unknown;
  /** Elements of the schema behind the columns: those of lists and structs. */
  readonly moreSchema?: readonly Thrift[];
  /** How many columns those are. */
  readonly moreColumns?: number;
}

/** The bytes of a Parquet file with one group of rows. */
export function parquet(columns: readonly Written[], fields: FileFields = {}): Buffer {
  const { rows = 1, geo, moreSchema = [], moreColumns = 0 } = fields;
  const parts: Buffer[] = [Buffer.from('PAR1')];
  let at = 4;
  const chunks = columns.map(({ name, type, codec = 0, pages, unpackedBytes = 0 }) => {
    const bytes = Buffer.concat(pages);
    const facts = struct({
      1: int(type),
      3: list([text(name)]),
      4: int(codec),
      5: long(rows),
      6: long(unpackedBytes),
      7: long(bytes.length),
      9: long(at),
    });
    parts.push(bytes);
    at += bytes.length;
    return struct({ 2: long(0), 3: facts });
  });
  const schema = columns.map(({ name, type, schema: more, isOptional = false }) =>
    struct({ 1: int(type), 3: int(isOptional ? 1 : 0), 4: text(name), ...more }),
  );
  const root = struct({ 4: text('schema'), 5: int(columns.length + moreColumns) });
  const pair = geo !== undefined && struct({ 1: text('geo'), 2: text(JSON.stringify(geo)) });
  const footer = struct({
    1: int(1),
    2: list([root, ...schema, ...moreSchema]),
    3: long(rows),
    4: list([struct({ 1: list(chunks), 3: long(rows) })]),
    5: pair ? list([pair]) : undefined,
  }).bytes;
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  return Buffer.concat([...parts, footer, length, Buffer.from('PAR1')]);
}

interface PageFields {
  readonly values?: number;
  readonly encoding?: number;
  readonly unpackedBytes?: number;
  readonly packed?: Buffer;
}

/** A data page: its header, and its bytes (the levels of optional columns among them). */
export function dataPage(page: Buffer, fields: PageFields = {}): Buffer {
  const { values = 1, encoding = 0, unpackedBytes = page.length, packed = page } = fields;
  const header = struct({
    1: int(0),
    2: int(unpackedBytes),
    3: int(packed.length),
    5: struct({ 1: int(values), 2: int(encoding), 3: int(3), 4: int(3) }),
  });
  return Buffer.concat([header.bytes, packed]);
}

export function dictionaryPage(page: Buffer, words: number): Buffer {
  const facts = struct({ 1: int(words), 2: int(0) });
  const header = struct({ 1: int(2), 2: int(page.length), 3: int(page.length), 7: facts });
  return Buffer.concat([header.bytes, page]);
}

/** Texts and bytes as PLAIN writes them. */
export function plainBytes(values: readonly (string | Buffer)[]): Buffer {
  return Buffer.concat(
    values.flatMap(value => {
      const bytes = Buffer.from(value as string);
      const length = Buffer.alloc(4);
      length.writeUInt32LE(bytes.length);
      return [length, bytes];
    }),
  );
}

/** A run of the hybrid of runs and packed bits, with one byte for its value. */
export function run(length: number, value: number): Buffer {
  return Buffer.concat([varint(length * 2), Buffer.of(value)]);
}

/** The levels of an optional column in a page of the first version. */
export function levels(...runs: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat(runs);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** The metadata of GeoParquet, on the Greek Grid. */
export const geo = () => ({
  version: '1.1.0',
  primary_column: 'geometry',
  columns: { geometry: { encoding: 'WKB', crs: { id: { authority: 'EPSG', code: 2100 } } } },
});

export const geometry = (...pages: readonly Buffer[]): Written => ({
  name: 'geometry',
  type: 6,
  pages,
});
