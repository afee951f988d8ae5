import { writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { zxyToTileId } from 'pmtiles';
import type { TileId } from '../../src/map/tile-scheme.ts';

/** A tile to write, as it is in the file. */
export interface WrittenTile extends TileId {
  readonly bytes: Uint8Array;
}

/** Fields of the header that a test changes. */
export interface HeaderFields {
  readonly version?: number;
  readonly internalCompression?: number;
  readonly tileCompression?: number;
  readonly tileType?: number;
  readonly zooms?: readonly [number, number];
  readonly bounds?: readonly number[];
  /** The root directory, unpacked; by default that of the tiles. */
  readonly root?: Uint8Array;
  /** Leaf directories, as they are in the file. */
  readonly leaves?: Uint8Array;
}

const compressions = { none: 1, gzip: 2 } as const;

/** Writes a PMTiles file of version 3. */
export function writePmtiles(
  path: string,
  tiles: readonly WrittenTile[],
  metadata: unknown,
  fields: HeaderFields = {},
): void {
  const { internalCompression = compressions.gzip } = fields;
  const pack = (bytes: Uint8Array) =>
    internalCompression === compressions.gzip ? gzipSync(bytes) : Buffer.from(bytes);
  const root = pack(fields.root ?? directoryOf(tiles));
  const { leaves = new Uint8Array() } = fields;
  const json = pack(Buffer.from(JSON.stringify(metadata)));
  const data = Buffer.concat(tiles.map(({ bytes }) => bytes));
  const header = Buffer.alloc(127);
  header.write('PMTiles', 'latin1');
  header.writeUInt8(fields.version ?? 3, 7);
  const lengths = [root.length, json.length, leaves.length, data.length];
  let at = header.length;
  for (const [i, length] of lengths.entries()) {
    header.writeBigUInt64LE(BigInt(at), 8 + 16 * i);
    header.writeBigUInt64LE(BigInt(length), 16 + 16 * i);
    at += length;
  }
  for (const i of [72, 80, 88]) header.writeBigUInt64LE(BigInt(tiles.length), i);
  header.writeUInt8(1, 96);
  header.writeUInt8(internalCompression, 97);
  header.writeUInt8(fields.tileCompression ?? compressions.gzip, 98);
  header.writeUInt8(fields.tileType ?? 1, 99);
  for (const [i, zoom] of (fields.zooms ?? [0, 14]).entries()) header.writeUInt8(zoom, 100 + i);
  for (const [i, degrees] of (fields.bounds ?? [19, 34, 30, 42]).entries()) {
    header.writeInt32LE(degrees * 1e7, 102 + 4 * i);
  }
  writeFileSync(path, Buffer.concat([header, root, json, leaves, data]));
}

/** One entry per tile; they must be in the order of their ids. */
function directoryOf(tiles: readonly WrittenTile[]): Buffer {
  const ids = tiles.map(({ z, x, y }) => zxyToTileId(z, x, y));
  return Buffer.from(
    [
      tiles.length,
      ...ids.map((id, i) => id - (ids[i - 1] ?? 0)),
      ...tiles.map(() => 1),
      ...tiles.map(({ bytes }) => bytes.length),
      ...tiles.map((_, i) => (i === 0 ? 1 : 0)),
    ].flatMap(varint),
  );
}

/** A number as PMTiles writes it. */
export function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}

/** Writes an MBTiles file; `metadata` are the rows of its table. */
export function writeMbtiles(
  path: string,
  tiles: readonly WrittenTile[],
  metadata: Readonly<Record<string, string>>,
): void {
  const db = new DatabaseSync(path);
  db.exec(`CREATE TABLE metadata (name TEXT, value TEXT);
    CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
    CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row);`);
  const addMetadata = db.prepare('INSERT INTO metadata VALUES (?, ?)');
  for (const [name, value] of Object.entries(metadata)) addMetadata.run(name, value);
  const addTile = db.prepare('INSERT INTO tiles VALUES (?, ?, ?, ?)');
  for (const { z, x, y, bytes } of tiles) addTile.run(z, x, 2 ** z - 1 - y, bytes);
  db.close();
}
