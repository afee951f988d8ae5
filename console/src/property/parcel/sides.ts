import { metresPerDegree } from '#tools/geo/earth.ts';
import type { Position } from '#tools/geo/polygon.ts';
import type { Outline } from '../../state/subject/outline.ts';

/** A side of a parcel and its length in metres. */
interface Side {
  readonly from: Position;
  readonly to: Position;
  readonly metres: number;
}

/** Shorter sides have no space for a label. */
const shortestMetres = 2;

/** The sides of an outline that are long enough for a label. */
export function sidesOf(outline: Outline): Side[] {
  return allSides(outline).filter(({ metres }) => metres >= shortestMetres);
}

/** The length of the whole boundary in metres, with the boundaries of holes. */
export function perimeterOf(outline: Outline): number {
  return allSides(outline).reduce((sum, { metres }) => sum + metres, 0);
}

/** The length in metres on the ground between two near positions. */
export function lengthBetween(from: Position, to: Position): number {
  const { north, east } = metresPerDegree((from[1] + to[1]) / 2);
  return Math.hypot((to[0] - from[0]) * east, (to[1] - from[1]) * north);
}

function allSides(outline: Outline): Side[] {
  return outline.flat().flatMap(ring =>
    ring.slice(1).map((to, index) => {
      const from = ring[index]!;
      return { from, to, metres: lengthBetween(from, to) };
    }),
  );
}
