import type { DatabaseSync } from 'node:sqlite';
import type { Parcel } from '#domain/property/parcels.ts';
import { type Box, boxAroundBoth, boxesOverlap } from '#tools/geo/box.ts';
import { cellLevels, cellRunsIn, cellsOfLevel, countCellRuns } from '#tools/geo/box-cells.ts';
import { boundsOf } from '#tools/geo/polygon.ts';
import { fromWkb } from '#tools/geo/read-wkb.ts';
import { parcels, type StoredParcel } from '../rows/layer-tables.ts';
import {
  blockLength,
  candidateCodes,
  lastCharacter,
  mostCandidates,
  mostNear,
  newestParcel,
} from '../rows/parcel-sql.ts';
import { toParcel } from '../rows/stored-rows.ts';
import type { ParcelRun } from '../store.ts';
import { type CheckedTable, openReader, rowChecksum } from './checked-rows.ts';

/** Boxes with more runs of cells are looked for in the order of the codes instead. */
const mostRuns = 20_000;

/** Finds the codes of the parcels of some boxes by their cells, unless these are too many. */
export function openCodesIn(
  db: DatabaseSync,
): (boxes: readonly Box[], after: string) => string[] | undefined {
  const runsOf = openCellRuns(db, 'parcels');
  const [codesIn, outlinesIn] = ['kaek', 'kaek, outline'].map(columns =>
    db.prepare(
      `SELECT ${columns} FROM json_each(?) AS run
       JOIN parcels ON cell BETWEEN run.value ->> 0 AND run.value ->> 1
       LIMIT ${mostNear + 1}`,
    ),
  );
  return (boxes, after) => {
    const runs = runsOf(boxes);
    if (runs === undefined) return undefined;
    const found = codesIn!.all(runs) as Near[];
    if (found.length > mostNear) return undefined;
    if (found.length <= mostCandidates) return candidateCodes(found, after);
    // Cells also have parcels near the boxes. Without those, both engines count the same.
    const near = outlinesIn!.all(runs) as Near[];
    return candidateCodes(near.filter(isInOneOf(boxes)), after);
  };
}

/** A parcel in the cells of some boxes. */
type Near = Pick<StoredParcel, 'kaek' | 'outline'>;

function isInOneOf(boxes: readonly Box[]): (near: Near) => boolean {
  return ({ outline }) => {
    const bounds = boundsOf(fromWkb(outline));
    return boxes.some(box => boxesOverlap(box, bounds));
  };
}

/** The runs of cells of a table that some boxes touch, as JSON; undefined if they are too many. */
export function openCellRuns(
  db: DatabaseSync,
  table: 'parcels' | 'buildings',
): (boxes: readonly Box[]) => string | undefined {
  const levelsInUse = db.prepare(
    `SELECT key AS level FROM json_each(?) AS cells
     WHERE EXISTS (SELECT 1 FROM ${table} WHERE cell BETWEEN cells.value ->> 0 AND cells.value ->> 1)`,
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
    const next = blocks.iterate(after.slice(0, blockLength), east, west, north, south);
    let count = 0;
    for (const block of joinSources(next)) {
      const { prefix } = block;
      if (count++ >= mostRows) return { parcels: found, end: prefix };
      if (!boxes.some(box => boxesOverlap(box, block))) continue;
      const start = after > prefix ? after : prefix;
      for (const row of inBlock.iterate(start, prefix + lastCharacter)) {
        found.push(toParcel(row));
        if (found.length >= mostRows) return { parcels: found, end: row.kaek };
      }
    }
    return { parcels: found, end: undefined };
  };
}

/** The box around the parcels of a source whose codes begin alike. */
interface ParcelBlock extends Box {
  readonly prefix: string;
}

/** Joins the blocks of several sources that begin alike. */
function* joinSources(blocks: Iterable<ParcelBlock>): Generator<ParcelBlock> {
  let last: ParcelBlock | undefined;
  for (const block of blocks) {
    const isSame = block.prefix === last?.prefix;
    if (last && !isSame) yield last;
    last = isSame ? { ...block, ...boxAroundBoth(block, last) } : block;
  }
  if (last) yield last;
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
