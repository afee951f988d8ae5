import type { Box } from '#tools/geo/box.ts';
import { clipLine, clipRing, placementIn } from '#tools/geo/clip.ts';
import {
  type FlatGeometry,
  type GeometryType,
  line,
  type Part,
  point,
  polygon,
} from './map-feature.ts';
import { buffer, type Coordinates, extent, unitsPerPixel } from './tile-scheme.ts';

/** The square that a tile has data for, in tile units. */
export const tileSquare: Box = {
  west: -buffer,
  south: -buffer,
  east: extent + buffer,
  north: extent + buffer,
};

/** Points closer than this to the last kept point are dropped: half a pixel. */
const leastDistance = unitsPerPixel / 2;

/** Smaller rings are dropped: four square pixels. */
const leastArea = 4 * unitsPerPixel ** 2;

/** A geometry in whole tile units, clipped to its tile. */
export interface TileGeometry {
  readonly type: GeometryType;
  /** Points in one part, lines, or rings: each outer ring clockwise, then its holes the other way. */
  readonly parts: readonly Coordinates[];
}

/** How geometries are drawn in a tile. */
export interface Drawing {
  /** All points are kept at the finest zoom: clients enlarge such a tile. */
  readonly isFinest: boolean;
  /** Whether the whole geometry is known to be inside the tile. */
  readonly isInside: boolean;
}

/** Thins out and clips a geometry in tile units; undefined if the tile shows nothing of it. */
export function drawGeometry(
  { type, parts }: FlatGeometry,
  drawing: Drawing,
): TileGeometry | undefined {
  const drawn = drawParts[type](parts, drawing);
  return drawn.length > 0 ? { type, parts: drawn } : undefined;
}

const drawParts = { [point]: insidePoints, [line]: linesOf, [polygon]: ringsOf } as const;

function insidePoints(parts: readonly Part[]): Coordinates[] {
  const inside = parts.filter(({ points }) => placementIn(tileSquare, points) === 'inside');
  return inside.map(({ points }) => toWholeUnits(points));
}

function linesOf(parts: readonly Part[], { isFinest, isInside }: Drawing): Coordinates[] {
  const drawn: Coordinates[] = [];
  for (const { points } of parts) {
    const placement = isInside ? 'inside' : placementIn(tileSquare, points);
    if (placement === 'outside') continue;
    const kept = isFinest ? points : dropClosePoints(points);
    for (const one of placement === 'inside' ? [kept] : clipLine(kept, tileSquare)) {
      const whole = toWholeUnits(one);
      if (whole.length >= 4) drawn.push(whole);
    }
  }
  return drawn;
}

function ringsOf(parts: readonly Part[], drawing: Drawing): Coordinates[] {
  const rings: Coordinates[] = [];
  let hasOuter = false;
  for (const { points, isHole } of parts) {
    // Without its outer ring a hole would cut another polygon.
    if (isHole && !hasOuter) continue;
    const ring = ringOf(points, drawing, isHole ? -1 : 1);
    if (ring) rings.push(ring);
    if (!isHole) hasOuter = ring !== undefined;
  }
  return rings;
}

/** A ring with the winding of its role (Vector Tile Specification 2.1, §4.3.4.4). */
function ringOf(
  open: Coordinates,
  { isFinest, isInside }: Drawing,
  winding: 1 | -1,
): Coordinates | undefined {
  const placement = isInside ? 'inside' : placementIn(tileSquare, open);
  if (placement === 'outside') return undefined;
  if (!isFinest && Math.abs(signedArea(open)) < leastArea) return undefined;
  const kept = isFinest ? open : dropClosePoints(open);
  const ring = toWholeUnits(placement === 'inside' ? kept : clipRing(kept, tileSquare));
  const last = ring.length - 2;
  // Rounding may have closed it.
  if (last > 0 && ring[0] === ring[last] && ring[1] === ring[last + 1]) ring.length = last;
  if (ring.length < 6) return undefined;
  // A ring without an area has no winding, and decoders skip it.
  return signedArea(ring) === 0 ? undefined : withWinding(ring, winding);
}

/** A ring in the direction of its role: 1 for outer rings, clockwise, and -1 for holes. */
export function withWinding(ring: Coordinates, winding: 1 | -1): Coordinates {
  return Math.sign(signedArea(ring)) === winding ? ring : reversed(ring);
}

function reversed(ring: Coordinates): Coordinates {
  const turned: Coordinates = [];
  for (let i = ring.length - 2; i >= 0; i -= 2) turned.push(ring[i]!, ring[i + 1]!);
  return turned;
}

/**
 * Drops points of a line that are drawn like the one before, and keeps both ends. It looks only
 * at distances between points, so it takes linear time and neighbouring tiles drop the same points.
 */
function dropClosePoints(line: Coordinates): Coordinates {
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

/** The area of a ring: positive if it runs clockwise on a screen, where y grows downwards. */
function signedArea(ring: Coordinates): number {
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
function toWholeUnits(coordinates: Coordinates): Coordinates {
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
