import type { Box } from '#tools/geo/box.ts';
import { fromGreekGrid, toGreekGrid } from '#tools/geo/greek-grid.ts';
import { pointInPolygon } from '#tools/geo/inside.ts';
import {
  boundsOf,
  mapPositions,
  type PolygonGeometry,
  type Position,
  polygonsOf,
} from '#tools/geo/polygon.ts';
import { side } from '#tools/geo/rings/ring-crossing.ts';
import {
  type CountWork,
  type SweptCrossing,
  type SweptEdge,
  sweepArea,
  upward,
  xAt,
} from '#tools/geo/sweep.ts';
import { gridEdges } from './covered-area.ts';
import { type Piece, pieceHolds } from './piece.ts';
import { isInCell, type ZoneCell } from './zone-cells.ts';

/** A piece with its cell. */
export type PlacedPiece = Piece & { readonly cell: ZoneCell };

/** Edges of a zone up to this far around a parcel are used, in metres. */
export const rimMetres = 10;

/** Candidates for the point where the zone is looked up, in each direction. */
const candidates = 7;

/** An edge that is straight in degrees leaves the straight line on the grid by at most L² of these. */
const bendPerMetre = 4e-8;

/** The numbers of the two outlines that are compared. */
const [parcelOutline, zoneOutline] = [0, 1];

/** What a comparison costs besides its edges, in edges, and what an edge far away costs, in pairs. */
const [edgesOfComparison, pairsOfFarEdge] = [100, 4];

/** Opens a parcel, whose edges are straight between its corners on the Greek Grid. */
export function openParcelShares(geometry: PolygonGeometry, countWork: CountWork = () => {}) {
  const bounds = boundsOf(mapPositions(geometry, toGreekGrid));
  const box = {
    west: bounds.west - rimMetres,
    east: bounds.east + rimMetres,
    south: bounds.south - rimMetres,
    north: bounds.north + rimMetres,
  };
  const inDegrees = boundsInDegrees(box);
  const outline = gridEdges(geometry, parcelOutline);
  const area = commonArea(outline, [], box.west, () => true);
  /**
   * The share of the parcel's area in a zone, 0 to 1: of the pieces of the zone in all cells around
   * the parcel.
   */
  return (pieces: readonly PlacedPiece[]): number => {
    const edges = edgesOnGrid(pieces, box, inDegrees);
    const positions = pieces.flatMap(({ runs }) => runs.map(run => run.positions.length));
    countWork(
      positions.reduce((sum, count) => sum + pairsOfFarEdge * count, 0) +
        (outline.length + edgesOfComparison) * (edges.length + edgesOfComparison),
    );
    const start = farFromEdges(edges, box);
    const [longitude, latitude] = fromGreekGrid([start.x, start.y]);
    const piece = pieces.find(({ cell }) => isInCell(cell, longitude, latitude));
    const isInside = piece !== undefined && pieceHolds(piece, longitude, latitude);
    if (edges.length === 0) return isInside ? 1 : 0;
    const atWest = westSide(edges, box.west, start, isInside);
    return Math.min(1, commonArea(outline, edges, box.west, atWest) / area);
  };
}

/** The edges of a zone that may touch a box of the grid, each once. */
function edgesOnGrid(pieces: readonly PlacedPiece[], box: Box, inDegrees: Box): SweptEdge[] {
  const edges = new Map<number, SweptEdge>();
  for (const { first, positions } of pieces.flatMap(({ runs }) => runs)) {
    let end: readonly [number, number] | undefined;
    for (let i = 1; i < positions.length; i++) {
      // Most edges of a piece are far from the parcel, and the grid is slow to compute.
      const isNear = mayTouch(positions[i - 1]!, positions[i]!, inDegrees);
      if (!isNear || edges.has(first + i)) {
        end = undefined;
        continue;
      }
      const start = end ?? toGreekGrid(positions[i - 1]!);
      end = toGreekGrid(positions[i]!);
      edges.set(first + i, upward(zoneOutline, start, end));
    }
  }
  return [...edges.values()].filter(
    ({ ax, ay, bx, by }) =>
      ay <= box.north &&
      by >= box.south &&
      Math.min(ax, bx) <= box.east &&
      Math.max(ax, bx) >= box.west,
  );
}

/** The box in degrees around a box of the grid. */
function boundsInDegrees({ west, east, south, north }: Box): Box {
  const corners: Position[] = [
    [west, south],
    [west, north],
    [east, south],
    [east, north],
  ];
  return boundsOf({ type: 'Polygon', coordinates: [corners.map(fromGreekGrid)] });
}

