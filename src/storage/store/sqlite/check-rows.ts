import type { DatabaseSync } from 'node:sqlite';
import { checkIntegrity } from '../../db/sqlite/sqlite.ts';
import { damaged } from '../../db/sqlite/sqlite-errors.ts';
import { completeTables, type LayerTable, layerTables, rowCount } from '../rows/layer-tables.ts';
import { type Layer, layers } from '../store.ts';
import { checkBoxes } from './box-rows.ts';
import { openReader } from './checked-rows.ts';
import { editions } from './edition-row.ts';
import { parcelBlocks } from './parcels-in.ts';
import { extents, sources } from './sources.ts';

/** Checks a database: throws when the file or the number of its rows is damaged. */
export function checkDatabaseNow(db: DatabaseSync): void {
  checkIntegrity(db);
  checkCounts(db);
  checkBoxes(db);
}

/** The same, and throws when a row is not as it was written. */
export function checkAllRows(db: DatabaseSync): void {
  checkDatabaseNow(db);
  const tables = [...Object.values(layerTables).flat(), parcelBlocks, sources, extents, editions];
  for (const table of tables) for (const _ of openReader(db, table, '').iterate());
}

/** Throws when a source does not have as many rows as were loaded: some may have lost it. */
function checkCounts(db: DatabaseSync): void {
  for (const layer of layers) {
    for (const tables of completeTables(layer)) checkCount(db, layer, tables);
  }
}

function checkCount(db: DatabaseSync, layer: Layer, tables: readonly LayerTable[]): void {
  const counts = tables
    .map(one => `SELECT source_id, ${rowCount(one)} AS rows FROM ${one.name} GROUP BY source_id`)
    .join(' UNION ALL ');
  const found = db
    .prepare(
      `SELECT id, row_count, sum(rows) FROM (SELECT * FROM sources WHERE layer = ?)
       FULL JOIN (${counts}) ON source_id = id
       GROUP BY coalesce(id, source_id)
       HAVING row_count IS NOT coalesce(sum(rows), 0)`,
    )
    .get(layer);
  if (found !== undefined) throw damaged('a source does not have the rows it was loaded with');
}
