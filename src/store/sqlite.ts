import type { DatabaseSync } from 'node:sqlite';
import { inTransaction, openSqlite } from '../db/sqlite.ts';
import { fromWkb, toWkb } from '../geo/wkb.ts';
import type { CostRate, CostTable, PropertyType } from '../property/cost.ts';
import type { Parcel } from '../property/parcels.ts';
import type { Place } from '../property/places.ts';
import type { Layer, LoadedSource, NewPlace, Provenance, Store } from './store.ts';

const migrations = [
  `CREATE TABLE sources (
     layer     TEXT NOT NULL,
     source    TEXT NOT NULL,
     origin    TEXT NOT NULL,
     checksum  TEXT NOT NULL,
     licence   TEXT NOT NULL,
     row_count INTEGER NOT NULL,
     loaded_at TEXT NOT NULL,
     PRIMARY KEY (layer, source)
   ) STRICT, WITHOUT ROWID;

   CREATE TABLE cost_rates (
     source        TEXT NOT NULL,
     postal_prefix TEXT NOT NULL,
     property_type TEXT NOT NULL,
     rate_eur_m2   REAL NOT NULL,
     valid_from    TEXT NOT NULL,
     rate_source   TEXT NOT NULL,
     PRIMARY KEY (source, postal_prefix, property_type, valid_from)
   ) STRICT, WITHOUT ROWID;

   CREATE TABLE depreciation (
     source            TEXT NOT NULL,
     property_type     TEXT NOT NULL,
     method            TEXT NOT NULL,
     useful_life_years REAL NOT NULL,
     residual_share    REAL NOT NULL,
     PRIMARY KEY (source, property_type)
   ) STRICT, WITHOUT ROWID;

   -- AUTOINCREMENT: the id of a place that is gone is never given to another.
   CREATE TABLE places (
     id             INTEGER PRIMARY KEY AUTOINCREMENT,
     source         TEXT NOT NULL,
     external_id    TEXT,
     name_en        TEXT,
     name_gr        TEXT,
     place_category TEXT,
     place_type     TEXT NOT NULL,
     latitude       REAL NOT NULL,
     longitude      REAL NOT NULL,
     generation     INTEGER NOT NULL,
     UNIQUE (source, external_id, place_type)
   ) STRICT;

   CREATE TABLE parcels (
     kaek     TEXT PRIMARY KEY,
     source   TEXT NOT NULL,
     area_m2  REAL NOT NULL,
     geometry BLOB NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX parcels_by_source ON parcels (source);`,
];

