import type { DatabaseSync } from 'node:sqlite';
import { damaged, openCheck, withNamedErrors } from '../db/sqlite/errors.ts';
import { cannotOpen, openSqlite } from '../db/sqlite.ts';
import type { Box } from '../geo/box.ts';
import { cellsAround } from '../geo/cells.ts';
import { tilesAround } from '../geo/tiles.ts';
import type { House, StreetRow } from '../geocoder/rows.ts';
import type { CostRate } from '../property/cost.ts';
import type { Place } from '../property/places.ts';
import { boxAroundSources } from './extent.ts';
import {
  addresses,
  boundaries,
  costRates,
  depreciation,
  type LayerTable,
  namedPlaces,
  parcels,
  places,
  type StoredAddress,
  type StoredParcel,
  settlements,
  tableNames,
} from './layer-tables.ts';
import { lastCharacter, newestParcel } from './parcel-sql.ts';
import { lookThrough } from './sqlite/check.ts';
import { migrations } from './sqlite/migrations.ts';
import { openParcelsIn } from './sqlite/parcels-in.ts';
import { openMapCells, openParcelCells } from './sqlite/read-cells.ts';
import { beginReplacement } from './sqlite/replace.ts';
import { openReader } from './sqlite/rows.ts';
import { openExtentReader, readHiddenSources, sourceReader } from './sqlite/sources.ts';
import { type DepreciationRow, type Store, type StoreReader, sampleSource } from './store.ts';
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

/** How often another process's commits are looked for. */
const watchMs = 500;

/** Page cache of a connection that reads: neighbouring tiles read the same cells. */
const pageCacheKiB = 8_192;

const usersAndSessions = {
  table: 'refresh_tokens',
  problem: 'has the users, not the property data: set KTIMA_DATABASE_URL to another file',
};

/** The embedded store: one SQLite file (or `:memory:`). */
export function openSqliteStore(
  path: string,
  clock: () => Date = () => new Date(),
  onOutage?: (reason: string | undefined) => void,
  hideSample = false,
): Store {
  const db = openSqlite(path, migrations, usersAndSessions);
  db.exec(`PRAGMA cache_size = -${pageCacheKiB}`);
  const watched = openCheck(onDamage => lookThrough(db, onDamage), onOutage);
  try {
    if (hideSample) db.exec(hidingSample);
    const store = withNamedErrors(storeOver(db, clock), watched.onOutage);
    return { ...store, check: watched.check };
  } catch (cause) {
    db.close();
    throw cannotOpen(path, cause);
  }
}

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

function storeOver(db: DatabaseSync, clock: () => Date): Omit<Store, 'check'> {
  const sources = sourceReader(db);
  const extentsOf = openExtentReader(db);
  const byKaek = 'WHERE kaek = ? ORDER BY source_id DESC LIMIT 1';
  const parcelByKaek = openReader<StoredParcel>(db, parcels, byKaek);
  const parcelsByCell = openReader<StoredParcel>(
    db,
    parcels,
    `WHERE cell IN (SELECT value FROM json_each(?)) AND ${newestParcel} ORDER BY kaek`,
  );
  const parcelsByStart = openReader<StoredParcel>(
    db,
    parcels,
    `WHERE kaek >= ? AND kaek < ? AND ${newestParcel} ORDER BY kaek LIMIT ?`,
  );
  const parcelsIn = openParcelsIn(db);
  const placesIn = openReader<Place>(db, places, pageInBox, ['id']).all;
  const addressesIn = openReader<ReadAddress>(db, addresses, pageInBox, [
    'id',
    ...Object.keys(addresses.otherColumns),
  ]).all;
  const housesByStreet = openHouseReader(db, 'street_key = ?');
  const housesByTile = openHouseReader(db, inTiles);
  const [mapCells, parcelCells] = [openMapCells(db), openParcelCells(db)];

  const reading: StoreReader = {
    readCosts: async () => readCosts(db),
    readPlaces: async () => openReader<Place>(db, places, 'ORDER BY id', ['id']).iterate(),
    async findParcel(kaek) {
      const found = parcelByKaek.first(kaek);
      // A damaged index may lead to another parcel.
      if (found && found.kaek !== kaek) throw damaged('a parcel is found under another KAEK');
      return found && toParcel(found);
    },
    parcelsAround: async (latitude, longitude) =>
      parcelsByCell.all(JSON.stringify(cellsAround(latitude, longitude))).map(toParcel),
    parcelsBeginning: async (start, most) =>
      parcelsByStart.all(start, `${start}${lastCharacter}`, most).map(toParcel),
    parcelsIn: async (box, after, most) => ofOneVersion(db, () => parcelsIn(box, after, most)),
    placesIn: async (box, after, most) => placesIn(...pageOf(box, after, most)),
    addressesIn: async (box, after, most) =>
      addressesIn(...pageOf(box, after, most)).map(toAddress),
    readSettlements: async () => readSourced(db, settlements, toSettlement),
    readBoundaries: async () => readSourced(db, boundaries, toBoundary),
    readNamedPlaces: async () => [
      ...readSourced(db, namedPlaces, toNamedPlace),
      ...readSourced(db, places, placeAsNamed, `WHERE ${isSearchedByName}`),
    ],
    readStreets: async () => readStreets(db),
    findHouses: async streetKey => housesByStreet(streetKey),
    housesAround: async (latitude, longitude, metres) =>
      housesByTile(JSON.stringify(tilesAround(latitude, longitude, metres))),
    mapCells: async cells => mapCells(cells),
    parcelCells: async cells => ofOneVersion(db, () => parcelCells(cells)),
    extentOf: async layer => ofOneVersion(db, () => boxAroundSources(extentsOf(layer))),
    loadedSources: async () => sources.all().map(({ id, ...source }) => source),
  };
  return {
    ...reading,
    atOneMoment: oneAtATime(read => atOneMoment(db, () => read(reading))),
    replace: async (layer, source, waitMs) => beginReplacement(db, layer, source, clock, waitMs),
    onChange: async changed => pollDataVersion(db, changed),
    hiddenSources: async () => readHiddenSources(db),
    close: async () => db.close(),
  };
}

