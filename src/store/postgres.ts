import type { ClientBase } from 'pg';
import { cannotOpen, toClientError } from '../db/postgres/errors.ts';
import { migrate } from '../db/postgres/migrate.ts';
import { beginUnlimited } from '../db/postgres/transaction.ts';
import { openPostgres, type Postgres, type PostgresOptions } from '../db/postgres.ts';
import { KtimaError } from '../errors.ts';
import { boxAround } from '../geo/tiles.ts';
import { codesIn, type ReadCell } from '../map/read-cells.ts';
import type { CostRate } from '../property/cost.ts';
import type { Place } from '../property/places.ts';
import { boxAroundSources, type SourceExtent } from './extent.ts';
import {
  addresses,
  boundaries,
  costRates,
  depreciation,
  type LayerTable,
  mapCells,
  namedPlaces,
  parcelCells,
  parcels,
  places,
  type StoredAddress,
  type StoredBoundary,
  type StoredNamedPlace,
  type StoredParcel,
  type StoredSettlement,
  settlements,
  tableNames,
} from './layer-tables.ts';
import { blocksOf, lastCharacter, newestParcel } from './parcel-sql.ts';
import { migrations } from './postgres/migrations.ts';
import { openChangeNotifier } from './postgres/notify-changes.ts';
import { readParcelsIn } from './postgres/parcels-in.ts';
import { beginReplacement } from './postgres/replace.ts';
import {
  type DepreciationRow,
  type LoadedSource,
  type NewPlace,
  type Store,
  type StoreReader,
  sampleSource,
} from './store.ts';
import {
  isSearchedByName,
  placeAsNamed,
  type ReadAddress,
  type Sourced,
  toAddress,
  toBoundary,
  toCosts,
  toHouse,
  toNamedPlace,
  toParcel,
  toSettlement,
} from './stored-rows.ts';
import { type StreetRecord, streetSql, toStreet } from './streets.ts';

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
    replace: (layer, source, waitMs) => beginReplacement(db, layer, source, clock, waitMs),
    onChange: openChangeNotifier(db),
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
  ...tableNames.map(
    table => `${table} AS NOT MATERIALIZED (SELECT * FROM ${table} WHERE source_id NOT IN
      (SELECT id FROM sources WHERE source = '${sampleSource}'))`,
  ),
  `sources AS NOT MATERIALIZED (SELECT * FROM sources WHERE source <> '${sampleSource}')`,
].join(', ')} `;

type SourcedCell = ReadCell & { readonly sourceId: number };

type Read = <Row>(sql: string, values?: readonly unknown[]) => Promise<Row[]>;

/** A wider box than the border of a parcel is thick (geo/inside.ts), in degrees. */
const aroundDegrees = 1e-7;

/** The columns of a table under the names of their fields. */
function fieldsOf({ name, columns }: LayerTable): string[] {
  return Object.entries(columns).map(([column, field]) => {
    const read = column === 'outline' ? `ST_AsBinary(outline, 'NDR')` : `${name}.${column}`;
    return `${read} AS "${field}"`;
  });
}

const placeSql = `SELECT id, ${fieldsOf(places)} FROM places ORDER BY id`;
const parcelSql = `SELECT ${fieldsOf(parcels)} FROM parcels`;
/** The rows of a table with the names of their sources, those loaded last first. */
const sourcedSql = (table: LayerTable, where = '') => `
  SELECT ${fieldsOf(table)}, sources.source
  FROM ${table.name} JOIN sources ON sources.id = source_id ${where}
  ORDER BY source_id DESC, ${table.name}.id`;
const rateSql = `
  SELECT ${fieldsOf(costRates)} FROM cost_rates
  ORDER BY source_id DESC, postal_prefix, property_type, valid_from`;
const depreciationSql = `SELECT ${fieldsOf(depreciation)} FROM depreciation ORDER BY source_id`;
const houseSql = `
  SELECT ${fieldsOf(addresses)}, source
  FROM addresses JOIN sources ON sources.id = source_id
  WHERE house_number IS NOT NULL AND street_key IS NOT NULL`;
/** The cells with some numbers, in the order of loading. */
const cellSql = ({ name }: LayerTable) => `
  SELECT source_id AS "sourceId", cell, content FROM ${name} WHERE cell = ANY ($1)
  ORDER BY source_id, cell, part`;
const newestParcelSource = `SELECT max(id) AS id FROM sources WHERE layer = 'parcels'`;
/** Codes that a newer source has too; mostly the first condition spares the lookup of each. */
const newerCodes = `
  SELECT code FROM unnest($1::text[]) AS code
  WHERE EXISTS (SELECT 1 FROM parcel_blocks WHERE prefix = ANY ($2) AND source_id > $3)
    AND EXISTS (SELECT 1 FROM parcels WHERE kaek = code AND source_id > $3)`;
const newestFirst = 'ORDER BY source_id DESC, addresses.id';
/** A page of points in a box, in the order of their ids. */
const pageInBox = `
  WHERE id > $5 AND longitude BETWEEN $1 AND $3 AND latitude BETWEEN $2 AND $4
  ORDER BY id LIMIT $6`;
const addressSql = `
  SELECT id, ${fieldsOf(addresses)}, ${Object.keys(addresses.otherColumns)}
  FROM addresses ${pageInBox}`;

function reading(read: Read): StoreReader {
  const readParcels = async (sql: string, values: readonly unknown[]) =>
    (await read<StoredParcel>(`${parcelSql} ${sql}`, values)).map(toParcel);
  const readHouses = async (where: string, values: readonly unknown[]) => {
    const sql = `${houseSql} AND ${where} ${newestFirst}`;
    const rows = await read<StoredAddress & { source: string }>(sql, values);
    return rows.map(row => toHouse(row, row.source));
  };
  const outdatedIn = async (cell: SourcedCell): Promise<string[]> => {
    const codes = codesIn(cell);
    const rows = await read<{ code: string }>(newerCodes, [codes, blocksOf(codes), cell.sourceId]);
    return rows.map(({ code }) => code);
  };
  return {
    readCosts: async () =>
      toCosts(await read<CostRate>(rateSql), await read<DepreciationRow>(depreciationSql)),
    readPlaces: () => read<Place>(placeSql),
    async findParcel(kaek) {
      return (await readParcels('WHERE kaek = $1 ORDER BY source_id DESC LIMIT 1', [kaek]))[0];
    },
    parcelsAround: (latitude, longitude) =>
      readParcels(
        `WHERE outline && ST_Expand(ST_SetSRID(ST_MakePoint($1, $2), 4326), ${aroundDegrees})
           AND ${newestParcel}
         ORDER BY kaek`,
        [longitude, latitude],
      ),
    parcelsBeginning: (start, most) =>
      readParcels(`WHERE kaek >= $1 AND kaek < $2 AND ${newestParcel} ORDER BY kaek LIMIT $3`, [
        start,
        `${start}${lastCharacter}`,
        most,
      ]),
    parcelsIn: (box, after, most) => readParcelsIn(read, fieldsOf(parcels), box, after, most),
    placesIn: ({ west, south, east, north }, after, most) =>
      read<Place>(`SELECT id, ${fieldsOf(places)} FROM places ${pageInBox}`, [
        west,
        south,
        east,
        north,
        after,
        most,
      ]),
    addressesIn: async ({ west, south, east, north }, after, most) =>
      (await read<ReadAddress>(addressSql, [west, south, east, north, after, most])).map(toAddress),
    readSettlements: async () =>
      (await read<Sourced<StoredSettlement>>(sourcedSql(settlements))).map(toSettlement),
    readBoundaries: async () =>
      (await read<Sourced<StoredBoundary>>(sourcedSql(boundaries))).map(toBoundary),
    readNamedPlaces: async () => [
      ...(await read<Sourced<StoredNamedPlace>>(sourcedSql(namedPlaces))).map(toNamedPlace),
      ...(await read<Sourced<NewPlace>>(sourcedSql(places, `WHERE ${isSearchedByName}`))).map(
        placeAsNamed,
      ),
    ],
    readStreets: async () => (await read<StreetRecord>(streetSql)).map(toStreet),
    findHouses: key => readHouses('street_key = $1', [key]),
    housesAround(latitude, longitude, metres) {
      const { high, wide } = boxAround(latitude, metres);
      return readHouses('position && ST_MakeEnvelope($1, $2, $3, $4, 4326)', [
        longitude - wide,
        latitude - high,
        longitude + wide,
        latitude + high,
      ]);
    },
    mapCells: cells => read<ReadCell>(cellSql(mapCells), [cells]),
    async parcelCells(cells) {
      const [newest, found] = await Promise.all([
        read<{ id: number | null }>(newestParcelSource),
        read<SourcedCell>(cellSql(parcelCells), [cells]),
      ]);
      return Promise.all(
        found.map(async cell => {
          const isNewest = cell.sourceId === newest[0]!.id;
          return { ...cell, outdated: new Set(isNewest ? [] : await outdatedIn(cell)) };
        }),
      );
    },
    extentOf: async layer => boxAroundSources(await read<SourceExtent>(extentSql, [layer])),
    loadedSources: () => read<LoadedSource>(`${sourceSql} ORDER BY layer, source`),
  };
}

const sourceSql = `
  SELECT layer, source, origin, checksum, licence, row_count AS rows,
         to_char(loaded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "loadedAt"
  FROM sources`;

const extentSql = 'SELECT west, south, east, north FROM sources WHERE layer = $1 AND row_count > 0';

/** How long reading everything may take before the server counts as frozen. */
const readAllMs = 120_000;

/**
 * The locks come before the first look at the data: a table whose partition was dropped between
 * the two would look empty to a transaction that began before.
 */
async function atOneMoment<T>(
  db: Postgres,
  prefix: string,
  work: (rows: StoreReader) => Promise<T>,
): Promise<T> {
  const client = await db.connect(undefined, readAllMs);
  try {
    await client.query(beginUnlimited('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'));
    await client.query(`LOCK TABLE ${tableNames} IN ACCESS SHARE MODE`);
    return await work(reading(readFrom(client, prefix)));
  } catch (error) {
    throw toClientError(error);
  } finally {
    await client.end().catch(() => {});
  }
}

function readFrom(client: ClientBase, prefix: string): Read {
  return async (sql, values = []) => (await client.query(prefix + sql, [...values])).rows;
}
