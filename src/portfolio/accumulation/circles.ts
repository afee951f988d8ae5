import { type Amounts, type Bands, buildBands, firstAtLeast } from './bands.ts';

/** A circle around a row, and the sum of the rows in it. */
export interface Circle {
  /** The row in the centre. */
  readonly row: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly cents: number;
  /** The rows in the circle, in the order of the file. */
  readonly rows: Uint32Array;
}

const earthMetres = 6_371_000;
/** Degrees are turned into metres by the sphere; the ellipsoid differs by less than this share. */
const margin = 0.008;
const radians = Math.PI / 180;

/** Bands are at most this high. Where rows are dense, lower ones leave fewer points to compare. */
const [lowestBand, highestBand] = [4, 25];

/**
 * The largest circles of a radius around rows, the largest first; of equal ones that of the earlier
 * row. Circles do not overlap: a centre is more than two radii from those before it. Distances are
 * geodesics of WGS84, and a row on the circle is in it. Exact between the latitudes of 80°, except
 * across the antimeridian.
 */
export function largestCircles(bands: Bands, radiusMetres: number, most: number): Circle[] {
  const search = searcher(bands, radiusMetres);
  const cells = cellsOf(bands, search.bound);
  const chosen: number[] = [];
  const sums = new Float64Array(bands.latitudes.length).fill(-1);
  const isFree = (point: number) =>
    chosen.every(other => !isWithin(bands, point, other, 2 * radiusMetres));
  while (chosen.length < most) {
    const best = { sum: 0, point: -1, row: Number.POSITIVE_INFINITY };
    for (const { bound, points } of cells) {
      if (bound < best.sum) break;
      for (const point of points) {
        // Points of a cell are in the order of their rows, so no later one is better.
        if (bound === best.sum && firstRow(bands, point) > best.row) break;
        if (!isFree(point)) continue;
        if (sums[point] === -1) sums[point] = search.sum(point);
        const [sum, row] = [sums[point]!, firstRow(bands, point)];
        if (sum > best.sum || (sum === best.sum && row < best.row))
          Object.assign(best, { sum, point, row });
      }
    }
    if (best.point === -1 || best.sum <= 0) break;
    chosen.push(best.point);
  }
  return chosen.map(point => ({
    row: firstRow(bands, point),
    latitude: bands.latitudes[point]!,
    longitude: bands.longitudes[point]!,
    cents: sums[point]!,
    rows: search.rows(point),
  }));
}

/** The index of a portfolio, with bands that fit its densest square kilometre. */
export function indexAmounts(amounts: Amounts): Bands {
  const { latitudes, longitudes } = amounts;
  const counts = new Map<number, number>();
  let densest = 1;
  for (let i = 0; i < latitudes.length; i++) {
    const key = Math.floor(latitudes[i]! * 111) * 100_000 + Math.floor(longitudes[i]! * 88);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    densest = Math.max(densest, count);
  }
  const metres = 1_000 / Math.sqrt(densest);
  return buildBands(amounts, Math.min(highestBand, Math.max(lowestBand, metres)));
}

function firstRow({ rows, rowStarts }: Bands, point: number): number {
  return rows[rowStarts[point]!]!;
}

/** The squared chord of an arc on the ground. */
function squaredChord(arcMetres: number): number {
  return (arcMetres - arcMetres ** 3 / (24 * earthMetres ** 2)) ** 2;
}

function isWithin({ x, y, z }: Bands, a: number, b: number, metres: number): boolean {
  const [dx, dy, dz] = [x[a]! - x[b]!, y[a]! - y[b]!, z[a]! - z[b]!];
  return dx * dx + dy * dy + dz * dz <= squaredChord(metres);
}

/** Points in a short piece of a band, and the most that a circle around one of them can hold. */
interface Cell {
  readonly bound: number;
  readonly points: Uint32Array;
}

/** All cells, that with the highest bound first. */
function cellsOf(bands: Bands, bound: (from: number, to: number) => number): Cell[] {
  const { bandDegrees, bandStarts, longitudes } = bands;
  const cells: Cell[] = [];
  for (let band = 0; band + 1 < bandStarts.length; band++) {
    const end = bandStarts[band + 1]!;
    for (let from = bandStarts[band]!; from < end; ) {
      const to = firstAtLeast(longitudes, longitudes[from]! + bandDegrees, from + 1, end);
      const points = Uint32Array.from({ length: to - from }, (_, i) => from + i);
      points.sort((a, b) => firstRow(bands, a) - firstRow(bands, b));
      cells.push({ bound: bound(from, to), points });
      from = to;
    }
  }
  return cells.sort((a, b) => b.bound - a.bound || a.points[0]! - b.points[0]!);
}

