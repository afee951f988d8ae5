import type { RowCounts } from '../store/store.ts';

/** The rows of a source in a layer before and after an import. */
export interface RowChange {
  readonly before: RowCounts;
  readonly added: RowCounts;
}

const count = (rows: number) => `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`;

/** Why an import must not empty a table that has rows of its source; undefined if it does not. */
export function emptyingObjection({ before, added }: RowChange): string | undefined {
  const emptied = Object.keys(before).filter(name => before[name]! > 0 && added[name] === 0);
  if (emptied.length === 0) return undefined;
  const had = emptied.map(name => `${count(before[name]!)} in ${name}`).join(' and ');
  return (
    `this source had ${had} and would have none; nothing was changed. ` +
    'Give another --source, or --allow-empty to remove these rows'
  );
}

/** Describes each table that keeps less than a tenth of its rows. */
export function largeLosses({ before, added }: RowChange): string[] {
  return Object.keys(before)
    .filter(name => added[name]! * 10 < before[name]!)
    .map(name => `${name}: ${count(before[name]!)} before, ${added[name]} now`);
}

/** All rows that a source had in a layer. */
export function rowsBefore({ before }: RowChange): number {
  return Object.values(before).reduce((sum, rows) => sum + rows, 0);
}
