interface Match {
  readonly components: { readonly street: string | null; readonly municipality: string | null };
  readonly match: {
    readonly confidence: number;
    readonly faults: readonly { readonly field: string }[];
  };
}

/** Finds the best match of one address, with a postal code as hint if it is given. */
type Search<T> = (postalCode?: string) => Promise<T | undefined>;

/** The postal code as the hint of a search, which has five digits; the cost needs only two. */
export function searchHint(postalCode: string | undefined): string | undefined {
  return postalCode?.length === 5 ? postalCode : undefined;
}

/**
 * Finds the property at an address that was sent with a postal code. The code chooses among
 * namesakes (`Ερμού 15` of many towns), which makes the match more certain. It does not move an
 * address to another town.
 */
export async function locateWithPostalCode<T extends Match>(
  search: Search<T>,
  postalCode: string | undefined,
): Promise<T | undefined> {
  const hint = searchHint(postalCode);
  if (hint === undefined) return search();
  const [alone, hinted] = await Promise.all([search(), search(hint)]);
  if (!alone || !hinted) return alone ?? hinted;
  const isSurer = hinted.match.confidence >= alone.match.confidence;
  return isSurer && !isMoved(alone, hinted) ? hinted : alone;
}

/**
 * Whether the postal code moved an address out of the town that was typed: to a town that contradicts
 * it, or from the town itself to a street that has its name elsewhere.
 */
function isMoved(alone: Match, hinted: Match): boolean {
  if (alone.components.municipality === hinted.components.municipality) return false;
  const contradictsTown = hinted.match.faults.some(({ field }) => field === 'city');
  const isStreetForTown = alone.components.street === null && hinted.components.street !== null;
  return contradictsTown || isStreetForTown;
}
