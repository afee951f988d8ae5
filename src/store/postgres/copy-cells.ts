import { openLayerPacker } from '../layer-cells.ts';
import { cellTableOf } from '../layer-tables.ts';
import type { Layer, LayerRows } from '../store.ts';
import type { Copy } from './copy.ts';
import { openTarget } from './partitions.ts';

/** Packs the new rows of a source into cells and sends them; undefined for a layer without cells. */
export function openCellCopy<L extends Layer>(copy: Copy, layer: L, sourceId: number) {
  const [table, packer] = [cellTableOf(layer), openLayerPacker(layer)];
  if (!table || !packer) return undefined;
  const send = openTarget(copy, table, sourceId);
  const finish = async () => {
    for (const cell of packer.take()) {
      send(table.toStored(cell), 0);
      await copy.keepUp();
    }
  };
  return {
    add: (row: LayerRows[L]) => packer.add(row),
    keepUp: async () => {
      if (packer.isFull()) await finish();
    },
    finish,
  };
}
