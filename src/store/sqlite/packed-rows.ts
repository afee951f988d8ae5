import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { damaged } from '../../db/sqlite/errors.ts';
import type { ColumnValue } from '../layer-tables.ts';
import { rowChecksum } from './row-checksum.ts';
import type { CheckedTable } from './rows.ts';

/** The column with the geometry. */
const outline = 'outline';

/**
 * Reads thousands of rows with an outline, each checked against its checksum, in the order of their
 * sources and ids. SQLite returns them as one row: a JSON array for each column, and all outlines in
 * one blob; sorting is left to us. Rows with a blob each would take twice as long, mostly for garbage
 * collection. `from` is what follows FROM; `reals` are the columns with numbers that are not whole.
 */
export function openPackedReader<Row>(
  db: DatabaseSync,
  table: CheckedTable,
  from: string,
  reals: readonly string[],
): (...values: SQLInputValue[]) => Row[] {
  const columns = Object.keys(table.columns).filter(column => column !== outline);
  const fields = columns.map(column => table.columns[column]!);
  const arrayOf = (value: string) => `json_group_array(${value})`;
  const ownColumn = (column: string) => {
    const name = `${table.name}.${column}`;
    // JSON of SQLite rounds to fifteen digits.
    return reals.includes(column) ? `printf('%!.17g', ${name})` : name;
  };
  const statement = db.prepare(
    `SELECT CAST(group_concat(${table.name}.${outline}, '') AS BLOB),
       ${arrayOf(`length(${table.name}.${outline})`)},
       ${['row_checksum', 'source_id', 'id', ...columns].map(ownColumn).map(arrayOf)}
     FROM ${from}`,
  );
  statement.setReturnArrays(true);

  return (...values) => {
    const [outlines, ...texts] = statement.get(...values) as unknown as [Uint8Array, ...string[]];
    const [lengths, checksums, sources, ids, ...lists] = texts.map(text => JSON.parse(text));
    for (const [i, column] of columns.entries()) {
      if (reals.includes(column)) lists[i] = lists[i].map(Number);
    }
    const starts = startsOf(lengths);
    const inOrder = (a: number, b: number) => sources[a] - sources[b] || ids[a] - ids[b];
    return [...starts.keys()].sort(inOrder).map(at => {
      const bytes = outlines.subarray(starts[at]!, starts[at]! + lengths[at]);
      const row: Record<string, ColumnValue> = { [outline]: bytes };
      const checked: ColumnValue[] = [bytes];
      for (let i = 0; i < fields.length; i++) {
        checked.push(lists[i][at]);
        row[fields[i]!] = lists[i][at];
      }
      if (checksums[at] !== null && checksums[at] !== rowChecksum(checked)) {
        throw damaged(`a row of ${table.name} is not as it was written`);
      }
      return row as Row;
    });
  };
}

/** Where each of some parts begins that follow each other. */
function startsOf(lengths: readonly number[]): number[] {
  let end = 0;
  return lengths.map(length => {
    const start = end;
    end += length;
    return start;
  });
}
