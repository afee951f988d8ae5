import type { DatabaseSync } from 'node:sqlite';
import { KtimaError } from '../../errors.ts';
import { cellOfBox } from '../../geo/cells.ts';
import { boundsOf } from '../../geo/polygon.ts';
import { tileOf } from '../../geo/tiles.ts';
import { toWkb } from '../../geo/wkb.ts';
import { streetKey } from '../../geocoder/street-key.ts';
import type { Layer, LayerRows, Provenance, Replacement, RowTaker } from '../store.ts';
import { sampleSource } from '../store.ts';
import { rowChecksum } from './row-checksum.ts';

/** How the rows of one layer are written. */
interface Writer<Row> {
  add(row: Row): string | undefined;
  /** Takes out all rows of other sources by these ids. */
  remove(sourceIds: readonly number[]): void;
  /** How many rows the new source has. */
  count(): number;
}

type WriterOf<L extends Layer> = (
  db: DatabaseSync,
  source: string,
  sourceId: number,
) => Writer<LayerRows[L]>;

const writers: { readonly [L in Layer]: WriterOf<L> } = {
  costs: costWriter,
  places: placeWriter,
  parcels: parcelWriter,
  addresses: addressWriter,
};

/** The source id of places that are back in their table only to be found by their key. */
const noSource = 0;

/** Page cache of a connection that imports: with less, indexes are read and written over and over. */
const cacheKiB = 262_144;

/**
 * One long transaction is the staging area: readers go on with what was committed, and whatever
 * ends the process ends the transaction, leaving nothing to clean up.
 */
export function beginReplacement<L extends Layer>(
  db: DatabaseSync,
  layer: L,
  source: string,
  clock: () => Date,
): Replacement<LayerRows[L]> {
  db.exec(`PRAGMA cache_size = -${cacheKiB}`);
  beginAlone(db);
  const finishing: ((from: Provenance) => void)[] = [];
  const take = <K extends Layer>(layer: K): RowTaker<LayerRows[K]> => {
    const sourceId = insertSource(db, layer, source);
    const writer = writers[layer](db, source, sourceId);
    finishing.push(from => {
      const outdated = outdatedSources(db, layer, source, sourceId);
      writer.remove(outdated);
      const forget = db.prepare('DELETE FROM sources WHERE id = ?');
      for (const id of outdated) forget.run(id);
      describeSource(db, sourceId, layer, from, writer.count(), clock().toISOString());
    });
    return { add: row => writer.add(row), keepUp: async () => {} };
  };
  return {
    ...take(layer),
    beside: async layer => take(layer),
    async commit(from) {
      for (const finish of finishing) finish(from);
      db.exec('COMMIT');
    },
    async abandon() {
      if (db.isTransaction) db.exec('ROLLBACK');
    },
  };
}

/** One import at a time; the other is told so instead of the engine's words. */
function beginAlone(db: DatabaseSync): void {
  try {
    db.exec('BEGIN IMMEDIATE');
  } catch (cause) {
    if (!(cause as Error).message.includes('locked')) throw cause;
    throw new KtimaError('UNAVAILABLE', 'another import is writing; try again when it has ended', {
      cause,
    });
  }
}

