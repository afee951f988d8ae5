import { metresBetween } from '#tools/geo/earth.ts';
import type { Position } from '../rows/geocoder-rows.ts';

/** No degree of latitude is shorter, in metres. */
const leastDegreeMetres = 110_500;

/** Whether two positions are at most so far apart; their latitudes alone exclude most pairs. */
export function isWithin(
  a: { readonly latitude: number; readonly longitude: number },
  b: { readonly latitude: number; readonly longitude: number },
  metres: number,
): boolean {
  return (
    Math.abs(a.latitude - b.latitude) * leastDegreeMetres <= metres && metresBetween(a, b) <= metres
  );
}

/**
 * The most central of some positions, and how far the others lie from it: the accuracy, in
 * metres, of naming them all by one. An unknown position is NaN.
 */
export function centralPosition(positions: readonly Position[]): Position {
  if (positions.length === 0) {
    return { latitude: Number.NaN, longitude: Number.NaN, accuracyMetres: Number.NaN };
  }
  const middle = {
    latitude: median(positions.map(p => p.latitude)),
    longitude: median(positions.map(p => p.longitude)),
  };
  const reaches = positions.map(p => metresBetween(p, middle) + p.accuracyMetres);
  return { ...middle, accuracyMetres: Math.round(Math.max(...reaches)) };
}

function median(values: number[]): number {
  const sorted = values.sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/** The radius of a settlement in metres, estimated from its population. */
export function settlementReach(population: number | null): number {
  return Math.round(Math.min(5_000, 300 + 12 * Math.sqrt(population ?? 500)));
}

/**
 * A settlement with a larger accuracy than this, in metres, has only the position of its postal
 * code.
 */
export const ownPositionMetres = 6_000;
