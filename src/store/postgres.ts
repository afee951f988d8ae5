import type { ClientBase } from 'pg';
import { cannotOpen, named } from '../db/postgres/errors.ts';
import { migrate } from '../db/postgres/migrate.ts';
import { beginUnlimited } from '../db/postgres/transaction.ts';
import { openPostgres, type Postgres, type PostgresOptions } from '../db/postgres.ts';
import { KtimaError } from '../errors.ts';
import { boxAround } from '../geo/tiles.ts';
import { fromWkb } from '../geo/wkb.ts';
import type { House } from '../geocoder/rows.ts';
import type { CostRate, CostTable } from '../property/cost.ts';
import type { Parcel } from '../property/parcels.ts';
import type { Place } from '../property/places.ts';
import { allTables } from './postgres/layers.ts';
import { migrations } from './postgres/migrations.ts';
import { beginReplacement } from './postgres/replace.ts';
import { openWatch } from './postgres/watch.ts';
import {
  type DepreciationRow,
  type LoadedSource,
  type Reading,
  type Store,
  sampleSource,
} from './store.ts';
import { type StreetRecord, toStreet } from './streets.ts';

/** The store that several services share: a PostgreSQL database with PostGIS. */
export async function openPostgresStore(
  url: string,
  options: PostgresOptions = {},
  clock: () => Date = () => new Date(),
  hideSample = false,
): Promise<Store> {
  const db = openPostgres(url, { setting: 'KTIMA_DATABASE_URL', ...options });
  const prefix = hideSample ? hidingSample : '';
  try {
    await migrateStore(db);
  } catch (error) {
    await db.close();
    throw cannotOpen('the property database', error);
  }
  return {
    ...reading((sql, values) => db.read(prefix + sql, values)),
    atOneMoment: read => atOneMoment(db, prefix, read),
    replace: (layer, source) => beginReplacement(db, layer, source, clock),
    watch: openWatch(db),
    hiddenSources: async () =>
      hideSample ? db.read<LoadedSource>(`${sourceSql} WHERE source = '${sampleSource}'`) : [],
    check: db.check,
    close: () => db.close(),
  };
}

/** Makes or updates the tables; returns how many scripts that took. */
async function migrateStore(db: Postgres): Promise<number> {
  try {
    return await migrate(db, migrations, 'store');
  } catch (error) {
    if (!(error instanceof Error) || !/extension "postgis"/.test(error.message)) throw error;
    throw new KtimaError(
      'BAD_SETTING',
      'the extension PostGIS is missing and this role may not create it: install PostGIS and let ' +
        'an administrator run CREATE EXTENSION postgis in this database',
    );
  }
}

/**
 * Before a statement: whatever it reads lacks the sample. Within its own definition, each name means
 * the table; `NOT MATERIALIZED` leaves the planner its indexes.
 */
const hidingSample = `WITH ${[
  ...allTables.map(
    table => `${table} AS NOT MATERIALIZED (SELECT * FROM ${table} WHERE source_id NOT IN
      (SELECT id FROM sources WHERE source = '${sampleSource}'))`,
  ),
  `sources AS NOT MATERIALIZED (SELECT * FROM sources WHERE source <> '${sampleSource}')`,
].join(', ')} `;

type Read = <Row>(sql: string, values?: readonly unknown[]) => Promise<Row[]>;

/** A wider box than the border of a parcel is thick (geo/inside.ts), in degrees. */
const aroundDegrees = 1e-7;

interface ParcelRow {
  kaek: string;
  area_m2: number;
  outline: Uint8Array;
}

