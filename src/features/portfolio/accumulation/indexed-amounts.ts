import { earthPoint } from '#tools/geo/earth.ts';

/** Amounts at positions, one for each row. */
export interface Amounts {
  /** Degrees of WGS84. */
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
  /** Whole cents, so that sums are exact. */
  readonly cents: Float64Array;
}

/** The distinct positions of a portfolio, each with the sum of its rows. */
export interface Positions extends Amounts {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
  /** The rows by position, each in the order of the file. */
  readonly rows: Uint32Array;
  /** The first row in `rows` of each position, and the end after the last. */
  readonly rowStarts: Uint32Array;
}

/** Joins the rows at the same position. */
export function indexAmounts({ latitudes, longitudes, cents }: Amounts): Positions {
  // By squares of about a kilometre, so that neighbours are together in memory.
  const squares = latitudes.map(
    (latitude, row) => Math.floor(latitude * 100) * 100_000 + Math.floor(longitudes[row]! * 100),
  );
  const rows = Uint32Array.from(latitudes, (_, row) => row).sort(
    (a, b) =>
      squares[a]! - squares[b]! ||
      longitudes[a]! - longitudes[b]! ||
      latitudes[a]! - latitudes[b]! ||
      a - b,
  );
  const isSame = (a: number, b: number) =>
    longitudes[a] === longitudes[b] && latitudes[a] === latitudes[b];
  const starts = rows.map((_, at) => at).filter(at => !at || !isSame(rows[at]!, rows[at - 1]!));
  const rowStarts = new Uint32Array(starts.length + 1).fill(rows.length);
  rowStarts.set(starts);
  const [ownLatitudes, ownLongitudes, sums, x, y, z] = Array.from(
    { length: 6 },
    () => new Float64Array(starts.length),
  ) as [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array, Float64Array];
  for (let i = 0; i < starts.length; i++) {
    const first = rows[starts[i]!]!;
    ownLatitudes[i] = latitudes[first]!;
    ownLongitudes[i] = longitudes[first]!;
    for (let at = rowStarts[i]!; at < rowStarts[i + 1]!; at++) sums[i]! += cents[rows[at]!]!;
    ({ x: x[i], y: y[i], z: z[i] } = earthPoint(latitudes[first]!, longitudes[first]!));
  }
  return {
    latitudes: ownLatitudes,
    longitudes: ownLongitudes,
    cents: sums,
    x,
    y,
    z,
    rows,
    rowStarts,
  };
}

/** The first of the rows at a position. */
export function firstRow({ rows, rowStarts }: Positions, position: number): number {
  return rows[rowStarts[position]!]!;
}

/** The rows at some positions, in the order of the file. */
export function rowsAt({ rows, rowStarts }: Positions, positions: readonly number[]): Uint32Array {
  const found: number[] = [];
  for (const position of positions) {
    for (let at = rowStarts[position]!; at < rowStarts[position + 1]!; at++) found.push(rows[at]!);
  }
  return Uint32Array.from(found).sort();
}

/** If the squared chord between two positions is at most this. */
export function isWithin({ x, y, z }: Positions, a: number, b: number, squared: number): boolean {
  const dx = x[a]! - x[b]!;
  const dy = y[a]! - y[b]!;
  const dz = z[a]! - z[b]!;
  return dx * dx + dy * dy + dz * dz <= squared;
}
