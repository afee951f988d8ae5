import type { Migrations } from '../../db/sqlite.ts';
import { packExistingRows } from './pack-existing-rows.ts';

/**
 * The tables of the embedded store. Rows point to the source they came from; an import writes a
 * new source and removes the old one in the same transaction.
 */
export const migrations: Migrations = [
  `CREATE TABLE sources (
     id        INTEGER PRIMARY KEY AUTOINCREMENT,
     layer     TEXT NOT NULL,
     source    TEXT NOT NULL,
     origin    TEXT NOT NULL,
     checksum  TEXT NOT NULL,
     licence   TEXT NOT NULL,
     row_count INTEGER NOT NULL,
     loaded_at TEXT NOT NULL
   ) STRICT;

   CREATE TABLE cost_rates (
     source_id     INTEGER NOT NULL,
     postal_prefix TEXT NOT NULL,
     property_type TEXT NOT NULL,
     valid_from    TEXT NOT NULL,
     rate_eur_m2   REAL NOT NULL,
     rate_source   TEXT NOT NULL,
     PRIMARY KEY (source_id, postal_prefix, property_type, valid_from)
   ) STRICT, WITHOUT ROWID;

   CREATE TABLE depreciation (
     source_id         INTEGER NOT NULL,
     property_type     TEXT NOT NULL,
     method            TEXT NOT NULL,
     useful_life_years REAL NOT NULL,
     residual_share    REAL NOT NULL,
     PRIMARY KEY (source_id, property_type)
   ) STRICT, WITHOUT ROWID;

   -- AUTOINCREMENT: the id of a place that is gone is never given to another.
   CREATE TABLE places (
     id             INTEGER PRIMARY KEY AUTOINCREMENT,
     source         TEXT NOT NULL,
     source_id      INTEGER NOT NULL,
     external_id    TEXT,
     name_en        TEXT,
     name_gr        TEXT,
     place_category TEXT,
     place_type     TEXT NOT NULL,
     latitude       REAL NOT NULL,
     longitude      REAL NOT NULL,
     UNIQUE (source, external_id, place_type)
   ) STRICT;

   CREATE TABLE parcels (
     id        INTEGER PRIMARY KEY,
     kaek      TEXT NOT NULL,
     source_id INTEGER NOT NULL,
     cell      INTEGER NOT NULL,
     area_m2   REAL NOT NULL,
     geometry  BLOB NOT NULL,
     UNIQUE (kaek, source_id)
   ) STRICT;
   -- The cell of its bounding box (geo/cells.ts), for the parcel under a point.
   CREATE INDEX parcels_by_cell ON parcels (cell);

   CREATE TABLE addresses (
     id           INTEGER PRIMARY KEY,
     source_id    INTEGER NOT NULL,
     external_id  TEXT,
     street       TEXT NOT NULL,
     house_number TEXT,
     postal_code  TEXT,
     city         TEXT,
     latitude     REAL NOT NULL,
     longitude    REAL NOT NULL
   ) STRICT;`,

  // Addresses become searchable. Those loaded before are so once they are imported again.
  `ALTER TABLE addresses ADD COLUMN municipality TEXT;
   ALTER TABLE addresses ADD COLUMN reach_m REAL NOT NULL DEFAULT 0;
   ALTER TABLE addresses ADD COLUMN street_key TEXT;
   ALTER TABLE addresses ADD COLUMN tile INTEGER;
   CREATE INDEX houses_by_street ON addresses (street_key) WHERE house_number IS NOT NULL;
   -- The tile it lies in (geo/tiles.ts), for the houses around a point.
   CREATE INDEX houses_by_tile ON addresses (tile) WHERE house_number IS NOT NULL;`,

  // The checksum of each row (row-checksum.ts). Older rows have none until they are imported again.
  `ALTER TABLE sources ADD COLUMN row_checksum INTEGER;
   ALTER TABLE cost_rates ADD COLUMN row_checksum INTEGER;
   ALTER TABLE depreciation ADD COLUMN row_checksum INTEGER;
   ALTER TABLE places ADD COLUMN row_checksum INTEGER;
   ALTER TABLE parcels ADD COLUMN row_checksum INTEGER;
   ALTER TABLE addresses ADD COLUMN row_checksum INTEGER;`,

  // The ids of places that the latest import of their source did not have, for when they return.
  `CREATE TABLE departed_places (
     source      TEXT NOT NULL,
     external_id TEXT NOT NULL,
     place_type  TEXT NOT NULL,
     id          INTEGER NOT NULL,
     PRIMARY KEY (source, external_id, place_type)
   ) STRICT, WITHOUT ROWID;`,

  // Named as in PostgreSQL: one table of layers (layer-tables.ts) serves both.
  'ALTER TABLE parcels RENAME COLUMN geometry TO outline',

  // What people search by name besides addresses; other_names are JSON arrays.
  `CREATE TABLE settlements (
     id           INTEGER PRIMARY KEY,
     source_id    INTEGER NOT NULL,
     external_id  TEXT,
     kind         TEXT NOT NULL,
     name         TEXT NOT NULL,
     other_names  TEXT NOT NULL,
     population   INTEGER,
     reach_m      REAL NOT NULL,
     latitude     REAL NOT NULL,
     longitude    REAL NOT NULL,
     row_checksum INTEGER,
     UNIQUE (source_id, external_id)
   ) STRICT;

   CREATE TABLE boundaries (
     id           INTEGER PRIMARY KEY,
     source_id    INTEGER NOT NULL,
     external_id  TEXT,
     kind         TEXT NOT NULL,
     name         TEXT NOT NULL,
     other_names  TEXT NOT NULL,
     latitude     REAL NOT NULL,
     longitude    REAL NOT NULL,
     outline      BLOB NOT NULL,
     row_checksum INTEGER,
     UNIQUE (source_id, external_id)
   ) STRICT;

   CREATE TABLE named_places (
     id           INTEGER PRIMARY KEY,
     source_id    INTEGER NOT NULL,
     external_id  TEXT,
     category     TEXT NOT NULL,
     name         TEXT NOT NULL,
     other_names  TEXT NOT NULL,
     reach_m      REAL NOT NULL,
     latitude     REAL NOT NULL,
     longitude    REAL NOT NULL,
     row_checksum INTEGER,
     UNIQUE (source_id, external_id)
   ) STRICT;`,

  // The map; each feature once for each level of detail at which it is drawn (map/detail.ts).
  `CREATE TABLE map_features (
     id           INTEGER PRIMARY KEY,
     source_id    INTEGER NOT NULL,
     cell         INTEGER NOT NULL,
     external_id  TEXT NOT NULL,
     layer        TEXT NOT NULL,
     kind         TEXT NOT NULL,
     name         TEXT,
     name_en      TEXT,
     ref          TEXT,
     detail       INTEGER NOT NULL,
     min_zoom     INTEGER NOT NULL,
     rank         REAL NOT NULL,
     outline      BLOB NOT NULL,
     row_checksum INTEGER
   ) STRICT;
   -- The cell of its bounding box (map/cells.ts), for the features of a tile.
   CREATE INDEX map_features_by_cell ON map_features (cell, min_zoom, source_id);`,

  // The box around parcels whose codes begin with the same 9 characters, of each source. Of parcels
  // that are there already, it is made from their cells (geo/cells.ts), and so a little larger.
  `CREATE TABLE parcel_blocks (
     prefix       TEXT NOT NULL,
     source_id    INTEGER NOT NULL,
     west         REAL NOT NULL,
     east         REAL NOT NULL,
     south        REAL NOT NULL,
     north        REAL NOT NULL,
     row_checksum INTEGER,
     PRIMARY KEY (prefix, source_id)
   ) STRICT, WITHOUT ROWID;
   INSERT INTO parcel_blocks (prefix, source_id, west, east, south, north)
   SELECT prefix, source_id, min(x), max(x + 2 * width), min(y), max(y + 2 * width)
   FROM (
     SELECT *, (cell / 16777216 % 16777216 - 1) * width - 180 AS x,
               (cell % 16777216 - 1) * width - 90 AS y
     FROM (SELECT substr(kaek, 1, 9) AS prefix, source_id, cell,
                  360.0 / (1 << (cell / 281474976710656)) AS width FROM parcels))
   GROUP BY prefix, source_id`,

  // The box around the rows of a source. That of a map that is there already is not known.
  `CREATE TABLE source_extents (
     source_id    INTEGER PRIMARY KEY,
     west         REAL NOT NULL,
     south        REAL NOT NULL,
     east         REAL NOT NULL,
     north        REAL NOT NULL,
     row_checksum INTEGER
   ) STRICT;
   INSERT INTO source_extents (source_id, west, south, east, north)
   SELECT source_id, min(west), min(south), max(east), max(north) FROM parcel_blocks
   GROUP BY source_id;
   INSERT INTO source_extents (source_id, west, south, east, north)
   SELECT source_id, min(longitude), min(latitude), max(longitude), max(latitude) FROM places
   WHERE source_id IN (SELECT id FROM sources) GROUP BY source_id;
   INSERT INTO source_extents (source_id, west, south, east, north)
   SELECT source_id, min(longitude), min(latitude), max(longitude), max(latitude) FROM settlements
   GROUP BY source_id`,

  // What tiles are drawn from (map/cells.ts). The map needs no other rows.
  `CREATE TABLE map_cells (
     id           INTEGER PRIMARY KEY,
     source_id    INTEGER NOT NULL,
     cell         INTEGER NOT NULL,
     part         INTEGER NOT NULL,
     features     INTEGER NOT NULL,
     content      BLOB NOT NULL,
     row_checksum INTEGER
   ) STRICT;
   CREATE INDEX map_cells_by_cell ON map_cells (cell, source_id, part);
   CREATE TABLE parcel_cells (
     id           INTEGER PRIMARY KEY,
     source_id    INTEGER NOT NULL,
     cell         INTEGER NOT NULL,
     part         INTEGER NOT NULL,
     features     INTEGER NOT NULL,
     content      BLOB NOT NULL,
     row_checksum INTEGER
   ) STRICT;
   CREATE INDEX parcel_cells_by_cell ON parcel_cells (cell, source_id, part)`,
  packExistingRows,
  'DROP TABLE map_features',

  // A source without rows is no longer kept.
  'DELETE FROM sources WHERE row_count = 0',
];
