import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { openSqlite } from '../db/sqlite.ts';
import { cellsAround } from '../geo/cells.ts';
import { tilesAround } from '../geo/tiles.ts';
import { fromWkb } from '../geo/wkb.ts';
import type { House } from '../geocoder/rows.ts';
import type { CostRate, CostTable } from '../property/cost.ts';
import type { PlaceType } from '../property/place-types.ts';
import type { Place } from '../property/places.ts';
import { beginReplacement } from './sqlite-replace.ts';
import { migrations } from './sqlite-schema.ts';
import type { DepreciationRow, LoadedSource, Reading, Store } from './store.ts';
import { type StreetRecord, toStreet } from './streets.ts';

/** How often another process's commits are looked for. */
const watchMs = 500;

/** The embedded store: one SQLite file (or `:memory:`). */
export function openSqliteStore(path: string, clock: () => Date = () => new Date()): Store {
  const db = openSqlite(path, migrations);
  const parcelByKaek = db.prepare(
    'SELECT area_m2, geometry FROM parcels WHERE kaek = ? ORDER BY source_id DESC LIMIT 1',
  );
  // As an array: to name the columns of a single row takes longer than to find it.
  parcelByKaek.setReturnArrays(true);
  const parcelsByCell = db.prepare(
    `SELECT kaek, area_m2, geometry FROM parcels
     WHERE cell IN (SELECT value FROM json_each(?))
       AND source_id = (SELECT max(source_id) FROM parcels AS same WHERE same.kaek = parcels.kaek)
     ORDER BY kaek`,
  );
  const houses = `
    SELECT a.street_key AS streetKey, a.house_number AS number, a.postal_code AS postalCode,
           a.latitude, a.longitude, s.source
    FROM addresses a JOIN sources s ON s.id = a.source_id
    WHERE a.house_number IS NOT NULL AND a.street_key IS NOT NULL`;
  const newestFirst = 'ORDER BY a.source_id DESC, a.id';
  const housesByStreet = db.prepare(`${houses} AND a.street_key = ? ${newestFirst}`);
  const housesByTile = db.prepare(
    `${houses} AND a.id IN (
       SELECT inside.id FROM json_each(?) AS run
       JOIN addresses AS inside ON inside.tile BETWEEN run.value ->> 0 AND run.value ->> 1
         AND inside.house_number IS NOT NULL)
     ${newestFirst}`,
  );

  const reading: Reading = {
    readCosts: async () => readCosts(db),
    readPlaces: async () => readPlaces(db),
    async findParcel(kaek) {
      const row = parcelByKaek.get(kaek) as unknown as [number, Uint8Array] | undefined;
      return row && { kaek, areaM2: row[0], geometry: fromWkb(row[1]) };
    },
    parcelsAround: async (latitude, longitude) =>
      rowsOf<ParcelRow>(parcelsByCell, JSON.stringify(cellsAround(latitude, longitude))).map(
        row => ({
          kaek: row.kaek,
          areaM2: row.area_m2,
          geometry: fromWkb(row.geometry),
        }),
      ),
    readStreets: async () => all<StreetRecord>(db, streetSql).map(toStreet),
    findHouses: async streetKey => rowsOf<House>(housesByStreet, streetKey),
    housesAround: async (latitude, longitude, metres) =>
      rowsOf<House>(housesByTile, JSON.stringify(tilesAround(latitude, longitude, metres))),
    loadedSources: async () =>
      all<LoadedSource>(
        db,
        `SELECT layer, source, origin, checksum, licence, row_count AS rows, loaded_at AS loadedAt
         FROM sources ORDER BY layer, source`,
      ),
  };
  return {
    ...reading,
    atOneMoment: read => atOneMoment(db, () => read(reading)),
    replace: async (layer, source) => beginReplacement(db, layer, source, clock),
    watch: async changed => watchDataVersion(db, changed),
    close: async () => db.close(),
  };
}

/** Each street that has a row of its own; then those that only their houses tell, as one each. */
const streetSql = `
  SELECT a.street, a.municipality, a.postal_code AS postalCode, s.source,
         min(a.latitude) AS south, max(a.latitude) AS north,
         min(a.longitude) AS west, max(a.longitude) AS east,
         max(a.reach_m) AS reachMetres, a.house_number IS NOT NULL AS hasHouses
  FROM addresses a JOIN sources s ON s.id = a.source_id
  WHERE a.municipality IS NOT NULL
  GROUP BY a.source_id, a.municipality, a.street, a.postal_code,
           CASE WHEN a.house_number IS NULL THEN a.id END
  ORDER BY hasHouses, a.source_id DESC, a.municipality, a.street, a.postal_code, min(a.id)`;

interface ParcelRow {
  kaek: string;
  area_m2: number;
  geometry: Uint8Array;
}

function all<Row>(db: DatabaseSync, sql: string): Row[] {
  return rowsOf(db.prepare(sql));
}

function rowsOf<Row>(statement: StatementSync, ...values: string[]): Row[] {
  return statement.all(...values) as unknown as Row[];
}

/** Rows as arrays: an object of named columns for each takes half as long again. */
function* readPlaces(db: DatabaseSync): Generator<Place> {
  const statement = db.prepare(
    `SELECT id, external_id, name_en, name_gr, place_category, place_type, latitude, longitude
     FROM places ORDER BY id`,
  );
  statement.setReturnArrays(true);
  for (const row of statement.iterate() as unknown as Iterable<PlaceRow>) {
    const [id, external_id, name_en, name_gr, place_category, place_type, latitude, longitude] =
      row;
    yield {
      id,
      external_id,
      name_en,
      name_gr,
      place_category,
      place_type,
      latitude,
      longitude,
    };
  }
}

type Text = string | null;
type PlaceRow = [number, Text, Text, Text, Text, PlaceType, number, number];

function readCosts(db: DatabaseSync) {
  const rates = all<CostRate>(
    db,
    `SELECT postal_prefix AS postalPrefix, property_type AS propertyType,
            rate_eur_m2 AS rateEurM2, valid_from AS validFrom, rate_source AS source
     FROM cost_rates ORDER BY source_id DESC, postal_prefix, property_type, valid_from`,
  );
  const depreciation: CostTable['depreciation'] = {};
  for (const { propertyType, ...how } of all<DepreciationRow>(
    db,
    `SELECT property_type AS propertyType, method, useful_life_years AS usefulLifeYears,
            residual_share AS residualShare
     FROM depreciation ORDER BY source_id`,
  )) {
    depreciation[propertyType] = how;
  }
  return { rates, depreciation };
}

async function atOneMoment<T>(db: DatabaseSync, read: () => Promise<T>): Promise<T> {
  db.exec('BEGIN');
  try {
    return await read();
  } finally {
    db.exec('COMMIT');
  }
}

/** SQLite's `data_version` changes when another connection, here or elsewhere, has committed. */
function watchDataVersion(db: DatabaseSync, changed: () => void): () => void {
  const ask = db.prepare('PRAGMA data_version');
  const version = () => ask.get()?.data_version;
  let seen = version();
  const timer = setInterval(() => {
    const now = version();
    if (now === seen) return;
    seen = now;
    changed();
  }, watchMs);
  timer.unref();
  return () => clearInterval(timer);
}
