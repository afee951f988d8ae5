type Positions = readonly (readonly [number, number])[];

/** A column of a .dbf and how its values are written. */
export interface DbfColumn {
  readonly name: string | Buffer;
  readonly type: string;
  readonly width: number;
}

/** The content of a record: a shape of several parts (3 lines, 5 polygons, 10 more with Z). */
export function partsShape(type: number, parts: readonly Positions[]): Buffer {
  const points = parts.flat();
  const content = Buffer.alloc(44 + 4 * parts.length + 16 * points.length);
  content.writeInt32LE(type, 0);
  content.writeInt32LE(parts.length, 36);
  content.writeInt32LE(points.length, 40);
  let start = 0;
  for (const [i, part] of parts.entries()) {
    content.writeInt32LE(start, 44 + 4 * i);
    start += part.length;
  }
  writePositions(content, 44 + 4 * parts.length, points);
  return content;
}

export function pointShape(x: number, y: number, type = 1): Buffer {
  const content = Buffer.alloc(20);
  content.writeInt32LE(type, 0);
  writePositions(content, 4, [[x, y]]);
  return content;
}

export function pointsShape(points: Positions): Buffer {
  const content = Buffer.alloc(40 + 16 * points.length);
  content.writeInt32LE(8, 0);
  content.writeInt32LE(points.length, 36);
  writePositions(content, 40, points);
  return content;
}

export const nullShape = Buffer.alloc(4);

function writePositions(content: Buffer, at: number, points: Positions): void {
  for (const [i, [x, y]] of points.entries()) {
    content.writeDoubleLE(x, at + 16 * i);
    content.writeDoubleLE(y, at + 16 * i + 8);
  }
}

/** The bytes of a .shp; its records are numbered from `first` on. */
export function shp(type: number, contents: readonly Buffer[], first = 1): Buffer {
  const records = contents.map((content, i) => {
    const header = Buffer.alloc(8);
    header.writeInt32BE(first + i, 0);
    header.writeInt32BE(content.length / 2, 4);
    return Buffer.concat([header, content]);
  });
  const header = Buffer.alloc(100);
  const whole = Buffer.concat([header, ...records]);
  whole.writeInt32BE(9994, 0);
  whole.writeInt32BE(whole.length / 2, 24);
  whole.writeInt32LE(1000, 28);
  whole.writeInt32LE(type, 32);
  return whole;
}

/** The bytes of a .dbf; a row is its values in the file's encoding, `*` before them marks it deleted. */
export function dbf(
  columns: readonly DbfColumn[],
  rows: readonly (readonly (string | Buffer)[])[],
  { language = 0, deleted = [] as readonly number[] } = {},
): Buffer {
  const rowBytes = 1 + columns.reduce((sum, { width }) => sum + width, 0);
  const header = Buffer.alloc(32 + 32 * columns.length + 1);
  header[0] = 3;
  header.writeUInt32LE(rows.length, 4);
  header.writeUInt16LE(header.length, 8);
  header.writeUInt16LE(rowBytes, 10);
  header[29] = language;
  for (const [i, { name, type, width }] of columns.entries()) {
    Buffer.from(name as string).copy(header, 32 + 32 * i, 0, 10);
    header.write(type, 32 + 32 * i + 11);
    header[32 + 32 * i + 16] = width & 0xff;
  }
  header[header.length - 1] = 0x0d;
  const body = rows.map((row, i) => {
    const cells = columns.map(({ type, width }, j) => cell(row[j]!, type, width));
    return Buffer.concat([Buffer.from(deleted.includes(i) ? '*' : ' '), ...cells]);
  });
  return Buffer.concat([header, ...body, Buffer.from([0x1a])]);
}

function cell(value: string | Buffer, type: string, width: number): Buffer {
  const bytes = Buffer.from(value as string).subarray(0, width);
  const padding = Buffer.alloc(width - bytes.length, ' ');
  return Buffer.concat(type === 'N' ? [padding, bytes] : [bytes, padding]);
}
