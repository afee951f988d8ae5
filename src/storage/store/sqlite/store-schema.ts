import type { Schema } from '../../db/schema-versions.ts';

/** What to do with property data of before the first release. */
export const importAgain = 'import the data again into a new database';

/**
 * The tables of the embedded store. Rows point to the source they came from; an import writes a
 * new source and removes the old one in the same transaction. `row_checksum`: see rows.ts.
 */
const tables = `
  CREATE TABLE sources (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    layer        TEXT NOT NULL,
    source       TEXT NOT NULL,
    origin       TEXT NOT NULL,
    checksum     TEXT NOT NULL,
    licence      TEXT NOT NULL,
    row_count    INTEGER NOT NULL,
    loaded_at    TEXT NOT NULL,
    row_checksum INTEGER NOT NULL
  ) STRICT;

  -- The box around the rows of a source, if they have positions.
  CREATE TABLE source_extents (
    source_id    INTEGER PRIMARY KEY,
    west         REAL NOT NULL,
    south        REAL NOT NULL,
    east         REAL NOT NULL,
    north        REAL NOT NULL,
    row_checksum INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE cost_rates (
    source_id     INTEGER NOT NULL,
    postal_prefix TEXT NOT NULL,
    property_type TEXT NOT NULL,
    valid_from    TEXT NOT NULL,
    rate_eur_m2   REAL NOT NULL,
    rate_source   TEXT NOT NULL,
    row_checksum  INTEGER NOT NULL,
    PRIMARY KEY (source_id, postal_prefix, property_type, valid_from)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE depreciation (
    source_id         INTEGER NOT NULL,
    property_type     TEXT NOT NULL,
    method            TEXT NOT NULL,
    useful_life_years REAL NOT NULL,
    residual_share    REAL NOT NULL,
    row_checksum      INTEGER NOT NULL,
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
    row_checksum   INTEGER NOT NULL,
    UNIQUE (source, external_id, place_type)
  ) STRICT;

  -- The ids of places that the latest import of their source did not have, for when they return.
  CREATE TABLE departed_places (
    source      TEXT NOT NULL,
    external_id TEXT NOT NULL,
    place_type  TEXT NOT NULL,
    id          INTEGER NOT NULL,
    PRIMARY KEY (source, external_id, place_type)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE parcels (
    id           INTEGER PRIMARY KEY,
    kaek         TEXT NOT NULL,
    source_id    INTEGER NOT NULL,
    cell         INTEGER NOT NULL,
    area_m2      REAL NOT NULL,
    outline      BLOB NOT NULL,
    row_checksum INTEGER NOT NULL,
    UNIQUE (kaek, source_id)
  ) STRICT;
  -- The cell of its bounding box (geo/cells.ts), for the parcel under a point.
  CREATE INDEX parcels_by_cell ON parcels (cell);

  -- The box around parcels whose codes begin with the same 9 characters, of each source.
  CREATE TABLE parcel_blocks (
    prefix       TEXT NOT NULL,
    source_id    INTEGER NOT NULL,
    west         REAL NOT NULL,
    east         REAL NOT NULL,
    south        REAL NOT NULL,
    north        REAL NOT NULL,
    row_checksum INTEGER NOT NULL,
    PRIMARY KEY (prefix, source_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE addresses (
    id           INTEGER PRIMARY KEY,
    source_id    INTEGER NOT NULL,
    external_id  TEXT,
    street       TEXT NOT NULL,
    house_number TEXT,
    postal_code  TEXT,
    city         TEXT,
    municipality TEXT,
    street_key   TEXT,
    reach_m      REAL NOT NULL,
    tile         INTEGER NOT NULL,
    latitude     REAL NOT NULL,
    longitude    REAL NOT NULL,
    row_checksum INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX houses_by_street ON addresses (street_key) WHERE house_number IS NOT NULL;
  -- The tile it lies in (geo/tiles.ts), for the houses around a point.
  CREATE INDEX houses_by_tile ON addresses (tile) WHERE house_number IS NOT NULL;

  -- What people search by name besides addresses; other_names are JSON arrays.
  CREATE TABLE settlements (
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
    row_checksum INTEGER NOT NULL,
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
    row_checksum INTEGER NOT NULL,
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
    row_checksum INTEGER NOT NULL,
    UNIQUE (source_id, external_id)
  ) STRICT;

  -- What tiles are drawn from (map/cells.ts). The map has no other rows.
  CREATE TABLE map_cells (
    id           INTEGER PRIMARY KEY,
    source_id    INTEGER NOT NULL,
    cell         INTEGER NOT NULL,
    part         INTEGER NOT NULL,
    features     INTEGER NOT NULL,
    content      BLOB NOT NULL,
    row_checksum INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX map_cells_by_cell ON map_cells (cell, source_id, part);

  CREATE TABLE parcel_cells (
    id           INTEGER PRIMARY KEY,
    source_id    INTEGER NOT NULL,
    cell         INTEGER NOT NULL,
    part         INTEGER NOT NULL,
    features     INTEGER NOT NULL,
    content      BLOB NOT NULL,
    row_checksum INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX parcel_cells_by_cell ON parcel_cells (cell, source_id, part)`;

/** What a source records of a parcel besides its area: a JSON object, or null. */
const parcelAttributes = 'ALTER TABLE parcels ADD COLUMN attributes TEXT';

