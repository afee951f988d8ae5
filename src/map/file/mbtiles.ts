import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { tilesPerRow } from '../tile-scheme.ts';
import { worldBounds } from '../tileset.ts';
import { checkBounds, checkZooms, isGzip, type TileFile } from './tile-file.ts';

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
  const { format, bounds, json, ...metadata } = readMetadata(db);
  if (format !== 'pbf') throw new Error(`its tiles are of format ${format ?? 'unknown'}, not pbf`);
  const zooms = db
    .prepare('SELECT min(zoom_level) AS lowest, max(zoom_level) AS highest FROM tiles')
    .get() as { lowest: number | null; highest: number | null };
  if (zooms.lowest === null) throw new Error('it has no tiles');
  const tileAt = db.prepare(
    'SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?',
  );
  return {
    zooms: checkZooms(zooms.lowest, zooms.highest!),
    bounds: bounds === undefined ? worldBounds : checkBounds(bounds.split(',').map(Number)),
    metadata: { ...metadata, ...readJson(json) },
    async tile({ z, x, y }) {
      // Rows count from the south (MBTiles 1.3).
      const found = tileAt.get(z, x, tilesPerRow(z) - 1 - y)?.tile_data;
      if (!(found instanceof Uint8Array)) return new Uint8Array();
      return isGzip(found) ? found : promisify(gzip)(found, { level: 1 });
    },
    close: async () => db.close(),
  };
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

function readMetadata(db: DatabaseSync): Readonly<Record<string, string | undefined>> {
  const rows = db.prepare('SELECT name, value FROM metadata').all();
  return Object.fromEntries(rows.map(({ name, value }) => [String(name), String(value)]));
}

/** `vector_layers` is in JSON in one row of the metadata. */
function readJson(text = '{}'): object {
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' && value !== null ? value : {};
}
