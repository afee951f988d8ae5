import type { Position } from '#tools/geo/polygon.ts';

/** A closed ring around a square, counter-clockwise from its south-west corner. */
export function square(west: number, south: number, side: number): Position[] {
  return [
    [west, south],
    [west + side, south],
    [west + side, south + side],
    [west, south + side],
    [west, south],
  ];
}