/** Adds up the points around one. `inner` runs are surely in the circle, others are compared. */
function searcher(bands: Bands, radiusMetres: number) {
  const { bandDegrees, bandNumbers, bandStarts, latitudes, longitudes, sums, x, y, z } = bands;
  const limit = squaredChord(radiusMetres);
  const reachDegrees = (radiusMetres / (earthMetres * radians)) * (1 + margin);
  const innerDegrees = (radiusMetres / (earthMetres * radians)) * (1 - margin);

  /** Calls `visit` with each band near some latitudes: its points, and how far east they may or must be. */
  const visitBands = (
    south: number,
    north: number,
    visit: (start: number, end: number, outer: number, inner: number) => void,
  ) => {
    const first = firstAtLeast(
      bandNumbers,
      Math.floor((south - reachDegrees) / bandDegrees),
      0,
      bandNumbers.length,
    );
    const cosines = [south - reachDegrees, north + reachDegrees].map(degrees =>
      Math.cos(degrees * radians),
    );
    const [narrow, wide] = [Math.min(...cosines), Math.max(...cosines)];
    for (let i = first; i < bandNumbers.length; i++) {
      const bottom = bandNumbers[i]! * bandDegrees;
      const top = bottom + bandDegrees;
      if (bottom > north + reachDegrees) break;
      const nearest = Math.max(0, bottom - north, south - top);
      const farthest = Math.max(top - south, north - bottom);
      const outer =
        nearest > reachDegrees ? -1 : Math.sqrt(reachDegrees ** 2 - nearest ** 2) / narrow;
      const inner =
        farthest > innerDegrees ? -1 : Math.sqrt(innerDegrees ** 2 - farthest ** 2) / wide;
      if (outer >= 0) visit(bandStarts[i]!, bandStarts[i + 1]!, outer, inner);
    }
  };

  /** The most that a circle around one of the points from `from` to `to` of a band can hold. */
  const bound = (from: number, to: number) => {
    const bottom = Math.floor(latitudes[from]! / bandDegrees) * bandDegrees;
    let total = 0;
    visitBands(bottom, bottom + bandDegrees, (start, end, outer) => {
      const west = firstAtLeast(longitudes, longitudes[from]! - outer, start, end);
      const east = firstAtLeast(longitudes, longitudes[to - 1]! + outer, west, end);
      total += sums[east]! - sums[west]!;
    });
    return total;
  };

  /** Calls `inside` with the runs of points in the circle around a point. */
  const visitCircle = (point: number, inside: (from: number, to: number) => void) => {
    const [latitude, longitude] = [latitudes[point]!, longitudes[point]!];
    const [px, py, pz] = [x[point]!, y[point]!, z[point]!];
    const compare = (from: number, to: number) => {
      for (let i = from; i < to; i++) {
        const [dx, dy, dz] = [x[i]! - px, y[i]! - py, z[i]! - pz];
        if (dx * dx + dy * dy + dz * dz <= limit) inside(i, i + 1);
      }
    };
    visitBands(latitude, latitude, (start, end, outer, inner) => {
      const west = firstAtLeast(longitudes, longitude - outer, start, end);
      const east = firstAtLeast(longitudes, longitude + outer, west, end);
      if (inner < 0) return compare(west, east);
      const innerWest = firstAtLeast(longitudes, longitude - inner, west, east);
      const innerEast = firstAtLeast(longitudes, longitude + inner, innerWest, east);
      compare(west, innerWest);
      inside(innerWest, innerEast);
      compare(innerEast, east);
    });
  };

  return {
    bound,
    sum(point: number): number {
      let total = 0;
      visitCircle(point, (from, to) => {
        total += sums[to]! - sums[from]!;
      });
      return total;
    },
    rows(point: number): Uint32Array {
      const found: number[] = [];
      visitCircle(point, (from, to) => {
        for (let at = bands.rowStarts[from]!; at < bands.rowStarts[to]!; at++)
          found.push(bands.rows[at]!);
      });
      return Uint32Array.from(found).sort();
    },
  };
}
