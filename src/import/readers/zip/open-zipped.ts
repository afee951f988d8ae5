import { createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { KtimaError } from '../../../errors.ts';
import { badFile, refuseBomb } from '../../../files/bytes.ts';
import type { FeatureReader } from '../reader.ts';
import { makeFolder, readerInFolder, removeFolder } from '../temporary-folder.ts';
import { isHidden, listZip, namedLayer, readAt, type ZipMember } from './directory.ts';

const datasetEndings =
  /\.(shp|gpkg|fgb|parquet|geoparquet|kml|gml|geojson|ndjson|geojsonl|geojsons|geojsonseq|csv|tsv)$/i;
/** Such a file may only describe the dataset: it is used when there is no other. */
const doubtfulEndings = /\.(json|xml|txt)$/i;
const shapefileEndings = /\.(shp|dbf|cpg|prj)$/i;

/** Opens the only dataset in a zip archive or, of several, the one named `layer`. */
export async function openZipped(
  path: string,
  layer: string | undefined,
  open: (path: string, layer: string | undefined) => Promise<FeatureReader>,
): Promise<FeatureReader> {
  const members = await listZip(path);
  const datasets = findDatasets(path, members);
  const isOnly = datasets.length === 1;
  const dataset = isOnly ? datasets[0]! : namedLayer(path, datasets, layer);
  const nameOf = (member: ZipMember) => `data${endingOf(member.name)}`;
  const parts = partsOf(dataset, members).map(member => [nameOf(member), member] as const);
  return openUnpacked(path, new Map(parts), pathOf =>
    open(pathOf(nameOf(dataset)), isOnly ? layer : undefined),
  );
}

function findDatasets(path: string, members: readonly ZipMember[]): readonly ZipMember[] {
  const files = members.filter(({ name }) => !isHidden(name));
  const sure = files.filter(({ name }) => datasetEndings.test(name));
  const found = sure.length > 0 ? sure : files.filter(({ name }) => doubtfulEndings.test(name));
  if (found.length > 0) return found;
  throw badFile(path, 'expected a dataset in it (a Shapefile, GeoJSON, CSV …), it holds none');
}

/** A Shapefile is several files; everything else is one. */
function partsOf(dataset: ZipMember, members: readonly ZipMember[]): readonly ZipMember[] {
  if (endingOf(dataset.name) !== '.shp') return [dataset];
  const stem = dataset.name.slice(0, -4);
  return members.filter(
    ({ name }) => name.slice(0, -4) === stem && shapefileEndings.test(name.slice(-4)),
  );
}

function endingOf(name: string): string {
  return name.slice(name.lastIndexOf('.')).toLowerCase();
}

/** Members of an archive, unpacked into a temporary folder under safe names. */
interface Unpacked {
  readonly folder: string;
  pathOf(name: string): string;
  /** Rewrites an error about an unpacked file to name the archive and its member. */
  explain(error: unknown): unknown;
}

/** Unpacks members of an archive under the given names, and opens them. */
export async function openUnpacked(
  path: string,
  members: ReadonlyMap<string, ZipMember>,
  open: (pathOf: (name: string) => string) => Promise<FeatureReader>,
): Promise<FeatureReader> {
  const { folder, pathOf, explain } = await unpackMembers(path, members);
  return readerInFolder(folder, () => open(pathOf), explain);
}

/** Unpacks members of an archive under the given names. */
export async function unpackMembers(
  path: string,
  members: ReadonlyMap<string, ZipMember>,
): Promise<Unpacked> {
  const folder = await makeFolder(path);
  const pathOf = (name: string) => join(folder, name);
  try {
    const { size } = await stat(path);
    let unpackedBytes = 0;
    for (const [name, member] of members) {
      await unpackMember(path, member, pathOf(name));
      unpackedBytes += member.unpackedBytes;
      // Checked again for all members together, as they may share their packed bytes.
      refuseBomb(path, unpackedBytes, size);
    }
  } catch (error) {
    await removeFolder(folder);
    throw error;
  }
  const explain = (error: unknown) => {
    if (!(error instanceof KtimaError)) return error;
    let { message } = error;
    for (const [name, member] of members) {
      message = message.replaceAll(pathOf(name), `${path} (${member.name})`);
    }
    return new KtimaError(error.code, message, { cause: error });
  };
  return { folder, pathOf, explain };
}

const mostUnpackedBytes = 64 * 1024 ** 3;
const [stored, deflated] = [0, 8];

/**
 * Unpacks a member of a zip archive into the file `to`, which must not exist. Rejects members that
 * are encrypted, compressed otherwise than by Deflate, over 64 GB, damaged, or a zip bomb.
 */
async function unpackMember(path: string, member: ZipMember, to: string): Promise<void> {
  const shown = `${path} (${member.name})`;
  refuseUnfit(shown, member);
  try {
    await using file = await open(to, 'wx');
    const packed = await openPacked(path, member);
    const isDeflated = member.method === deflated;
    const chunks = isDeflated ? pipeline(packed, createInflateRaw(), () => {}) : packed;
    await write(shown, member, chunks, file);
  } catch (cause) {
    throw badFile(shown, cause instanceof RangeError ? `not a valid zip: ${cause.message}` : cause);
  }
}

function refuseUnfit(shown: string, member: ZipMember): void {
  if (member.isEncrypted) throw badFile(shown, 'it is encrypted; unpack it first');
  if (member.method !== stored && member.method !== deflated) {
    throw badFile(
      shown,
      `packed by method ${member.method}, expected 8 (Deflate); unpack it first`,
    );
  }
  if (member.unpackedBytes > mostUnpackedBytes) {
    throw badFile(
      shown,
      `unpacks to ${member.unpackedBytes} bytes, more than ${mostUnpackedBytes}`,
    );
  }
  refuseBomb(shown, member.unpackedBytes, member.packedBytes);
}

/** The data follow a header of their own, whose length is not in the directory. */
async function openPacked(path: string, { offset, packedBytes }: ZipMember): Promise<Readable> {
  await using file = await open(path);
  const header = await readAt(file, offset, 30);
  if (header.toString('latin1', 0, 4) !== 'PK\x03\x04') {
    throw new RangeError(`byte ${offset}: expected the header of a member`);
  }
  const start = offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  const { size } = await file.stat();
  if (start + packedBytes > size) throw new RangeError(`it ends at byte ${size}`);
  if (packedBytes === 0) return Readable.from([]);
  return createReadStream(path, { start, end: start + packedBytes - 1 });
}

async function write(
  shown: string,
  { unpackedBytes, crc }: ZipMember,
  chunks: AsyncIterable<Buffer>,
  file: FileHandle,
): Promise<void> {
  let written = 0;
  let checksum = 0;
  for await (const chunk of chunks) {
    written += chunk.length;
    if (written > unpackedBytes) break;
    checksum = crc32(chunk, checksum);
    await file.writeFile(chunk);
  }
  if (written !== unpackedBytes) {
    const got = written > unpackedBytes ? 'more' : written;
    throw badFile(shown, `expected ${unpackedBytes} bytes once unpacked, got ${got}`);
  }
  if (checksum !== crc) throw badFile(shown, 'its checksum is wrong: the archive is damaged');
}
