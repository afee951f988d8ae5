import type { DatabaseSync } from 'node:sqlite';
import { type Box, boxesOverlap } from '../../geo/box.ts';
import {
  type CellRun,
  cellLevels,
  cellRunsIn,
  cellsOfLevel,
  countCellRuns,
} from '../../geo/cells.ts';
import { boundsOf } from '../../geo/polygon.ts';
import type { Parcel } from '../../property/parcels.ts';
import { parcels, type StoredParcel } from '../layer-tables.ts';
import { mostCandidates, newestParcel } from '../parcel-sql.ts';
import { toParcel } from '../stored-rows.ts';
import { openReader } from './rows.ts';

/** A box with more runs of cells is looked for in the order of the codes instead. */
const mostRuns = 20_000;

const inRuns = `
  FROM json_each(?) AS run
  JOIN parcels AS inside ON inside.cell BETWEEN run.value ->> 0 AND run.value ->> 1`;

/**
 * Finds the parcels of a box by their cells and sorts them or, when these are too many, goes
 * through all parcels in the order of their codes until it has enough.
 */
export function openParcelsIn(
  db: DatabaseSync,
): (box: Box, after: string, most: number) => Parcel[] {
  const levelsInUse = db.prepare(
    `SELECT key AS level FROM json_each(?) AS cells
     WHERE EXISTS (SELECT 1 FROM parcels WHERE cell BETWEEN cells.value ->> 0 AND cells.value ->> 1)`,
  );
  const count = db.prepare(
    `SELECT count(*) AS found FROM (SELECT inside.id ${inRuns} LIMIT ${mostCandidates + 1})`,
  );
  const inOrder = `kaek > ? AND ${newestParcel} ORDER BY kaek`;
  const byCode = openReader<StoredParcel>(db, parcels, `WHERE ${inOrder}`);
  const byCell = openReader<StoredParcel>(
    db,
    parcels,
    `WHERE parcels.id IN (SELECT inside.id ${inRuns}) AND ${inOrder}`,
  );

  const runsOf = (box: Box): CellRun[] | undefined => {
    const found = levelsInUse.all(JSON.stringify(cellLevels.map(cellsOfLevel)));
    const levels = found.map(({ level }) => cellLevels[Number(level)]!);
    return countCellRuns(box, levels) > mostRuns ? undefined : [...cellRunsIn(box, levels)];
  };
  const rowsOf = (box: Box, after: string): Iterable<StoredParcel> => {
    const runs = JSON.stringify(runsOf(box) ?? null);
    const areFew = runs !== 'null' && Number(count.get(runs)!.found) <= mostCandidates;
    return areFew ? byCell.iterate(runs, after) : byCode.iterate(after);
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
