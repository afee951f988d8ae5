import type { Box } from '#tools/geo/box.ts';
import { clipLine, toPositions } from '#tools/geo/clip.ts';
import { sideOfRing } from '#tools/geo/inside.ts';
import { type Polygon, type Position, type Ring, signedArea } from '#tools/geo/polygon.ts';
import { pieceHolds } from './piece.ts';
import type { PlacedPiece } from './share.ts';
import type { ZoneGeometry } from './zone.ts';
import { isInCell } from './zone-cells.ts';

/** Ends of lines this near to a side of the box lie on it, in degrees. */
const onSide = 1e-9;

/** Whether a closed line is a hole is looked up this far inside of it, in degrees. */
const insideDegrees = 4e-9;

/**
 * The part of a zone inside a box, of its pieces in all cells that overlap the box. Holes and islands
 * with a smaller area than `leastArea`, in square degrees, are left out. Undefined if nothing is left.
 */
export function clipZone(
  pieces: readonly PlacedPiece[],
  box: Box,
  leastArea: number,
): ZoneGeometry | undefined {
  const { shape } = pieces[0]!;
  const lines = linesIn(pieces);
  if (shape === 'point') {
    const found = lines.flat().find(([x, y]) => isWithin(box, x, y));
    return found && { type: 'Point', coordinates: found };
  }
  const clipped = lines.flatMap(line => clipLine(line.flat(), box).map(toPositions));
  if (shape === 'line') {
    return clipped.length > 0 ? { type: 'MultiLineString', coordinates: clipped } : undefined;
  }
  const holds = (x: number, y: number) =>
    pieces.some(piece => isInCell(piece.cell, x, y) && pieceHolds(piece, x, y));
  const { closed, open } = joined(clipped, box);
  const polygons: Polygon[] = ringsAlong(open, box, holds).map(ring => [ring]);
  const holes: Ring[] = [];
  for (const ring of closed) {
    const area = signedArea(ring);
    if (Math.abs(area) < leastArea || area === 0) continue;
    if (holds(...justInside(ring, area))) polygons.push([ring]);
    else holes.push(ring);
  }
  const withHoles = addHoles(polygons, holes);
  return withHoles.length > 0 ? { type: 'MultiPolygon', coordinates: withHoles } : undefined;
}

/** The edges of all pieces, each once, as lines as long as each begins where the one before ends. */
function linesIn(pieces: readonly PlacedPiece[]): Position[][] {
  const runs = pieces.flatMap(piece => piece.runs).toSorted((a, b) => a.first - b.first);
  const lines: Position[][] = [];
  let next = -1;
  for (const { first, positions } of runs) {
    const last = first + positions.length - 1;
    if (positions.length > 1 && first <= next) {
      // Pieces that are neighbours repeat edges.
      for (let i = next + 1 - first; i < positions.length; i++) lines.at(-1)!.push(positions[i]!);
    } else lines.push([...positions]);
    next = Math.max(next, last);
  }
  return lines;
}

function isWithin({ west, south, east, north }: Box, x: number, y: number): boolean {
  return x >= west && x <= east && y >= south && y <= north;
}

/**
 * Lines that end inside the box end where their ring begins, so they are joined there. The result are
 * closed rings, and lines from side to side.
 */
function joined(lines: readonly Position[][], box: Box) {
  const byStart = new Map<string, Position[][]>();
  const isInner = (position: Position) => placeOnSides(position, box) === undefined;
  for (const line of lines) {
    if (!isInner(line[0]!)) continue;
    const key = String(line[0]);
    byStart.set(key, [...(byStart.get(key) ?? []), line]);
  }
  const used = new Set<Position[]>();
  const [closed, open]: [Ring[], Position[][]] = [[], []];
  const follow = (line: Position[]): void => {
    const whole = [...line];
    used.add(line);
    for (;;) {
      const end = whole.at(-1)!;
      if (String(end) === String(whole[0]) && whole.length > 3) return void closed.push(whole);
      const next = isInner(end) ? byStart.get(String(end))?.find(one => !used.has(one)) : undefined;
      if (!next) break;
      used.add(next);
      for (let i = 1; i < next.length; i++) whole.push(next[i]!);
    }
    // What ends inside the box is a piece of a damaged zone.
    if (!isInner(whole[0]!) && !isInner(whole.at(-1)!)) open.push(whole);
  };
  // First those that begin at a side, because a line that begins inside may continue one of them.
  for (const line of lines) if (!isInner(line[0]!)) follow(line);
  for (const line of lines) if (!used.has(line)) follow(line);
  return { closed, open };
}

/** How far along the sides of a box a position is, 0 to 4 from the south-west to the east. */
function placeOnSides([x, y]: Position, { west, south, east, north }: Box): number | undefined {
  const [right, up] = [(x - west) / (east - west), (y - south) / (north - south)];
  if (Math.abs(y - south) <= onSide) return Math.min(1, Math.max(0, right));
  if (Math.abs(x - east) <= onSide) return 1 + Math.min(1, Math.max(0, up));
  if (Math.abs(y - north) <= onSide) return 3 - Math.min(1, Math.max(0, right));
  if (Math.abs(x - west) <= onSide) return 4 - Math.min(1, Math.max(0, up));
  return undefined;
}

