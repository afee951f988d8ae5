import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openGeoPackage } from '#importing/readers/geopackage/geopackage.ts';
import type { Feature } from '#importing/readers/reader.ts';
import type { Unreadable } from '#tools/files/bytes.ts';
import { toWkb } from '#tools/geo/wkb.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { greekGridTriangle } from '../files.ts';

export const { path: folder, put } = temporaryFolder();

const tables = `
  PRAGMA page_size = 512;
  CREATE TABLE gpkg_spatial_ref_sys (
    srs_name TEXT, srs_id INTEGER PRIMARY KEY, organization TEXT, organization_coordsys_id INTEGER,
    definition TEXT);
  INSERT INTO gpkg_spatial_ref_sys VALUES
    ('none', -1, 'NONE', -1, 'undefined'), ('GGRS87 / Greek Grid', 7, 'epsg', 2100, '');
  CREATE TABLE gpkg_contents (table_name TEXT PRIMARY KEY, data_type TEXT, srs_id INTEGER);
  INSERT INTO gpkg_contents VALUES ('notes', 'attributes', NULL), ('parcels', 'features', 7);
  CREATE TABLE gpkg_geometry_columns (
    table_name TEXT, column_name TEXT, geometry_type_name TEXT, srs_id INTEGER, z INTEGER, m INTEGER);
  INSERT INTO gpkg_geometry_columns VALUES ('parcels', 'geom', 'GEOMETRY', 7, 0, 0);
  CREATE TABLE parcels (fid INTEGER PRIMARY KEY, geom BLOB, "ΚΑΕΚ" TEXT, area REAL, big INTEGER);`;

/** Makes a GeoPackage with `tables` and what `fill` adds; returns its path. */
export function putGeoPackage(name: string, fill: (db: DatabaseSync) => void): string {
  const path = join(folder, name);
  const db = new DatabaseSync(path);
  db.exec(tables);
  fill(db);
  db.close();
  return path;
}

export function insert(
  db: DatabaseSync,
  geom: Uint8Array | string | null,
  kaek = '050681726003',
): void {
  db.prepare('INSERT INTO parcels (geom, "ΚΑΕΚ", area) VALUES (?, ?, 200.5)').run(geom, kaek);
}

interface Header {
  readonly flags?: number;
  readonly envelopeBytes?: number;
  readonly srsId?: number;
  readonly magic?: string;
}

/** A geometry as a GeoPackage stores it: a header, then WKB. */
export function blob(header: Header = {}, wkb: Uint8Array = toWkb(greekGridTriangle)): Buffer {
  const { flags = 1, envelopeBytes = 0, srsId = 7, magic = 'GP' } = header;
  const start = Buffer.alloc(8 + envelopeBytes);
  start.write(magic, 'latin1');
  start.writeUInt8(flags, 3);
  flags & 1 ? start.writeInt32LE(srsId, 4) : start.writeInt32BE(srsId, 4);
  return Buffer.concat([start, wkb]);
}

export async function readAll(path: string, layer?: string): Promise<(Feature | Unreadable)[]> {
  return await Array.fromAsync((await openGeoPackage(path, layer)).features());
}

export const badData = (message: RegExp) => ({ code: 'BAD_DATA', message });
