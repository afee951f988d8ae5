interface Match {
  readonly match: { readonly confidence: number };
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
 * address to another town: a code that contradicts the address makes the match less certain.
 */
export async function locateWithPostalCode<T extends Match>(
  search: Search<T>,
  postalCode: string | undefined,
): Promise<T | undefined> {
  const hint = searchHint(postalCode);
  if (hint === undefined) return search();
  const [alone, hinted] = await Promise.all([search(), search(hint)]);
  if (!alone || !hinted) return alone ?? hinted;
  return hinted.match.confidence >= alone.match.confidence ? hinted : alone;
}
