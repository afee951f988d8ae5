import type { Parcel } from '#domain/property/parcels.ts';
import { type Box, boxAroundBoth, boxesOverlap } from '#tools/geo/box.ts';
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
import { fieldsOf, type Read } from './queries.ts';

/** The codes of the parcels of some boxes, found by the index of the outlines. */
const codesInBoxes = `
  SELECT found.kaek
  FROM unnest($1::float8[], $2::float8[], $3::float8[], $4::float8[])
    AS box (west, south, east, north)
  CROSS JOIN LATERAL (
    SELECT kaek FROM parcels
    WHERE outline && ST_MakeEnvelope(box.west, box.south, box.east, box.north, 4326)
  ) AS found
  LIMIT ${mostNear + 1}`;

/** Finds the codes of the parcels of some boxes by their outlines, unless these are too many. */
export async function readCodesIn(
  read: Read,
  boxes: readonly Box[],
  after: string,
): Promise<string[] | undefined> {
  const sides = (['west', 'south', 'east', 'north'] as const).map(side => boxes.map(b => b[side]));
  const found = await read<{ kaek: string }>(codesInBoxes, sides);
  return found.length > mostNear ? undefined : candidateCodes(found, after);
}

/** The next blocks that overlap a box, in the order of their codes, each around all its sources. */
const blocksInBox = `
  SELECT prefix, min(west) AS west, min(south) AS south, max(east) AS east, max(north) AS north
  FROM parcel_blocks
  WHERE prefix >= $5 AND west <= $3 AND east >= $1 AND south <= $4 AND north >= $2
  GROUP BY prefix ORDER BY prefix LIMIT $6`;

/** The next blocks of a box around some boxes. */
function readBlocks(read: Read, boxes: readonly Box[], from: string, most: number) {
  const { west, south, east, north } = boxes.reduce((all, box) => boxAroundBoth(all, box));
  const values = [west, south, east, north, from, most];
  return read<Box & { readonly prefix: string }>(blocksInBox, values);
}

/** The parcels of some blocks, by the index of their codes alone. */
const byBlock = `
  SELECT found.*
  FROM (SELECT unnest($2::text[]) COLLATE "C" AS prefix) AS block
  CROSS JOIN LATERAL (
    SELECT ${fieldsOf(parcels)} FROM parcels
    WHERE kaek > greatest(prefix, $1) AND kaek < prefix || '${lastCharacter}' AND ${newestParcel}
    ORDER BY parcels.kaek
    LIMIT $3
  ) AS found
  ORDER BY found.kaek
  LIMIT $3`;

/** Reads the parcels of the blocks that overlap some boxes, in the order of their codes. */
export async function readParcelsAlong(
  read: Read,
  boxes: readonly Box[],
  after: string,
  mostRows: number,
): Promise<ParcelRun> {
  const blocks = await readBlocks(read, boxes, after.slice(0, blockLength), mostRows + 1);
  const next = blocks[mostRows];
  const near = blocks.slice(0, mostRows).filter(block => boxes.some(b => boxesOverlap(b, block)));
  const found: Parcel[] = [];
  // Twice as many blocks each time, because the first few often have enough parcels.
  for (let i = 0, size = 2; i < near.length; i += size, size *= 2) {
    const prefixes = near.slice(i, i + size).map(({ prefix }) => prefix);
    const some = await read<StoredParcel>(byBlock, [after, prefixes, mostRows - found.length]);
    found.push(...some.map(toParcel));
    if (found.length >= mostRows) return { parcels: found, end: found.at(-1)!.kaek };
  }
  return { parcels: found, end: next?.prefix };
}

/** Adds the blocks of a source, once its parcels are there. */
export const newBlocks = (sourceId: number) => `
  INSERT INTO parcel_blocks (prefix, source_id, west, east, south, north)
  SELECT left(kaek, ${blockLength}), source_id, min(ST_XMin(outline)), max(ST_XMax(outline)),
         min(ST_YMin(outline)), max(ST_YMax(outline))
  FROM parcels WHERE source_id = ${sourceId} GROUP BY 1, 2`;

/** Removes those of other sources. */
export const outdatedBlocks = 'DELETE FROM parcel_blocks WHERE source_id = ANY($1)';
