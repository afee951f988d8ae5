import { type Coordinates, unitsPerPixel } from './tile-scheme.ts';

/** Points closer than this to the last kept point are dropped: half a pixel. */
const leastDistance = unitsPerPixel / 2;

/** Smaller rings are dropped: four square pixels. */
const leastArea = 4 * unitsPerPixel ** 2;

/**
 * Drops points of a line that are drawn like the one before, and keeps both ends. It looks only
 * at distances between points, so it takes linear time and neighbouring tiles drop the same points.
 */
export function simplifyLine(line: Coordinates): Coordinates {
  let x = line[0]!;
  let y = line[1]!;
  const kept = [x, y];
  const last = line.length - 2;
  for (let i = 2; i < last; i += 2) {
    const dx = line[i]! - x;
    const dy = line[i + 1]! - y;
    if (dx * dx + dy * dy < leastDistance * leastDistance) continue;
    x = line[i]!;
    y = line[i + 1]!;
    kept.push(x, y);
  }
  if (last > 0) kept.push(line[last]!, line[last + 1]!);
  return kept;
}

/** The same for a ring; empty if it is too small to see. */
export function simplifyRing(ring: Coordinates): Coordinates {
  return Math.abs(signedArea(ring)) < leastArea ? [] : simplifyLine(ring);
}

/** The area of a ring: positive if it runs clockwise on a screen, where y grows downwards. */
export function signedArea(ring: Coordinates): number {
  let doubled = 0;
  let x = ring.at(-2)!;
  let y = ring.at(-1)!;
  for (let i = 0; i < ring.length; i += 2) {
    doubled += x * ring[i + 1]! - ring[i]! * y;
    x = ring[i]!;
    y = ring[i + 1]!;
  }
  return doubled / 2;
}

/** Rounds coordinates to whole tile units and drops points that repeat the one before. */
export function toWholeUnits(coordinates: Coordinates): Coordinates {
  const whole: Coordinates = [];
  let lastX = Number.NaN;
  let lastY = Number.NaN;
  for (let i = 0; i < coordinates.length; i += 2) {
    const x = Math.round(coordinates[i]!);
    const y = Math.round(coordinates[i + 1]!);
    if (x === lastX && y === lastY) continue;
    whole.push(x, y);
    lastX = x;
    lastY = y;
  }
  return whole;
}
