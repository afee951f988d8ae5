import type { DatabaseSync } from 'node:sqlite';
import type { StreetRow } from '#domain/geocoder/rows/geocoder-rows.ts';
import type { Comparable, SourcedComparable } from '#domain/property/comparables.ts';
import type { DepreciationRow } from '#domain/property/cost/cost-table.ts';
import type { Place } from '#domain/property/places.ts';
import { type Box, boxAroundAll } from '#tools/geo/box.ts';
import { tilesAround } from '#tools/geo/point-tiles.ts';
import { checkFile } from '../db/sqlite/same-file.ts';
import { cannotOpen, freeBytesOf, openSqlite } from '../db/sqlite/sqlite.ts';
import { damaged, openCheck, withNamedErrors } from '../db/sqlite/sqlite-errors.ts';
import { openArtefactFiles, openArtefactMemory } from './artefacts/files.ts';
import {
  addresses,
  boundaries,
  comparables,
  costFactors,
  costRates,
  depreciation,
  inKeyOrder,
  type LayerTable,
  namedPlaces,
  parcels,
  places,
  type StoredFactor,
  type StoredParcel,
  type StoredRate,
  settlements,
  tableNames,
} from './rows/layer-tables.ts';
import { lastCharacter, newestParcel } from './rows/parcel-sql.ts';
import {
  isSearchedByName,
  type OfSource,
  placeAsNamed,
  type ReadAddress,
  type StreetRecord,
  streetSql,
  toAddress,
  toBoundary,
  toCostVersions,
  toHouse,
  toNamedPlace,
  toParcel,
  toSettlement,
  toStreet,
} from './rows/stored-rows.ts';
import { readSharedRowsOfSqlite } from './shared-rows.ts';
import { openBoxSearch } from './sqlite/box-rows.ts';
import { openBuildings } from './sqlite/building-rows.ts';
import { checkDatabase } from './sqlite/check-database.ts';
import { openReader } from './sqlite/checked-rows.ts';
import { openEditionRow } from './sqlite/edition-row.ts';
import { openGrids, openSquares } from './sqlite/grid-rows.ts';
import { openCodesIn, openParcelsAlong } from './sqlite/parcels-in.ts';
import { openMapCells, openParcelCells } from './sqlite/read-cells.ts';
import { inReadTransaction, openReadQueue } from './sqlite/read-transaction.ts';
import { beginReplacement } from './sqlite/replace.ts';
import {
  inForce,
  openExtentReader,
  openSourcedReader,
  readHiddenSources,
  sourceReader,
} from './sqlite/sources.ts';
import { schema } from './sqlite/store-schema.ts';
import { openZonePieces, openZoneSources, openZonesOfSource } from './sqlite/zone-rows.ts';
import { isSampleSql, type Store, type StoreReader } from './store.ts';

/** Page cache of a connection that reads: neighbouring tiles read the same cells. */
const pageCacheKiB = 8_192;

/** How a file with property data is recognised. */
export const propertyData = {
  table: 'cost_rates',
  other: {
    table: 'refresh_tokens',
    problem: 'has the users, not the property data: set KTIMA_DATABASE_URL to another file',
  },
};

/** The embedded store: one SQLite file (or `:memory:`). */
export function openSqliteStore(
  path: string,
  clock: () => Date = () => new Date(),
  onOutage?: (reason: string | undefined) => void,
  hideSample = false,
): Store {
  const db = openSqlite(path, schema, propertyData);
  db.exec(`PRAGMA cache_size = -${pageCacheKiB}`);
  const watched = openCheck(onDamage => checkDatabase(db, onDamage), onOutage);
  try {
    if (hideSample) db.exec(hidingSample);
    const store = withNamedErrors(storeOver(db, clock), watched.onOutage);
    const editions = withNamedErrors(openEditionRow(db, clock, hideSample), watched.onOutage);
    const { isThere } = withNamedErrors({ isThere: async () => checkFile(db) }, watched.onOutage);
    const artefacts = path === ':memory:' ? openArtefactMemory() : openArtefactFiles(path);
    const check = () => isThere().then(watched.check);
    return { ...store, artefacts, editions, check, until: () => store };
  } catch (cause) {
    db.close();
    throw cannotOpen(path, cause);
  }
}

