/** The side of the square that a pattern repeats. */
export const patternSide = 8;

/** Lines of patterns as the data of SVG paths: a plan that is printed in grey needs them. */
const patterns = [
  'M-1 1L1-1M0 8L8 0M7 9L9 7',
  'M0 4H8',
  'M-1 7L1 9M0 0L8 8M7-1L9 1',
  'M4 0V8',
  'M0 4H8M4 0V8',
  'M3.5 4H4.5',
] as const;

/** The pattern of a place in a legend; neighbours never have the same. */
export function patternOf(place: number): string {
  return patterns[place % patterns.length]!;
}
