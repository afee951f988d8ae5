import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { damaged } from '../../db/sqlite/sqlite-errors.ts';
import type { ColumnValue, LayerTable } from '../rows/layer-tables.ts';

/** A table whose rows have a checksum over these columns, in this order. */
export type CheckedTable = Pick<LayerTable, 'name' | 'columns'>;

export interface RowReader<Row> {
  all(...values: SQLInputValue[]): Row[];
  first(...values: SQLInputValue[]): Row | undefined;
  /** One at a time, so that a large table is never in memory as a whole. */
  iterate(...values: SQLInputValue[]): Generator<Row>;
}

/**
 * Reads rows of a table, each checked against its checksum. `tail` is what follows FROM and the
 * name; `others` are columns to read besides, under their own names and not checked; `joined` is a
 * table that comes before this one, and the kind of join.
 */
export function openReader<Row>(
  db: DatabaseSync,
  table: CheckedTable,
  tail: string,
  others: readonly string[] = [],
  joined = '',
): RowReader<Row> {
  const columns = [...others, ...Object.keys(table.columns)];
  const statement = db.prepare(
    `SELECT row_checksum, ${columns.map(column => `${table.name}.${column}`)}
     FROM ${joined} ${table.name} ${tail}`,
  );
  // As arrays: SQLite takes half as long again for an object of named columns.
  statement.setReturnArrays(true);
  const fields = [...others, ...Object.values(table.columns)];
  // Rows are many in a tile of the map: this makes no arrays besides that of SQLite.
  const toRow = (found: unknown): Row => {
    const values = found as ColumnValue[];
    checkRow(table.name, values, 1 + others.length);
    const row: Record<string, ColumnValue> = {};
    for (let i = 0; i < fields.length; i++) row[fields[i]!] = values[i + 1]!;
    return row as Row;
  };
  return {
    all: (...values) => statement.all(...values).map(toRow),
    first(...values) {
      const found = statement.get(...values);
      return found && toRow(found);
    },
    *iterate(...values) {
      for (const found of statement.iterate(...values)) yield toRow(found);
    },
  };
}

/**
 * Throws when a row is not what was written: its checksum, which comes first, covers the values
 * from `start` on.
 */
function checkRow(table: string, values: readonly ColumnValue[], start: number): void {
  if (values[0] !== rowChecksum(values, start)) {
    throw damaged(`a row of ${table} is not as it was written`);
  }
}

/**
 * A checksum of a row, stored with it. SQLite detects damage in the structure of its file, but not
 * a changed byte inside a text or a number. Nulls at the end are not counted, so that rows keep
 * their checksum when a migration adds a column.
 */
export function rowChecksum(values: readonly ColumnValue[], start = 0): number {
  let sum = 0;
  let text = '';
  let end = values.length;
  while (end > start && values[end - 1] === null) end--;
  for (let i = start; i < end; i++) {
    const value = values[i]!;
    if (value instanceof Uint8Array) sum = crc32(value, sum);
    else text += value === null ? '\u001e' : `\u001f${value}`;
  }
  return crc32(text, sum);
}
