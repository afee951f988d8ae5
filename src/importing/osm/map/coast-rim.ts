import type { LandIn } from '#domain/map/shipped-land.ts';
import { type Box, boxesOverlap, withoutBox } from '#tools/geo/box.ts';
import { buildBoxIndex } from '#tools/geo/box-index.ts';
import { clipLine, clipPolygon, type Flat } from '#tools/geo/clip.ts';
import { pointInPolygon } from '#tools/geo/inside.ts';
import { type PolygonGeometry, type Position, polygonsOf, type Ring } from '#tools/geo/polygon.ts';

/*
 * The land that ships is off by a hundred metres and more. Where the land of an import ends, its
 * coast and the shipped one meet the border at two places, and the border between them would look
 * like a straight coast. So around such places the shipped coast is bent to the imported one.
 */

/** A box with all its land and coast, which replaces what ships there. */
export interface KnownLand {
  readonly box: Box;
  readonly land: PolygonGeometry | undefined;
  readonly coast: readonly Flat[];
}

/** How far apart two coasts are, in degrees: further apart they are not the same one. */
const shifts = { least: 1e-5, most: 0.007 };
/** How far from the border the coast is bent, in shifts: with four it folds nowhere. */
const reachInShifts = 4;
/** The zoom whose shipped coast is bent: from there on it is the same. */
const rimZoom = 12;
/** Where a coast crosses a side is found by samples, 50 m apart, and then by halving. */
const samples = 80;
const halvings = 14;
/** In degrees: just beside a border. Narrower boxes are not drawn. */
const beside = 1e-6;
/** An extract has a few; a coastline that is broken everywhere is not worth the work. */
const mostBends = 1_000;

/** A place on the border to which the shipped coast is moved; less so further away. */
interface Bend {
  readonly from: Position;
  readonly by: Position;
  readonly reach: number;
}

/** Boxes beside known ones, with the shipped land in them as it is bent. None overlaps another. */
export function* rimsOf(known: readonly KnownLand[], landIn: LandIn): Generator<KnownLand> {
  const boxes = known.map(({ box }) => box);
  const boxesAt = buildBoxIndex(boxes);
  const isKnown = ([x, y]: Position) => boxesAt(x, y).length > 0;
  const bends = known.flatMap(one => bendsOf(one, isKnown, landIn)).slice(0, mostBends);
  for (const bend of bends) {
    const around = reachOf(bend);
    const open = boxes
      .filter(box => boxesOverlap(box, around))
      .reduce<readonly Box[]>(withoutBox, [around])
      .filter(({ west, south, east, north }) => east - west > beside && north - south > beside);
    boxes.push(...open);
    for (const box of open) yield rimIn(box, bends, landIn);
  }
}

type Side = readonly [from: Position, to: Position];

/** The bends at those sides of a box that have no known box beside them. */
function bendsOf(
  { box, land }: KnownLand,
  isKnown: (position: Position) => boolean,
  landIn: LandIn,
): Bend[] {
  if (!land) return [];
  const outside = sidesOf(grown(box, beside));
  return sidesOf(grown(box, -beside)).flatMap((side, i) => {
    if (isKnown(on(outside[i]!, 0.5))) return [];
    const imported = crossingsOf(side, at => pointInPolygon(at, land));
    if (imported.length === 0) return [];
    const parts = landIn(grown(box, shifts.most), rimZoom).map(
      ({ geometry }) => geometry as PolygonGeometry,
    );
    const isShipped = (at: Position) => parts.some(part => pointInPolygon(at, part));
    const shipped = crossingsOf(lengthened(outside[i]!, shifts.most), isShipped);
    return imported.flatMap(one => bendTo(one, imported, shipped) ?? []);
  });
}

/** Where a coast crosses a side, and whether land comes then. */
interface Crossing {
  readonly at: Position;
  readonly entersLand: boolean;
}

