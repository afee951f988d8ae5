import { metresBetween } from '../../geo/earth.ts';

/** A position in degrees. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** How far nearness counts, in metres, and how much. */
const nearMetres = 20_000;
const nearGain = 0.5;

/** How well it fits, how many people may mean it, and how near it is. */
export function weigh(at: Point, score: number, size: number, near: Point | undefined): number {
  const gain = near ? nearGain * Math.exp(-metresBetween(near, at) / nearMetres) : 0;
  return score ** 3 * (0.5 + 0.5 * size) * (1 + gain);
}
