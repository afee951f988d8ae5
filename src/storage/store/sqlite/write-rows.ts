import type { DatabaseSync } from 'node:sqlite';
import type { Parcel } from '#domain/property/parcels.ts';
import { tileOf } from '#tools/geo/point-tiles.ts';
import { boundsOf } from '#tools/geo/polygon.ts';
import {
  cellTableOf,
  completeTables,
  type LayerTable,
  layerTables,
  outcomeOf,
  rowCount,
  type StoredRow,
  tableOf,
  valuesOf,
} from '../rows/layer-tables.ts';
import { openLayerPacker } from '../rows/new-rows.ts';
import type { Earlier } from '../rows/seen-keys.ts';
import type { Address, Layer, LayerRows, RowTaker } from '../store.ts';
import { clearBoxes, openBoxInsert, removeBoxes } from './box-rows.ts';
import { rowChecksum } from './checked-rows.ts';
import { openBlockWriter } from './parcels-in.ts';
import { movingInsert, noSource, recallDeparted, rememberDeparting } from './stable-place-ids.ts';

/** Columns of SQLite alone: whole numbers by which rows are found around a point. */
const positionColumns: Readonly<Record<string, Record<string, (row: never) => number>>> = {
  addresses: { tile: ({ latitude, longitude }: Address) => tileOf(latitude, longitude) },
};

/** How the rows of one layer are written. */
export interface LayerWriter<Row> {
  add: RowTaker<Row>['add'];
  /** Once all rows are there: writes what is made from all of them. */
  finish(): void;
  /** How many rows the new source has. */
  count(): number;
}

/**
 * Opens the writer of a new source, which replaces the sources with the ids `outdated`. It removes
 * their rows first, so that the new rows reuse their pages and the file does not grow. Places are
 * removed at the end: a row that comes again keeps its id.
 */
export function openLayerWriter<L extends Layer>(
  db: DatabaseSync,
  layer: L,
  source: string,
  sourceId: number,
  outdated: readonly number[],
): LayerWriter<LayerRows[L]> {
  const tables = layerTables[layer];
  const keepsIds = tables.some(({ ids }) => ids === 'kept');
  const blocks = layer === 'parcels' ? openBlockWriter(db, sourceId) : undefined;
  if (keepsIds) recallDeparted(db, source);
  else removeOutdated(db, layer, sourceId, outdated);
  blocks?.remove(outdated);
  const inserts = new Map(
    tables
      .filter(({ isPacked }) => !isPacked)
      .map(table => [table, openInsert(db, table, source, sourceId)]),
  );
  const cells = openCellWriter(db, layer, sourceId);
  return {
    add(row) {
      const table = tableOf(layer, row);
      const outcome = table ? inserts.get(table)!(row) : 'added';
      if (outcome !== 'added') return outcome;
      blocks?.add(row as Parcel);
      cells?.add(row);
      return outcome;
    },
    finish() {
      cells?.finish();
      blocks?.write();
      if (!keepsIds) return;
      const departing = [...outdated, noSource];
      rememberDeparting(db, departing);
      removeRows(db, layer, departing);
    },
    count: () =>
      completeTables(layer)[0]!.reduce((sum, table) => sum + countRows(db, table, sourceId), 0),
  };
}

/** Packs the new rows of a source into cells; undefined for a layer without cells. */
function openCellWriter<L extends Layer>(db: DatabaseSync, layer: L, sourceId: number) {
  const [table, packer] = [cellTableOf(layer), openLayerPacker(layer)];
  if (!table || !packer) return undefined;
  const insert = openInsert(db, table, '', sourceId);
  const write = (isLast: boolean) => {
    for (const cell of packer.take(isLast)) insert(cell);
  };
  return {
    add(row: LayerRows[L]): void {
      packer.add(row);
      if (packer.isFull()) write(false);
    },
    finish: () => write(true),
  };
}

