import { readdir } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { type ByteWindow, firstBytes, takeBytes, windowOn } from '#tools/files/byte-window.ts';
import {
  type Bytes,
  badFile,
  longestFeatureBytes,
  openBytes,
  type Unreadable,
} from '#tools/files/bytes.ts';
import type { Encoding } from '#tools/files/chunk-decoder.ts';
import { noSystem, systemInWkt } from '../crs/named-system.ts';
import { type Feature, type FeatureReader, featureOrUnreadable } from '../reader.ts';
import { type DbfTable, openDbf } from './dbf.ts';
import { decodingNamed, type TextDecoding } from './dbf-text.ts';
import { isKnownShapeType, readShape } from './shp-geometry.ts';

/** A .shp file, after its header was read. */
interface Shapes {
  readonly path: string;
  readonly bytes: Bytes;
  readonly type: number;
  /** The end of its records, in bytes. */
  readonly end: number;
}

const headerBytes = 100;
const deletedRow = 0x2a;

/**
 * Opens a Shapefile by its .shp. It needs the .dbf of the same name. It reads the encoding from the
 * .cpg, unless it is given, and the EPSG number from the .prj if they exist. It ignores the .shx, as it reads all shapes
 * in order.
 */
export async function openShapefile(
  path: string,
  _layer?: string,
  encoding?: Encoding,
): Promise<FeatureReader> {
  const shapes = await openShapes(path);
  const table = await openTable(path, encoding);
  const prj = await textBeside(path, 'prj');
  return {
    unit: 'record',
    ...(prj === undefined ? noSystem : systemInWkt(prj)),
    guessedEncoding: table.guessedEncoding,
    totalBytes: shapes.bytes.totalBytes,
    bytesRead: shapes.bytes.bytesRead,
    features: () => readFeatures(shapes, table),
  };
}

async function openShapes(path: string): Promise<Shapes> {
  const bytes = await openBytes(path);
  await using window = windowOn(bytes.chunks());
  const header = await takeBytes(path, window, headerBytes);
  const type = header.readInt32LE(32);
  // The specification counts 16-bit words.
  const end = header.readInt32BE(24) * 2;
  if (header.readInt32BE(0) !== 9994) throw badFile(path, 'byte 0: expected a Shapefile (9994)');
  if (!isKnownShapeType(type)) throw badFile(path, `byte 32: shape type ${type} is not supported`);
  if (bytes.totalBytes < end) {
    throw badFile(path, `cut at byte ${bytes.totalBytes}, expected ${end} bytes`);
  }
  return { path, bytes, type, end };
}

async function openTable(path: string, encoding: Encoding | undefined): Promise<DbfTable> {
  const dbf = await findBeside(path, 'dbf');
  if (!dbf) throw badFile(path, 'expected a .dbf file of the same name beside it, there is none');
  return openDbf(dbf, encoding ? decodingNamed(encoding) : await declaredDecoding(path));
}

async function declaredDecoding(path: string): Promise<TextDecoding | undefined> {
  const name = await textBeside(path, 'cpg');
  if (!name?.trim()) return undefined;
  const decoding = decodingNamed(name);
  if (decoding) return decoding;
  const shown = JSON.stringify(name.slice(0, 40));
  throw badFile(path, `its .cpg file names an encoding that is not known: ${shown}`);
}

async function textBeside(path: string, ending: string): Promise<string | undefined> {
  const found = await findBeside(path, ending);
  return found && (await firstBytes(await openBytes(found))).toString().replace(/^\ufeff/, '');
}

/** The file with the same name and another extension, in upper or lower case. */
async function findBeside(path: string, ending: string): Promise<string | undefined> {
  const stem = basename(path, extname(path));
  const names = await readdir(dirname(path)).catch(cause => {
    throw badFile(path, cause);
  });
  const found = names.find(
    name => name.startsWith(`${stem}.`) && name.slice(stem.length + 1).toLowerCase() === ending,
  );
  return found && join(dirname(path), found);
}

async function* readFeatures(
  shapes: Shapes,
  table: DbfTable,
): AsyncGenerator<Feature | Unreadable> {
  await using contents = windowOn(shapes.bytes.chunks());
  await using rows = windowOn(table.bytes.chunks());
  await takeBytes(shapes.path, contents, headerBytes);
  await takeBytes(table.path, rows, table.headerBytes);
  let number = 0;
  let first: number | undefined;
  while (contents.offset < shapes.end) {
    number++;
    const at = contents.offset;
    const header = await takeBytes(shapes.path, contents, 8);
    first ??= header.readInt32BE(0);
    // Some programs count from 0. A gap in the numbers would pair shapes with wrong rows.
    if (header.readInt32BE(0) !== first + number - 1) {
      throw badFile(shapes.path, `byte ${at}: expected the header of record ${number}`);
    }
    const content = await takeContent(shapes, contents, header.readInt32BE(4) * 2);
    if (number > table.rows) break;
    const row = await takeBytes(table.path, rows, table.rowBytes);
    if (row[0] !== deletedRow) yield toFeature(number, content, shapes, row, table);
  }
  if (number === table.rows) return;
  const shown = number > table.rows ? `over ${table.rows}` : number;
  throw badFile(shapes.path, `holds ${shown} shapes, while its .dbf has ${table.rows} rows`);
}

async function takeContent({ path, end }: Shapes, contents: ByteWindow, length: number) {
  const most = Math.min(end - contents.offset, longestFeatureBytes);
  if (length >= 4 && length <= most) return takeBytes(path, contents, length);
  throw badFile(
    path,
    `byte ${contents.offset}: expected a shape of 4 to ${most} bytes, got ${length}`,
  );
}

function toFeature(
  number: number,
  content: Buffer,
  { type }: Shapes,
  row: Buffer,
  table: DbfTable,
): Feature | Unreadable {
  return featureOrUnreadable(number, () => ({
    properties: table.read(row),
    geometry: readShape(content, type),
  }));
}