const isHouse = 'WHERE house_number IS NOT NULL AND street_key IS NOT NULL';

const inTiles = `
  addresses.id IN (
    SELECT inside.id FROM json_each(?) AS run
    JOIN addresses AS inside ON inside.tile BETWEEN run.value ->> 0 AND run.value ->> 1
      AND inside.house_number IS NOT NULL)`;

/** A page of points in a box, in the order of their ids. */
const pageInBox = `
  WHERE id > ? AND longitude BETWEEN ? AND ? AND latitude BETWEEN ? AND ? ORDER BY id LIMIT ?`;

function pageOf({ west, east, south, north }: Box, after: number, most: number) {
  return [after, west, east, south, north, most] as const;
}

function storeOver(
  db: DatabaseSync,
  clock: () => Date,
): Omit<Store, 'artefacts' | 'editions' | 'check' | 'until'> {
  const sources = sourceReader(db);
  const extentsOf = openExtentReader(db);
  const byKaek = 'WHERE kaek = ? ORDER BY source_id DESC LIMIT 1';
  const parcelByKaek = openReader<StoredParcel>(db, parcels, byKaek);
  const parcelSource = db.prepare(
    `SELECT source FROM parcels JOIN sources ON sources.id = source_id ${byKaek}`,
  );
  const parcelIdsIn = openBoxSearch(db, 'parcels');
  const parcelsByIds = openReader<StoredParcel>(
    db,
    parcels,
    `WHERE parcels.id IN (SELECT value FROM json_each(?)) AND ${newestParcel} ORDER BY kaek`,
  );
  const parcelsByStart = openReader<StoredParcel>(
    db,
    parcels,
    `WHERE kaek >= ? AND kaek < ? AND ${newestParcel} ORDER BY kaek LIMIT ?`,
  );
  const parcelsByCodes = openReader<StoredParcel>(
    db,
    parcels,
    `WHERE kaek IN (SELECT value FROM json_each(?)) AND ${newestParcel} ORDER BY kaek`,
  );
  const [codesIn, parcelsAlong] = [openCodesIn(db), openParcelsAlong(db)];
  const placesIn = openReader<Place>(db, places, pageInBox, ['id']).all;
  const addressesIn = openReader<ReadAddress>(db, addresses, pageInBox, [
    'id',
    ...Object.keys(addresses.otherColumns),
  ]).all;
  const houses = (where: string) =>
    openSourcedReader(db, addresses, toHouse, `${isHouse} AND ${where}`);
  const [housesByStreet, housesByTile] = [houses('street_key = ?'), houses(inTiles)];
  const comparablesIn = openSourcedReader<Comparable, SourcedComparable>(
    db,
    comparables,
    row => row,
    'WHERE property_type = ? AND latitude BETWEEN ? AND ? AND longitude BETWEEN ? AND ?',
    'LIMIT ?',
  );
  const buildings = openBuildings(db);
  const runRead = openReadQueue(db);
  const [mapCells, parcelCells] = [openMapCells(db), openParcelCells(db)];
  const [zonePieces, zoneSources] = [openZonePieces(db), openZoneSources(db)];
  const zonesOfSource = openZonesOfSource(db);
  const [storedGrids, squares] = [openGrids(db), openSquares(db)];

  const reading: StoreReader = {
    readCosts: async () => readCosts(db),
    readPlaces: async () => openReader<Place>(db, places, 'ORDER BY id', ['id']).iterate(),
    async findParcel(kaek) {
      const found = parcelByKaek.first(kaek);
      if (found && found.kaek !== kaek) throw foundUnderAnotherCode();
      return found && toParcel(found);
    },
    sourceOfParcel: async kaek => parcelSource.get(kaek)?.source as string | undefined,
    async parcelsAround(latitude, longitude) {
      const point = { west: longitude, east: longitude, south: latitude, north: latitude };
      const find = () => parcelsByIds.all(parcelIdsIn([point])!);
      return inReadTransaction(db, find).map(toParcel);
    },
    parcelsBeginning: async (start, most) =>
      parcelsByStart.all(start, `${start}${lastCharacter}`, most).map(toParcel),
    parcelCodesIn: async (boxes, after) => codesIn(boxes, after),
    async parcelsOfCodes(codes) {
      const found = parcelsByCodes.all(JSON.stringify(codes));
      const asked = new Set(codes);
      if (!found.every(({ kaek }) => asked.has(kaek))) throw foundUnderAnotherCode();
      return found.map(toParcel);
    },
    parcelsAlong: async (boxes, after, mostRows) =>
      inReadTransaction(db, () => parcelsAlong(boxes, after, mostRows)),
    placesIn: async (box, after, most) => placesIn(...pageOf(box, after, most)),
    addressesIn: async (box, after, most) =>
      addressesIn(...pageOf(box, after, most)).map(toAddress),
    readSettlements: async () => openSourcedReader(db, settlements, toSettlement)(),
    readBoundaries: async () => openSourcedReader(db, boundaries, toBoundary)(),
    readNamedPlaces: async () => [
      ...openSourcedReader(db, namedPlaces, toNamedPlace)(),
      ...openSourcedReader(db, places, placeAsNamed, `WHERE ${isSearchedByName}`)(),
    ],
    readStreets: async () => readStreets(db),
    findHouses: async streetKey => housesByStreet(streetKey),
    housesAround: async (latitude, longitude, metres) =>
      housesByTile(JSON.stringify(tilesAround(latitude, longitude, metres))),
    mapCells: async cells => mapCells(cells),
    parcelCells: async cells => inReadTransaction(db, () => parcelCells(cells)),
    zoneSources: async () => zoneSources(),
    zonePieces: async (runs, except, most) => zonePieces(runs, except, most),
    zonesOfSource: async (...page) => zonesOfSource(...page),
    comparablesIn: async ({ west, east, south, north }, type, most) =>
      comparablesIn(type, south, north, west, east, most),
    buildingsIn: async (box, most) => buildings.within(box, most),
    buildingsAfter: async (after, most) => buildings.after(after, most),
    storedGrids: async () => storedGrids(),
    gridSquares: async (...asked) => squares(...asked),
    extentOf: async (layer, ids) => boxAroundAll(extentsOf(layer, ids)),
    loadedSources: async () => inForce(sources.all()),
  };
  return {
    ...reading,
    atOneMoment: read => runRead(() => read(reading)),
    replace: async (layer, source, waitMs) => beginReplacement(db, layer, source, clock, waitMs),
    sharedRows: async (layer, source, rows) => readSharedRowsOfSqlite(db, layer, source, rows),
    freeBytes: async () => freeBytesOf(db.location() ?? ':memory:'),
    hiddenSources: async () => readHiddenSources(db),
    close: async () => db.close(),
  };
}