/** Inserts rows into a table, unless the key of one came before. */
function openInsert(
  db: DatabaseSync,
  table: LayerTable,
  source: string,
  sourceId: number,
): RowTaker<object>['add'] {
  const position = Object.entries(positionColumns[table.name] ?? {});
  const fixed = table.ids === 'kept' ? { source, source_id: sourceId } : { source_id: sourceId };
  const columns = [
    ...Object.keys({ ...fixed, ...table.columns }),
    'row_checksum',
    ...Object.keys(table.otherColumns),
    ...position.map(([column]) => column),
  ];
  const statement = db.prepare(
    table.ids === 'kept' ? movingInsert(columns) : plainInsert(table, columns),
  );
  const findEarlier = openEarlier(db, table, sourceId);
  const insertBox = openBoxInsert(db, table.name);
  return row => {
    const stored = table.toStored(row);
    const values = valuesOf(table.columns, stored);
    const { changes, lastInsertRowid } = statement.run(
      ...Object.values(fixed),
      ...values,
      rowChecksum(values),
      ...valuesOf(table.otherColumns, stored),
      ...position.map(([, of]) => of(row as never)),
    );
    if (changes === 0) return outcomeOf(table, row, stored, findEarlier(stored));
    insertBox?.(lastInsertRowid, boundsOf((row as Parcel).geometry));
    return 'added';
  };
}

function plainInsert(table: LayerTable, columns: readonly string[]): string {
  const onConflict =
    table.key.length > 0
      ? `ON CONFLICT (source_id, ${table.key.map(field => columnOf(table, field))}) DO NOTHING`
      : '';
  return `INSERT INTO ${table.name} (${columns}) VALUES (${columns.map(() => '?')}) ${onConflict}`;
}

/** Finds the row that has the key already. */
function openEarlier(
  db: DatabaseSync,
  table: LayerTable,
  sourceId: number,
): (stored: StoredRow) => Earlier {
  const { repeatIf, key, name } = table;
  if (!repeatIf) return () => ({ isSameContent: true, number: 0 });
  const [bytes, number] = [columnOf(table, repeatIf.bytes), columnOf(table, repeatIf.number)];
  const isKey = key.map(field => `${columnOf(table, field)} = ?`);
  const earlier = db.prepare(
    `SELECT ${bytes} = ? AS same, ${number} AS number FROM ${name}
     WHERE source_id = ? AND ${isKey.join(' AND ')}`,
  );
  return stored => {
    const row = earlier.get(stored[repeatIf.bytes]!, sourceId, ...key.map(field => stored[field]!));
    return { isSameContent: row!.same === 1, number: Number(row!.number) };
  };
}

function columnOf({ columns }: LayerTable, field: string): string {
  return Object.keys(columns).find(column => columns[column] === field)!;
}

/** Removes the rows of sources from the tables of their layer. */
export function removeRows(db: DatabaseSync, layer: Layer, sourceIds: readonly number[]): void {
  for (const { name } of layerTables[layer]) removeBySource(db, name, sourceIds);
}

/** The same before a new source has rows, when only `outdated` and other sources may have some. */
function removeOutdated(
  db: DatabaseSync,
  layer: Layer,
  newId: number,
  outdated: readonly number[],
): void {
  const other = db.prepare('SELECT 1 FROM sources WHERE layer = ? AND id <> ? LIMIT 1');
  const isLast = other.get(layer, newId) === undefined;
  if (!isLast) removeRows(db, layer, outdated);
  // Without a condition, SQLite frees whole pages instead of single rows with their index entries.
  else for (const { name } of layerTables[layer]) clearTable(db, name);
}

function clearTable(db: DatabaseSync, table: string): void {
  clearBoxes(db, table);
  db.exec(`DELETE FROM ${table}`);
}

function removeBySource(db: DatabaseSync, table: string, sourceIds: readonly number[]): void {
  const remove = db.prepare(`DELETE FROM ${table} WHERE source_id = ?`);
  for (const id of sourceIds) {
    removeBoxes(db, table, id);
    remove.run(id);
  }
}

/** How many rows of a source a table has. */
export function countRows(db: DatabaseSync, table: LayerTable, sourceId: number): number {
  const sql = `SELECT ${rowCount(table)} AS rows FROM ${table.name} WHERE source_id = ?`;
  return Number(db.prepare(sql).get(sourceId)?.rows);
}
