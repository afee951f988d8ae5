import test from 'node:test';

/*
 * `npm test` runs a sample, so that it ends within minutes, and so does `npm run test:long:sample`.
 * CI runs all of `npm test`, and so does a file that is run by itself.
 */

/** Whether a part is left out. */
export const isSample = process.env.KTIMA_TEST_SAMPLE === '1';

/** A test that a sample leaves out, because it takes seconds of the processor. */
export const longTest = isSample ? test.skip : test;

/** How many rounds a test runs: all, or those of a sample. */
export function rounds(all: number, sample: number): number {
  return isSample ? sample : all;
}

/** All engines, or only the first in a sample: the tests of the stores themselves always run over all. */
export function sampleOf<Engine>(engines: readonly Engine[]): readonly Engine[] {
  return isSample ? engines.slice(0, 1) : engines;
}
