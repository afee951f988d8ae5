/** The radius of a settlement in metres, estimated from its population. */
export function settlementReach(population: number | null): number {
  return Math.round(Math.min(5_000, 300 + 12 * Math.sqrt(population ?? 500)));
}

/**
 * A settlement with a larger accuracy than this, in metres, has only the position of its postal
 * code.
 */
export const ownPositionMetres = 6_000;
