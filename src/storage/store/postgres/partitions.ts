import type { Client } from 'pg';
import {
  type ColumnValue,
  cellTableOf,
  type LayerTable,
  layerTables,
  type StoredRow,
  valuesOf,
} from '../rows/layer-tables.ts';
import { openLayerPacker } from '../rows/new-rows.ts';
import type { Layer, LayerRows } from '../store.ts';
import type { Copy } from './copy.ts';

/** The name of the table with the rows of one source. */
function partition({ name }: LayerTable, sourceId: number): string {
  return `${name}_${sourceId}`;
}

/** Creates a table like its parent but without indexes: they are built at once when it is full. */
export async function createPartition(
  client: Client,
  table: LayerTable,
  sourceId: number,
): Promise<void> {
  const name = partition(table, sourceId);
  await client.query(`CREATE TABLE ${name} (
      LIKE ${table.name} INCLUDING GENERATED INCLUDING COMMENTS,
      CONSTRAINT one_source CHECK (source_id = ${sourceId})
    );
    ALTER TABLE ${name} ALTER source_id SET DEFAULT ${sourceId}`);
}

/** Makes a full table a partition, which builds its indexes; readers continue meanwhile. */
export async function attachPartition(
  client: Client,
  table: LayerTable,
  sourceId: number,
): Promise<void> {
  const name = partition(table, sourceId);
  await client.query(`SET LOCAL lock_timeout = 0; SET LOCAL maintenance_work_mem = '256MB'`);
  await client.query(`ALTER TABLE ${table.name} ATTACH PARTITION ${name} FOR VALUES IN (${sourceId});
    ALTER TABLE ${name} DROP CONSTRAINT one_source, ALTER source_id DROP DEFAULT;
    ANALYZE ${name}`);
}

/** Drops the tables of sources of a layer. A source from before a table was added has none of it. */
export async function dropPartitions(
  client: Client,
  layer: Layer,
  sourceIds: readonly number[],
): Promise<void> {
  const names = sourceIds.flatMap(id => layerTables[layer].map(table => partition(table, id)));
  if (names.length > 0) await client.query(`DROP TABLE IF EXISTS ${names}`);
}

/** Sends rows of a table by COPY to the partition of a source. */
export function openTarget(copy: Copy, table: LayerTable, sourceId: number) {
  const columns = { ...table.columns, ...table.otherColumns };
  const ids = table.ids === 'none' ? [] : ['id'];
  const target = `${partition(table, sourceId)} (${[...Object.keys(columns), ...ids]})`;
  const toColumn = table.isPacked ? asBytea : (value: ColumnValue) => value;
  return (stored: StoredRow, id: number) =>
    copy.add(target, [...valuesOf(columns, stored).map(toColumn), ...ids.map(() => id)]);
}

/** Bytes as PostgreSQL reads them; PostGIS reads those of outlines without the prefix. */
function asBytea(value: ColumnValue): ColumnValue {
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value;
}

/** Packs the new rows of a source into cells and sends them; undefined for a layer without cells. */
export function openCellCopy<L extends Layer>(copy: Copy, layer: L, sourceId: number) {
  const [table, packer] = [cellTableOf(layer), openLayerPacker(layer)];
  if (!table || !packer) return undefined;
  const send = openTarget(copy, table, sourceId);
  const take = async (isLast: boolean) => {
    for (const cell of packer.take(isLast)) {
      send(table.toStored(cell), 0);
      await copy.keepUp();
    }
  };
  return {
    add: (row: LayerRows[L]) => packer.add(row),
    keepUp: async () => {
      if (packer.isFull()) await take(false);
    },
    finish: () => take(true),
  };
}
