import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, gzip, zstdDecompress } from 'node:zlib';
import {
  Compression,
  type Header,
  PMTiles,
  ResolvedValueCache,
  readVarint,
  TileType,
} from 'pmtiles';
import {
  checkBounds,
  checkZooms,
  isGzip,
  mostMetadataBytes,
  mostTileBytes,
  type TileFile,
} from './tile-file.ts';

/** Whether a file begins as PMTiles does. */
export function isPmtiles(start: Buffer): boolean {
  return start.subarray(0, 7).toString('latin1') === 'PMTiles';
}

/** The most bytes of a directory, unpacked. Those of a map of the whole world have about 300 kB. */
const mostDirectoryBytes = 1_000_000;
/** Directories that are kept in memory: usual ones take 1 MB each, the largest 20 MB. */
const keptDirectories = 16;
/** The four numbers of an entry have at least one byte each. */
const leastEntryBytes = 4;

/** Opens a file of PMTiles version 3; throws if it is cut, damaged or has no vector tiles. */
export async function openPmtiles(handle: FileHandle, fileBytes: number): Promise<TileFile> {
  const source = { getKey: () => 'map', getBytes: bytesReader(handle, fileBytes) };
  // Tiles stay as they are in the file: most clients accept gzip.
  const directories = new ResolvedValueCache(keptDirectories, true, unpackDirectory);
  const archive = new PMTiles(source, directories, async bytes => bytes);
  const header = await archive.getHeader();
  checkHeader(header, fileBytes);
  return {
    zooms: checkZooms(header.minZoom, header.maxZoom),
    bounds: checkBounds([header.minLon, header.minLat, header.maxLon, header.maxLat]),
    metadata: await readMetadata(source.getBytes, header),
    async tile({ z, x, y }) {
      const found = await archive.getZxy(z, x, y);
      return found ? toGzip(found.data, header.tileCompression) : new Uint8Array();
    },
    close: () => handle.close(),
  };
}

type GetBytes = (offset: number, length: number) => Promise<{ data: ArrayBuffer }>;

/** The first bytes that the library asks for: header and root directory. */
const firstBytes = 16_384;

function bytesReader(handle: FileHandle, fileBytes: number): GetBytes {
  return async (offset, length) => {
    const isFirst = offset === 0 && length === firstBytes;
    if (!isFirst && offset + length > fileBytes) throw new Error('it ends too early');
    if (length > mostTileBytes) throw new Error(`a part of it has ${length} bytes`);
    const data = new ArrayBuffer(Math.min(length, fileBytes - offset));
    const { bytesRead } = await handle.read(new Uint8Array(data), 0, data.byteLength, offset);
    if (bytesRead < data.byteLength) throw new Error('it was cut while it was in use');
    return { data };
  };
}

function checkHeader(header: Header, fileBytes: number): void {
  if (header.specVersion !== 3) {
    throw new Error(`it has version ${header.specVersion} of PMTiles, not 3`);
  }
  if (header.tileType !== TileType.Mvt) {
    const got = TileType[header.tileType] ?? header.tileType;
    throw new Error(`its tiles are of type ${got}, not MVT`);
  }
  const end = Math.max(
    header.rootDirectoryOffset + header.rootDirectoryLength,
    header.jsonMetadataOffset + header.jsonMetadataLength,
    header.leafDirectoryOffset + (header.leafDirectoryLength ?? 0),
    header.tileDataOffset + (header.tileDataLength ?? 0),
  );
  if (end > fileBytes) throw new Error(`it is cut: ${fileBytes} of ${end} bytes are there`);
}

async function readMetadata(getBytes: GetBytes, header: Header) {
  const { data } = await getBytes(header.jsonMetadataOffset, header.jsonMetadataLength);
  const limit = { what: 'its metadata', mostBytes: mostMetadataBytes };
  const text = new TextDecoder().decode(await unpack(data, header.internalCompression, limit));
  const metadata: unknown = JSON.parse(text);
  if (typeof metadata !== 'object' || metadata === null) throw new Error('it has no metadata');
  return metadata as Record<string, unknown>;
}

/** The size limit of a part of the file. */
interface Limit {
  readonly what: string;
  readonly mostBytes: number;
}

/** Unpacks a directory, whose number of entries the library reads without a check. */
async function unpackDirectory(data: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  const limit = { what: 'a directory of it', mostBytes: mostDirectoryBytes };
  const bytes = await unpack(data, compression, limit);
  const entries = readVarint({ buf: bytes, pos: 0 });
  if (entries * leastEntryBytes > bytes.length) {
    throw new Error(`a directory of it has ${bytes.length} bytes for ${entries} entries`);
  }
  return bytes.buffer;
}

async function unpack(
  data: ArrayBuffer,
  compression: Compression,
  { what, mostBytes }: Limit,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const bytes = await decompress(new Uint8Array(data), compression, mostBytes);
    if (bytes.length <= mostBytes) return new Uint8Array(bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw error;
  }
  throw new Error(`${what} has more than ${mostBytes} bytes`);
}

async function decompress(
  bytes: Uint8Array,
  compression: Compression,
  maxOutputLength: number,
): Promise<Uint8Array> {
  switch (compression) {
    case Compression.Gzip:
      return promisify(gunzip)(bytes, { maxOutputLength });
    case Compression.Brotli:
      return promisify(brotliDecompress)(bytes, { maxOutputLength });
    case Compression.Zstd:
      return promisify(zstdDecompress)(bytes, { maxOutputLength });
    default:
      return bytes;
  }
}

async function toGzip(data: ArrayBuffer, compression: Compression): Promise<Uint8Array> {
  const bytes = new Uint8Array(data);
  if (isGzip(bytes)) return bytes;
  const tile = await unpack(data, compression, { what: 'a tile of it', mostBytes: mostTileBytes });
  return promisify(gzip)(tile, { level: 1 });
}
