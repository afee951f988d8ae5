import type { DatabaseSync } from 'node:sqlite';
import { type Box, boxesOverlap } from '../../geo/box.ts';
import { cellLevels, cellRunsIn, cellsOfLevel, countCellRuns } from '../../geo/cells.ts';
import { boundsOf } from '../../geo/polygon.ts';
import type { Parcel } from '../../property/parcels.ts';
import { parcels, type StoredParcel } from '../layer-tables.ts';
import { blockLength, lastCharacter, mostCandidates, newestParcel } from '../parcel-sql.ts';
import { toParcel } from '../stored-rows.ts';
import { type ParcelBlock, parcelBlocks } from './parcel-blocks.ts';
import { openReader } from './rows.ts';

/** A box with more runs of cells is looked for in the order of the codes instead. */
const mostRuns = 20_000;

const inRuns = `
  FROM json_each(?) AS run
  JOIN parcels AS inside ON inside.cell BETWEEN run.value ->> 0 AND run.value ->> 1`;

/**
 * Finds the parcels of a box by their cells and sorts them or, when these are too many, goes
 * through the blocks of parcels in the order of their codes until it has enough.
 */
export function openParcelsIn(
  db: DatabaseSync,
): (box: Box, after: string, most: number) => Parcel[] {
  const runsOf = openCellRuns(db);
  const byBlock = openBlockReader(db);
  const count = db.prepare(
    `SELECT count(*) AS found FROM (SELECT inside.id ${inRuns} LIMIT ${mostCandidates + 1})`,
  );
  const byCell = openReader<StoredParcel>(
    db,
    parcels,
    `WHERE parcels.id IN (SELECT inside.id ${inRuns}) AND kaek > ? AND ${newestParcel} ORDER BY kaek`,
  );
  const rowsOf = (box: Box, after: string): Iterable<StoredParcel> => {
    const runs = runsOf(box);
    const found = runs === undefined ? Infinity : Number(count.get(runs)!.found);
    return found > mostCandidates ? byBlock(box, after) : byCell.iterate(runs!, after);
  };
  return (box, after, most) => {
    const found: Parcel[] = [];
    if (most < 1) return found;
    for (const row of rowsOf(box, after)) {
      const parcel = toParcel(row);
      if (boxesOverlap(boundsOf(parcel.geometry), box) && found.push(parcel) === most) break;
    }
    return found;
  };
}

/** The runs of cells of a box as JSON; undefined if they are too many. */
function openCellRuns(db: DatabaseSync): (box: Box) => string | undefined {
  const levelsInUse = db.prepare(
    `SELECT key AS level FROM json_each(?) AS cells
     WHERE EXISTS (SELECT 1 FROM parcels WHERE cell BETWEEN cells.value ->> 0 AND cells.value ->> 1)`,
  );
  return box => {
    const found = levelsInUse.all(JSON.stringify(cellLevels.map(cellsOfLevel)));
    const levels = found.map(({ level }) => cellLevels[Number(level)]!);
    if (countCellRuns(box, levels) > mostRuns) return undefined;
    return JSON.stringify([...cellRunsIn(box, levels)]);
  };
}

/** Reads the parcels of all blocks that overlap a box, in the order of their codes. */
function openBlockReader(db: DatabaseSync) {
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
  return function* (box: Box, after: string): Generator<StoredParcel> {
    const { west, east, south, north } = box;
    const first = after.slice(0, blockLength);
    let last: string | undefined;
    for (const { prefix } of blocks.iterate(first, east, west, north, south)) {
      // Each source has blocks of its own.
      if (prefix === last) continue;
      last = prefix;
      yield* inBlock.iterate(after > prefix ? after : prefix, prefix + lastCharacter);
    }
  };
}
