import type { DatabaseSync } from 'node:sqlite';
import { sharedRowsQueries } from '../shared-rows.ts';
import type { Layer, LayerRows, SharedRows } from '../store.ts';

/** Counts the rows that other sources have too. */
export function readSharedRows<L extends Layer>(
  db: DatabaseSync,
  layer: L,
  source: string,
  rows: readonly LayerRows[L][],
): SharedRows[] {
  const isAsked = (identity: string) => `${identity} IN (SELECT value FROM json_each(?))`;
  const queries = sharedRowsQueries(layer, rows, '?', isAsked);
  return queries.flatMap(({ sql, columns, identities }) =>
    db
      .prepare(sql)
      .all(source, JSON.stringify(identities))
      .map(found => ({ source: String(found.source), rows: Number(found.rows), columns })),
  );
}
