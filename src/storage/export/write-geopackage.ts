import { lstatSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { ParcelSrid } from '#domain/property/parcels.ts';
import { linesOf } from '#domain/zones/zone.ts';
import { usageError } from '#tools/errors.ts';
import { type Box, boxAroundBoth } from '#tools/geo/box.ts';
import { boundsOf, polygonsOf } from '#tools/geo/polygon.ts';
import { toWkb } from '#tools/geo/wkb.ts';
import type { ExportedFeature, ExportTable } from './features.ts';
import type { ExportOutput, FeatureSink } from './sink.ts';

/** The tables that every GeoPackage 1.3 has (OGC 12-128r17, annex C). */
const tables = `
  PRAGMA application_id = 0x47504b47;
  PRAGMA user_version = 10300;
  CREATE TABLE gpkg_spatial_ref_sys (
    srs_name TEXT NOT NULL, srs_id INTEGER NOT NULL PRIMARY KEY, organization TEXT NOT NULL,
    organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
  CREATE TABLE gpkg_contents (
    table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE,
    description TEXT DEFAULT '',
    last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER,
    CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id));
  CREATE TABLE gpkg_geometry_columns (
    table_name TEXT NOT NULL UNIQUE, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL,
    srs_id INTEGER NOT NULL, z TINYINT NOT NULL, m TINYINT NOT NULL,
    CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name),
    CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents (table_name),
    CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id));
  INSERT INTO gpkg_spatial_ref_sys (srs_name, srs_id, organization, organization_coordsys_id, definition)
  VALUES ('Undefined cartesian', -1, 'NONE', -1, 'undefined'),
    ('Undefined geographic', 0, 'NONE', 0, 'undefined'),
    ('WGS 84', 4326, 'EPSG', 4326, 'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AXIS["Latitude",NORTH],AXIS["Longitude",EAST],AUTHORITY["EPSG","4326"]]'),
    ('GGRS87 / Greek Grid', 2100, 'EPSG', 2100, 'PROJCS["GGRS87 / Greek Grid",GEOGCS["GGRS87",DATUM["Greek_Geodetic_Reference_System_1987",SPHEROID["GRS 1980",6378137,298.257222101,AUTHORITY["EPSG","7019"]],TOWGS84[-199.87,74.79,246.62,0,0,0,0],AUTHORITY["EPSG","6121"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4121"]],PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",24],PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],PARAMETER["false_northing",0],UNIT["metre",1,AUTHORITY["EPSG","9001"]],AXIS["Easting",EAST],AXIS["Northing",NORTH],AUTHORITY["EPSG","2100"]]');`;

/**
 * Opens a GeoPackage with one table, named as the layer, and without a spatial index. There is no
 * journal: a failed export is removed as a whole.
 */
export function openGeoPackage(
  table: ExportTable,
  srid: ParcelSrid,
  { path }: ExportOutput,
): FeatureSink {
  const { layer, columns, numbers } = table;
  const db = openEmpty(path);
  const type = table.type.toUpperCase();
  // A field of zones may be a word of SQL.
  const quoted = columns.map(name => `"${name}"`);
  const defined = columns.map((name, i) => `${quoted[i]} ${numbers.has(name) ? 'REAL' : 'TEXT'}`);
  db.exec(`${tables}
    BEGIN;
    CREATE TABLE ${layer} (
      fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, geom ${type}, ${defined.join(', ')});
    INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id)
    VALUES ('${layer}', 'features', '${layer}', ${srid});
    INSERT INTO gpkg_geometry_columns VALUES ('${layer}', 'geom', '${type}', ${srid}, 0, 0)`);
  const insert = db.prepare(
    `INSERT INTO ${layer} (geom, ${quoted.join(', ')}) VALUES (?${', ?'.repeat(columns.length)})`,
  );
  let around: Box | undefined;
  return {
    add(feature) {
      const box = boxOf(feature.geometry);
      around = boxAroundBoth(box, around);
      const values = columns.map(name => feature.properties[name] ?? null);
      named(path, () => insert.run(toBlob(feature.geometry, box, srid), ...values));
      return undefined;
    },
    async end() {
      const { west = null, south = null, east = null, north = null } = around ?? {};
      const update = 'UPDATE gpkg_contents SET min_x = ?, min_y = ?, max_x = ?, max_y = ?';
      named(path, () => {
        db.prepare(update).run(west, south, east, north);
        db.exec('COMMIT');
      });
    },
    close: () => db.close(),
  };
}

/** Opens the empty file that was created for the export. Another user may have put a link there. */
function openEmpty(path: string): DatabaseSync {
  const created = lstatSync(path);
  const db = new DatabaseSync(path);
  if (!created.isFile() || created.ino !== statSync(path).ino) {
    db.close();
    throw usageError(`${path}: another program replaced it during the export`);
  }
  // A journal or a temporary file would be a second file that must not be a link.
  db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY');
  return db;
}

/** Names the file in an error of SQLite, such as that of a full disk. */
function named(path: string, work: () => void): void {
  try {
    work();
  } catch (cause) {
    throw usageError(`${path}: cannot be written: ${(cause as Error).message}`, { cause });
  }
}

function boxOf(geometry: ExportedFeature['geometry']): Box {
  if (geometry.type === 'Polygon' || geometry.type === 'MultiPolygon') return boundsOf(geometry);
  return boundsOf({ type: 'MultiPolygon', coordinates: linesOf(geometry).map(line => [line]) });
}

/** Flags: little-endian, with an envelope for areas and lines. */
const [pointFlags, boxFlags] = [0b0000_0001, 0b0000_0011];

/** A geometry with the header of GeoPackage (OGC 12-128r17, 2.1.3); an area is a MultiPolygon. */
function toBlob(geometry: ExportedFeature['geometry'], box: Box, srid: number): Buffer {
  const isPoint = geometry.type === 'Point';
  const header = Buffer.alloc(isPoint ? 8 : 40);
  header.write('GP', 'latin1');
  header.writeUInt8(isPoint ? pointFlags : boxFlags, 3);
  header.writeInt32LE(srid, 4);
  if (isPoint) return Buffer.concat([header, toWkb(geometry)]);
  for (const [i, value] of [box.west, box.east, box.south, box.north].entries()) {
    header.writeDoubleLE(value, 8 + 8 * i);
  }
  const written =
    geometry.type === 'Polygon'
      ? { type: 'MultiPolygon' as const, coordinates: polygonsOf(geometry) }
      : geometry;
  return Buffer.concat([header, toWkb(written)]);
}
