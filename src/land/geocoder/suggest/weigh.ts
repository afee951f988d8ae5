import { metresBetween } from '../../../tools/geo/earth.ts';

/** A position in degrees. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** How far nearness counts, in metres, and how much. */
const nearMetres = 20_000;
const nearGain = 0.5;

/** How well it fits, and how many people may mean it. */
export function weigh(score: number, size: number): number {
  return score ** 3 * (0.5 + 0.5 * size);
}

/** The most that `nearness` is. */
export const mostNearness = 1 + nearGain;

/** How much more often what is near is meant: 1 far away and without a position. */
export function nearness(at: Point, near: Point | undefined): number {
  return near ? 1 + nearGain * Math.exp(-metresBetween(near, at) / nearMetres) : 1;
}
