import { type PolygonGeometry, polygonsOf } from '../geo/polygon.ts';
import { clipLine, clipRing, placementOf } from './clip.ts';
import type { MapGeometry } from './feature.ts';
import { signedArea, simplifyLine, simplifyRing, toWholeUnits } from './simplify.ts';
import { type Coordinates, type TileId, tileProjection } from './tile-scheme.ts';

/** The geometry types of a vector tile. */
export const [point, line, polygon] = [1, 2, 3] as const;

/** A geometry in whole tile units, clipped to its tile. */
export interface TileGeometry {
  readonly type: typeof point | typeof line | typeof polygon;
  /** Points in one part, lines, or rings: each outer ring clockwise, then its holes the other way. */
  readonly parts: readonly Coordinates[];
}

type Project = ReturnType<typeof tileProjection>;

/**
 * Returns a function that projects, simplifies and clips geometries for a tile; undefined for what
 * the tile does not show. With `isFinest` nothing is simplified: clients enlarge such a tile.
 */
export function tileGeometries(tile: TileId, isFinest: boolean) {
  const project = tileProjection(tile);
  return (geometry: MapGeometry): TileGeometry | undefined => {
    const made = makeGeometry(geometry, project, isFinest);
    return made.parts.length > 0 ? made : undefined;
  };
}

function makeGeometry(geometry: MapGeometry, project: Project, isFinest: boolean): TileGeometry {
  switch (geometry.type) {
    case 'Point':
      return { type: point, parts: insidePoints(project([geometry.coordinates])) };
    case 'LineString':
      return { type: line, parts: linesOf([project(geometry.coordinates)], isFinest) };
    case 'MultiLineString':
      return {
        type: line,
        parts: linesOf(
          geometry.coordinates.map(one => project(one)),
          isFinest,
        ),
      };
    default:
      return { type: polygon, parts: ringsOf(geometry, project, isFinest) };
  }
}

function insidePoints(points: Coordinates): Coordinates[] {
  return placementOf(points) === 'inside' ? [toWholeUnits(points)] : [];
}

function linesOf(lines: readonly Coordinates[], isFinest: boolean): Coordinates[] {
  return lines.flatMap(one => {
    const placement = placementOf(one);
    if (placement === 'outside') return [];
    const simple = isFinest ? one : simplifyLine(one);
    const clipped = placement === 'inside' ? [simple] : clipLine(simple);
    return clipped.map(toWholeUnits).filter(part => part.length >= 4);
  });
}

function ringsOf(geometry: PolygonGeometry, project: Project, isFinest: boolean): Coordinates[] {
  const rings: Coordinates[] = [];
  for (const polygon of polygonsOf(geometry)) {
    for (let i = 0; i < polygon.length; i++) {
      const closed = polygon[i]!;
      const ring = ringOf(project(closed, closed.length - 1), isFinest, i === 0 ? 1 : -1);
      if (ring) rings.push(ring);
      // Without its outer ring a hole would cut another polygon.
      else if (i === 0) break;
    }
  }
  return rings;
}

/** A ring with the winding of its role (Vector Tile Specification 2.1, §4.3.4.4). */
function ringOf(open: Coordinates, isFinest: boolean, winding: 1 | -1): Coordinates | undefined {
  const placement = placementOf(open);
  if (placement === 'outside') return undefined;
  const simple = isFinest ? open : simplifyRing(open);
  const ring = toWholeUnits(placement === 'inside' ? simple : clipRing(simple));
  const isClosed = ring[0] === ring.at(-2) && ring[1] === ring.at(-1);
  const whole = isClosed ? ring.slice(0, -2) : ring;
  if (whole.length < 6) return undefined;
  const area = signedArea(whole);
  // A ring without an area has no winding, and decoders skip it.
  if (area === 0) return undefined;
  return Math.sign(area) === winding ? whole : reversed(whole);
}

function reversed(ring: Coordinates): Coordinates {
  const turned: Coordinates = [];
  for (let i = ring.length - 2; i >= 0; i -= 2) turned.push(ring[i]!, ring[i + 1]!);
  return turned;
}
