import type { Client } from 'pg';
import type { Box } from '#tools/geo/box.ts';
import { rowCount } from '../rows/layer-tables.ts';
import { countedTables } from '../rows/new-rows.ts';
import {
  isReplacedBy,
  isSampleSql,
  type Layer,
  type LoadedSource,
  type Provenance,
  type RowCounts,
} from '../store.ts';
import { outdatedBlocks } from './parcels-in.ts';
import { dropPartitions } from './partitions.ts';

/** Records a source and the box around its rows. */
export async function insertSource(
  client: Client,
  id: number,
  { layer, source, origin, checksum, licence, rows, loadedAt }: LoadedSource,
  box: Partial<Box> = {},
): Promise<void> {
  const { west, south, east, north } = box;
  await client.query(
    `INSERT INTO sources (id, layer, source, origin, checksum, licence, row_count, loaded_at,
                          west, south, east, north)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [id, layer, source, origin, checksum, licence, rows, loadedAt, west, south, east, north],
  );
}

/** The names of the sources of a layer that a new one replaces: its own, and those of the sample. */
export async function namesReplacedBy(
  client: Client,
  layer: Layer,
  source: string,
): Promise<string[]> {
  const { rows } = await client.query('SELECT DISTINCT source FROM sources WHERE layer = $1', [
    layer,
  ]);
  return rows.map(one => String(one.source)).filter(name => isReplacedBy(name, source));
}

/** Drops sources of a layer, such as the previous version of the imported one and the sample. */
export async function dropSources(
  client: Client,
  layer: Layer,
  names: readonly string[],
  condition = 'true',
): Promise<void> {
  const { rows } = await client.query(
    `DELETE FROM sources WHERE layer = $1 AND source = ANY ($2) AND ${condition} RETURNING id`,
    [layer, names],
  );
  const ids: number[] = rows.map(({ id }) => id);
  await dropPartitions(client, layer, ids);
  if (layer === 'parcels') await client.query(outdatedBlocks, [ids]);
}

/** Keeps the costs that an import replaces, unless its files are the same; drops the sample. */
export async function retireCosts(
  client: Client,
  { source, checksum }: Provenance,
  replacedAt: string,
): Promise<void> {
  await client.query(
    `UPDATE sources SET replaced_at = $3 WHERE layer = 'costs' AND source = $1
       AND NOT ${isSampleSql('source')} AND replaced_at IS NULL AND checksum <> $2`,
    [source, checksum, replacedAt],
  );
  const names = await namesReplacedBy(client, 'costs', source);
  await dropSources(client, 'costs', names, 'replaced_at IS NULL');
}

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
       WHERE source_id = (SELECT id FROM sources
                          WHERE layer = $1 AND source = $2 AND replaced_at IS NULL)`,
      [layer, source],
    );
    counts[name] = Number(rows[0].rows);
  }
  return counts;
}
