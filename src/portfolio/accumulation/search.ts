import { type Bands, firstAtLeast } from './bands.ts';

/** Points of one band that follow each other: from `start` up to, but not including, `end`. */
interface Run {
  readonly start: number;
  readonly end: number;
}

/** Points in a rectangle, and the most cents that a circle around one of them can hold. */
export interface Area {
  /** One run in each of its bands that has points; a cell has one band. */
  readonly runs: readonly Run[];
  readonly bound: number;
}

/** The rectangle of some points, in degrees. */
interface Box {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

/** WGS84. */
const [equatorMetres, eccentricitySquared, meanMetres] = [
  6_378_137, 6.694379990141316e-3, 6_371_000,
];
const radians = Math.PI / 180;
/** Within a circle the Earth counts as flat; the error is below this share. */
const margin = 2e-4;

/** The squared chord of an arc on the ground: an arc is longer by chord³ / 24R². */
export function squaredChord(arcMetres: number): number {
  return (arcMetres - arcMetres ** 3 / (24 * meanMetres ** 2)) ** 2;
}

/** Cuts points into areas of so many bands, and as wide as they are high. */
export function areasOf(
  bands: Bands,
  within: Area | undefined,
  bandsPerArea: number,
  bound: (box: Box) => number,
): Area[] {
  const { bandDegrees, bandNumbers, bandStarts, longitudes } = bands;
  const width = bandDegrees * bandsPerArea;
  const runs =
    within?.runs ??
    Array.from(bandNumbers, (_, i) => ({ start: bandStarts[i]!, end: bandStarts[i + 1]! }));
  const byPlace = new Map<number, Run[]>();
  for (const { start, end } of runs) {
    const row = Math.floor(bandOf(bands, start) / bandsPerArea);
    for (let from = start; from < end; ) {
      const column = Math.floor(longitudes[from]! / width);
      // At least one further, whatever the rounding.
      const to = Math.max(from + 1, firstAtLeast(longitudes, (column + 1) * width, from, end));
      // Fewer columns than this go around the Earth.
      const key = row * 100_000_000 + column;
      const known = byPlace.get(key);
      if (known) known.push({ start: from, end: to });
      else byPlace.set(key, [{ start: from, end: to }]);
      from = to;
    }
  }
  return Array.from(byPlace.values(), own => ({ runs: own, bound: bound(boxOf(bands, own)) }));
}

function bandOf({ latitudes, bandDegrees }: Bands, point: number): number {
  return Math.floor(latitudes[point]! / bandDegrees);
}

/** The rectangle of runs, which are in order from south to north. */
function boxOf(bands: Bands, runs: readonly Run[]): Box {
  const { bandDegrees, longitudes } = bands;
  return {
    south: bandOf(bands, runs[0]!.start) * bandDegrees,
    north: (bandOf(bands, runs.at(-1)!.start) + 1) * bandDegrees,
    west: Math.min(...runs.map(({ start }) => longitudes[start]!)),
    east: Math.max(...runs.map(({ end }) => longitudes[end - 1]!)),
  };
}

/** Adds up the points in circles of a radius. */
export function searcher(bands: Bands, radiusMetres: number) {
  const { bandDegrees, bandNumbers, bandStarts, longitudes, sums, x, y, z } = bands;
  const limit = squaredChord(radiusMetres);

  /**
   * Calls `visit` for each band that a circle around a point of the box may reach: with the run that
   * it may reach, and in it the run that every such circle holds.
   */
  const visitBands = (
    { south, north, west, east }: Box,
    visit: (from: number, innerFrom: number, innerTo: number, to: number) => void,
  ) => {
    const { latitudeMetres, longitudeMetres } = degreeMetres((south + north) / 2);
    const reach = (radiusMetres / latitudeMetres) * (1 + margin);
    const sure = (radiusMetres / latitudeMetres) * (1 - margin);
    const cosines = [south - reach, north + reach].map(degrees => Math.cos(degrees * radians));
    const scale = latitudeMetres / longitudeMetres;
    const [most, least] = [scale / Math.min(...cosines), scale / Math.max(...cosines)];
    const first = Math.floor((south - reach) / bandDegrees);
    for (
      let i = firstAtLeast(bandNumbers, first, 0, bandNumbers.length);
      i < bandNumbers.length;
      i++
    ) {
      const bottom = bandNumbers[i]! * bandDegrees;
      const top = bottom + bandDegrees;
      if (bottom > north + reach) break;
      const nearest = Math.max(0, bottom - north, south - top);
      if (nearest > reach) continue;
      const [start, end] = [bandStarts[i]!, bandStarts[i + 1]!];
      const outer = Math.sqrt(reach ** 2 - nearest ** 2) * most;
      const from = firstAtLeast(longitudes, west - outer, start, end);
      const to = firstAtLeast(longitudes, east + outer, from, end);
      const farthest = Math.max(top - south, north - bottom);
      const inner = farthest > sure ? -1 : Math.sqrt(sure ** 2 - farthest ** 2) * least;
      if (east - inner >= west + inner) visit(from, from, from, to);
      else {
        const innerFrom = firstAtLeast(longitudes, east - inner, from, to);
        visit(from, innerFrom, firstAtLeast(longitudes, west + inner, innerFrom, to), to);
      }
    }
  };

  const bound = (box: Box) => {
    let total = 0;
    visitBands(box, (from, _innerFrom, _innerTo, to) => {
      total += sums[to]! - sums[from]!;
    });
    return total;
  };

  const isInside = (point: number, other: number) => {
    const [dx, dy, dz] = [x[point]! - x[other]!, y[point]! - y[other]!, z[point]! - z[other]!];
    return dx * dx + dy * dy + dz * dz <= limit;
  };

  return {
    bound,
    /** The sums of the circles around the points of a cell. */
    sums(cell: Area): Float64Array {
      const [{ start, end }] = cell.runs as [Run];
      let inner = 0;
      const doubtful: number[] = [];
      visitBands(boxOf(bands, cell.runs), (from, innerFrom, innerTo, to) => {
        inner += sums[innerTo]! - sums[innerFrom]!;
        if (from < innerFrom) doubtful.push(from, innerFrom);
        if (innerTo < to) doubtful.push(innerTo, to);
      });
      const found = new Float64Array(end - start);
      for (let point = start; point < end; point++) {
        const [px, py, pz] = [x[point]!, y[point]!, z[point]!];
        let total = inner;
        for (let run = 0; run < doubtful.length; run += 2) {
          for (let i = doubtful[run]!; i < doubtful[run + 1]!; i++) {
            const dx = x[i]! - px;
            const dy = y[i]! - py;
            const dz = z[i]! - pz;
            if (dx * dx + dy * dy + dz * dz <= limit) total += sums[i + 1]! - sums[i]!;
          }
        }
        found[point - start] = total;
      }
      return found;
    },
    /** The rows in the circle around a point, in the order of the file. */
    rows(point: number): Uint32Array {
      const found: number[] = [];
      const run = { start: point, end: point + 1 };
      visitBands(boxOf(bands, [run]), (from, _innerFrom, _innerTo, to) => {
        for (let i = from; i < to; i++) {
          if (!isInside(point, i)) continue;
          for (let at = bands.rowStarts[i]!; at < bands.rowStarts[i + 1]!; at++)
            found.push(bands.rows[at]!);
        }
      });
      return Uint32Array.from(found).sort();
    },
  };
}

/** Metres of a degree of latitude, and of a degree of longitude divided by the cosine of the latitude. */
function degreeMetres(latitude: number): { latitudeMetres: number; longitudeMetres: number } {
  const share = 1 - eccentricitySquared * Math.sin(latitude * radians) ** 2;
  const longitudeMetres = (equatorMetres / Math.sqrt(share)) * radians;
  return { longitudeMetres, latitudeMetres: (longitudeMetres * (1 - eccentricitySquared)) / share };
}
