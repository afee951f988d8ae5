import type { Box } from '#tools/geo/box.ts';
import { clipLine, type Flat } from '#tools/geo/clip.ts';
import {
  type PolygonGeometry,
  type Position,
  polygonsOf,
  type Ring,
  signedArea,
} from '#tools/geo/polygon.ts';
import { nestRings } from '#tools/geo/rings/assemble-rings.ts';
import { sideOf } from '#tools/geo/rings/ring-relation.ts';

/*
 * Land is on the left of a coastline. Inside a box, a line that leaves it continues counterclockwise
 * along its border to the next line that enters, so that land stays on the left. osmcoastline closes
 * lines at the border of an extract in the same way.
 */

/** The land in a box. */
export interface ClosedCoast {
  /** Undefined if no land is in the box. */
  readonly land: PolygonGeometry | undefined;
  /** Whether the corners are land: south-west, south-east, north-east, north-west. */
  readonly corners: readonly boolean[];
}

/** Why the land in a box is not known, and a position where this shows. */
export interface BrokenCoast {
  readonly problem: string;
  readonly at: Position;
}

const coastProblems = {
  ends: 'the coastline has a gap, or the extract ends',
  turns: 'coastlines run against each other',
  crosses: 'the coastline crosses itself or another one',
  tooLarge: 'the coastline has too many points in one place',
} as const;

/** How many pairs of segments in one box are compared. */
const mostPairs = 5_000_000;

/**
 * Makes land of the coastlines through a box; undefined if none is in it. No point of them may lie
 * on the border of the box.
 */
export function closeCoast(
  lines: readonly Flat[],
  box: Box,
): ClosedCoast | BrokenCoast | undefined {
  const parts = lines.flatMap(line => clipLine(line, box)).filter(part => !isPoint(part));
  if (parts.length === 0) return undefined;
  const chains = joinParts(parts, box);
  if ('problem' in chains) return chains;
  const crossing = findCrossing([...chains.closed, ...chains.open]);
  if (crossing) return crossing;
  const crossings = chains.open.flatMap((chain, i) => [
    { at: borderPlace(startOf(chain), box), chain: i, enters: true },
    { at: borderPlace(endOf(chain), box), chain: i, enters: false },
  ]);
  crossings.sort((a, b) => a.at - b.at);
  for (const [i, { enters, chain }] of crossings.entries()) {
    if (crossings.at(i - 1)!.enters === enters) {
      return { problem: coastProblems.turns, at: startOf(chains.open[chain]!) };
    }
  }
  const rings = [...ringsAlong(crossings, chains.open, box), ...chains.closed.map(toRing)];
  return nested(rings, crossings, box);
}

function isPoint(part: Flat): boolean {
  return part.every((value, i) => value === part[i % 2]);
}

const startOf = (line: Flat): Position => [line[0]!, line[1]!];
const endOf = (line: Flat): Position => [line.at(-2)!, line.at(-1)!];
const keyOf = ([x, y]: Position) => `${x},${y}`;

interface Chains {
  /** From one place on the border of the box to another. */
  readonly open: Flat[];
  readonly closed: Flat[];
}

/** Joins the parts that meet inside the box, end to start. */
function joinParts(parts: readonly Flat[], box: Box): Chains | BrokenCoast {
  const chains: Chains = { open: [], closed: [] };
  const isRing = (line: Flat) => keyOf(startOf(line)) === keyOf(endOf(line));
  const pieces = parts.filter(part => !isRing(part));
  chains.closed.push(...parts.filter(isRing));
  const starting = new Map<string, Flat>();
  for (const part of pieces) {
    const start = startOf(part);
    if (starting.has(keyOf(start))) return { problem: coastProblems.turns, at: start };
    starting.set(keyOf(start), part);
  }
  // Those that enter the box first: what is left after them are rings.
  const [entering, inside] = partition(pieces, part => isOnBorder(startOf(part), box));
  for (const first of [...entering, ...inside]) {
    if (!starting.delete(keyOf(startOf(first)))) continue;
    const chain = [...first];
    for (let end = endOf(chain); !isOnBorder(end, box) && !isRing(chain); end = endOf(chain)) {
      const next = starting.get(keyOf(end));
      if (!next) return { problem: coastProblems.ends, at: end };
      starting.delete(keyOf(end));
      for (let i = 2; i < next.length; i++) chain.push(next[i]!);
    }
    if (isRing(chain)) chains.closed.push(chain);
    else if (isOnBorder(startOf(chain), box)) chains.open.push(chain);
    else return { problem: coastProblems.ends, at: startOf(chain) };
  }
  return chains;
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter(one => !isFirst(one))];
}

