import type { DatabaseSync } from 'node:sqlite';
import { type Box, boxAroundBoth } from '../../geo/box.ts';
import { boundsOf } from '../../geo/polygon.ts';
import type { Parcel } from '../../property/parcels.ts';
import { blockLength } from '../parcel-sql.ts';
import { rowChecksum } from './row-checksum.ts';
import type { CheckedTable } from './rows.ts';

/** The box around the parcels of a source whose codes begin alike. */
export interface ParcelBlock extends Box {
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
