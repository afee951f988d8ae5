import type { DatabaseSync } from 'node:sqlite';
import type { SourcedBuilding } from '#domain/zones/buildings.ts';
import { type Box, boxesOverlap } from '#tools/geo/box.ts';
import { boundsOf } from '#tools/geo/polygon.ts';
import { buildings } from '../rows/layer-tables.ts';
import { mostNear } from '../rows/parcel-sql.ts';
import { type ReadBuilding, toBuilding } from '../rows/stored-rows.ts';
import { openCellRuns } from './parcels-in.ts';
import { openSourcedReader } from './sources.ts';

/** Reads buildings by their cells, and in the order of their ids. */
export function openBuildings(db: DatabaseSync) {
  const runsOf = openCellRuns(db, 'buildings');
  const read = (ids: string) =>
    openSourcedReader<ReadBuilding, SourcedBuilding>(
      db,
      buildings,
      toBuilding,
      `WHERE buildings.id IN (${ids})`,
      '',
      ['id'],
    );
  const inCells = read(
    `SELECT near.id FROM json_each(?) AS run
     CROSS JOIN buildings AS near ON near.cell BETWEEN run.value ->> 0 AND run.value ->> 1
     LIMIT ${mostNear + 1}`,
  );
  const page = read('SELECT id FROM buildings WHERE id > ? ORDER BY id LIMIT ?');
  return {
    within(box: Box, most: number): SourcedBuilding[] | undefined {
      const runs = runsOf([box]);
      const near = runs === undefined ? undefined : inCells(runs);
      if (near === undefined || near.length > mostNear) return undefined;
      // Cells also have buildings near the box. Without those, both engines count the same.
      const found = near.filter(({ geometry }) => boxesOverlap(box, boundsOf(geometry)));
      return found.length > most ? undefined : found;
    },
    after: (id: number, most: number) => page(id, most).sort((a, b) => a.id - b.id),
  };
}
