import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { damaged } from '../../db/sqlite/errors.ts';
import type { LayerTable } from '../layer-tables.ts';
import type { Sourced } from '../stored-rows.ts';
import { inReadTransaction } from './read-transaction.ts';
import { openReader } from './rows.ts';
import { sourceReader } from './sources.ts';

/**
 * Reads rows of a table with the names of their sources, those loaded last first, and converts
 * them. One at a time: SQLite's list of 300,000 rows leaves 30 MB that the process keeps.
 */
export function openSourcedReader<Stored, Row>(
  db: DatabaseSync,
  table: LayerTable,
  convert: (row: Sourced<Stored>) => Row,
  where = '',
): (...values: SQLInputValue[]) => Row[] {
  const sources = sourceReader(db);
  const newestFirst = `${where} ORDER BY source_id DESC, ${table.name}.id`;
  const rows = openReader<Stored & { source_id: number }>(db, table, newestFirst, ['source_id']);
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
