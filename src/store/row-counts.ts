import { completeTables, type LayerTable, tableOf } from './layer-tables.ts';
import type { Layer, LayerRows } from './store.ts';

/** A table that holds rows of a layer, and the name under which its rows are counted. */
interface CountedTable {
  readonly name: string;
  readonly table: LayerTable;
}

/** The tables of a layer whose rows are counted: one by the name of the layer, two of costs. */
export function countedTables(layer: Layer): readonly CountedTable[] {
  const tables = completeTables(layer)[0]!;
  return tables.map(table => ({ name: tables.length === 1 ? layer : table.name, table }));
}

/** Counts new rows of a layer by table. */
export function openRowCounts<L extends Layer>(layer: L) {
  const tables = countedTables(layer);
  const counts: Record<string, number> = Object.fromEntries(tables.map(({ name }) => [name, 0]));
  const nameOf = (row: LayerRows[L]) => (tables.length === 1 ? layer : tableOf(layer, row)!.name);
  return {
    counts,
    add(row: LayerRows[L]): void {
      counts[nameOf(row)]!++;
    },
    sum: () => Object.values(counts).reduce((sum, count) => sum + count, 0),
  };
}
