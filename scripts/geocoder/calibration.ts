/** An answer with what is known to be true. */
export interface Judged {
  readonly confidence: number;
  readonly isRight: boolean;
}

/**
 * The mean calibration error: answers in bins of a tenth of confidence, and how far in each the
 * stated confidence is from the share that is right, weighted by the number of answers.
 */
export function calibrationError(list: readonly Judged[]): number {
  const bins = Map.groupBy(list, ({ confidence }) => Math.min(9, Math.floor(10 * confidence)));
  let error = 0;
  for (const bin of bins.values()) {
    const stated = bin.reduce((sum, { confidence }) => sum + confidence, 0);
    error += Math.abs(stated - bin.filter(({ isRight }) => isRight).length);
  }
  return error / Math.max(1, list.length);
}

/** The answers by tenths of confidence: how many, what they state, and how many are right. */
export function tenths(list: readonly Judged[]): string[] {
  const bins = Map.groupBy(list, ({ confidence }) => Math.min(9, Math.floor(10 * confidence)));
  return [...bins]
    .toSorted(([a], [b]) => a - b)
    .map(([bin, answers]) => {
      const stated = answers.reduce((sum, { confidence }) => sum + confidence, 0) / answers.length;
      const right = answers.filter(({ isRight }) => isRight).length / answers.length;
      const share = (100 * right).toFixed(1);
      return `| 0.${bin} | ${answers.length} | ${stated.toFixed(2)} | ${share} % |`;
    });
}
