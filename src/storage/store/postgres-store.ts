import type { StoredGrid, StoredSquare } from '#domain/grids/grid.ts';
import type { SourcedComparable } from '#domain/property/comparables.ts';
import type { DepreciationRow } from '#domain/property/cost/cost-table.ts';
import type { Place } from '#domain/property/places.ts';
import { badSetting, type KtimaError } from '#tools/errors.ts';
import { type Box, boxAroundAll } from '#tools/geo/box.ts';
import { boxAround } from '#tools/geo/point-tiles.ts';
import { runUntil } from '../db/postgres/cancel.ts';
import {
  type PostgisPlace,
  postgisPlaceSql,
  postgisProblem,
} from '../db/postgres/inspect-postgres.ts';
import { openPostgres, type Postgres, type PostgresOptions } from '../db/postgres/postgres.ts';
import { cannotOpen, toClientError } from '../db/postgres/postgres-errors.ts';
import { migrate } from '../db/postgres/run-scripts.ts';
import { beginUnlimited } from '../db/postgres/transaction.ts';
import { openArtefactRows } from './artefacts/rows.ts';
import { openEditionRow } from './postgres/edition-row.ts';
import { readCodesIn, readParcelsAlong } from './postgres/parcels-in.ts';
import {
  addressesInBoxSql,
  allPlacesSql,
  buildingsAfterSql,
  buildingsInBoxSql,
  comparablesInBoxSql,
  costSourceSql,
  costSql,
  extentSql,
  gridSql,
  gridSquareSql,
  houseSql,
  isAroundPoint,
  parcelSql,
  placesInBoxSql,
  type Read,
  someZonesSql,
  sourcedSql,
  sourceSql,
  zonePieceSql,
  zoneSourceSql,
  zonesSql,
} from './postgres/queries.ts';
import { readMapCells, readParcelCells } from './postgres/read-cells.ts';
import { beginReplacement } from './postgres/replace.ts';
import { schema } from './postgres/store-schema.ts';
import {
  boundaries,
  costFactors,
  costRates,
  depreciation,
  namedPlaces,
  places,
  type StoredAddress,
  type StoredBoundary,
  type StoredFactor,
  type StoredNamedPlace,
  type StoredParcel,
  type StoredRate,
  type StoredSettlement,
  type StoredZone,
  settlements,
  tableNames,
} from './rows/layer-tables.ts';
import { lastCharacter, newestParcel } from './rows/parcel-sql.ts';
import {
  isSearchedByName,
  type OfSource,
  placeAsNamed,
  type ReadAddress,
  type ReadBuilding,
  type Sourced,
  type StreetRecord,
  streetSql,
  toAddress,
  toBoundary,
  toBuilding,
  toCostVersions,
  toHouse,
  toNamedPlace,
  toParcel,
  toSettlement,
  toStreet,
  toZone,
} from './rows/stored-rows.ts';
import { readSharedRowsOfPostgres } from './shared-rows.ts';
import {
  isSampleSql,
  type LoadedSource,
  type NewPlace,
  type Store,
  type StoredPiece,
  type StoredSource,
  type StoreReader,
  type ZoneSource,
} from './store.ts';

/** The store that several services share: a PostgreSQL database with PostGIS. */
export async function openPostgresStore(
  url: string,
  options: PostgresOptions = {},
  clock: () => Date = () => new Date(),
  hideSample = false,
): Promise<Store> {
  const db = openPostgres(url, { setting: 'KTIMA_DATABASE_URL', ...options });
  const toRead = hideSample ? hidingSample : hidingNothing;
  try {
    await migrateStore(db);
  } catch (error) {
    await db.close();
    throw cannotOpen('the property database', error);
  }
  return {
    ...reading((sql, values) => db.read(toRead(sql), values)),
    until: signal => reading((sql, values) => db.read(toRead(sql), values, signal)),
    atOneMoment: (read, signal) => atOneMoment(db, toRead, read, signal),
    replace: (layer, source, waitMs) => beginReplacement(db, layer, source, clock, waitMs),
    sharedRows: (layer, source, rows) => readSharedRowsOfPostgres(db.read, layer, source, rows),
    artefacts: openArtefactRows(db),
    editions: openEditionRow(db, clock, hideSample),
    hiddenSources: async () =>
      hideSample ? db.read<LoadedSource>(sourceSql(isSampleSql('source'))) : [],
    check: db.check,
    // A client of PostgreSQL cannot see the disk of the server.
    freeBytes: async () => undefined,
    close: () => db.close(),
  };
}

/** Makes or updates the tables. */
async function migrateStore(db: Postgres): Promise<void> {
  try {
    await migrate(db, schema, 'store');
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (/type "geometry" does not exist/.test(error.message)) throw await hiddenPostgis(db);
    if (!/extension "postgis"/.test(error.message)) throw error;
    throw badSetting(
      'the extension PostGIS is missing and this role may not create it: install PostGIS and let ' +
        'an administrator run CREATE EXTENSION postgis in this database',
    );
  }
}

/** The error for PostGIS in a schema where the role does not see it. */
async function hiddenPostgis(db: Postgres): Promise<KtimaError> {
  const { message, mending } = postgisProblem((await db.read<PostgisPlace>(postgisPlaceSql))[0]!)!;
  return badSetting(`${message}: ${mending}`);
}

const notSample = `source_id NOT IN (SELECT id FROM sources WHERE ${isSampleSql('source')})`;

/**
 * A statement that leaves out the sample. Within its own definition, each name means the table;
 * `NOT MATERIALIZED` leaves the planner its indexes. Only tables of the statement are named: it
 * would wait for a lock on any other.
 */