/**
 * Reads the rows of a table with the names of their sources, those loaded last first. One at a time:
 * SQLite's list of 300,000 rows leaves 30 MB that the process keeps.
 */
function readSourced<Stored, Row>(
  db: DatabaseSync,
  table: LayerTable,
  convert: (row: Sourced<Stored>) => Row,
  where = '',
): Row[] {
  return ofOneVersion(db, () => {
    const names = new Map(
      sourceReader(db)
        .all()
        .map(({ id, source }) => [id, source]),
    );
    const newestFirst = `${where} ORDER BY source_id DESC, id`;
    const rows = openReader<Stored & { source_id: number }>(db, table, newestFirst, ['source_id']);
    return Array.from(rows.iterate(), ({ source_id, ...row }) => {
      const source = names.get(source_id);
      if (source === undefined) throw damaged(`a row of ${table.name} has no source`);
      return convert({ ...(row as unknown as Stored), source });
    });
  });
}

/** Reads houses, those loaded last first. */
function openHouseReader(db: DatabaseSync, where: string): (value: string) => House[] {
  const sources = sourceReader(db);
  const houses = openReader<StoredAddress & { source_id: number }>(
    db,
    addresses,
    `WHERE house_number IS NOT NULL AND street_key IS NOT NULL AND ${where}
     ORDER BY source_id DESC, addresses.id`,
    ['source_id'],
  );
  const read = (value: string) => {
    const names = new Map(sources.all().map(({ id, source }) => [id, source]));
    return houses.all(value).map(house => {
      const source = names.get(house.source_id);
      if (source === undefined) throw damaged('an address has no source');
      return toHouse(house, source);
    });
  };
  return value => ofOneVersion(db, () => read(value));
}

/** The database adds the rows up; each is checked before, for no checksum covers a sum. */
function readStreets(db: DatabaseSync): StreetRow[] {
  return ofOneVersion(db, () => {
    sourceReader(db).all();
    for (const _ of openReader(db, addresses, '').iterate());
    return (db.prepare(streetSql).all() as unknown as StreetRecord[]).map(toStreet);
  });
}

/** Several statements that see the same version of the data. */
function ofOneVersion<T>(db: DatabaseSync, read: () => T): T {
  if (db.isTransaction) return read();
  db.exec('BEGIN');
  try {
    return read();
  } finally {
    // Some errors have ended it already.
    if (db.isTransaction) db.exec('COMMIT');
  }
}

/** Views of this connection under the names of the tables: whatever it reads lacks the sample. */
const hidingSample = [
  `CREATE TEMP VIEW sources AS SELECT * FROM main.sources WHERE source <> '${sampleSource}'`,
  ...tableNames.map(
    table => `CREATE TEMP VIEW ${table} AS SELECT * FROM main.${table}
              WHERE source_id NOT IN (SELECT id FROM main.sources WHERE source = '${sampleSource}')`,
  ),
].join(';');

function readCosts(db: DatabaseSync) {
  const newestFirst = 'ORDER BY source_id DESC, postal_prefix, property_type, valid_from';
  return toCosts(
    openReader<CostRate>(db, costRates, newestFirst).all(),
    openReader<DepreciationRow>(db, depreciation, 'ORDER BY source_id').all(),
  );
}

/**
 * Runs each call after the one before it has ended: a connection has one transaction at a time, and
 * the geocoder and the snapshot of a service are loaded over the same connection.
 */
function oneAtATime(run: Store['atOneMoment']): Store['atOneMoment'] {
  let last: Promise<unknown> = Promise.resolve();
  return read => {
    const result = last.then(() => run(read));
    last = result.catch(() => {});
    return result;
  };
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
function pollDataVersion(db: DatabaseSync, changed: () => void): () => void {
  const ask = db.prepare('PRAGMA data_version');
  const version = () => ask.get()?.data_version;
  let seen = version();
  const timer = setInterval(() => {
    let now: typeof seen;
    try {
      now = version();
    } catch {
      // The file cannot be read at the moment; requests that need it report the error.
      return;
    }
    if (now === seen) return;
    seen = now;
    changed();
  }, watchMs);
  timer.unref();
  return () => clearInterval(timer);
}