/** Whether an edge may touch a box: with room for how far it bends on the grid, in degrees. */
function mayTouch([ax, ay]: Position, [bx, by]: Position, box: Box): boolean {
  const room = 1e-5 + 0.01 * ((bx - ax) ** 2 + (by - ay) ** 2);
  return (
    Math.min(ax, bx) <= box.east + room &&
    Math.max(ax, bx) >= box.west - room &&
    Math.min(ay, by) <= box.north + room &&
    Math.max(ay, by) >= box.south - room
  );
}

interface GridPoint {
  readonly x: number;
  readonly y: number;
}

/** The point of a raster that is farthest from the edges: it is on the same side of each in degrees. */
function farFromEdges(edges: readonly SweptEdge[], { west, east, south, north }: Box): GridPoint {
  let best: GridPoint = { x: (west + east) / 2, y: (south + north) / 2 };
  let most = -Infinity;
  for (let i = 0; i < candidates ** 2; i++) {
    const [column, row] = [i % candidates, Math.floor(i / candidates)];
    const point = {
      x: west + ((column + 0.5) / candidates) * (east - west),
      y: south + ((row + 0.5) / candidates) * (north - south),
    };
    const room = edges.reduce((least, edge) => Math.min(least, roomBeside(edge, point)), Infinity);
    if (room > most) [best, most] = [point, room];
  }
  return best;
}

function roomBeside({ ax, ay, bx, by }: SweptEdge, { x, y }: GridPoint): number {
  const [dx, dy] = [bx - ax, by - ay];
  const squared = dx * dx + dy * dy;
  const along = squared === 0 ? 0 : ((x - ax) * dx + (y - ay) * dy) / squared;
  const share = Math.min(1, Math.max(0, along));
  return Math.hypot(ax + share * dx - x, ay + share * dy - y) - bendPerMetre * squared;
}

/** Whether the west side of the box is in the zone, by height: each edge that crosses it changes that. */
function westSide(
  edges: readonly SweptEdge[],
  west: number,
  start: GridPoint,
  isInside: boolean,
): (y: number) => boolean {
  const between = edges.filter(edge => {
    if (edge.ay > start.y === edge.by > start.y) return false;
    const x = xAt(edge, start.y);
    return x >= west && x < start.x;
  }).length;
  const atStart = isInside !== (between % 2 === 1);
  const crossings = westCrossings(edges, west);
  return y => {
    const passed = crossings.filter(c => (start.y < c && c <= y) || (y < c && c <= start.y)).length;
    return atStart !== (passed % 2 === 1);
  };
}

function westCrossings(edges: readonly SweptEdge[], west: number): number[] {
  return edges
    .filter(({ ax, bx }) => ax < west !== bx < west)
    .map(({ ax, ay, bx, by }) => ay + ((west - ax) / (bx - ax)) * (by - ay));
}

/**
 * The area inside both outlines by the even-odd rule. `atWest` is whether the west side is inside
 * the zone.
 */
function commonArea(
  parcel: readonly SweptEdge[],
  zone: readonly SweptEdge[],
  west: number,
  atWest: (y: number) => boolean,
): number {
  const low = parcel.reduce((least, { ay }) => Math.min(least, ay), Infinity);
  const high = parcel.reduce((most, { by }) => Math.max(most, by), -Infinity);
  const near = zone.filter(({ ay, by }) => ay < high && by > low);
  return sweepArea(
    [...parcel, ...near],
    (crossings, y) => commonWidth(crossings, west, atWest(y)),
    undefined,
    westCrossings(near, west),
  );
}

function commonWidth(crossings: readonly SweptCrossing[], west: number, atWest: boolean): number {
  const inside = [false, atWest];
  let [width, last] = [0, west];
  for (const { x, own } of crossings) {
    if (x < west) continue;
    if (inside[parcelOutline] && inside[zoneOutline]) width += x - last;
    inside[own] = !inside[own];
    last = x;
  }
  return width;
}

/** Whether lines or points have a position in common with a parcel; its border counts. */
export function meetsParcel(pieces: readonly PlacedPiece[], geometry: PolygonGeometry): boolean {
  const rings = polygonsOf(geometry).flat();
  return pieces
    .flatMap(({ runs }) => runs)
    .some(
      ({ positions }) =>
        positions.some(position => pointInPolygon(position, geometry)) ||
        rings.some(ring => linesCross(positions, ring)),
    );
}

type Line = readonly Position[];

function linesCross(one: Line, other: Line): boolean {
  for (let i = 1; i < one.length; i++) {
    for (let k = 1; k < other.length; k++) {
      const [a, b, c, d] = [one[i - 1]!, one[i]!, other[k - 1]!, other[k]!];
      if (side(a, b, c) * side(a, b, d) <= 0 && side(c, d, a) * side(c, d, b) < 0) return true;
    }
  }
  return false;
}
