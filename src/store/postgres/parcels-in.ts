import type { Box } from '../../geo/box.ts';
import type { Parcel } from '../../property/parcels.ts';
import { parcels, type StoredParcel } from '../layer-tables.ts';
import { blockLength, lastCharacter, mostCandidates, newestParcel } from '../parcel-sql.ts';
import { toParcel } from '../stored-rows.ts';
import { fieldsOf, type Read } from './queries.ts';

const fields = fieldsOf(parcels);

/** The exact corners too: the index rounds them to fewer digits. */
const exactBox = `
  ST_XMin(outline) <= $3 AND ST_XMax(outline) >= $1
  AND ST_YMin(outline) <= $4 AND ST_YMax(outline) >= $2
  AND kaek > $5`;
const inBox = `outline && ST_MakeEnvelope($1, $2, $3, $4, 4326) AND ${exactBox}`;

/**
 * Finds the parcels of a box by their outlines and sorts their codes. When these are too many, no
 * outline is read. They are counted, because the planner guesses badly which way is shorter.
 */
const byOutline = `
  SELECT ${fields}, page.candidates
  FROM (
    SELECT kaek, source_id, candidates
    FROM (
      SELECT kaek, source_id, count(*) OVER ()::int AS candidates
      FROM (SELECT kaek, source_id FROM parcels WHERE ${inBox} LIMIT ${mostCandidates + 1}) AS inside
      ORDER BY kaek
    ) AS parcels
    WHERE candidates > ${mostCandidates} OR ${newestParcel}
    LIMIT $6
  ) AS page
  LEFT JOIN parcels ON candidates <= ${mostCandidates}
    AND parcels.kaek = page.kaek AND parcels.source_id = page.source_id
  ORDER BY page.kaek`;

/** The next blocks that overlap the box, in the order of their codes. */
const blocksInBox = `
  SELECT DISTINCT prefix FROM parcel_blocks
  WHERE prefix >= $5 AND west <= $3 AND east >= $1 AND south <= $4 AND north >= $2
  ORDER BY prefix LIMIT $6`;

/** The parcels of some blocks, by the index of their codes alone. */
const byBlock = `
  SELECT found.*
  FROM (SELECT unnest($7::text[]) COLLATE "C" AS prefix) AS block
  CROSS JOIN LATERAL (
    SELECT ${fields} FROM parcels
    WHERE kaek > prefix AND kaek < prefix || '${lastCharacter}' AND ${exactBox} AND ${newestParcel}
    ORDER BY parcels.kaek
    LIMIT $6
  ) AS found
  ORDER BY found.kaek
  LIMIT $6`;

/** If at most this many blocks overlap a box, its parcels are found by their outlines. */
const fewBlocks = 50;

/** Adds the blocks of a source, once its parcels are there. */
export const newBlocks = (sourceId: number) => `
  INSERT INTO parcel_blocks (prefix, source_id, west, east, south, north)
  SELECT left(kaek, ${blockLength}), source_id, min(ST_XMin(outline)), max(ST_XMax(outline)),
         min(ST_YMin(outline)), max(ST_YMax(outline))
  FROM parcels WHERE source_id = ${sourceId} GROUP BY 1, 2`;

/** Removes those of other sources. */
export const outdatedBlocks = 'DELETE FROM parcel_blocks WHERE source_id = ANY($1)';

/** Reads the parcels of a box. */
export async function readParcelsIn(
  read: Read,
  { west, south, east, north }: Box,
  after: string,
  most: number,
): Promise<Parcel[]> {
  const box = [west, south, east, north];
  const blocksFrom = async (first: string, count: number) =>
    (await read<{ prefix: string }>(blocksInBox, [...box, first, count])).map(row => row.prefix);
  const blocks = await blocksFrom(after.slice(0, blockLength), fewBlocks + 1);
  if (blocks.length === 0) return [];
  if (blocks.length <= fewBlocks) {
    const values = [...box, after, most];
    const found = await read<StoredParcel & { candidates: number }>(byOutline, values);
    if ((found[0]?.candidates ?? 0) <= mostCandidates) return found.map(toParcel);
  }
  return readBlocks(blocks);

  /** Reads twice as many blocks each time, because the first few often have enough. */
  async function readBlocks(prefixes: readonly string[]): Promise<Parcel[]> {
    const found: Parcel[] = [];
    for (let next = prefixes, size = 2; next.length > 0 && found.length < most; size *= 2) {
      const some = next.slice(0, size);
      const values = [...box, after, most - found.length, some];
      found.push(...(await read<StoredParcel>(byBlock, values)).map(toParcel));
      next = await blocksFrom(`${some.at(-1)}${lastCharacter}`, Math.min(2 * size, 64));
    }
    return found;
  }
}
