import type { DatabaseSync } from 'node:sqlite';
import { readWkb } from '../../geo/read-wkb.ts';
import type { MapGeometry, MapRow } from '../../map/feature.ts';
import { parcels, type StoredParcel } from '../layer-tables.ts';
import type { Layer, LayerRows } from '../store.ts';
import { toParcel } from '../stored-rows.ts';
import { type CheckedTable, openReader } from './rows.ts';
import { openCellWriter } from './write.ts';

/** The table that the map had before there were cells. */
const mapFeatures: CheckedTable = {
  name: 'map_features',
  columns: {
    external_id: 'externalId',
    layer: 'layer',
    kind: 'kind',
    name: 'name',
    name_en: 'nameEn',
    ref: 'ref',
    detail: 'detail',
    min_zoom: 'minZoom',
    rank: 'rank',
    outline: 'outline',
  },
};

type StoredMapRow = Omit<MapRow, 'geometry'> & { readonly outline: Uint8Array };

/** Packs the rows of the map and of parcels that are there into cells, source by source. */
export function packExistingRows(db: DatabaseSync): void {
  packLayer(db, 'map', mapFeatures, ({ outline, ...row }: StoredMapRow) => {
    return { ...row, geometry: readWkb(outline) as MapGeometry };
  });
  packLayer(db, 'parcels', parcels, (row: StoredParcel) => toParcel(row));
}

function packLayer<L extends Layer, Stored>(
  db: DatabaseSync,
  layer: L,
  table: CheckedTable,
  toRow: (stored: Stored) => LayerRows[L],
): void {
  const sources = db.prepare('SELECT id FROM sources WHERE layer = ? ORDER BY id').all(layer);
  const rows = openReader<Stored>(db, table, 'WHERE source_id = ? ORDER BY id');
  for (const { id } of sources) {
    const cells = openCellWriter(db, layer, Number(id))!;
    for (const row of rows.iterate(Number(id))) cells.add(toRow(row));
    cells.finish();
  }
}
