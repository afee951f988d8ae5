import { sharedRowsQueries } from '../shared-rows.ts';
import type { Layer, LayerRows, SharedRows } from '../store.ts';
import type { Read } from './queries.ts';

/** Counts the rows that other sources have too. */
export async function readSharedRows<L extends Layer>(
  read: Read,
  layer: L,
  source: string,
  rows: readonly LayerRows[L][],
): Promise<SharedRows[]> {
  const isAsked = (identity: string) => `${identity} = ANY ($2)`;
  const shared: SharedRows[] = [];
  for (const { sql, columns, identities } of sharedRowsQueries(layer, rows, '$1', isAsked)) {
    const found = await read<{ source: string; rows: number }>(sql, [source, identities]);
    shared.push(...found.map(one => ({ ...one, rows: Number(one.rows), columns })));
  }
  return shared;
}
