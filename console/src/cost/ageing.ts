/** How a building of a type loses value, from the answer's `basis`. */
export interface Ageing {
  readonly method: 'ross' | 'straight_line';
  readonly usefulLifeYears: number;
  readonly residualShare: number;
}

/** The share of the as-new cost that is left at an age in years: the service's own rule, to draw it. */
export function remainingShare(
  { method, usefulLifeYears, residualShare }: Ageing,
  ageYears: number,
) {
  const used = Math.min(1, ageYears / usefulLifeYears);
  const left = method === 'ross' ? 1 - (used + used * used) / 2 : 1 - used;
  return Math.max(residualShare, left);
}
