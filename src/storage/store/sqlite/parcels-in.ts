import type { DatabaseSync } from 'node:sqlite';
import type { Parcel } from '#domain/property/parcels.ts';
import { type Box, boxAroundBoth, boxesOverlap } from '#tools/geo/box.ts';
import { boundsOf } from '#tools/geo/polygon.ts';
import { parcels, type StoredParcel } from '../rows/layer-tables.ts';
import {
  blockLength,
  candidateCodes,
  lastCharacter,
  mostNear,
  newestParcel,
} from '../rows/parcel-sql.ts';
import { toParcel } from '../rows/stored-rows.ts';
import type { ParcelRun } from '../store.ts';
import { openBoxSearch } from './box-rows.ts';
import { type CheckedTable, openReader, rowChecksum } from './checked-rows.ts';
import { inReadTransaction } from './read-transaction.ts';

/** Finds the codes of the parcels of some boxes, unless these are too many. */
export function openCodesIn(
  db: DatabaseSync,
): (boxes: readonly Box[], after: string) => string[] | undefined {
  const idsIn = openBoxSearch(db, 'parcels');
  const codesOf = db.prepare(
    `SELECT kaek FROM parcels WHERE id IN (SELECT value FROM json_each(?))`,
  );
  return (boxes, after) => {
    const found = inReadTransaction(db, () => {
      const ids = idsIn(boxes, mostNear);
      return ids === undefined ? undefined : codesOf.all(ids);
    });
    return found && candidateCodes(found as Pick<StoredParcel, 'kaek'>[], after);
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