/** Zones, and what answers are read from (zones/subdivide.ts). Attributes are a JSON object. */
const zones = `
  CREATE TABLE zones (
    id           INTEGER PRIMARY KEY,
    source_id    INTEGER NOT NULL,
    number       INTEGER NOT NULL,
    kind         TEXT NOT NULL,
    label        TEXT,
    attributes   TEXT NOT NULL,
    outline      BLOB NOT NULL,
    row_checksum INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX zones_by_number ON zones (source_id, number);

  CREATE TABLE zone_pieces (
    id           INTEGER PRIMARY KEY,
    source_id    INTEGER NOT NULL,
    cell         INTEGER NOT NULL,
    part         INTEGER NOT NULL,
    squares      INTEGER NOT NULL,
    features     INTEGER NOT NULL,
    content      BLOB NOT NULL,
    row_checksum INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX zone_pieces_by_cell ON zone_pieces (cell, source_id, part, squares)`;

/**
 * Sources of costs that an import replaced are kept with their rows. Factors are add-ons, age bands,
 * classes of condition and quality, insurance rules and values of an index; a note and what a rate
 * includes may be null.
 */
const costVersions = `
  ALTER TABLE sources ADD COLUMN replaced_at TEXT;
  ALTER TABLE cost_rates ADD COLUMN includes TEXT;
  ALTER TABLE cost_rates ADD COLUMN note TEXT;
  CREATE TABLE cost_factors (
    source_id     INTEGER NOT NULL,
    kind          TEXT NOT NULL,
    name          TEXT NOT NULL,
    item          TEXT NOT NULL,
    property_type TEXT NOT NULL,
    valid_from    TEXT NOT NULL,
    value         REAL NOT NULL,
    factor_source TEXT NOT NULL,
    note          TEXT,
    row_checksum  INTEGER NOT NULL,
    PRIMARY KEY (source_id, kind, name, item, property_type, valid_from)
  ) STRICT, WITHOUT ROWID`;

/** Properties with their prices: evidence of the market. They are found by type and position. */
const comparables = `
  CREATE TABLE comparables (
    id                INTEGER PRIMARY KEY,
    source_id         INTEGER NOT NULL,
    external_id       TEXT,
    property_type     TEXT NOT NULL,
    area_m2           REAL NOT NULL,
    construction_year INTEGER,
    price_eur         REAL NOT NULL,
    price_date        TEXT NOT NULL,
    kind              TEXT NOT NULL,
    price_source      TEXT,
    address           TEXT,
    latitude          REAL NOT NULL,
    longitude         REAL NOT NULL,
    accuracy_m        REAL NOT NULL,
    row_checksum      INTEGER NOT NULL,
    UNIQUE (source_id, external_id)
  ) STRICT;
  CREATE INDEX comparables_by_type ON comparables (property_type, latitude, longitude)`;

/** Buildings, found by the cell of their bounding box until `boxes`, as parcels were. */
const buildings = `
  CREATE TABLE buildings (
    id                INTEGER PRIMARY KEY,
    source_id         INTEGER NOT NULL,
    cell              INTEGER NOT NULL,
    external_id       TEXT,
    name              TEXT,
    building_use      TEXT,
    levels            REAL,
    height_m          REAL,
    construction_year INTEGER,
    material          TEXT,
    outline           BLOB NOT NULL,
    row_checksum      INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX buildings_by_cell ON buildings (cell)`;

/** Grids in squares, with the level, row and column in one number; -1 is the description of a grid. */
const grids = `
  CREATE TABLE grid_squares (
    id           INTEGER PRIMARY KEY,
    source_id    INTEGER NOT NULL,
    grid         INTEGER NOT NULL,
    square       INTEGER NOT NULL,
    features     INTEGER NOT NULL,
    content      BLOB NOT NULL,
    row_checksum INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX grid_squares_by_number ON grid_squares (source_id, square, grid)`;

/**
 * The boxes around parcels and buildings, in units of 1e-7 degrees, in place of the cell of a box. A
 * row that is there gets the box that its cell stands for, which is up to four times as wide: each
 * level of cells halves their width, and a box reaches from its own cell into the next ones.
 */
const boxes = (table: string, name: string) => `
  CREATE VIRTUAL TABLE ${name} USING rtree_i32(id, west, east, south, north, +checksum);
  INSERT INTO ${name}
  SELECT id, west, east, south, north, west + east + south + north FROM (
    SELECT id,
      max(-2147483648, CAST(((x - 1) * wide - 180) * 1e7 AS INTEGER) - 2) AS west,
      min(2147483647, CAST(((x + 1) * wide - 180) * 1e7 AS INTEGER) + 2) AS east,
      max(-2147483648, CAST(((y - 1) * wide - 90) * 1e7 AS INTEGER) - 2) AS south,
      min(2147483647, CAST(((y + 1) * wide - 90) * 1e7 AS INTEGER) + 2) AS north
    FROM (
      SELECT id, cell >> 24 & 16777215 AS x, cell & 16777215 AS y,
        360.0 / (1 << (cell >> 48)) AS wide
      FROM ${table}
    )
  );
  DROP INDEX ${table}_by_cell;
  ALTER TABLE ${table} DROP COLUMN cell`;

const boxTables = [boxes('parcels', 'parcel_boxes'), boxes('buildings', 'building_boxes')];

/** One row; `sources` is JSON. */
const edition = `
  CREATE TABLE edition (
    id           INTEGER PRIMARY KEY CHECK (id = 1),
    number       INTEGER NOT NULL,
    random       TEXT NOT NULL,
    built_at     TEXT NOT NULL,
    sources      TEXT NOT NULL,
    built_from   TEXT NOT NULL,
    row_state    TEXT NOT NULL,
    row_checksum INTEGER NOT NULL
  ) STRICT`;

export const schema: Schema = {
  scripts: [
    tables,
    parcelAttributes,
    zones,
    costVersions,
    comparables,
    buildings,
    grids,
    boxTables.join(';'),
    edition,
  ],
  ifOlder: importAgain,
};
