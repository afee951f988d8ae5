import { openSquarePacker } from '#domain/grids/grid.ts';
import type { Cell } from '#domain/map/cell-feature.ts';
import { mapLevel } from '#domain/map/detail.ts';
import { parcelFeature, parcelLevel } from '#domain/map/draw-tile.ts';
import { cellOfWays } from '#domain/map/map-cells.ts';
import type { MapRow } from '#domain/map/map-feature.ts';
import { type CellPacker, openCellPacker } from '#domain/map/pack-cells.ts';
import type { Parcel } from '#domain/property/parcels.ts';
import { openWayPacker } from '#domain/walking/ways.ts';
import { openZonePacker } from '#domain/zones/zone.ts';
import type { Layer, LayerRows } from '../store.ts';
import { completeTables, type LayerTable, tableOf } from './layer-tables.ts';

/** A table that holds rows of a layer, and the name under which its rows are counted. */
interface CountedTable {
  readonly name: string;
  readonly table: LayerTable;
}

/** The tables of a layer whose rows are counted: one by the name of the layer, several of costs. */
export function countedTables(layer: Layer): readonly CountedTable[] {
  const tables = completeTables(layer)[0]!;
  return tables.map(table => ({ name: tables.length === 1 ? layer : table.name, table }));
}

/** Counts new rows of a layer by table. */
export function openRowCounts<L extends Layer>(layer: L) {
  const tables = countedTables(layer);
  const counts: Record<string, number> = Object.fromEntries(tables.map(({ name }) => [name, 0]));
  const nameOf = (row: LayerRows[L]) => (tables.length === 1 ? layer : tableOf(layer, row)!.name);
  return {
    counts,
    add(row: LayerRows[L]): void {
      counts[nameOf(row)]!++;
    },
    sum: () => Object.values(counts).reduce((sum, count) => sum + count, 0),
  };
}

/** Packs the new rows of a source into cells (`map/cells.ts`). */
export interface LayerPacker<Row> {
  add(row: Row): void;
  /** Whether it is time to take the cells. */
  isFull(): boolean;
  /** Returns the cells of all rows since the last call; `isLast` if no more rows come. */
  take(isLast: boolean): Iterable<Cell>;
}

/** Opens the packer of a layer that tiles are drawn from; undefined for another layer. */
export function openLayerPacker<L extends Layer>(layer: L): LayerPacker<LayerRows[L]> | undefined {
  const packer = openCellPacker();
  const packers: Partial<Record<Layer, LayerPacker<never>>> = {
    map: openMapPacker(packer),
    zones: openZonePacker(),
    grids: openSquarePacker(),
    parcels: { ...packer, add: (row: Parcel) => packer.add(parcelFeature(row), parcelLevel) },
  };
  return packers[layer] as LayerPacker<LayerRows[L]> | undefined;
}

/** Packs the map, and beside it the ways that one may walk on, which are no rows of their own. */
function openMapPacker(packer: CellPacker): LayerPacker<MapRow> {
  const ways = openWayPacker();
  let part = 0;
  return {
    add({ way, ...row }) {
      packer.add({ ...row, code: '' }, mapLevel(row.detail));
      if (way) ways.add(way);
    },
    isFull: packer.isFull,
    *take() {
      yield* packer.take();
      for (const [bundle, content] of ways.take()) {
        yield { cell: cellOfWays(bundle), part, features: 0, content };
      }
      part++;
    },
  };
}
