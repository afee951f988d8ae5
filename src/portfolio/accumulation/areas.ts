import { type Bands, firstAtLeast, firstRow } from './bands.ts';

/** Points in a rectangle. */
export interface Area {
  /** The first point and the end of a run in each of its bands that has points. */
  readonly runs: number[];
  readonly level: number;
  south: number;
  north: number;
  west: number;
  east: number;
  /** The first of the rows at its points. */
  row: number;
  points: number;
}

/** Divides points into areas of some bands, as wide as they are high. Without runs, all points. */
export function areasOf(
  bands: Bands,
  runs: readonly number[] | undefined,
  bandsPerArea: number,
  level: number,
): Iterable<Area> {
  const { bandDegrees, bandStarts, latitudes, longitudes } = bands;
  const width = bandDegrees * bandsPerArea;
  const byPlace = new Map<number, Area>();
  const add = (start: number, end: number) => {
    const band = Math.floor(latitudes[start]! / bandDegrees);
    for (let from = start; from < end; ) {
      const column = Math.floor(longitudes[from]! / width);
      // At least one further, whatever the rounding.
      const to = Math.max(
        from + 1,
        firstAtLeast(longitudes, (column + 1) * width, from, end, from),
      );
      // Fewer columns than this go around the Earth.
      const key = Math.floor(band / bandsPerArea) * 1_000_000_000 + column;
      let area = byPlace.get(key);
      if (!area) {
        area = {
          runs: [],
          level,
          south: band * bandDegrees,
          north: 0,
          west: Infinity,
          east: -Infinity,
          row: Infinity,
          points: 0,
        };
        byPlace.set(key, area);
      }
      area.runs.push(from, to);
      area.north = (band + 1) * bandDegrees;
      area.west = Math.min(area.west, longitudes[from]!);
      area.east = Math.max(area.east, longitudes[to - 1]!);
      for (let point = from; point < to; point++)
        area.row = Math.min(area.row, firstRow(bands, point));
      area.points += to - from;
      from = to;
    }
  };
  if (runs) for (let i = 0; i < runs.length; i += 2) add(runs[i]!, runs[i + 1]!);
  else for (let i = 0; i + 1 < bandStarts.length; i++) add(bandStarts[i]!, bandStarts[i + 1]!);
  return byPlace.values();
}
