import type { Layer, LayerRows, RowTaker, Store } from '../store/store.ts';
import { rowsBefore } from './lost-rows.ts';
import type { Tally } from './report.ts';

/** The first rows of a file show whether another source has the same. */
const mostCompared = 10_000;

/** Neighbouring files share a few rows: fewer than one row in ten causes no note. */
const leastShare = 0.1;

/** Keeps the first rows of a source that is new in its layer, to compare them with other sources. */
export function openComparedRows<L extends Layer>(change: RowTaker<LayerRows[L]>) {
  const isNew = rowsBefore(change) === 0;
  const rows: LayerRows[L][] = [];
  return {
    rows: rows as readonly LayerRows[L][],
    add(row: LayerRows[L]): void {
      if (isNew && rows.length < mostCompared) rows.push(row);
    },
  };
}

/**
 * Notes each other source that has many of the rows: they are probably an older file of the same.
 * A comparison that fails, for example by the time limit of a statement, is noted and stops no import.
 */
export async function noteSharedRows<L extends Layer>(
  store: Store,
  layer: L,
  source: string,
  rows: readonly LayerRows[L][],
  tally: Tally,
): Promise<void> {
  if (rows.length === 0) return;
  const among = rows.length === mostCompared ? ' among the first 10,000 rows' : '';
  const shared = await store.sharedRows(layer, source, rows).catch((error: Error) => {
    tally.note('the rows were not compared with those of other sources', error.message);
    return [];
  });
  for (const other of shared) {
    if (other.rows < rows.length * leastShare) continue;
    const names = joinWithAnd(other.columns);
    const reason = `the source ${other.source} has the same ${names}${among}; ${effectOf(layer)}`;
    tally.noteAll([{ reason, count: other.rows, examples: [waysOut(layer, other.source)] }]);
  }
}

function joinWithAnd(names: readonly string[]): string {
  return [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ');
}

function effectOf(layer: Layer): string {
  return layer === 'costs' || layer === 'parcels'
    ? 'the rows of the last import are used'
    : 'the rows of both are used';
}

function waysOut(layer: Layer, other: string): string {
  const name = /^[\w.-]+$/.test(other) ? other : JSON.stringify(other);
  return `import with --source ${name} to replace it, or remove it: ktima remove ${layer} --source ${name}`;
}