function crossingsOf(side: Side, isLand: (position: Position) => boolean): Crossing[] {
  const crossings: Crossing[] = [];
  let before = isLand(side[0]);
  for (let i = 1; i <= samples; i++) {
    const now = isLand(on(side, i / samples));
    if (now === before) continue;
    let [low, high] = [(i - 1) / samples, i / samples];
    for (let round = 0; round < halvings; round++) {
      const middle = (low + high) / 2;
      if (isLand(on(side, middle)) === now) high = middle;
      else low = middle;
    }
    crossings.push({ at: on(side, high), entersLand: now });
    before = now;
  }
  return crossings;
}

/** The bend that leads the shipped coast to a crossing; undefined if none belongs to it. */
function bendTo(
  crossing: Crossing,
  imported: readonly Crossing[],
  shipped: readonly Crossing[],
): Bend | undefined {
  const other = nearest(crossing, shipped);
  if (!other || nearest(other, imported) !== crossing) return undefined;
  const by: Position = [crossing.at[0] - other.at[0], crossing.at[1] - other.at[1]];
  const shift = Math.hypot(...by);
  if (shift < shifts.least || shift > shifts.most) return undefined;
  return { from: other.at, by, reach: reachInShifts * shift };
}

function nearest({ at, entersLand }: Crossing, others: readonly Crossing[]) {
  const same = others.filter(other => other.entersLand === entersLand);
  const byDistance = same.toSorted((a, b) => distance(a.at, at) - distance(b.at, at));
  return byDistance[0];
}

function rimIn(box: Box, bends: readonly Bend[], landIn: LandIn): KnownLand {
  const near = bends.filter(bend => boxesOverlap(reachOf(bend), box));
  const furthest = near.reduce((sum, { by }) => sum + Math.hypot(...by), beside);
  const around = grown(box, furthest);
  const step = Math.min(...near.map(({ reach }) => reach)) / 16;
  const bent = landIn(around, rimZoom)
    .flatMap(({ geometry }) => polygonsOf(geometry as PolygonGeometry))
    .map(polygon => clipPolygon(polygon, around) ?? [])
    .map(polygon => polygon.map(ring => divided(ring, step).map(at => moved(at, near))));
  const land = bent
    .filter(polygon => polygon.length > 0)
    .map(polygon => clipPolygon(polygon, box))
    .filter(polygon => polygon !== undefined);
  return {
    box,
    land: land.length > 0 ? { type: 'MultiPolygon', coordinates: land } : undefined,
    coast: bent.flat().flatMap(ring => clipLine(ring.flat(), box)),
  };
}

/** A ring with more positions: none is further than a step from the next. */
function divided(ring: Ring, step: number): Ring {
  return ring.flatMap((at, i) => {
    const next = ring[i + 1];
    const parts = next ? Math.ceil(distance(at, next) / step) : 1;
    return [at, ...Array.from({ length: parts - 1 }, (_, n) => on([at, next!], (n + 1) / parts))];
  });
}

/** Moves a position by the bends that reach it, whose effect fades out without a corner. */
function moved([x, y]: Position, bends: readonly Bend[]): Position {
  let at: Position = [x, y];
  for (const { from, by, reach } of bends) {
    const share = Math.max(0, 1 - distance([x, y], from) / reach);
    const weight = share * share * (3 - 2 * share);
    at = [at[0] + weight * by[0], at[1] + weight * by[1]];
  }
  return at;
}

const reachOf = ({ from: [x, y], reach }: Bend): Box =>
  grown({ west: x, south: y, east: x, north: y }, reach);

const grown = ({ west, south, east, north }: Box, by: number): Box => ({
  west: west - by,
  south: south - by,
  east: east + by,
  north: north + by,
});

const distance = (a: Position, b: Position) => Math.hypot(a[0] - b[0], a[1] - b[1]);

const on = ([[ax, ay], [bx, by]]: Side, share: number): Position => [
  ax + share * (bx - ax),
  ay + share * (by - ay),
];

function sidesOf({ west, south, east, north }: Box): Side[] {
  const corners: Position[] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ];
  return corners.map((corner, i) => [corner, corners[(i + 1) % 4]!]);
}

/** A side that goes on at both ends: the shipped coast may pass a corner that the other does not. */
function lengthened([from, to]: Side, by: number): Side {
  const share = by / distance(from, to);
  return [on([from, to], -share), on([from, to], 1 + share)];
}
