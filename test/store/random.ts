/** KTIMA_TEST_SEED, or always the same. */
export const seed = Number(process.env.KTIMA_TEST_SEED ?? 20_260_615);

/** Whole numbers below a bound, the same for the same seed: a failure can be seen again. */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    // Marsaglia's xorshift of 32 bits.
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}
