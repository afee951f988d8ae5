import type { Cell } from '../map/cell-feature.ts';
import { mapLevel } from '../map/detail.ts';
import type { MapRow } from '../map/feature.ts';
import { openCellPacker } from '../map/pack-cells.ts';
import { parcelFeature, parcelLevel } from '../map/parcel-tile.ts';
import type { Parcel } from '../property/parcels.ts';
import type { Layer, LayerRows } from './store.ts';

/** Packs the new rows of a source into cells (`map/cells.ts`). */
export interface LayerPacker<Row> {
  add(row: Row): void;
  /** Whether it is time to take the cells. */
  isFull(): boolean;
  /** Returns the cells of all rows since the last call. */
  take(): Iterable<Cell>;
}

/** Opens the packer of a layer that tiles are drawn from; undefined for another layer. */
export function openLayerPacker<L extends Layer>(layer: L): LayerPacker<LayerRows[L]> | undefined {
  const packer = openCellPacker();
  const packers: Partial<Record<Layer, LayerPacker<never>>> = {
    map: {
      ...packer,
      add: (row: MapRow) => packer.add({ ...row, code: '' }, mapLevel(row.detail)),
    },
    parcels: { ...packer, add: (row: Parcel) => packer.add(parcelFeature(row), parcelLevel) },
  };
  return packers[layer] as LayerPacker<LayerRows[L]> | undefined;
}
