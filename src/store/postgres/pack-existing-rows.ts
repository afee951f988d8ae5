import type { Client } from 'pg';
import { readWkb } from '../../geo/read-wkb.ts';
import type { MapGeometry, MapRow } from '../../map/feature.ts';
import { cellTableOf, type StoredParcel } from '../layer-tables.ts';
import type { Layer, LayerRows } from '../store.ts';
import { toParcel } from '../stored-rows.ts';
import { openCopy } from './copy.ts';
import { openCellCopy } from './copy-cells.ts';
import { attachPartition, createPartition } from './partitions.ts';

type StoredMapRow = Omit<MapRow, 'geometry'> & { readonly outline: Uint8Array };

const outline = `ST_AsBinary(outline, 'NDR') AS outline`;
const mapSql = `
  SELECT external_id AS "externalId", layer, kind, name, name_en AS "nameEn", ref, detail,
         min_zoom AS "minZoom", rank, ${outline}
  FROM map_features`;
const parcelSql = `SELECT kaek, area_m2 AS "areaM2", ${outline} FROM parcels`;

/** How many rows are read at once. */
const pageRows = 2_000;

/** Packs the rows of the map and of parcels that are there into cells, source by source. */
export async function packExistingRows(client: Client): Promise<void> {
  await packLayer(client, 'map', mapSql, ({ outline, ...row }: StoredMapRow) => {
    return { ...row, geometry: readWkb(outline) as MapGeometry };
  });
  await packLayer(client, 'parcels', parcelSql, (row: StoredParcel) => toParcel(row));
}

async function packLayer<L extends Layer, Stored>(
  client: Client,
  layer: L,
  sql: string,
  toRow: (stored: Stored) => LayerRows[L],
): Promise<void> {
  const table = cellTableOf(layer)!;
  const copy = openCopy(client);
  const { rows: sources } = await client.query('SELECT id FROM sources WHERE layer = $1', [layer]);
  for (const { id } of sources) {
    await createPartition(client, table, id);
    const cells = openCellCopy(copy, layer, id)!;
    for await (const row of readPages<Stored>(
      client,
      `${sql} WHERE source_id = ${id} ORDER BY id`,
    )) {
      cells.add(toRow(row));
      await cells.keepUp();
    }
    await cells.finish();
    await copy.finish();
    await attachPartition(client, table, id);
  }
}

async function* readPages<Row>(client: Client, sql: string): AsyncGenerator<Row> {
  await client.query(`DECLARE old_rows NO SCROLL CURSOR FOR ${sql}`);
  for (;;) {
    const { rows } = await client.query(`FETCH ${pageRows} FROM old_rows`);
    if (rows.length === 0) break;
    yield* rows;
  }
  await client.query('CLOSE old_rows');
}
