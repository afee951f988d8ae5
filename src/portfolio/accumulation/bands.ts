import { earthPoint } from '../../geo/earth.ts';

/** Amounts at positions, one for each row. */
export interface Amounts {
  /** Degrees of WGS84. */
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
  /** Whole cents, so that sums are exact. */
  readonly cents: Float64Array;
}

/**
 * The positions of a portfolio in bands of equal latitude, each sorted from west to east. Rows at the
 * same position are one point. `sums[i]` is the sum of the points before `i`, so the sum of a run of
 * points is one subtraction.
 */
export interface Bands {
  /** The height of a band. */
  readonly bandMetres: number;
  readonly bandDegrees: number;
  /** Rows in the order of their points. */
  readonly rows: Uint32Array;
  /** The first row in `rows` of each point, and the end after the last. */
  readonly rowStarts: Uint32Array;
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
  readonly sums: Float64Array;
  /** The bands with points, from south to north: their number, and their first point. */
  readonly bandNumbers: Float64Array;
  readonly bandStarts: Uint32Array;
}

/** Metres of a degree of latitude; between 110,574 and 111,694. */
const metresPerDegree = 111_000;

/** Sorts the rows into bands of this height. */
export function buildBands({ latitudes, longitudes, cents }: Amounts, bandMetres: number): Bands {
  const bandDegrees = bandMetres / metresPerDegree;
  const band = latitudes.map(latitude => Math.floor(latitude / bandDegrees));
  const rows = Uint32Array.from(latitudes, (_, i) => i).sort(
    (a, b) =>
      band[a]! - band[b]! ||
      longitudes[a]! - longitudes[b]! ||
      latitudes[a]! - latitudes[b]! ||
      a - b,
  );
  const isNew = (at: number) =>
    at === 0 ||
    longitudes[rows[at]!] !== longitudes[rows[at - 1]!] ||
    latitudes[rows[at]!] !== latitudes[rows[at - 1]!];
  const firsts: number[] = [];
  for (let at = 0; at < rows.length; at++) if (isNew(at)) firsts.push(at);
  const points = firsts.length;
  const rowStarts = Uint32Array.from([...firsts, rows.length]);
  const own = (values: Float64Array) => Float64Array.from(firsts, at => values[rows[at]!]!);
  const sums = new Float64Array(points + 1);
  for (let point = 0, at = 0; point < points; point++) {
    sums[point + 1] = sums[point]!;
    for (; at < rowStarts[point + 1]!; at++) sums[point + 1]! += cents[rows[at]!]!;
  }
  const [bandNumbers, bandStarts] = bandsOf(own(band));
  const columns = { latitudes: own(latitudes), longitudes: own(longitudes) };
  return {
    bandMetres,
    bandDegrees,
    rows,
    rowStarts,
    ...columns,
    ...earthColumns(columns),
    sums,
    bandNumbers,
    bandStarts,
  };
}

function bandsOf(bandOfPoint: Float64Array): [numbers: Float64Array, starts: Uint32Array] {
  const starts: number[] = [];
  for (let i = 0; i < bandOfPoint.length; i++) {
    if (i === 0 || bandOfPoint[i] !== bandOfPoint[i - 1]) starts.push(i);
  }
  const numbers = Float64Array.from(starts, start => bandOfPoint[start]!);
  return [numbers, Uint32Array.from([...starts, bandOfPoint.length])];
}

function earthColumns({ latitudes, longitudes }: Pick<Bands, 'latitudes' | 'longitudes'>) {
  const [x, y, z] = [0, 1, 2].map(() => new Float64Array(latitudes.length)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (let i = 0; i < latitudes.length; i++) {
    const point = earthPoint(latitudes[i]!, longitudes[i]!);
    x[i] = point.x;
    y[i] = point.y;
    z[i] = point.z;
  }
  return { x, y, z };
}

/** The first of the rows at a point. */
export function firstRow({ rows, rowStarts }: Bands, point: number): number {
  return rows[rowStarts[point]!]!;
}

/** The first position in a sorted part of `values` whose value is at least `least`. */
export function firstAtLeast(
  values: Float64Array,
  least: number,
  from: number,
  to: number,
): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
