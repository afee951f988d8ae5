/*
 * A spatial index of points with one integer each, so that any table with an index on that column can
 * find those around a position: tiles are squares of a thousandth of a degree, numbered row by row
 * from the south-west. The points around a position are in a few ranges of numbers.
 */
const tilesPerDegree = 1_000;
const tilesInRow = 360 * tilesPerDegree + 1;
/** The length of the shortest degree of latitude, in metres. */
const degreeMetres = 110_570;

/** First and last number of a run of tiles, both included. */
export type TileRun = readonly [first: number, last: number];

/** The number of the tile that a point lies in. */
export function tileOf(latitude: number, longitude: number): number {
  return rowOf(latitude) * tilesInRow + columnOf(longitude);
}

/** Half the height and half the width, in degrees, of a box around a circle. */
export function boxAround(latitude: number, metres: number): { high: number; wide: number } {
  const high = metres / degreeMetres;
  const northmost = Math.min(90, Math.abs(latitude) + high);
  return { high, wide: high / Math.cos((northmost * Math.PI) / 180) };
}

/**
 * The ranges of tiles that contain every point within some metres of a position, and more points
 * around them. They end at the antimeridian.
 */
export function tilesAround(latitude: number, longitude: number, metres: number): TileRun[] {
  const { high, wide } = boxAround(latitude, metres);
  const [south, north] = [rowOf(latitude - high), rowOf(latitude + high)];
  const [west, east] = [columnOf(longitude - wide), columnOf(longitude + wide)];
  return Array.from({ length: north - south + 1 }, (_, i) => {
    const row = (south + i) * tilesInRow;
    return [row + west, row + east];
  });
}

function rowOf(latitude: number): number {
  return Math.floor((Math.min(90, Math.max(-90, latitude)) + 90) * tilesPerDegree);
}

function columnOf(longitude: number): number {
  return Math.floor((Math.min(180, Math.max(-180, longitude)) + 180) * tilesPerDegree);
}
