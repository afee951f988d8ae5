import { borderShare } from '../inside.ts';
import { isSame, type Polygon, polygonsOf, type Ring } from '../polygon.ts';
import { nestTouching, splitRing } from './mend-rings.ts';
import { selfContact } from './ring-crossing.ts';
import {
  EdgeBudgetExceeded,
  type IndexedRing,
  indexRing,
  openEdgeBudget,
  type SpendEdges,
} from './ring-index.ts';
import { relationOf } from './ring-relation.ts';

/**
 * Makes polygons of raw rings, with safe repairs: repeated corners are dropped, open rings closed, and
 * rings that touch themselves split there.
 * Returns the reason as text when a polygon is invalid: too few corners, edges of a ring that cross
 * or overlap, holes outside the outline, or holes or parts that overlap, whose area would count
 * twice. Rings may touch each other. The check stops after reading `mostEdges` edges, which takes
 * some seconds by default.
 */
export function checkedPolygons(
  raw: readonly (readonly Ring[])[],
  mostEdges = 100_000_000,
): Polygon[] | string {
  const polygons = raw.map(rings => rings.map(tidyRing));
  const nameOf = (part: number, ring: number) => nameOfRing(polygons.length, part, ring);
  const spendEdges = openEdgeBudget(mostEdges);
  const touching = new Set<Ring>();
  try {
    for (const [part, rings] of polygons.entries()) {
      if (rings.length === 0) return 'it has no outline';
      for (const [i, ring] of rings.entries()) {
        if (ring.length < 4) return `${nameOf(part, i)} has fewer than three corners`;
        const contact = selfContact(ring, spendEdges);
        if (contact === 'crossing') return `${nameOf(part, i)} crosses itself`;
        if (contact === 'touching') touching.add(ring);
      }
    }
    const isOneRing = polygons.length === 1 && polygons[0]!.length === 1;
    const overlap = isOneRing ? undefined : overlapIn(polygons, nameOf, spendEdges);
    return overlap ?? splitTouching(polygons, touching, spendEdges) ?? tooComplex;
  } catch (error) {
    if (error instanceof EdgeBudgetExceeded) return tooComplex;
    throw error;
  }
}

const tooComplex = 'it is too complex to be checked';

/** Splits rings that touch themselves; undefined if there are too many to compare. */
function splitTouching(
  polygons: readonly Polygon[],
  touching: ReadonlySet<Ring>,
  spendEdges: SpendEdges,
): Polygon[] | undefined {
  const split: Polygon[] = [];
  for (const rings of polygons) {
    if (!rings.some(ring => touching.has(ring))) split.push(rings);
    else {
      const simple = rings.flatMap(r => (touching.has(r) ? splitRing(r, spendEdges) : [r]));
      const nested = nestTouching(simple);
      if (!nested) return undefined;
      split.push(...polygonsOf(nested));
    }
  }
  return split;
}

type NameOf = (part: number, ring: number) => string;

function nameOfRing(parts: number, part: number, ring: number): string {
  const name = ring === 0 ? 'the outline' : `hole ${ring}`;
  return parts > 1 ? `${name} of part ${part + 1}` : name;
}

function tidyRing(ring: Ring): Ring {
  const corners = ring.filter((p, i) => i === 0 || !isSame(p, ring[i - 1]!));
  const [first, last] = [corners[0], corners.at(-1)];
  if (first && last && !isSame(first, last)) corners.push(first);
  return corners;
}

function overlapIn(
  polygons: readonly Polygon[],
  nameOf: NameOf,
  spendEdges: SpendEdges,
): string | undefined {
  const borderWidth = borderShare * largestCoordinate(polygons);
  const parts = polygons.map(rings => rings.map(ring => indexRing(ring, borderWidth, spendEdges)));
  for (const [part, [outline, ...holes]] of parts.entries()) {
    for (const [i, hole] of holes.entries()) {
      const relation = relationOf(hole, outline!);
      const name = nameOf(part, i + 1);
      if (relation === 'crossing') return `${name} crosses the outline`;
      if (relation !== 'inside') return `${name} lies outside the outline`;
    }
    for (const [i, k] of pairsThatMayMeet(holes, spendEdges)) {
      if (relationOf(holes[i]!, holes[k]!) === 'apart') continue;
      return `${nameOf(part, i + 1)} and ${nameOf(part, k + 1)} overlap`;
    }
  }
  const outlines = parts.map(([outline]) => outline!);
  for (const [i, k] of pairsThatMayMeet(outlines, spendEdges)) {
    if (overlaps(parts[i]!, parts[k]!)) return `parts ${i + 1} and ${k + 1} overlap`;
  }
  return undefined;
}

/** Whether two polygons share area; one may lie in a hole of the other. */
function overlaps(a: readonly IndexedRing[], b: readonly IndexedRing[]): boolean {
  const relation = relationOf(a[0]!, b[0]!);
  if (relation === 'apart') return false;
  if (relation === 'inside') return !liesInHole(a[0]!, b);
  return relation !== 'around' || !liesInHole(b[0]!, a);
}

function liesInHole(outline: IndexedRing, [, ...holes]: readonly IndexedRing[]): boolean {
  return holes.some(hole => ['inside', 'same'].includes(relationOf(outline, hole)));
}

/** The pairs of rings whose bounding boxes intersect, found by a sweep from west to east. */
function* pairsThatMayMeet(
  rings: readonly IndexedRing[],
  spendEdges: SpendEdges,
): Generator<[number, number]> {
  const order = [...rings.keys()].sort((a, b) => rings[a]!.west - rings[b]!.west);
  for (const [at, i] of order.entries()) {
    for (let next = at + 1; next < order.length; next++) {
      const k = order[next]!;
      spendEdges(1);
      if (rings[k]!.west > rings[i]!.east) break;
      if (rings[k]!.south > rings[i]!.north || rings[i]!.south > rings[k]!.north) continue;
      yield i < k ? [i, k] : [k, i];
    }
  }
}

function largestCoordinate(polygons: readonly Polygon[]): number {
  let largest = 0;
  for (const [outline] of polygons) {
    for (const [x, y] of outline!) largest = Math.max(largest, Math.abs(x), Math.abs(y));
  }
  return largest;
}
