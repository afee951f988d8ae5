import { type Bands, firstAtLeast } from './bands.ts';

/** WGS84. */
const [equatorMetres, eccentricitySquared, meanMetres] = [
  6_378_137, 6.694379990141316e-3, 6_371_000,
];
const radians = Math.PI / 180;
/** Within a circle the Earth counts as flat; the error is below this share. */
const margin = 2e-4;

/** Columns of a table in the height of a band, and at most. */
const [columnsPerBand, mostColumns] = [4, 1_024];

/** A rectangle, in degrees. */
export interface Box {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

/** The squared chord of an arc on the ground: an arc is longer by chord³ / 24R². */
export function squaredChord(arcMetres: number): number {
  return (arcMetres - arcMetres ** 3 / (24 * meanMetres ** 2)) ** 2;
}

/** Adds up the points in circles of a radius. */
export function searcher(bands: Bands, radiusMetres: number) {
  const { bandDegrees, bandNumbers, bandStarts, latitudes, longitudes, sums, x, y, z } = bands;
  const limit = squaredChord(radiusMetres);
  /** The points of each band that a circle of the last search may reach; the next one begins there. */
  const froms = bandStarts.slice(0, -1);
  const tos = bandStarts.slice(0, -1);
  /** The bands that it reaches, and the first after them. */
  let firstBand = 0;
  let endBand = 0;
  let table = new Float64Array();

  /** The sum of all points that a circle around a point of a rectangle may reach. */
  const bound = ({ south, north, west, east }: Box): number => {
    const { reach, widest } = degreesOf(south, north, radiusMetres);
    const lowest = Math.floor((south - reach) / bandDegrees);
    const highest = (north + reach) / bandDegrees;
    firstBand = firstAtLeast(bandNumbers, lowest, 0, bandNumbers.length, firstBand);
    let total = 0;
    let i = firstBand;
    for (; i < bandNumbers.length && bandNumbers[i]! <= highest; i++) {
      const bottom = bandNumbers[i]! * bandDegrees;
      const nearest = Math.max(0, bottom - north, south - bottom - bandDegrees);
      const width = Math.sqrt(Math.max(0, reach * reach - nearest * nearest)) * widest;
      const start = bandStarts[i]!;
      const end = bandStarts[i + 1]!;
      const from = firstAtLeast(longitudes, west - width, start, end, froms[i]!);
      const to = firstAtLeast(longitudes, east + width, start, end, tos[i]!);
      froms[i] = from;
      tos[i] = to;
      total += sums[to]! - sums[from]!;
    }
    endBand = i;
    return total;
  };

  const pointBound = (point: number): number => {
    const latitude = latitudes[point]!;
    const longitude = longitudes[point]!;
    return bound({ south: latitude, north: latitude, west: longitude, east: longitude });
  };

  /**
   * A function for the bounds of points in a rectangle. It needs no search, only two sums of a table
   * for each band: the table holds the sum of the points west of each column.
   */
  const boundsWithin = (box: Box): ((point: number) => number) => {
    bound(box);
    const { reach, widest } = degreesOf(box.south, box.north, radiusMetres);
    const west = box.west - reach * widest;
    const width = box.east + reach * widest - west;
    const column = Math.max(bandDegrees / columnsPerBand, width / mostColumns);
    const columns = Math.floor(width / column) + 3;
    const [first, end] = [firstBand, endBand];
    if (table.length < columns * (end - first)) table = new Float64Array(columns * (end - first));
    const filled = table;
    for (let band = first, at = 0; band < end; band++) {
      const to = tos[band]!;
      let point = froms[band]!;
      for (let i = 0; i < columns; i++, at++) {
        while (point < to && longitudes[point]! < west + i * column) point++;
        filled[at] = sums[point]!;
      }
    }
    return point => {
      const latitude = latitudes[point]!;
      const east = longitudes[point]! - west;
      let total = 0;
      for (let band = first, start = 0; band < end; band++, start += columns) {
        const bottom = bandNumbers[band]! * bandDegrees;
        const nearest = Math.max(0, bottom - latitude, latitude - bottom - bandDegrees);
        const half = Math.sqrt(Math.max(0, reach * reach - nearest * nearest)) * widest;
        const from = ((east - half) / column) | 0;
        const to = (((east + half) / column) | 0) + 1;
        total += filled[start + to]! - filled[start + from]!;
      }
      return total;
    };
  };

  /** The sum of the circle around a point. */
  const sum = (point: number): number => {
    pointBound(point);
    const latitude = latitudes[point]!;
    const longitude = longitudes[point]!;
    const px = x[point]!;
    const py = y[point]!;
    const pz = z[point]!;
    const { sure, narrowest } = degreesOf(latitude, latitude, radiusMetres);
    let total = 0;
    for (let band = firstBand; band < endBand; band++) {
      const bottom = bandNumbers[band]! * bandDegrees;
      const farthest = Math.max(bottom + bandDegrees - latitude, latitude - bottom);
      const inner = farthest > sure ? -1 : Math.sqrt(sure * sure - farthest * farthest) * narrowest;
      let from = froms[band]!;
      let to = tos[band]!;
      for (; from < to && longitudes[from]! < longitude - inner; from++) {
        const dx = x[from]! - px;
        const dy = y[from]! - py;
        const dz = z[from]! - pz;
        if (dx * dx + dy * dy + dz * dz <= limit) total += sums[from + 1]! - sums[from]!;
      }
      for (; from < to && longitudes[to - 1]! > longitude + inner; to--) {
        const dx = x[to - 1]! - px;
        const dy = y[to - 1]! - py;
        const dz = z[to - 1]! - pz;
        if (dx * dx + dy * dy + dz * dz <= limit) total += sums[to]! - sums[to - 1]!;
      }
      total += sums[to]! - sums[from]!;
    }
    return total;
  };

  return {
    bound,
    pointBound,
    boundsWithin,
    sum,
    /** The rows in the circle around a point, in the order of the file. */
    rows(point: number): Uint32Array {
      pointBound(point);
      const found: number[] = [];
      for (let band = firstBand; band < endBand; band++) {
        for (let i = froms[band]!; i < tos[band]!; i++) {
          if (isWithin(bands, point, i, limit))
            for (let at = bands.rowStarts[i]!; at < bands.rowStarts[i + 1]!; at++)
              found.push(bands.rows[at]!);
        }
      }
      return Uint32Array.from(found).sort();
    },
  };
}

/** If the squared chord between two points is at most this. */
export function isWithin({ x, y, z }: Bands, a: number, b: number, squared: number): boolean {
  const dx = x[a]! - x[b]!;
  const dy = y[a]! - y[b]!;
  const dz = z[a]! - z[b]!;
  return dx * dx + dy * dy + dz * dz <= squared;
}

/** A radius in degrees, for circles around points between two latitudes. */
function degreesOf(south: number, north: number, radiusMetres: number) {
  const share = 1 - eccentricitySquared * Math.sin(((south + north) / 2) * radians) ** 2;
  // Of a degree of longitude, divided by the cosine of the latitude.
  const longitudeMetres = (equatorMetres / Math.sqrt(share)) * radians;
  const latitudeMetres = (longitudeMetres * (1 - eccentricitySquared)) / share;
  const radius = radiusMetres / latitudeMetres;
  const reach = radius * (1 + margin);
  const southern = Math.cos((south - reach) * radians);
  const northern = Math.cos((north + reach) * radians);
  const scale = latitudeMetres / longitudeMetres;
  return {
    /** Degrees of latitude that a circle reaches at most, and that are in it for certain. */
    reach,
    sure: radius * (1 - margin),
    /** Degrees of longitude that are as long as a degree of latitude, at most and at least. */
    widest: scale / Math.min(southern, northern),
    narrowest: scale / Math.max(southern, northern),
  };
}
