import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, gzip, zstdDecompress } from 'node:zlib';
import { Compression, type Header, PMTiles, ResolvedValueCache, TileType } from 'pmtiles';
import { checkBounds, checkZooms, isGzip, mostPartBytes, type TileFile } from './tile-file.ts';

/** Whether a file begins as PMTiles does. */
export function isPmtiles(start: Buffer): boolean {
  return start.subarray(0, 7).toString('latin1') === 'PMTiles';
}

/** Directories of tiles that are kept in memory, of some hundred kilobytes each. */
const keptDirectories = 64;

/** Opens a file of PMTiles version 3; throws if it is cut, damaged or has no vector tiles. */
export async function openPmtiles(handle: FileHandle, fileBytes: number): Promise<TileFile> {
  const source = { getKey: () => 'map', getBytes: bytesReader(handle, fileBytes) };
  const directories = new ResolvedValueCache(keptDirectories, true, decompress);
  // Tiles stay as they are in the file: most clients accept gzip.
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
    if (length > mostPartBytes) throw new Error(`a part of it has ${length} bytes`);
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
  const text = new TextDecoder().decode(await decompress(data, header.internalCompression));
  const metadata: unknown = JSON.parse(text);
  if (typeof metadata !== 'object' || metadata === null) throw new Error('it has no metadata');
  return metadata as Record<string, unknown>;
}

const limit = { maxOutputLength: mostPartBytes };

async function decompress(data: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  const unpacked = await unpack(new Uint8Array(data), compression);
  return new Uint8Array(unpacked).buffer;
}

async function unpack(bytes: Uint8Array, compression: Compression): Promise<Uint8Array> {
  switch (compression) {
    case Compression.Gzip:
      return promisify(gunzip)(bytes, limit);
    case Compression.Brotli:
      return promisify(brotliDecompress)(bytes, limit);
    case Compression.Zstd:
      return promisify(zstdDecompress)(bytes, limit);
    default:
      return bytes;
  }
}

async function toGzip(data: ArrayBuffer, compression: Compression): Promise<Uint8Array> {
  const bytes = new Uint8Array(data);
  return isGzip(bytes) ? bytes : promisify(gzip)(await unpack(bytes, compression), { level: 1 });
}
