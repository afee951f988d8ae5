/** The newest of several sources that have the same parcel. */
export const newestParcel = `
  source_id = (SELECT max(source_id) FROM parcels AS same WHERE same.kaek = parcels.kaek)`;

/**
 * Parcels found by their position that are sorted by code for an answer. Where a box has more, it is
 * faster to go through the parcels in the order of their codes, block by block.
 */
export const mostCandidates = 5_000;

/** Rows that an index proposes at most: it also finds parcels near the boxes, and some twice. */
export const mostNear = 2 * mostCandidates;

/** The codes of candidates after one of them, each once and in order; undefined if too many. */
export function candidateCodes(
  found: readonly { readonly kaek: string }[],
  after: string,
): string[] | undefined {
  const codes = new Set(found.map(({ kaek }) => kaek));
  if (codes.size > mostCandidates) return undefined;
  return [...codes].filter(kaek => kaek > after).sort();
}

/** A block is all parcels whose codes begin with the same characters: a few streets around. */
export const blockLength = 9;

/** Above every character of a code. */
export const lastCharacter = '\u{10FFFF}';

/** The blocks of some codes, each once. */
export function blocksOf(codes: readonly string[]): string[] {
  return [...new Set(codes.map(code => code.slice(0, blockLength)))];
}