function hidingSample(sql: string): string {
  const words = new Set(sql.match(/\w+/g));
  const hidden = tableNames
    .filter(table => words.has(table))
    .map(table => `${table} AS NOT MATERIALIZED (SELECT * FROM ${table} WHERE ${notSample})`);
  const sources = `SELECT * FROM sources WHERE NOT ${isSampleSql('source')}`;
  return `WITH ${[...hidden, `sources AS NOT MATERIALIZED (${sources})`]} ${sql}`;
}

/** Changes a statement before it is run. */
type ToRead = (sql: string) => string;
const hidingNothing: ToRead = sql => sql;

const byKaek = 'WHERE kaek = $1 ORDER BY source_id DESC LIMIT 1';

function reading(read: Read): StoreReader {
  const readParcels = async (sql: string, values: readonly unknown[]) =>
    (await read<StoredParcel>(`${parcelSql} ${sql}`, values)).map(toParcel);
  const readHouses = async (where: string, values: readonly unknown[]) =>
    (await read<Sourced<StoredAddress>>(houseSql(where), values)).map(toHouse);
  return {
    readCosts: async () =>
      toCostVersions(
        await read<StoredSource>(costSourceSql),
        await read<OfSource<StoredRate>>(costSql(costRates)),
        await read<OfSource<StoredFactor>>(costSql(costFactors)),
        await read<OfSource<DepreciationRow>>(costSql(depreciation)),
      ),
    readPlaces: () => read<Place>(allPlacesSql),
    async findParcel(kaek) {
      return (await readParcels(byKaek, [kaek]))[0];
    },
    async sourceOfParcel(kaek) {
      const sourceSql = `SELECT source FROM parcels JOIN sources ON sources.id = source_id ${byKaek}`;
      return (await read<{ source: string }>(sourceSql, [kaek]))[0]?.source;
    },
    parcelsAround: (latitude, longitude) =>
      readParcels(`WHERE ${isAroundPoint} AND ${newestParcel} ORDER BY kaek`, [
        longitude,
        latitude,
      ]),
    parcelsBeginning: (start, most) =>
      readParcels(`WHERE kaek >= $1 AND kaek < $2 AND ${newestParcel} ORDER BY kaek LIMIT $3`, [
        start,
        `${start}${lastCharacter}`,
        most,
      ]),
    parcelCodesIn: (boxes, after) => readCodesIn(read, boxes, after),
    parcelsOfCodes: codes =>
      readParcels(`WHERE kaek = ANY($1) AND ${newestParcel} ORDER BY kaek`, [codes]),
    parcelsAlong: (boxes, after, mostRows) => readParcelsAlong(read, boxes, after, mostRows),
    placesIn: ({ west, south, east, north }, after, most) =>
      read<Place>(placesInBoxSql, [west, south, east, north, after, most]),
    addressesIn: async ({ west, south, east, north }, after, most) =>
      (await read<ReadAddress>(addressesInBoxSql, [west, south, east, north, after, most])).map(
        toAddress,
      ),
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
    mapCells: cells => readMapCells(read, cells),
    parcelCells: cells => readParcelCells(read, cells),
    zoneSources: () => read<ZoneSource>(zoneSourceSql),
    zonePieces: (runs, except, most) =>
      read<StoredPiece>(zonePieceSql, [
        runs.map(([first]) => first),
        runs.map(([, last]) => last),
        runs.map(([, , squares]) => squares),
        except,
        most,
      ]),
    zonesOfSource: async (source, after, most, numbers) => {
      const found = numbers
        ? await read<StoredZone>(someZonesSql, [source, after, most, numbers])
        : await read<StoredZone>(zonesSql, [source, after, most]);
      return found.map(toZone);
    },
    comparablesIn: ({ west, east, south, north }, type, most) =>
      read<SourcedComparable>(comparablesInBoxSql, [type, south, north, west, east, most]),
    async buildingsIn({ west, south, east, north }, most) {
      const box = [west, south, east, north];
      const found = await read<Sourced<ReadBuilding>>(buildingsInBoxSql, [...box, most + 1]);
      return found.length > most ? undefined : found.map(toBuilding);
    },
    buildingsAfter: async (after, most) =>
      (await read<Sourced<ReadBuilding>>(buildingsAfterSql, [after, most]))
        .map(toBuilding)
        .sort((a, b) => a.id - b.id),
    storedGrids: () => read<StoredGrid>(gridSql),
    gridSquares: (...asked) => read<StoredSquare>(gridSquareSql, asked),
    extentOf: async (layer, ids) => boxAroundAll(await read<Box>(extentSql, [layer, ids ?? null])),
    loadedSources: () => read<LoadedSource>(sourceSql()),
  };
}

/** How long reading everything may take before the server counts as frozen. */
const readAllMs = 120_000;

/**
 * Locks the tables before it reads. Otherwise a table whose partition is dropped in between would
 * look empty to this transaction.
 */
async function atOneMoment<T>(
  db: Postgres,
  toRead: ToRead,
  work: (rows: StoreReader) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const client = await db.connect({ limitMs: readAllMs });
  try {
    await client.query(beginUnlimited('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'));
    const run = async (sql: string, values: readonly unknown[] = []) => {
      const query = () => client.query(sql, [...values]);
      return (await (signal ? runUntil(client, signal, query) : query())).rows;
    };
    await run(`LOCK TABLE ${tableNames} IN ACCESS SHARE MODE`);
    return await work(reading((sql, values) => run(toRead(sql), values)));
  } catch (error) {
    throw toClientError(error);
  } finally {
    await client.end().catch(() => {});
  }
}
