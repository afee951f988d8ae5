import { type Box, boxesOverlap, withoutBox } from '#tools/geo/box.ts';
import { clipLine, clipPolygon, clipRing } from '#tools/geo/clip.ts';
import {
  boundsOf,
  type Polygon,
  type PolygonGeometry,
  type Position,
  polygonsOf,
  type Ring,
} from '#tools/geo/polygon.ts';
import { type Look, orderOf } from './cell-feature.ts';
import { zoomsOf } from './detail.ts';
import { type Candidate, candidatesOf } from './draw-tile.ts';
import { line, type MapFeature } from './map-feature.ts';
import { type TileGeometry, tileSquare } from './tile-geometry.ts';
import { type Coordinates, type TileId, tileBox } from './tile-scheme.ts';

/** From this zoom on, land is clipped to cells first: the mainland alone has thousands of points. */
const clippedFromZoom = 9;
/** From this zoom on, the coast is as smooth as it can be: its accuracy of 100 m shows in corners. */
const smoothFromZoom = 12;

/** The first level of detail with land and sea of an import: further away what ships is as good. */
export const firstCoveredDetail = 2;
const coveredFromZoom = zoomsOf(firstCoveredDetail).lowest;

const cellDegrees = 1;
const smoothCellDegrees = 1 / 8;
/**
 * A box belongs to the cell that has its south-west corner. The land of a cell reaches beyond it as
 * far as the largest tile does, so that no tile shows where it was cut: in widths of a cell.
 */
const rim = { south: 0.1, north: 0.9 };

/** Land that ships, found by box. */
export type LandIn = (box: Box, zoom: number) => MapFeature[];

/** Opens shipped land. Cells are clipped when they are first asked for, and kept. */
export function openLand(land: PolygonGeometry): LandIn {
  const whole = polygonsOf(land).map(toPart);
  const inCell = openCells(() => whole, cellDegrees);
  const inSmoothCell = openCells(inCell, smoothCellDegrees, part => smooth(part, cutDegrees));
  const roundedAt = Array.from({ length: smoothFromZoom }, (_, zoom) =>
    // Further away it is a few pixels: a shorter cut would not be seen.
    openCells(inCell, cellDegrees, part =>
      smooth(part, 2 * cutDegrees * 2 ** (smoothFromZoom - 1 - zoom)),
    ),
  );
  const partsAt = (box: Box, zoom: number) => {
    if (zoom < clippedFromZoom) return whole;
    return (roundedAt[zoom] ?? inSmoothCell)(box);
  };
  return (box, zoom) =>
    partsAt(box, zoom)
      .filter(part => boxesOverlap(part.box, box))
      .map(toFeature);
}

type PartsIn = (box: Box) => readonly Part[];

function openCells(from: PartsIn, degrees: number, change = (part: Part) => part): PartsIn {
  const cells = new Map<string, readonly Part[]>();
  return box => {
    const [column, row] = [box.west, box.south].map(corner => Math.floor(corner / degrees));
    const key = `${column} ${row}`;
    const known = cells.get(key);
    if (known) return known;
    const cell = cellBox(column!, row!, degrees);
    const clipped = clipParts(from(box), cell).map(change);
    cells.set(key, clipped);
    return clipped;
  };
}

/** How far from a corner it is cut off, in degrees: no further than the coast may be wrong. */
const cutDegrees = 0.001;
const cutRounds = 3;

/**
 * Cuts off corners, three times. Each cut depends on the two sides of its corner alone, so it is
 * the same in neighbouring cells.
 */
function smooth({ polygon }: Part, mostDegrees: number): Part {
  const rounds = Array.from({ length: cutRounds });
  const cut = (ring: Ring) => cutCorners(ring, mostDegrees);
  return toPart(polygon.map(ring => rounds.reduce<Ring>(cut, ring)));
}

function cutCorners(ring: Ring, mostDegrees: number): Ring {
  const cut: Position[] = [];
  for (let i = 0; i < ring.length - 1; i++) {
    const corner = ring[i]!;
    const before = ring[(i || ring.length - 1) - 1]!;
    const next = ring[i + 1]!;
    cut.push(towards(corner, before, mostDegrees), towards(corner, next, mostDegrees));
  }
  return [...cut, cut[0]!];
}

/** A position on the way to the next corner: a quarter of it, or less. */
function towards([x, y]: Position, [nextX, nextY]: Position, mostDegrees: number): Position {
  const length = Math.hypot(nextX - x, nextY - y);
  const share = length > 4 * mostDegrees ? mostDegrees / length : 1 / 4;
  return [x + share * (nextX - x), y + share * (nextY - y)];
}

/**
 * Draws the land that ships where no import has sea, which covers it. From the first zoom with such
 * sea its coast is a line of its own: the edges of land are also those at which it was cut.
 */
