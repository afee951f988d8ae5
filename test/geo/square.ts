import type { Position } from '#tools/geo/polygon.ts';

/** Positions as in WKT: `23 38, 24 38`. */
export function corners(text: string): Position[] {
  return text.split(',').map(pair => pair.trim().split(' ').map(Number) as unknown as Position);
}

/** A closed ring around a square, counter-clockwise from its south-west corner. */
export function square(west: number, south: number, side: number): Position[] {
  const [east, north] = [west + side, south + side];
  return [[west, south], [east, south], [east, north], [west, north], [west, south]]; // biome-ignore format: a square
}
