/** More than the largest search radius. */
const farthestMetres = 10_001;

/** For `nearestFirst` alone, within one call: memory of its own for each would be collected slowly. */
let scratch = new Float64Array(1_024);

/**
 * Sorts what a search has found by distance, equal distances by id. Distance and position are
 * packed into one number, because numbers are sorted natively, without calls to a comparison.
 * Distances that differ by less than such a number can tell are compared afterwards.
 */
export function nearestFirst(rows: Uint32Array, metres: Float64Array, ids: Float64Array): Nearby {
  const count = rows.length;
  if (scratch.length < count) scratch = new Float64Array(2 * count);
  const keys = scratch.subarray(0, count);
  const positions = 2 ** Math.ceil(Math.log2(count + 1));
  const stepsPerMetre = Math.floor(2 ** 53 / positions / farthestMetres);
  for (let i = 0; i < count; i++) keys[i] = Math.floor(metres[i]! * stepsPerMetre) * positions + i;
  keys.sort();

  // Back to positions; what the numbers did not tell apart is compared.
  const compare = (a: number, b: number) =>
    metres[a]! - metres[b]! || ids[rows[a]!]! - ids[rows[b]!]!;
  for (let start = 0, end = 0; start < count; start = end) {
    const step = Math.floor(keys[start]! / positions);
    const next = (step + 1) * positions;
    while (end < count && keys[end]! < next) keys[end++]! -= step * positions;
    if (end - start > 1) keys.subarray(start, end).sort(compare);
  }
  const sorted = { rows: [] as number[], metres: [] as number[] };
  for (const position of keys) {
    sorted.rows.push(rows[position]!);
    sorted.metres.push(metres[position]!);
  }
  return sorted;
}

/** The places around a point, nearest first. */
export interface Nearby {
  /** Rows of the index. */
  readonly rows: readonly number[];
  /** Unrounded metres on the WGS84 geodesic. */
  readonly metres: readonly number[];
}
