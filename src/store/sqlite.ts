import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { openCheck, withNamedErrors } from '../db/sqlite/errors.ts';
import { cannotOpen, openSqlite } from '../db/sqlite.ts';
import { cellsAround } from '../geo/cells.ts';
import { tilesAround } from '../geo/tiles.ts';
import { fromWkb } from '../geo/wkb.ts';
import type { House } from '../geocoder/rows.ts';
import type { CostRate, CostTable } from '../property/cost.ts';
import type { Parcel } from '../property/parcels.ts';
import type { PlaceType } from '../property/place-types.ts';
import type { Place } from '../property/places.ts';
import { lookThrough } from './sqlite/check.ts';
import { migrations } from './sqlite/migrations.ts';
import { beginReplacement } from './sqlite/replace.ts';
import { checkRow } from './sqlite/row-checksum.ts';
import {
  type DepreciationRow,
  type LoadedSource,
  type Reading,
  type Store,
  sampleSource,
} from './store.ts';
import { type StreetRecord, toStreet } from './streets.ts';

/** How often another process's commits are looked for. */
const watchMs = 500;

/** The embedded store: one SQLite file (or `:memory:`). */
export function openSqliteStore(
  path: string,
  clock: () => Date = () => new Date(),
  onTrouble?: (reason: string | undefined) => void,
  hideSample = false,
): Store {
  const db = openSqlite(path, migrations);
  const watched = openCheck(onDamage => lookThrough(db, onDamage), onTrouble);
  try {
    if (hideSample) db.exec(hidingSample);
    const store = withNamedErrors(storeOver(db, clock), watched.onTrouble);
    return { ...store, check: watched.check };
  } catch (cause) {
    db.close();
    throw cannotOpen(path, cause);
  }
}

function parcelReader(db: DatabaseSync): (kaek: string) => Parcel | undefined {
  const statement = db.prepare(
    `SELECT area_m2, geometry, row_checksum FROM parcels
     WHERE kaek = ? ORDER BY source_id DESC LIMIT 1`,
  );
  // As an array: to name the columns of a single row takes longer than to find it.
  statement.setReturnArrays(true);
  return kaek => {
    const row = statement.get(kaek) as [number, Uint8Array, number | null] | undefined;
    if (!row) return undefined;
    // With the code that was asked for: a damaged index may lead to another parcel.
    return toParcel([kaek, ...row]);
  };
}

function storeOver(db: DatabaseSync, clock: () => Date): Omit<Store, 'check'> {
  const findParcel = parcelReader(db);
  const parcelsByCell = db.prepare(
    `SELECT kaek, area_m2, geometry, row_checksum FROM parcels
     WHERE cell IN (SELECT value FROM json_each(?))
       AND source_id = (SELECT max(source_id) FROM parcels AS same WHERE same.kaek = parcels.kaek)
     ORDER BY kaek`,
  );
  parcelsByCell.setReturnArrays(true);
  db.function('is_whole', { varargs: true, deterministic: true }, isWhole);
  const houses = `
    ${wholeSources}
    SELECT a.street_key AS streetKey, a.house_number AS number, a.postal_code AS postalCode,
           a.latitude, a.longitude, s.source
    FROM addresses a CROSS JOIN whole_sources s ON s.id = a.source_id
    WHERE a.house_number IS NOT NULL AND a.street_key IS NOT NULL AND ${addressIsWhole}`;
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
    findParcel: async kaek => findParcel(kaek),
    parcelsAround: async (latitude, longitude) =>
      rowsOf<ParcelRow>(parcelsByCell, JSON.stringify(cellsAround(latitude, longitude))).map(
        toParcel,
      ),
    readStreets: async () => all<StreetRecord>(db, streetSql).map(toStreet),
    findHouses: async streetKey => rowsOf<House>(housesByStreet, streetKey),
    housesAround: async (latitude, longitude, metres) =>
      rowsOf<House>(housesByTile, JSON.stringify(tilesAround(latitude, longitude, metres))),
    loadedSources: async () => readSources(db, 'sources'),
  };
  return {
    ...reading,
    atOneMoment: read => atOneMoment(db, () => read(reading)),
    replace: async (layer, source) => beginReplacement(db, layer, source, clock),
    watch: async changed => watchDataVersion(db, changed),
    hiddenSources: async () => readSources(db, hiddenSources),
    close: async () => db.close(),
  };
}

/** Views of this connection under the names of the tables: whatever it reads lacks the sample. */
const hidingSample = [
  `CREATE TEMP VIEW sources AS SELECT * FROM main.sources WHERE source <> '${sampleSource}'`,
  ...['cost_rates', 'depreciation', 'places', 'parcels', 'addresses'].map(
    table => `CREATE TEMP VIEW ${table} AS SELECT * FROM main.${table}
              WHERE source_id NOT IN (SELECT id FROM main.sources WHERE source = '${sampleSource}')`,
  ),
].join(';');