/** The embedded store: one SQLite file (or `:memory:`). */
export function openSqliteStore(path: string, clock: () => Date = () => new Date()): Store {
  const db = openSqlite(path, migrations);
  const parcelByKaek = db.prepare('SELECT kaek, area_m2, geometry FROM parcels WHERE kaek = ?');

  const replace = async (layer: Layer, from: Provenance, insertRows: () => number) => {
    inTransaction(db, () => {
      const rows = insertRows();
      db.prepare(
        `INSERT OR REPLACE INTO sources (layer, source, origin, checksum, licence, row_count, loaded_at)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ).run(
        layer,
        from.source,
        from.origin,
        from.checksum,
        from.licence,
        rows,
        clock().toISOString(),
      );
    });
  };

  return {
    readCosts: async () => readCosts(db),
    readPlaces: async () =>
      all<Place>(
        db,
        `SELECT id, external_id, name_en, name_gr, place_category, place_type, latitude, longitude
         FROM places ORDER BY id`,
      ),
    async findParcel(kaek) {
      const row = parcelByKaek.get(kaek) as unknown as ParcelRow | undefined;
      return row && { kaek: row.kaek, areaM2: row.area_m2, geometry: fromWkb(row.geometry) };
    },
    loadedSources: async () =>
      all<LoadedSource>(
        db,
        `SELECT layer, source, origin, checksum, licence, row_count AS rows, loaded_at AS loadedAt
         FROM sources ORDER BY layer, source`,
      ),
    replaceCosts: (from, rates, depreciation) =>
      replace('costs', from, () => replaceCosts(db, from.source, rates, depreciation)),
    replacePlaces: (from, places) =>
      replace('places', from, () => replacePlaces(db, from.source, places)),
    replaceParcels: (from, parcels) =>
      replace('parcels', from, () => replaceParcels(db, from.source, parcels)),
    close: async () => db.close(),
  };
}

interface ParcelRow {
  kaek: string;
  area_m2: number;
  geometry: Uint8Array;
}

function all<Row>(db: DatabaseSync, sql: string): Row[] {
  return db.prepare(sql).all() as unknown as Row[];
}

function readCosts(db: DatabaseSync) {
  const rates = all<CostRate>(
    db,
    `SELECT postal_prefix AS postalPrefix, property_type AS propertyType,
            rate_eur_m2 AS rateEurM2, valid_from AS validFrom, rate_source AS source
     FROM cost_rates ORDER BY source`,
  );
  const depreciation: CostTable['depreciation'] = {};
  for (const { propertyType, ...how } of all<DepreciationRow>(
    db,
    `SELECT property_type AS propertyType, method, useful_life_years AS usefulLifeYears,
            residual_share AS residualShare
     FROM depreciation ORDER BY source`,
  )) {
    depreciation[propertyType] = how;
  }
  return { rates, depreciation };
}

type DepreciationRow = { propertyType: PropertyType } & NonNullable<
  CostTable['depreciation'][PropertyType]
>;

function replaceCosts(
  db: DatabaseSync,
  source: string,
  rates: Iterable<CostRate>,
  depreciation: CostTable['depreciation'],
): number {
  db.prepare('DELETE FROM cost_rates WHERE source = ?').run(source);
  db.prepare('DELETE FROM depreciation WHERE source = ?').run(source);
  const insertRate = db.prepare('INSERT INTO cost_rates VALUES (?, ?, ?, ?, ?, ?)');
  let rows = 0;
  for (const r of rates) {
    insertRate.run(source, r.postalPrefix, r.propertyType, r.rateEurM2, r.validFrom, r.source);
    rows++;
  }
  const insertAgeing = db.prepare('INSERT INTO depreciation VALUES (?, ?, ?, ?, ?)');
  for (const [type, d] of Object.entries(depreciation)) {
    insertAgeing.run(source, type, d.method, d.usefulLifeYears, d.residualShare);
  }
  return rows;
}

function replacePlaces(db: DatabaseSync, source: string, places: Iterable<NewPlace>): number {
  const { generation } = db
    .prepare('SELECT 1 + coalesce(max(generation), 0) AS generation FROM places WHERE source = ?')
    .get(source) as { generation: number };
  // A place that is still there keeps its row, hence its id; what this import did not touch goes.
  const upsert = db.prepare(
    `INSERT INTO places (source, external_id, name_en, name_gr, place_category, place_type,
                         latitude, longitude, generation)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (source, external_id, place_type) DO UPDATE SET
       name_en = excluded.name_en, name_gr = excluded.name_gr,
       place_category = excluded.place_category, latitude = excluded.latitude,
       longitude = excluded.longitude, generation = excluded.generation`,
  );
  for (const p of places) {
    upsert.run(
      source,
      p.external_id,
      p.name_en,
      p.name_gr,
      p.place_category,
      p.place_type,
      p.latitude,
      p.longitude,
      generation,
    );
  }
  db.prepare('DELETE FROM places WHERE source = ? AND generation < ?').run(source, generation);
  const { rows } = db
    .prepare('SELECT count(*) AS rows FROM places WHERE source = ?')
    .get(source) as { rows: number };
  return rows;
}

function replaceParcels(db: DatabaseSync, source: string, parcels: Iterable<Parcel>): number {
  db.prepare('DELETE FROM parcels WHERE source = ?').run(source);
  const insert = db.prepare('INSERT INTO parcels VALUES (?, ?, ?, ?)');
  let rows = 0;
  for (const { kaek, areaM2, geometry } of parcels) {
    insert.run(kaek, source, areaM2, toWkb(geometry));
    rows++;
  }
  return rows;
}