/** The position of a place on the sides of a box. */
function atPlace(place: number, { west, south, east, north }: Box): Position {
  const side = Math.floor(place) % 4;
  const share = place - Math.floor(place);
  if (side === 0) return [west + share * (east - west), south];
  if (side === 1) return [east, south + share * (north - south)];
  if (side === 2) return [east - share * (east - west), north];
  return [west, north - share * (north - south)];
}

interface End {
  /** The number of its line. */
  readonly line: number;
  readonly isStart: boolean;
  readonly place: number;
}

/**
 * Connects lines from side to side along those parts of the sides that are in the zone: every other
 * one, as the border of the zone is crossed at each end of a line.
 */
function ringsAlong(
  lines: readonly (readonly Position[])[],
  box: Box,
  holds: (x: number, y: number) => boolean,
): Ring[] {
  const ends = lines
    .flatMap((positions, line): End[] => [
      { line, isStart: true, place: placeOnSides(positions[0]!, box)! },
      { line, isStart: false, place: placeOnSides(positions.at(-1)!, box)! },
    ])
    .toSorted((a, b) => a.place - b.place);
  if (ends.length === 0) return holds(...atPlace(0.5, box)) ? [wholeBox(box)] : [];
  const wide = (i: number) => (ends[(i + 1) % ends.length]!.place - ends[i]!.place + 4) % 4;
  const longest = ends.reduce((best, _, i) => (wide(i) > wide(best) ? i : best), 0);
  const middle = (ends[longest]!.place + wide(longest) / 2) % 4;
  const isInside = holds(...atPlace(middle, box));
  // The part after an end is in the zone if this holds; otherwise the part before it is.
  const goesOn = (i: number) => ((i - longest) % 2 === 0) === isInside;
  const indexOf = new Map(ends.map(({ line, isStart }, i) => [2 * line + (isStart ? 0 : 1), i]));
  const used = new Set<number>();
  return lines.flatMap((_, first) => {
    const ring: Position[] = [];
    let [line, isForward] = [first, true];
    while (!used.has(line)) {
      used.add(line);
      const positions = lines[line]!;
      for (const position of isForward ? positions : positions.toReversed()) ring.push(position);
      const from = indexOf.get(2 * line + (isForward ? 1 : 0))!;
      const step = goesOn(from) ? 1 : -1;
      const to = ends[(from + step + ends.length) % ends.length]!;
      ring.push(...cornersBetween(ends[from]!.place, to.place, step, box));
      [line, isForward] = [to.line, to.isStart];
    }
    if (ring.length < 3) return [];
    ring.push(ring[0]!);
    return signedArea(ring) === 0 ? [] : [ring];
  });
}

function wholeBox(box: Box): Ring {
  return [0, 1, 2, 3, 0].map(place => atPlace(place, box));
}

/** The corners of the box on the way from one place on its sides to another. */
function cornersBetween(from: number, to: number, step: 1 | -1, box: Box): Position[] {
  const corners: Position[] = [];
  const [start, end] =
    step === 1 ? [from, to < from ? to + 4 : to] : [from < to ? from + 4 : from, to];
  if (step === 1)
    for (let i = Math.floor(start) + 1; i < end; i++) corners.push(atPlace(i % 4, box));
  else for (let i = Math.ceil(start) - 1; i > end; i--) corners.push(atPlace(i % 4, box));
  return corners;
}

/** A position beside the middle of the longest edge, inside the ring. */
function justInside(ring: Ring, area: number): Position {
  let [longest, at] = [0, 1];
  for (let i = 1; i < ring.length; i++) {
    const length = Math.hypot(ring[i]![0] - ring[i - 1]![0], ring[i]![1] - ring[i - 1]![1]);
    if (length > longest) [longest, at] = [length, i];
  }
  const [[ax, ay], [bx, by]] = [ring[at - 1]!, ring[at]!];
  const reach = (Math.sign(area) * insideDegrees) / longest;
  return [(ax + bx) / 2 - (by - ay) * reach, (ay + by) / 2 + (bx - ax) * reach];
}

/** Adds each hole to the smallest polygon around it. */
function addHoles(polygons: readonly Polygon[], holes: readonly Ring[]): Polygon[] {
  const sorted = polygons
    .map(([outer]) => ({ outer: outer!, holes: [] as Ring[], area: Math.abs(signedArea(outer!)) }))
    .toSorted((a, b) => a.area - b.area);
  for (const hole of holes) {
    const position = justInside(hole, signedArea(hole));
    const around =
      sorted.length === 1
        ? sorted[0]
        : sorted.find(({ outer }) => sideOfRing(position, [outer], 0) !== 'outside');
    around?.holes.push(hole);
  }
  return sorted.map(one => [one.outer, ...one.holes]);
}
