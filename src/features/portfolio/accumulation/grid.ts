import type { Positions } from './indexed-amounts.ts';
import type { Square } from './squares.ts';

/** WGS84. */
const [equatorMetres, eccentricitySquared, meanMetres] = [
  6_378_137, 6.694379990141316e-3, 6_371_000,
];
const radians = Math.PI / 180;
/** Within a circle the Earth counts as flat; the error is below this share. */
const margin = 2e-4;
/** Lines of a grid, at most, and its columns for each: narrow cells make bounds that are not far off. */
const [mostLines, columnsPerLine] = [1_024, 4] as const;

/** The squared chord of an arc on the ground: an arc is longer by chord³ / 24R². */
export function squaredChord(arcMetres: number): number {
  return (arcMetres - arcMetres ** 3 / (24 * meanMetres ** 2)) ** 2;
}

/**
 * A grid over the positions around a square, with two cells for each. It returns a function that adds
 * up circles around the members of the square: first all cells that the circle may reach, by two sums
 * for each line of cells. Then it subtracts the positions in cells on the edge that are outside.
 */
export function openGrid(
  { latitudes, longitudes, cents, x, y, z }: Positions,
  { members, latitudes: [lowest, highest], around }: Square,
  radiusMetres: number,
) {
  const { most, sure, widest, narrowest } = degreesOf(lowest, highest, radiusMetres);
  const limit = squaredChord(radiusMetres);
  const [most2, sure2] = [most ** 2, sure ** 2];
  // As far as a circle reaches: so no circle leaves the grid.
  const [south, north] = [lowest - most, highest + most];
  const [least, greatest] = rangeOf(longitudes, members);
  const [west, east] = [least - most * widest, greatest + most * widest];
  const inside = around().filter(i => {
    const [latitude, longitude] = [latitudes[i]!, longitudes[i]!];
    return latitude >= south && latitude <= north && longitude >= west && longitude <= east;
  });
  const lines = Math.min(mostLines, Math.ceil(Math.sqrt(inside.length / 2)));
  const columns = columnsPerLine * lines;
  const [height, width] = [(north - south) / lines, (east - west) / columns];
  const [perLine, perColumn] = [1 / height, 1 / width];
  // One line and column more, for what is on the northern and eastern edge.
  const perRow = columns + 1;
  const cells = inside.map(
    i =>
      (((latitudes[i]! - south) * perLine) | 0) * perRow +
      (((longitudes[i]! - west) * perColumn) | 0),
  );
  const { order, starts } = sortIntoCells(inside, cells, (lines + 1) * perRow);
  const [widestColumns, narrowestColumns] = [widest * perColumn, narrowest * perColumn];
  // In the order of the cells, so that neighbours are together in memory.
  const [ownX, ownY, ownZ, own] = [x, y, z, cents].map(values =>
    Float64Array.from(order, i => values[i]!),
  ) as [Float64Array, Float64Array, Float64Array, Float64Array];
  /** The sum of the cells before each. */
  const before = new Float64Array(starts.length);
  for (let cell = 0, i = 0, sum = 0; cell < before.length; cell++) {
    for (; i < starts[cell]!; i++) sum += own[i]!;
    before[cell] = sum;
  }

  /** The sum of all cells that the circle around a member may reach. */
  const bound = (member: number): number => {
    const up = latitudes[member]! - south;
    const column = (longitudes[member]! - west) * perColumn;
    const last = ((up + most) * perLine) | 0;
    let total = 0;
    for (let line = ((up - most) * perLine) | 0; line <= last; line++) {
      const above = line * height - up;
      const nearest = Math.max(0, above, -above - height);
      const half = Math.sqrt(Math.max(0, most2 - nearest * nearest)) * widestColumns;
      const first = line * perRow;
      total += before[first + ((column + half) | 0) + 1]! - before[first + ((column - half) | 0)]!;
    }
    return total;
  };
  /** The sum of the positions in some cells that are outside the circle around a member. */
  const outside = (member: number, from: number, to: number): number => {
    const [px, py, pz, end] = [x[member]!, y[member]!, z[member]!, starts[to]!];
    let total = 0;
    for (let i = starts[from]!; i < end; i++) {
      const dx = ownX[i]! - px;
      const dy = ownY[i]! - py;
      const dz = ownZ[i]! - pz;
      if (dx * dx + dy * dy + dz * dz > limit) total += own[i]!;
    }
    return total;
  };
  /** The sum of the circle around a member, or a bound of it that is below `least`. */
  return (member: number, least: number): number => {
    const up = latitudes[member]! - south;
    const column = (longitudes[member]! - west) * perColumn;
    const last = ((up + most) * perLine) | 0;
    let total = bound(member);
    for (let line = ((up - most) * perLine) | 0; line <= last && total >= least; line++) {
      const above = line * height - up;
      const nearest = Math.max(0, above, -above - height);
      const farthest = Math.max(above + height, -above);
      const half = Math.sqrt(Math.max(0, most2 - nearest * nearest)) * widestColumns;
      const inner = Math.sqrt(Math.max(0, sure2 - farthest * farthest)) * narrowestColumns;
      const first = line * perRow;
      const sureFrom = first + ((column - inner) | 0) + 1;
      const sureTo = Math.max(sureFrom, first + ((column + inner) | 0));
      total -=
        outside(member, first + ((column - half) | 0), sureFrom) +
        outside(member, sureTo, first + ((column + half) | 0) + 1);
    }
    return total;
  };
}

function rangeOf(values: Float64Array, members: readonly number[]): [number, number] {
  let [least, greatest] = [Infinity, -Infinity];
  for (const i of members) {
    least = Math.min(least, values[i]!);
    greatest = Math.max(greatest, values[i]!);
  }
  return [least, greatest];
}

/** Members by their cell, and the first of each cell with the end after the last. */
function sortIntoCells(members: readonly number[], cells: readonly number[], most: number) {
  const starts = new Uint32Array(most + 1);
  for (const cell of cells) starts[cell + 1]!++;
  for (let cell = 0; cell < most; cell++) starts[cell + 1]! += starts[cell]!;
  const next = starts.slice();
  const order = new Uint32Array(members.length);
  for (let i = 0; i < members.length; i++) order[next[cells[i]!]!++] = members[i]!;
  return { order, starts };
}

/** A radius in degrees, for circles around positions between two latitudes. */
function degreesOf(south: number, north: number, radiusMetres: number) {
  const share = 1 - eccentricitySquared * Math.sin(((south + north) / 2) * radians) ** 2;
  // Of a degree of longitude, divided by the cosine of the latitude.
  const longitudeMetres = (equatorMetres / Math.sqrt(share)) * radians;
  const latitudeMetres = (longitudeMetres * (1 - eccentricitySquared)) / share;
  const radius = radiusMetres / latitudeMetres;
  const most = radius * (1 + margin);
  const southern = Math.cos((south - most) * radians);
  const northern = Math.cos((north + most) * radians);
  const scale = latitudeMetres / longitudeMetres;
  return {
    /** Degrees of latitude that a circle reaches at most, and that are in it for certain. */
    most,
    sure: radius * (1 - margin),
    /** Degrees of longitude that are as long as a degree of latitude, at most and at least. */
    widest: scale / Math.min(southern, northern),
    narrowest: scale / Math.max(southern, northern),
  };
}