function insertSource(db: DatabaseSync, layer: Layer, source: string): number {
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO sources (layer, source, origin, checksum, licence, row_count, loaded_at)
       VALUES (?, ?, '', '', '', 0, '')`,
    )
    .run(layer, source);
  return Number(lastInsertRowid);
}

function describeSource(
  db: DatabaseSync,
  id: number,
  layer: Layer,
  { source, origin, checksum, licence }: Provenance,
  rows: number,
  loadedAt: string,
): void {
  const values = [layer, source, origin, checksum, licence, rows, loadedAt];
  db.prepare(
    `UPDATE sources SET layer = ?, source = ?, origin = ?, checksum = ?, licence = ?,
       row_count = ?, loaded_at = ?, row_checksum = ?
     WHERE id = ?`,
  ).run(...values, rowChecksum(values), id);
}

/** The source's former self, and the sample as soon as something real comes in. */
function outdatedSources(db: DatabaseSync, layer: Layer, source: string, newId: number): number[] {
  return db
    .prepare('SELECT id FROM sources WHERE layer = ? AND source IN (?, ?) AND id <> ?')
    .all(layer, source, sampleSource, newId)
    .map(row => Number(row.id));
}

function removeBySource(db: DatabaseSync, table: string, sourceIds: readonly number[]): void {
  const remove = db.prepare(`DELETE FROM ${table} WHERE source_id = ?`);
  for (const id of sourceIds) remove.run(id);
}

function countRows(db: DatabaseSync, table: string, sourceId: number): number {
  const row = db.prepare(`SELECT count(*) AS rows FROM ${table} WHERE source_id = ?`).get(sourceId);
  return Number(row?.rows);
}

function costWriter(
  db: DatabaseSync,
  _source: string,
  sourceId: number,
): Writer<LayerRows['costs']> {
  const addRate = db.prepare('INSERT OR IGNORE INTO cost_rates VALUES (?, ?, ?, ?, ?, ?, ?)');
  const addAgeing = db.prepare('INSERT OR IGNORE INTO depreciation VALUES (?, ?, ?, ?, ?, ?)');
  const insert = (row: LayerRows['costs']) => {
    if ('rateEurM2' in row) {
      const { postalPrefix, propertyType, validFrom, rateEurM2, source } = row;
      const values = [postalPrefix, propertyType, validFrom, rateEurM2, source];
      return addRate.run(sourceId, ...values, rowChecksum(values));
    }
    const values = [row.propertyType, row.method, row.usefulLifeYears, row.residualShare];
    return addAgeing.run(sourceId, ...values, rowChecksum(values));
  };
  return {
    add(row) {
      const { changes } = insert(row);
      return changes === 0 ? 'an earlier row already tells this' : undefined;
    },
    remove(ids) {
      removeBySource(db, 'cost_rates', ids);
      removeBySource(db, 'depreciation', ids);
    },
    count: () => countRows(db, 'cost_rates', sourceId) + countRows(db, 'depreciation', sourceId),
  };
}

function placeWriter(
  db: DatabaseSync,
  source: string,
  sourceId: number,
): Writer<LayerRows['places']> {
  recallDeparted(db, source);
  // A place that is still there keeps its row, hence its id, and moves to the new source id; one
  // that has it already came twice.
  const upsert = db.prepare(
    `INSERT INTO places (source, source_id, external_id, name_en, name_gr, place_category,
                         place_type, latitude, longitude, row_checksum)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (source, external_id, place_type) DO UPDATE SET
       source_id = excluded.source_id, name_en = excluded.name_en, name_gr = excluded.name_gr,
       place_category = excluded.place_category, latitude = excluded.latitude,
       longitude = excluded.longitude, row_checksum = excluded.row_checksum
     WHERE source_id <> excluded.source_id`,
  );
  return {
    add(p) {
      const { external_id, name_en, name_gr, place_category, place_type } = p;
      const texts = [external_id, name_en, name_gr, place_category, place_type];
      const values = [...texts, p.latitude, p.longitude];
      const { changes } = upsert.run(source, sourceId, ...values, rowChecksum(values));
      return changes === 0 ? 'external_id: comes twice with this place_type' : undefined;
    },
    remove(ids) {
      rememberDeparting(db, [...ids, noSource]);
      removeBySource(db, 'places', [...ids, noSource]);
    },
    count: () => countRows(db, 'places', sourceId),
  };
}

/** Puts departed places back, so that one that returns finds its row, hence its id. */
function recallDeparted(db: DatabaseSync, source: string): void {
  db.prepare(
    `INSERT INTO places (id, source, source_id, external_id, place_type, latitude, longitude)
     SELECT id, source, ${noSource}, external_id, place_type, 0, 0
     FROM departed_places WHERE source = ?`,
  ).run(source);
  db.prepare('DELETE FROM departed_places WHERE source = ?').run(source);
}

/** Keeps the ids of places that are about to be removed. */
function rememberDeparting(db: DatabaseSync, sourceIds: readonly number[]): void {
  const remember = db.prepare(
    `INSERT INTO departed_places (source, external_id, place_type, id)
     SELECT source, external_id, place_type, id FROM places
     WHERE source_id = ? AND external_id IS NOT NULL`,
  );
  for (const id of sourceIds) remember.run(id);
}

function parcelWriter(
  db: DatabaseSync,
  _source: string,
  sourceId: number,
): Writer<LayerRows['parcels']> {
  const insert = db.prepare(
    `INSERT OR IGNORE INTO parcels (kaek, source_id, cell, area_m2, geometry, row_checksum)
     VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const known = db.prepare('SELECT geometry FROM parcels WHERE kaek = ? AND source_id = ?');
  return {
    add({ kaek, areaM2, geometry }) {
      const bytes = toWkb(geometry);
      const cell = cellOfBox(boundsOf(geometry));
      const checksum = rowChecksum([kaek, areaM2, bytes]);
      const { changes } = insert.run(kaek, sourceId, cell, areaM2, bytes, checksum);
      if (changes > 0) return undefined;
      // Files by unit repeat a parcel for each of its flats; that is no contradiction.
      const same = bytes.equals(known.get(kaek, sourceId)?.geometry as Uint8Array);
      return same ? undefined : `kaek: ${kaek} comes twice with different outlines`;
    },
    remove: ids => removeBySource(db, 'parcels', ids),
    count: () => countRows(db, 'parcels', sourceId),
  };
}

function addressWriter(
  db: DatabaseSync,
  _source: string,
  sourceId: number,
): Writer<LayerRows['addresses']> {
  const insert = db.prepare(
    `INSERT INTO addresses (source_id, external_id, city, tile, street, house_number, postal_code,
                            municipality, street_key, reach_m, latitude, longitude, row_checksum)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return {
    add(a) {
      const key = a.municipality && streetKey(a.street, a.municipality);
      const texts = [a.street, a.houseNumber, a.postalCode, a.municipality, key];
      const values = [...texts, a.reachMetres, a.latitude, a.longitude];
      const tile = tileOf(a.latitude, a.longitude);
      insert.run(sourceId, a.externalId, a.city, tile, ...values, rowChecksum(values));
      return undefined;
    },
    remove: ids => removeBySource(db, 'addresses', ids),
    count: () => countRows(db, 'addresses', sourceId),
  };
}