/** Those in the table that the view of that name, if there is one, leaves out. */
const hiddenSources = '(SELECT * FROM main.sources WHERE id NOT IN (SELECT id FROM sources))';

/** The next two fail a statement at a row that is not what was written: no answer rests on it. */
const addressIsWhole = `is_whole('addresses', a.row_checksum, a.street, a.house_number,
  a.postal_code, a.municipality, a.street_key, a.reach_m, a.latitude, a.longitude)`;

/** Of each statement once, however many addresses are joined (`CROSS JOIN` keeps it that way). */
const wholeSources = `
  WITH whole_sources AS MATERIALIZED (
    SELECT id, source FROM sources
    WHERE is_whole('sources', row_checksum, layer, source, origin, checksum, licence, row_count,
                   loaded_at))`;

function isWhole(...columns: unknown[]): number {
  const [table, checksum, ...values] = columns as [
    string,
    number | null,
    ...(string | number | null)[],
  ];
  checkRow(table, checksum, values);
  return 1;
}

/** Each street that has a row of its own; then those that only their houses tell, as one each. */
const streetSql = `
  ${wholeSources}
  SELECT a.street, a.municipality, a.postal_code AS postalCode, s.source,
         min(a.latitude) AS south, max(a.latitude) AS north,
         min(a.longitude) AS west, max(a.longitude) AS east,
         max(a.reach_m) AS reachMetres, a.house_number IS NOT NULL AS hasHouses
  FROM addresses a CROSS JOIN whole_sources s ON s.id = a.source_id
  WHERE CASE WHEN ${addressIsWhole} THEN a.municipality END IS NOT NULL
  GROUP BY a.source_id, a.municipality, a.street, a.postal_code,
           CASE WHEN a.house_number IS NULL THEN a.id END
  ORDER BY hasHouses, a.source_id DESC, a.municipality, a.street, a.postal_code, min(a.id)`;

type ParcelRow = [kaek: string, areaM2: number, outline: Uint8Array, checksum: number | null];

function toParcel([kaek, areaM2, outline, checksum]: ParcelRow): Parcel {
  checkRow('parcels', checksum, [kaek, areaM2, outline]);
  return { kaek, areaM2, geometry: fromWkb(outline) };
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
    `SELECT id, row_checksum, external_id, name_en, name_gr, place_category, place_type, latitude,
            longitude
     FROM places ORDER BY id`,
  );
  statement.setReturnArrays(true);
  for (const row of statement.iterate() as unknown as Iterable<PlaceRow>) {
    const [id, checksum, ...values] = row;
    checkRow('places', checksum, values);
    const [external_id, name_en, name_gr, place_category, place_type, latitude, longitude] = values;
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
type PlaceRow = [number, number | null, Text, Text, Text, Text, PlaceType, number, number];

interface Checked {
  readonly row_checksum: number | null;
}

/** All rows of a query that hold their checksum and the columns it is of, in that order. */
function checked<Row extends object>(db: DatabaseSync, table: string, sql: string): Row[] {
  return all<Row & Checked>(db, sql).map(({ row_checksum, ...row }) => {
    checkRow(table, row_checksum, Object.values(row));
    return row as unknown as Row;
  });
}

function readSources(db: DatabaseSync, table: string): LoadedSource[] {
  return checked(
    db,
    'sources',
    `SELECT row_checksum, layer, source, origin, checksum, licence, row_count AS rows,
            loaded_at AS loadedAt
     FROM ${table} ORDER BY layer, source`,
  );
}

function readCosts(db: DatabaseSync) {
  const rates = checked<CostRate>(
    db,
    'cost_rates',
    `SELECT row_checksum, postal_prefix AS postalPrefix, property_type AS propertyType,
            valid_from AS validFrom, rate_eur_m2 AS rateEurM2, rate_source AS source
     FROM cost_rates ORDER BY source_id DESC, postal_prefix, property_type, valid_from`,
  );
  const depreciation: CostTable['depreciation'] = {};
  for (const { propertyType, ...how } of checked<DepreciationRow>(
    db,
    'depreciation',
    `SELECT row_checksum, property_type AS propertyType, method, useful_life_years AS usefulLifeYears,
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
    // Some errors have ended it already.
    if (db.isTransaction) db.exec('COMMIT');
  }
}

/** SQLite's `data_version` changes when another connection, here or elsewhere, has committed. */
function watchDataVersion(db: DatabaseSync, changed: () => void): () => void {
  const ask = db.prepare('PRAGMA data_version');
  const version = () => ask.get()?.data_version;
  let seen = version();
  const timer = setInterval(() => {
    let now: typeof seen;
    try {
      now = version();
    } catch {
      // A file that cannot be read at the moment; whoever asks for something of it is told.
      return;
    }
    if (now === seen) return;
    seen = now;
    changed();
  }, watchMs);
  timer.unref();
  return () => clearInterval(timer);
}