function reading(read: Read): Reading {
  return {
    readCosts: () => readCosts(read),
    readPlaces: () =>
      read<Place>(
        `SELECT id, external_id, name_en, name_gr, place_category, place_type, latitude, longitude
         FROM places ORDER BY id`,
      ),
    async findParcel(kaek) {
      const rows = await read<ParcelRow>(
        `SELECT kaek, area_m2, ST_AsBinary(outline, 'NDR') AS outline
         FROM parcels WHERE kaek = $1 ORDER BY source_id DESC LIMIT 1`,
        [kaek],
      );
      return rows.map(parcelOf)[0];
    },
    async parcelsAround(latitude, longitude) {
      const rows = await read<ParcelRow>(
        `SELECT kaek, area_m2, ST_AsBinary(outline, 'NDR') AS outline
         FROM parcels
         WHERE outline && ST_Expand(ST_SetSRID(ST_MakePoint($1, $2), 4326), ${aroundDegrees})
           AND source_id = (SELECT max(source_id) FROM parcels AS same WHERE same.kaek = parcels.kaek)
         ORDER BY kaek`,
        [longitude, latitude],
      );
      return rows.map(parcelOf);
    },
    readStreets: async () => (await read<StreetRecord>(streetSql)).map(toStreet),
    findHouses: key => read<House>(`${houseSql} AND a.street_key = $1 ${newestFirst}`, [key]),
    housesAround(latitude, longitude, metres) {
      const { high, wide } = boxAround(latitude, metres);
      return read<House>(
        `${houseSql} AND a.position && ST_MakeEnvelope($1, $2, $3, $4, 4326) ${newestFirst}`,
        [longitude - wide, latitude - high, longitude + wide, latitude + high],
      );
    },
    loadedSources: () => read<LoadedSource>(`${sourceSql} ORDER BY layer, source`),
  };
}

const sourceSql = `
  SELECT layer, source, origin, checksum, licence, row_count AS rows,
         to_char(loaded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "loadedAt"
  FROM sources`;

const houseSql = `
  SELECT a.street_key AS "streetKey", a.house_number AS number, a.postal_code AS "postalCode",
         a.latitude, a.longitude, s.source
  FROM addresses a JOIN sources s ON s.id = a.source_id
  WHERE a.house_number IS NOT NULL AND a.street_key IS NOT NULL`;
const newestFirst = 'ORDER BY a.source_id DESC, a.id';

/** Each street that has a row of its own; then those that only their houses tell, as one each. */
const streetSql = `
  SELECT a.street, a.municipality, a.postal_code AS "postalCode", s.source,
         min(a.latitude) AS south, max(a.latitude) AS north,
         min(a.longitude) AS west, max(a.longitude) AS east,
         max(a.reach_m) AS "reachMetres", a.house_number IS NOT NULL AS "hasHouses"
  FROM addresses a JOIN sources s ON s.id = a.source_id
  WHERE a.municipality IS NOT NULL
  GROUP BY a.source_id, s.source, a.municipality, a.street, a.postal_code, "hasHouses",
           CASE WHEN a.house_number IS NULL THEN a.id END
  ORDER BY "hasHouses", a.source_id DESC, a.municipality, a.street,
           a.postal_code NULLS FIRST, min(a.id)`;

function parcelOf({ kaek, area_m2, outline }: ParcelRow): Parcel {
  return { kaek, areaM2: area_m2, geometry: fromWkb(outline) };
}

async function readCosts(read: Read) {
  const rates = await read<CostRate>(
    `SELECT postal_prefix AS "postalPrefix", property_type AS "propertyType",
            rate_eur_m2 AS "rateEurM2", valid_from AS "validFrom", rate_source AS source
     FROM cost_rates ORDER BY source_id DESC, postal_prefix, property_type, valid_from`,
  );
  const depreciation: CostTable['depreciation'] = {};
  for (const { propertyType, ...how } of await read<DepreciationRow>(
    `SELECT property_type AS "propertyType", method, useful_life_years AS "usefulLifeYears",
            residual_share AS "residualShare"
     FROM depreciation ORDER BY source_id`,
  )) {
    depreciation[propertyType] = how;
  }
  return { rates, depreciation };
}

/** How long reading everything may take before the server counts as frozen. */
const readAllMs = 120_000;

/**
 * The locks come before the first look at the data: a table whose partition was dropped between
 * the two would look empty to a transaction that began before.
 */
async function atOneMoment<T>(
  db: Postgres,
  prefix: string,
  work: (rows: Reading) => Promise<T>,
): Promise<T> {
  const client = await db.connect(undefined, readAllMs);
  try {
    await client.query(beginUnlimited('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'));
    await client.query(`LOCK TABLE ${allTables} IN ACCESS SHARE MODE`);
    return await work(reading(readFrom(client, prefix)));
  } catch (error) {
    throw named(error);
  } finally {
    await client.end().catch(() => {});
  }
}

function readFrom(client: ClientBase, prefix: string): Read {
  return async (sql, values = []) => (await client.query(prefix + sql, [...values])).rows;
}
