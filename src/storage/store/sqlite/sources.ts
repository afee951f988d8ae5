import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Box } from '#tools/geo/box.ts';
import { damaged } from '../../db/sqlite/sqlite-errors.ts';
import { type LayerTable, valuesOf } from '../rows/layer-tables.ts';
import type { Sourced } from '../rows/stored-rows.ts';
import {
  isReplacedBy,
  isSampleSql,
  type Layer,
  type LoadedSource,
  type StoredSource,
} from '../store.ts';
import { type CheckedTable, openReader, rowChecksum } from './checked-rows.ts';
import { inReadTransaction } from './read-transaction.ts';

export const sources: CheckedTable = {
  name: 'sources',
  columns: {
    layer: 'layer',
    source: 'source',
    origin: 'origin',
    checksum: 'checksum',
    licence: 'licence',
    row_count: 'rows',
    loaded_at: 'loadedAt',
    replaced_at: 'replacedAt',
  },
};

/** Reads every source, with its id; also those that were replaced. */
export function sourceReader(db: DatabaseSync) {
  return openReader<StoredSource>(db, sources, 'ORDER BY layer, source', ['id']);
}

/** The sources in force, as they were loaded. */
export function inForce(all: readonly StoredSource[]): LoadedSource[] {
  return all
    .filter(({ replacedAt }) => replacedAt === null)
    .map(({ id: _, replacedAt: __, ...source }) => source);
}

export const extents: CheckedTable = {
  name: 'source_extents',
  columns: { source_id: 'source', west: 'west', south: 'south', east: 'east', north: 'north' },
};

/** Reads the boxes of the sources of a layer. */
export function openExtentReader(
  db: DatabaseSync,
): (layer: Layer, ids?: readonly number[]) => Box[] {
  const ofLayer = 'WHERE source_id IN (SELECT id FROM sources WHERE layer = ?)';
  const reader = openReader<Box & { source: number }>(db, extents, ofLayer);
  return (layer, ids) =>
    reader
      .all(layer)
      .filter(({ source }) => ids === undefined || ids.includes(source))
      .map(({ source: _, ...box }) => box);
}

/** Stores the box around the rows of a source. */
export function insertExtent(db: DatabaseSync, id: number, box: Box): void {
  const values = valuesOf(extents.columns, { source: id, ...box });
  const columns = [...Object.keys(extents.columns), 'row_checksum'];
  db.prepare(`INSERT INTO source_extents (${columns}) VALUES (${columns.map(() => '?')})`).run(
    ...values,
    rowChecksum(values),
  );
}

/** Reads the sources that `hidingSample` hides: those in the table but not in the view. */
export function readHiddenSources(db: DatabaseSync): LoadedSource[] {
  const all = { ...sources, name: 'main.sources' };
  const isHidden = 'WHERE id NOT IN (SELECT id FROM sources) ORDER BY layer, source';
  return inForce(openReader<StoredSource>(db, all, isHidden, ['id']).all());
}

/** Adds a source; `describeSource` completes it when all its rows are stored. */
export function insertSource(db: DatabaseSync, layer: Layer, source: string): number {
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO sources
         (layer, source, origin, checksum, licence, row_count, loaded_at, row_checksum)
       VALUES (?, ?, '', '', '', 0, '', 0)`,
    )
    .run(layer, source);
  return Number(lastInsertRowid);
}

export function describeSource(
  db: DatabaseSync,
  id: number,
  { layer, source, origin, checksum, licence, rows, loadedAt }: LoadedSource,
  replacedAt: string | null = null,
): void {
  const described = { layer, source, origin, checksum, licence, rows, loadedAt, replacedAt };
  const values = valuesOf(sources.columns, described);
  const columns = Object.keys(sources.columns).map(column => `${column} = ?`);
  db.prepare(`UPDATE sources SET ${columns}, row_checksum = ? WHERE id = ?`).run(
    ...values,
    rowChecksum(values),
    id,
  );
}

/** Deletes the previous version of a source, and the sample, which the first import replaces. */
export function deleteOutdatedSources(
  db: DatabaseSync,
  layer: Layer,
  source: string,
  newId: number,
): number[] {
  const others = 'SELECT DISTINCT source FROM sources WHERE layer = ? AND id <> ?';
  const outdated = db
    .prepare(others)
    .all(layer, newId)
    .map(row => String(row.source))
    .filter(name => isReplacedBy(name, source));
  return outdated.flatMap(name =>
    deleteWhere(db, 'layer = ? AND source = ? AND id <> ?', layer, name, newId),
  );
}

/** Deletes the sample of a layer. */
export function deleteSample(db: DatabaseSync, layer: Layer): number[] {
  return deleteWhere(db, `layer = ? AND ${isSampleSql('source')}`, layer);
}

/** Deletes one source. */
export function deleteSource(db: DatabaseSync, id: number): void {
  deleteWhere(db, 'id = ?', id);
}

/** Deletes sources and their extents; returns their ids. */
function deleteWhere(db: DatabaseSync, where: string, ...values: SQLInputValue[]): number[] {
  const deleted = db.prepare(`DELETE FROM sources WHERE ${where} RETURNING id`).all(...values);
  const ids = deleted.map(row => Number(row.id));
  const deleteExtent = db.prepare('DELETE FROM source_extents WHERE source_id = ?');
  for (const id of ids) deleteExtent.run(id);
  return ids;
}

/**
 * Reads rows of a table with the names of their sources, those loaded last first, and converts
 * them. One at a time: SQLite's list of 300,000 rows leaves 30 MB that the process keeps.
 */
export function openSourcedReader<Stored, Row>(
  db: DatabaseSync,
  table: LayerTable,
  convert: (row: Sourced<Stored>) => Row,
  where = '',
  limit = '',
  others: readonly string[] = [],
): (...values: SQLInputValue[]) => Row[] {
  const sources = sourceReader(db);
  const newestFirst = `${where} ORDER BY source_id DESC, ${table.name}.id ${limit}`;
  const rows = openReader<Stored & { source_id: number }>(db, table, newestFirst, [
    'source_id',
    ...others,
  ]);
  return (...values) =>
    inReadTransaction(db, () => {
      const names = new Map(sources.all().map(({ id, source }) => [id, source]));
      return Array.from(rows.iterate(...values), ({ source_id, ...row }) => {
        const source = names.get(source_id);
        if (source === undefined) throw damaged(`a row of ${table.name} has no source`);
        return convert({ ...(row as unknown as Stored), source });
      });
    });
}
