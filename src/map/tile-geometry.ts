import { clipLine, clipRing, placementOf } from './clip.ts';
import {
  type FlatGeometry,
  type GeometryType,
  line,
  type Part,
  point,
  polygon,
} from './feature.ts';
import { signedArea, simplifyLine, simplifyRing, toWholeUnits } from './simplify.ts';
import type { Coordinates } from './tile-scheme.ts';

/** A geometry in whole tile units, clipped to its tile. */
export interface TileGeometry {
  readonly type: GeometryType;
  /** Points in one part, lines, or rings: each outer ring clockwise, then its holes the other way. */
  readonly parts: readonly Coordinates[];
}

/** How geometries are drawn in a tile. */
export interface Drawing {
  /** Nothing is simplified at the finest zoom: clients enlarge such a tile. */
  readonly isFinest: boolean;
  /** Whether the whole geometry is known to be inside the tile. */
  readonly isInside: boolean;
}

/** Simplifies and clips a geometry in tile units; undefined if the tile shows nothing of it. */
export function drawGeometry(
  { type, parts }: FlatGeometry,
  drawing: Drawing,
): TileGeometry | undefined {
  const drawn = drawParts[type](parts, drawing);
  return drawn.length > 0 ? { type, parts: drawn } : undefined;
}

const drawParts = { [point]: insidePoints, [line]: linesOf, [polygon]: ringsOf } as const;

function insidePoints(parts: readonly Part[]): Coordinates[] {
  const inside = parts.filter(({ points }) => placementOf(points) === 'inside');
  return inside.map(({ points }) => toWholeUnits(points));
}

function linesOf(parts: readonly Part[], { isFinest, isInside }: Drawing): Coordinates[] {
  const drawn: Coordinates[] = [];
  for (const { points } of parts) {
    const placement = isInside ? 'inside' : placementOf(points);
    if (placement === 'outside') continue;
    const simple = isFinest ? points : simplifyLine(points);
    for (const one of placement === 'inside' ? [simple] : clipLine(simple)) {
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
  const placement = isInside ? 'inside' : placementOf(open);
  if (placement === 'outside') return undefined;
  const simple = isFinest ? open : simplifyRing(open);
  const ring = toWholeUnits(placement === 'inside' ? simple : clipRing(simple));
  const last = ring.length - 2;
  // Rounding may have closed it.
  if (last > 0 && ring[0] === ring[last] && ring[1] === ring[last + 1]) ring.length = last;
  if (ring.length < 6) return undefined;
  const area = signedArea(ring);
  // A ring without an area has no winding, and decoders skip it.
  if (area === 0) return undefined;
  return Math.sign(area) === winding ? ring : reversed(ring);
}

function reversed(ring: Coordinates): Coordinates {
  const turned: Coordinates = [];
  for (let i = ring.length - 2; i >= 0; i -= 2) turned.push(ring[i]!, ring[i + 1]!);
  return turned;
}