export function landCandidates(landIn: LandIn, loaded: readonly Candidate[], tile: TileId) {
  const covered = loaded
    .filter(({ look }) => look.layer === 'sea')
    .flatMap(({ from, at }) => from(at)?.parts ?? []);
  const open = covered.map(boxAround).reduce(withoutBox, [tileSquare]);
  const shipped = candidatesOf(landIn(tileBox(tile), tile.z), tile).map(drawnOnce);
  const coasts = tile.z < coveredFromZoom ? [] : shipped.map(coastOf);
  const all = [...shipped, ...coasts];
  const cut = ({ from, ...rest }: Candidate) => ({
    ...rest,
    from: (at: number) => inBoxes(from(at), open),
  });
  return covered.length === 0 ? all : all.map(cut);
}

function drawnOnce(candidate: Candidate): Candidate {
  let drawn: readonly [TileGeometry | undefined] | undefined;
  const from = (at: number) => {
    drawn ??= [candidate.from(at)];
    return drawn[0];
  };
  return { ...candidate, from };
}

const coastLook: Look = {
  layer: 'waterway',
  kind: 'coastline',
  name: null,
  nameEn: null,
  ref: null,
  minZoom: 0,
};

/** The edges of land that are not those of the tile. */
function coastOf({ from, ...land }: Candidate): Candidate {
  const linesFrom = (at: number) => {
    const parts = from(at)?.parts.flatMap(edgesInside) ?? [];
    return parts.length > 0 ? { type: line, parts } : undefined;
  };
  return { ...land, look: coastLook, order: orderOf(coastLook), from: linesFrom };
}

function edgesInside(ring: Coordinates): Coordinates[] {
  const lines: Coordinates[] = [];
  const { west, south, east, north } = tileSquare;
  let isGoingOn = false;
  for (let i = 0; i < ring.length; i += 2) {
    const next = (i + 2) % ring.length;
    const [ax, ay, bx, by] = [ring[i]!, ring[i + 1]!, ring[next]!, ring[next + 1]!];
    const isCut =
      (ax === bx && (ax === west || ax === east)) || (ay === by && (ay === south || ay === north));
    if (!isCut && isGoingOn) lines.at(-1)!.push(bx, by);
    else if (!isCut) lines.push([ax, ay, bx, by]);
    isGoingOn = !isCut;
  }
  return lines;
}

function boxAround(ring: readonly number[]): Box {
  const [xs, ys] = [ring.filter((_, i) => i % 2 === 0), ring.filter((_, i) => i % 2 === 1)];
  return {
    west: Math.min(...xs),
    south: Math.min(...ys),
    east: Math.max(...xs),
    north: Math.max(...ys),
  };
}

/** The parts of rings and lines inside boxes, each outer ring before its holes. */
function inBoxes(geometry: TileGeometry | undefined, boxes: readonly Box[]) {
  const clip = (part: Coordinates, box: Box) =>
    geometry?.type === line
      ? clipLine(part, box).map(toWhole)
      : [toWhole(clipRing(part, box))].filter(hasArea);
  const parts = boxes.flatMap(box => geometry?.parts.flatMap(part => clip(part, box)) ?? []);
  return geometry && parts.length > 0 ? { ...geometry, parts } : undefined;
}

const toWhole = (part: Coordinates) => part.map(Math.round);

/** Whether a ring encloses anything; one that only touches a box does not. */
function hasArea(ring: readonly number[]): boolean {
  let doubled = 0;
  for (let i = 0; i < ring.length; i += 2) {
    const next = (i + 2) % ring.length;
    doubled += ring[i]! * ring[next + 1]! - ring[next]! * ring[i + 1]!;
  }
  return doubled !== 0;
}

interface Part {
  readonly polygon: Polygon;
  readonly box: Box;
}

function toPart(polygon: Polygon): Part {
  return { polygon, box: boundsOf({ type: 'Polygon', coordinates: polygon }) };
}

function clipParts(parts: readonly Part[], box: Box): Part[] {
  const clipped = parts
    .filter(part => boxesOverlap(part.box, box))
    .map(({ polygon }) => clipPolygon(polygon, box));
  return clipped.filter(polygon => polygon !== undefined).map(toPart);
}

function cellBox(column: number, row: number, degrees: number): Box {
  const { south, north } = rim;
  return {
    west: (column - south) * degrees,
    south: (row - south) * degrees,
    east: (column + 1 + north) * degrees,
    north: (row + 1 + north) * degrees,
  };
}

function toFeature({ polygon }: Part, i: number): MapFeature {
  const geometry = { type: 'Polygon', coordinates: polygon } as const;
  return { ...plain, externalId: `land/${i}`, layer: 'land', kind: 'land', geometry };
}

const plain = { name: null, nameEn: null, ref: null, minZoom: 0, rank: 0 } as const;

/**
 * The box in which all that is not land is known to be sea. It is drawn, so that a tile that has
 * not come yet looks like neither.
 */
export function seaAround({ west, south, east, north }: Box): MapFeature {
  const ring: Ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const geometry = { type: 'Polygon', coordinates: [ring] } as const;
  return { ...plain, externalId: 'sea', layer: 'sea', kind: 'sea', geometry };
}
