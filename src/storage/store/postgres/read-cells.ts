import { codesIn, type ReadCell } from '#domain/map/decode-cells.ts';
import type { ParcelCell } from '#domain/map/map-store.ts';
import { type LayerTable, mapCells, parcelCells } from '../rows/layer-tables.ts';
import { blocksOf } from '../rows/parcel-sql.ts';
import type { Read } from './queries.ts';

type SourcedCell = ReadCell & { readonly sourceId: number };

/** The cells with some numbers, in the order of loading. */
const cellSql = ({ name }: LayerTable) => `
  SELECT source_id AS "sourceId", cell, content FROM ${name} WHERE cell = ANY ($1)
  ORDER BY source_id, cell, part`;

const newestParcelSource = `SELECT max(id) AS id FROM sources WHERE layer = 'parcels'`;

/** Codes that a newer source has too; mostly the first condition spares the lookup of each. */
const newerCodes = `
  SELECT code FROM unnest($1::text[]) AS code
  WHERE EXISTS (SELECT 1 FROM parcel_blocks WHERE prefix = ANY ($2) AND source_id > $3)
    AND EXISTS (SELECT 1 FROM parcels WHERE kaek = code AND source_id > $3)`;

/** Reads cells of the map. */
export function readMapCells(read: Read, cells: readonly number[]): Promise<ReadCell[]> {
  return read<ReadCell>(cellSql(mapCells), [cells]);
}

/** Reads cells of parcels, with the codes that a newer source has too. */
export async function readParcelCells(read: Read, cells: readonly number[]): Promise<ParcelCell[]> {
  const [newest, found] = await Promise.all([
    read<{ id: number | null }>(newestParcelSource),
    read<SourcedCell>(cellSql(parcelCells), [cells]),
  ]);
  return Promise.all(
    found.map(async cell => {
      const isNewest = cell.sourceId === newest[0]!.id;
      return { ...cell, outdated: new Set(isNewest ? [] : await outdatedIn(read, cell)) };
    }),
  );
}

async function outdatedIn(read: Read, cell: SourcedCell): Promise<string[]> {
  const codes = codesIn(cell);
  const rows = await read<{ code: string }>(newerCodes, [codes, blocksOf(codes), cell.sourceId]);
  return rows.map(({ code }) => code);
}
