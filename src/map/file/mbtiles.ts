import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { tilesPerRow } from '../tile-scheme.ts';
import { worldBounds } from '../tileset.ts';
import {
  checkBounds,
  checkZooms,
  isGzip,
  mostMetadataBytes,
  mostTileBytes,
  type TileFile,
} from './tile-file.ts';

/** Whether a file begins as a SQLite database does, which MBTiles is. */
export function isMbtiles(start: Buffer): boolean {
  return start.subarray(0, 16).toString('latin1') === 'SQLite format 3\0';
}

/** Opens an MBTiles file; throws if it is cut, damaged or has no vector tiles. */
export function openMbtiles(path: string, fileBytes: number): TileFile {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    return readMbtiles(db, fileBytes);
  } catch (error) {
    db.close();
    throw error;
  }
}

function readMbtiles(db: DatabaseSync, fileBytes: number): TileFile {
  checkSize(db, fileBytes);
  for (const table of ['metadata', 'tiles']) checkPlainTable(db, table);
  const { format, bounds, json, ...metadata } = readMetadata(db);
  if (format !== 'pbf') throw new Error(`its tiles are of format ${format ?? 'unknown'}, not pbf`);
  checkIndex(db);
  const zooms = db.prepare(readZooms).get() as { lowest: number | null; highest: number | null };
  if (zooms.lowest === null) throw new Error('it has no tiles');
  const tileAt = db.prepare(readTile);
  return {
    zooms: checkZooms(zooms.lowest, zooms.highest!),
    bounds: bounds === undefined ? worldBounds : checkBounds(bounds.split(',').map(Number)),
    metadata: { ...metadata, ...readJson(json) },
    async tile({ z, x, y }) {
      // Rows count from the south (MBTiles 1.3).
      const row = tileAt.get(mostTileBytes, z, x, tilesPerRow(z) - 1 - y);
      if (row?.isLarge) throw new Error(`a tile of it has more than ${mostTileBytes} bytes`);
      const found = row?.tile;
      if (!(found instanceof Uint8Array)) return new Uint8Array();
      return isGzip(found) ? found : promisify(gzip)(found, { level: 1 });
    },
    close: async () => db.close(),
  };
}

// Two queries, because SQLite finds only one end of an index per query.
const readZooms = `SELECT (SELECT min(zoom_level) FROM tiles) AS lowest,
  (SELECT max(zoom_level) FROM tiles) AS highest`;

/** `length` reads only the head of a value, so that a large one is not read into memory. */
const readTile = `SELECT length(tile_data) > ?1 AS isLarge,
    CASE WHEN length(tile_data) <= ?1 THEN tile_data END AS tile
  FROM tiles WHERE zoom_level = ?2 AND tile_column = ?3 AND tile_row = ?4`;

/**
 * Throws unless the name is that of a table whose values are stored. A view, a virtual table or a
 * generated column is SQL of the file's author, which may never end or return any amount.
 */
function checkPlainTable(db: DatabaseSync, name: string): void {
  const found = db.prepare('SELECT type, rootpage FROM sqlite_schema WHERE name = ?').get(name);
  if (!found) throw new Error(`it has no table ${name}`);
  const columns = db.prepare('SELECT hidden FROM pragma_table_xinfo(?)').all(name);
  const isPlain = found.type === 'table' && found.rootpage !== 0;
  if (isPlain && columns.every(({ hidden }) => hidden === 0)) return;
  const remedy = `'pmtiles convert' makes a PMTiles file of it`;
  throw new Error(`its ${name} are computed by SQL (a view), expected a table; ${remedy}`);
}

/** Without an index, each tile would be searched among all others. */
function checkIndex(db: DatabaseSync): void {
  const [step] = db.prepare(`EXPLAIN QUERY PLAN ${readTile}`).all();
  const found = '(zoom_level=? AND tile_column=? AND tile_row=?)';
  if (String(step?.detail).endsWith(found)) return;
  const columns = 'zoom_level, tile_column, tile_row';
  throw new Error(`it has no index: run CREATE UNIQUE INDEX tile_index ON tiles (${columns})`);
}

/** SQLite itself sees a cut file only when it reads a page that is missing. */
function checkSize(db: DatabaseSync, fileBytes: number): void {
  const pages = Number(db.prepare('PRAGMA page_count').get()!.page_count);
  const pageBytes = Number(db.prepare('PRAGMA page_size').get()!.page_size);
  const expected = pages * pageBytes;
  if (expected > fileBytes) {
    throw new Error(`it is cut: ${fileBytes} of ${expected} bytes are there`);
  }
}

const mostMetadataRows = 1_000;

function readMetadata(db: DatabaseSync): Readonly<Record<string, string | undefined>> {
  const few = `SELECT name, value FROM metadata LIMIT ${mostMetadataRows + 1}`;
  const { count, bytes } = db
    .prepare(`SELECT count(*) AS count, total(length(name) + length(value)) AS bytes FROM (${few})`)
    .get()!;
  if (Number(count) > mostMetadataRows || Number(bytes) > mostMetadataBytes) {
    const limits = `${mostMetadataRows} rows or ${mostMetadataBytes} bytes`;
    throw new Error(`its metadata has more than ${limits}`);
  }
  const rows = db.prepare(few).all();
  return Object.fromEntries(rows.map(({ name, value }) => [String(name), String(value)]));
}

/** `vector_layers` is in JSON in one row of the metadata. */
function readJson(text = '{}'): object {
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' && value !== null ? value : {};
}
