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

/** Where points are dense, lower bands leave fewer of them to compare. */
const [lowestBand, highestBand] = [4, 200];
/** Points in a square as wide as a band is high, where points are densest. */
const pointsPerSquare = 1;

/** The index of a portfolio, with bands that fit its densest square kilometre. */
export function indexAmounts({ latitudes, longitudes, cents }: Amounts): Bands {
  const isNew = (row: number, at: number, rows: Uint32Array) =>
    at === 0 ||
    longitudes[row] !== longitudes[rows[at - 1]!] ||
    latitudes[row] !== latitudes[rows[at - 1]!];
  const eastward = Uint32Array.from(latitudes, (_, i) => i).sort(
    (a, b) => longitudes[a]! - longitudes[b]! || latitudes[a]! - latitudes[b]! || a - b,
  );
  const densest = mostInSquareKilometre(latitudes, longitudes, eastward.filter(isNew));
  const fitting = 1_000 * Math.sqrt(pointsPerSquare / densest);
  const bandMetres = Math.min(highestBand, Math.max(lowestBand, fitting));
  const bandDegrees = bandMetres / metresPerDegree;
  const bandOfRow = latitudes.map(latitude => Math.floor(latitude / bandDegrees));
  const rows = sortIntoBands(eastward, bandOfRow);
  const firsts = rows.map((_, at) => at).filter(at => isNew(rows[at]!, at, rows));
  const rowStarts = new Uint32Array(firsts.length + 1).fill(rows.length);
  rowStarts.set(firsts);
  const sums = new Float64Array(rowStarts.length);
  for (let point = 0, at = 0; point < firsts.length; point++) {
    sums[point + 1] = sums[point]!;
    for (; at < rowStarts[point + 1]!; at++) sums[point + 1]! += cents[rows[at]!]!;
  }
  const own = (values: Float64Array) => new Float64Array(firsts).map(at => values[rows[at]!]!);
  const [bandNumbers, bandStarts] = bandsOf(own(bandOfRow));
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

/** The most of these rows in about a square kilometre; at least one. */
function mostInSquareKilometre(
  latitudes: Float64Array,
  longitudes: Float64Array,
  rows: Uint32Array,
): number {
  const counts = new Map<number, number>();
  let most = 1;
  for (const row of rows) {
    const key = Math.floor(latitudes[row]! * 111) * 100_000 + Math.floor(longitudes[row]! * 88);
    const count = 1 + (counts.get(key) ?? 0);
    counts.set(key, count);
    most = Math.max(most, count);
  }
  return most;
}

/** Rows by their band, and in each band in the order given. */
function sortIntoBands(rows: Uint32Array, bandOfRow: Float64Array): Uint32Array {
  const ends = new Map<number, number>();
  for (const band of bandOfRow) ends.set(band, 1 + (ends.get(band) ?? 0));
  let end = 0;
  for (const band of Float64Array.from(ends.keys()).sort()) {
    end += ends.get(band)!;
    ends.set(band, end);
  }
  const sorted = new Uint32Array(rows.length);
  for (let i = rows.length - 1; i >= 0; i--) {
    const at = ends.get(bandOfRow[rows[i]!]!)! - 1;
    ends.set(bandOfRow[rows[i]!]!, at);
    sorted[at] = rows[i]!;
  }
  return sorted;
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

/**
 * The first position in a sorted part of `values` whose value is at least `least`. The search begins
 * at `near` and doubles its steps, so it is fast when the position is near.
 */
export function firstAtLeast(
  values: Float64Array,
  least: number,
  from: number,
  to: number,
  near: number,
): number {
  let low = near;
  let high = near;
  if (near < to && values[near]! < least) {
    for (let step = 1; high < to && values[high]! < least; step *= 2) {
      low = high + 1;
      high += step;
    }
    high = Math.min(high, to);
  } else {
    for (let step = 1; low > from && values[low - 1]! >= least; step *= 2) {
      high = low - 1;
      low = Math.max(from, low - step);
    }
  }
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