/** A damaged index may lead to another parcel. */
function foundUnderAnotherCode() {
  return damaged('a parcel is found under another KAEK');
}

/** Each row is checked before SQLite adds them up, because no checksum covers a sum. */
function readStreets(db: DatabaseSync): StreetRow[] {
  return inReadTransaction(db, () => {
    sourceReader(db).all();
    for (const _ of openReader(db, addresses, '').iterate());
    return (db.prepare(streetSql).all() as unknown as StreetRecord[]).map(toStreet);
  });
}

/** Views of this connection that have the names of the tables and leave out the sample. */
const hidingSample = [
  `CREATE TEMP VIEW sources AS SELECT * FROM main.sources WHERE NOT ${isSampleSql('source')}`,
  ...tableNames.map(
    table => `CREATE TEMP VIEW ${table} AS SELECT * FROM main.${table}
              WHERE source_id NOT IN (SELECT id FROM main.sources WHERE ${isSampleSql('source')})`,
  ),
].join(';');

function readCosts(db: DatabaseSync) {
  const rows = <Row>(table: LayerTable) =>
    openReader<OfSource<Row>>(db, table, inKeyOrder(table), ['source_id']).all();
  return inReadTransaction(db, () =>
    toCostVersions(
      sourceReader(db).all(),
      rows<StoredRate>(costRates),
      rows<StoredFactor>(costFactors),
      rows<DepreciationRow>(depreciation),
    ),
  );
}
