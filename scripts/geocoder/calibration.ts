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
