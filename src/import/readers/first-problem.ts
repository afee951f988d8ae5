/**
 * Does steps until one throws a RangeError, whose message is then the problem. For parsers that
 * must go on to the end of a feature they have given up.
 */
export function untilFirstProblem() {
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
