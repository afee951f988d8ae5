import type { Client } from 'pg';
import { rowCount } from '../layer-tables.ts';
import { countedTables } from '../row-counts.ts';
import type { Layer, RowCounts } from '../store.ts';

/** Counts the rows of a source that are in force. */
export async function countBefore(
  client: Client,
  layer: Layer,
  source: string,
): Promise<RowCounts> {
  const counts: Record<string, number> = {};
  for (const { name, table } of countedTables(layer)) {
    const { rows } = await client.query(
      `SELECT ${rowCount(table)} AS rows FROM ${table.name}
       WHERE source_id = (SELECT id FROM sources WHERE layer = $1 AND source = $2)`,
      [layer, source],
    );
    counts[name] = Number(rows[0].rows);
  }
  return counts;
}
