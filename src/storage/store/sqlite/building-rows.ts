import type { DatabaseSync } from 'node:sqlite';
import type { SourcedBuilding } from '#domain/zones/buildings.ts';
import { type Box, boxesOverlap } from '#tools/geo/box.ts';
import { boundsOf } from '#tools/geo/polygon.ts';
import { buildings } from '../rows/layer-tables.ts';
import { mostNear } from '../rows/parcel-sql.ts';
import { type ReadBuilding, toBuilding } from '../rows/stored-rows.ts';
import { openBoxSearch } from './box-rows.ts';
import { inReadTransaction } from './read-transaction.ts';
import { openSourcedReader } from './sources.ts';

/** Reads buildings by their boxes, and in the order of their ids. */
export function openBuildings(db: DatabaseSync) {
  const idsIn = openBoxSearch(db, 'buildings');
  const read = (ids: string) =>
    openSourcedReader<ReadBuilding, SourcedBuilding>(
      db,
      buildings,
      toBuilding,
      `WHERE buildings.id IN (${ids})`,
      '',
      ['id'],
    );
  const byIds = read('SELECT value FROM json_each(?)');
  const page = read('SELECT id FROM buildings WHERE id > ? ORDER BY id LIMIT ?');
  return {
    within(box: Box, most: number): SourcedBuilding[] | undefined {
      const near = inReadTransaction(db, () => {
        const ids = idsIn([box], mostNear);
        return ids === undefined ? undefined : byIds(ids);
      });
      // Without those that only nearly overlap, both engines count the same.
      const found = near?.filter(({ geometry }) => boxesOverlap(box, boundsOf(geometry)));
      return found && found.length <= most ? found : undefined;
    },
    after: (id: number, most: number) => page(id, most).sort((a, b) => a.id - b.id),
  };
}
