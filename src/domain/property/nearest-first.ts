/** More than the largest search radius. */
const farthestMetres = 10_001;

/**
 * Sorts the result of a search by distance, equal distances by id. It packs distance and position
 * into one number, because numbers are sorted natively, without a comparison function. Distances
 * that are equal at the precision of these numbers are compared afterwards.
 */
export function nearestFirst(rows: Uint32Array, metres: Float64Array, ids: Float64Array): Nearby {
  const count = rows.length;
  const keys = new Float64Array(count);
  const positions = 2 ** Math.ceil(Math.log2(count + 1));
  const stepsPerMetre = Math.floor(2 ** 53 / positions / farthestMetres);
  for (let i = 0; i < count; i++) keys[i] = Math.floor(metres[i]! * stepsPerMetre) * positions + i;
  keys.sort();

  // Unpack the positions, and compare those whose packed distances are equal.
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
  readonly rows: readonly number[];
  /** Unrounded metres on the WGS84 geodesic. */
  readonly metres: readonly number[];
}
