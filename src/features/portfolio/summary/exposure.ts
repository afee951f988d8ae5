/** What a property policy insures, each with a sum of its own. */
export const coverages = ['building', 'contents', 'interruption'] as const;
export type Coverage = (typeof coverages)[number];

/** What sums are added up and ranked by: a coverage, all but interruption, or all. */
export const measures = [...coverages, 'property', 'total'] as const;
export type Measure = (typeof measures)[number];

/** The sums of a row in whole cents; 0 if the row has none. */
export type CoverageCents = Readonly<Record<Coverage, number>>;

/** The sum of a measure. */
export function centsOf({ building, contents, interruption }: CoverageCents, of: Measure): number {
  const property = building + contents;
  return { building, contents, interruption, property, total: property + interruption }[of];
}

/** What the amounts of a file are: its sums insured, or the cost as new if no column has sums. */
export const exposureBases = ['sum_insured', 'cost_as_new'] as const;
export type ExposureBasis = (typeof exposureBases)[number];

/** How the amounts of a run are chosen. */
export interface ExposurePlan {
  readonly basis: ExposureBasis;
  readonly accumulate: Measure;
}