/** Positions on the border are computed: far nearer to it than any node, which are 5 mm away. */
const borderDegrees = 1e-9;

function isOnBorder([x, y]: Position, { west, south, east, north }: Box): boolean {
  const distances = [x - west, y - south, east - x, north - y];
  return Math.min(...distances.map(Math.abs)) < borderDegrees;
}

/** A place on the border: 0 to 4, counterclockwise from the south-west corner. */
function borderPlace([x, y]: Position, { west, south, east, north }: Box): number {
  const [across, up] = [(x - west) / (east - west), (y - south) / (north - south)];
  const sides: readonly (readonly [distance: number, place: number])[] = [
    [Math.abs(y - south), across],
    [Math.abs(east - x), 1 + up],
    [Math.abs(north - y), 3 - across],
    [Math.abs(x - west), 4 - up],
  ];
  return sides.reduce((nearest, side) => (side[0] < nearest[0] ? side : nearest))[1];
}

interface Crossing {
  readonly at: number;
  readonly chain: number;
  readonly enters: boolean;
}

/** The rings of land that lie on the border of the box. */
function ringsAlong(crossings: readonly Crossing[], chains: readonly Flat[], box: Box): Ring[] {
  const corners = cornersOf(box);
  const exits = new Map(
    crossings.entries().flatMap(([i, { chain, enters }]) => (enters ? [] : [[chain, i] as const])),
  );
  const unused = new Set(chains.keys());
  const rings: Ring[] = [];
  for (const first of unused) {
    const ring: Position[] = [];
    for (let chain = first; unused.delete(chain); ) {
      ring.push(...toRing(chains[chain]!));
      const i = exits.get(chain)!;
      const next = crossings[(i + 1) % crossings.length]!;
      const from = crossings[i]!.at;
      const to = next.at > from ? next.at : next.at + 4;
      for (let corner = Math.floor(from) + 1; corner < to; corner++)
        ring.push(corners[corner % 4]!);
      chain = next.chain;
    }
    rings.push([...ring, ring[0]!]);
  }
  return rings;
}

function cornersOf({ west, south, east, north }: Box): Position[] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ];
}

function toRing(line: Flat): Position[] {
  const ring: Position[] = [];
  for (let i = 0; i < line.length; i += 2) ring.push([line[i]!, line[i + 1]!]);
  return ring;
}

/** Rings as land: an island counterclockwise, water in it clockwise, and so on. */
function nested(
  rings: readonly Ring[],
  crossings: readonly Crossing[],
  box: Box,
): ClosedCoast | BrokenCoast {
  const largest = rings.toSorted((a, b) => Math.abs(signedArea(b)) - Math.abs(signedArea(a)))[0]!;
  // Water alone in a box: the box is land around it.
  const isAllLand = crossings.length === 0 && signedArea(largest) < 0;
  const corners = cornersOf(box);
  const land = nestRings(isAllLand ? [[...corners, corners[0]!], ...rings] : rings);
  if (!land) return { problem: coastProblems.tooLarge, at: largest[0]! };
  for (const [outer, ...holes] of polygonsOf(land)) {
    const turned = [outer!]
      .filter(ring => signedArea(ring) < 0)
      .concat(holes.filter(hole => signedArea(hole) > 0));
    if (turned[0]) return { problem: coastProblems.turns, at: turned[0][0]! };
  }
  // Before a line that enters, the border is land.
  const isLand = (corner: number) =>
    (crossings.find(({ at }) => at > corner) ?? crossings[0])?.enters ?? isAllLand;
  return { land, corners: [0, 1, 2, 3].map(isLand) };
}

/** Finds two segments that cross; lines that only touch are no mistake. */
function findCrossing(lines: readonly Flat[]): BrokenCoast | undefined {
  const segments = lines.flatMap(line => {
    const ring = toRing(line);
    return ring.slice(1).map((b, i) => ({ a: ring[i]!, b, west: Math.min(ring[i]![0], b[0]) }));
  });
  segments.sort((one, other) => one.west - other.west);
  let pairs = 0;
  for (const [i, { a, b }] of segments.entries()) {
    const east = Math.max(a[0], b[0]);
    for (let k = i + 1; k < segments.length && segments[k]!.west <= east; k++) {
      const { a: c, b: d } = segments[k]!;
      if (++pairs > mostPairs) return { problem: coastProblems.tooLarge, at: a };
      if (sideOf(a, b, c) * sideOf(a, b, d) < 0 && sideOf(c, d, a) * sideOf(c, d, b) < 0) {
        return { problem: coastProblems.crosses, at: a };
      }
    }
  }
  return undefined;
}
