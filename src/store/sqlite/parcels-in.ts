import type { DatabaseSync } from 'node:sqlite';
import { type Box, boxAroundBoth, boxesOverlap } from '../../geo/box.ts';
import { cellLevels, cellRunsIn, cellsOfLevel, countCellRuns } from '../../geo/cells.ts';
import { boundsOf } from '../../geo/polygon.ts';
import type { Parcel } from '../../property/parcels.ts';
import { parcels, type StoredParcel } from '../layer-tables.ts';
import { blockLength, lastCharacter, mostCandidates, newestParcel } from '../parcel-sql.ts';
import type { ParcelRun } from '../store.ts';
import { toParcel } from '../stored-rows.ts';
import { type CheckedTable, openReader, rowChecksum } from './rows.ts';

/** Boxes with more runs of cells are looked for in the order of the codes instead. */
const mostRuns = 20_000;

/** Finds the codes of the parcels of some boxes by their cells, unless these are too many. */
export function openCodesIn(
  db: DatabaseSync,
): (boxes: readonly Box[], after: string) => string[] | undefined {
  const runsOf = openCellRuns(db);
  const inRuns = db.prepare(
    `SELECT inside.kaek FROM json_each(?) AS run
     JOIN parcels AS inside ON inside.cell BETWEEN run.value ->> 0 AND run.value ->> 1
     LIMIT ${mostCandidates + 1}`,
  );
  return (boxes, after) => {
    const runs = runsOf(boxes);
    if (runs === undefined) return undefined;
    const found = inRuns.all(runs).map(({ kaek }) => String(kaek));
    if (found.length > mostCandidates) return undefined;
    return [...new Set(found)].filter(kaek => kaek > after).sort();
  };
}

/** The runs of cells of some boxes as JSON; undefined if they are too many. */
function openCellRuns(db: DatabaseSync): (boxes: readonly Box[]) => string | undefined {
  const levelsInUse = db.prepare(
    `SELECT key AS level FROM json_each(?) AS cells
     WHERE EXISTS (SELECT 1 FROM parcels WHERE cell BETWEEN cells.value ->> 0 AND cells.value ->> 1)`,
  );
  return boxes => {
    const found = levelsInUse.all(JSON.stringify(cellLevels.map(cellsOfLevel)));
    const levels = found.map(({ level }) => cellLevels[Number(level)]!);
    const count = boxes.reduce((sum, box) => sum + countCellRuns(box, levels), 0);
    if (count > mostRuns) return undefined;
    return JSON.stringify(boxes.flatMap(box => [...cellRunsIn(box, levels)]));
  };
}

/** Reads the parcels of the blocks that overlap some boxes, in the order of their codes. */
export function openParcelsAlong(
  db: DatabaseSync,
): (boxes: readonly Box[], after: string, mostRows: number) => ParcelRun {
  const blocks = openReader<ParcelBlock>(
    db,
    parcelBlocks,
    `WHERE prefix >= ? AND west <= ? AND east >= ? AND south <= ? AND north >= ? ORDER BY prefix`,
  );
  const inBlock = openReader<StoredParcel>(
    db,
    parcels,
    `WHERE kaek > ? AND kaek < ? AND ${newestParcel} ORDER BY kaek`,
  );
  return (boxes, after, mostRows) => {
    const { west, east, south, north } = boxes.reduce((all, box) => boxAroundBoth(all, box));
    const found: Parcel[] = [];
    let rows = 0;
    let last: string | undefined;
    for (const block of blocks.iterate(after.slice(0, blockLength), east, west, north, south)) {
      const { prefix } = block;
      // Each source has blocks of its own.
      if (prefix === last) continue;
      if (rows++ >= mostRows) return { parcels: found, end: prefix };
      if (!boxes.some(box => boxesOverlap(box, block))) continue;
      last = prefix;
      const start = after > prefix ? after : prefix;
      for (const row of inBlock.iterate(start, prefix + lastCharacter)) {
        found.push(toParcel(row));
        if (++rows >= mostRows) return { parcels: found, end: row.kaek };
      }
    }
    return { parcels: found, end: undefined };
  };
}

/** The box around the parcels of a source whose codes begin alike. */
interface ParcelBlock extends Box {
  readonly prefix: string;
}

export const parcelBlocks: CheckedTable = {
  name: 'parcel_blocks',
  columns: { prefix: 'prefix', west: 'west', east: 'east', south: 'south', north: 'north' },
};

/** Collects the blocks of a new source and writes them when all its parcels are there. */
export function openBlockWriter(db: DatabaseSync, sourceId: number) {
  const boxes = new Map<string, Box>();
  return {
    add({ kaek, geometry }: Parcel): void {
      const prefix = kaek.slice(0, blockLength);
      boxes.set(prefix, boxAroundBoth(boundsOf(geometry), boxes.get(prefix)));
    },
    remove(outdated: readonly number[]): void {
      const remove = db.prepare('DELETE FROM parcel_blocks WHERE source_id = ?');
      for (const id of outdated) remove.run(id);
    },
    write(): void {
      const columns = Object.keys(parcelBlocks.columns);
      const insert = db.prepare(
        `INSERT INTO parcel_blocks (source_id, row_checksum, ${columns}) VALUES (?, ?, ?, ?, ?, ?, ?)`,
      );
      for (const [prefix, { west, east, south, north }] of boxes) {
        const values = [prefix, west, east, south, north];
        insert.run(sourceId, rowChecksum(values), ...values);
      }
    },
  };
}
