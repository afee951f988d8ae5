import type { Positions } from './indexed-amounts.ts';

/** Positions in a rectangle that is at least as high and wide as the radius of the circles. */
export interface Square {
  readonly members: readonly number[];
  /** Its southern and northern edge. */
  readonly latitudes: readonly [number, number];
  /** All positions that a circle around a member may reach: those of it and its neighbours. */
  readonly around: () => readonly number[];
  /** Their sum: no circle around a member holds more. */
  readonly bound: number;
}

/** Less than the metres of a degree of latitude, wherever it is. */
const metresPerDegree = 110_500;
/** Fewer columns than this go around the Earth. */
const columnsPerLine = 1_000_000_000;

/** Divides positions into squares; those with the largest bound come first. */
export function squaresOf(positions: Positions, radiusMetres: number): Square[] {
  const { latitudes, longitudes, cents } = positions;
  const height = radiusMetres / metresPerDegree;
  const highest = latitudes.reduce((most, latitude) => Math.max(most, Math.abs(latitude)), 0);
  const width = height / Math.cos((Math.min(80, highest) + height) * (Math.PI / 180));
  const squares = new Map<number, { key: number; members: number[]; cents: number }>();
  for (let i = 0; i < cents.length; i++) {
    const key =
      Math.floor(latitudes[i]! / height) * columnsPerLine + Math.floor(longitudes[i]! / width);
    const square = squares.get(key);
    if (square) {
      square.members.push(i);
      square.cents += cents[i]!;
    } else squares.set(key, { key, members: [i], cents: cents[i]! });
  }
  const steps = [-1, 0, 1].flatMap(line =>
    [-1, 0, 1].map(column => line * columnsPerLine + column),
  );
  return Array.from(squares.values(), ({ key, members }) => {
    const near = steps.flatMap(step => squares.get(key + step) ?? []);
    const line = Math.round(key / columnsPerLine);
    return {
      members,
      latitudes: [line * height, (line + 1) * height] as const,
      around: () => near.flatMap(one => one.members),
      bound: near.reduce((sum, one) => sum + one.cents, 0),
    };
  }).sort((a, b) => b.bound - a.bound);
}
