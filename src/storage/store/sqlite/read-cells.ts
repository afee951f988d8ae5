import type { DatabaseSync } from 'node:sqlite';
import { codesIn, type ReadCell } from '#domain/map/decode-cells.ts';
import type { ParcelCell } from '#domain/map/map-store.ts';
import { type LayerTable, mapCells, parcelCells } from '../rows/layer-tables.ts';
import { blocksOf } from '../rows/parcel-sql.ts';
import { openReader } from './checked-rows.ts';

type SourcedCell = ReadCell & { readonly source_id: number };

/** Reads cells of the map. */
export function openMapCells(db: DatabaseSync): (cells: readonly number[]) => ReadCell[] {
  return openCells(db, mapCells);
}

/** Reads cells of parcels, with the codes that a newer source has too. */
export function openParcelCells(db: DatabaseSync): (cells: readonly number[]) => ParcelCell[] {
  const read = openCells(db, parcelCells);
  const newestSource = db.prepare(`SELECT max(id) AS id FROM sources WHERE layer = 'parcels'`);
  // The first condition is looked up once, and mostly spares the others.
  const newer = db.prepare(
    `SELECT value AS code FROM json_each(:codes)
     WHERE EXISTS (SELECT 1 FROM json_each(:blocks) JOIN parcel_blocks ON prefix = value
                   WHERE source_id > :source)
       AND EXISTS (SELECT 1 FROM parcels WHERE kaek = code AND source_id > :source)`,
  );
  const outdatedIn = (cell: SourcedCell): string[] => {
    const codes = codesIn(cell);
    const found = newer.all({
      codes: JSON.stringify(codes),
      blocks: JSON.stringify(blocksOf(codes)),
      source: cell.source_id,
    });
    return found.map(({ code }) => String(code));
  };
  return cells => {
    const newest = newestSource.get()!.id;
    return read(cells).map(cell => {
      const outdated = new Set(cell.source_id === newest ? [] : outdatedIn(cell));
      return { ...cell, outdated };
    });
  };
}

function openCells(db: DatabaseSync, table: LayerTable) {
  const inOrder = `WHERE cell IN (SELECT value FROM json_each(?)) ORDER BY source_id, cell, part`;
  const reader = openReader<SourcedCell>(db, table, inOrder, ['source_id']);
  return (cells: readonly number[]): SourcedCell[] => reader.all(JSON.stringify(cells));
}
