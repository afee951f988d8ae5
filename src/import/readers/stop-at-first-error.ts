/**
 * Runs steps until one throws a RangeError, whose message becomes the problem; later steps are
 * skipped. For parsers that must continue to the end of a damaged feature.
 */
export function stopAtFirstError() {
  let problem: string | undefined;
  return {
    attempt(step: () => void): void {
      try {
        if (problem === undefined) step();
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        problem = error.message;
      }
    },
    problem: () => problem,
  };
}
