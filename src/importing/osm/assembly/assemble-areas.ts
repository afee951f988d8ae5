import { pointInside } from '#tools/geo/inside.ts';
import { areasAt, packAreas } from '#tools/geo/packed-areas.ts';
import { type PolygonGeometry, type Position, planarArea, type Ring } from '#tools/geo/polygon.ts';
import { assembleRings, nestRings } from '#tools/geo/rings/assemble-rings.ts';
import type { OsmKind, OsmMember, OsmRelation, OsmTags, OsmWay } from '../readers/elements.ts';
import { type NodeTable, positionsOf } from './node-table.ts';

/** The result of assembling an object: its shape, if any, and its fault, if any. */
export interface Assembled<Shape> {
  readonly shape?: Shape | undefined;
  readonly problem?: string | undefined;
}

/** The ways that wanted relations are made of, by their ids. */
export type MemberWays = ReadonlyMap<number, Pick<OsmWay, 'refs' | 'locations' | 'tags'>>;

const nodesMissing = 'some of its nodes are not in the file';
const waysMissing = 'some of its ways are not in the file';

/** Whether an object was assembled without a part that is not in the file. */
export function lacksParts(problem: string | undefined): boolean {
  return problem === nodesMissing || problem === waysMissing;
}

/** Whether a relation is tagged as an area. */
export function isArea({ tags }: Pick<OsmRelation, 'tags'>): boolean {
  return tags?.type === 'multipolygon' || tags?.type === 'boundary';
}

/** Whether an object has a shape, by its kind and tags: a relation only if it is an area. */
export function canBeAssembled(kind: OsmKind, tags: OsmTags): boolean {
  return kind !== 'relation' || isArea({ tags });
}

/** The members that make the area of a relation: all ways, whatever their role. */
export function ringMembers({ members }: OsmRelation): OsmMember[] {
  return members.filter(({ kind }) => kind === 'way');
}

/** Whether a way goes around an area. */
function isRing(refs: readonly number[]): boolean {
  return refs.length >= 4 && refs[0] === refs.at(-1);
}

/** The course of a way and, if it is closed, its area. */
export interface WayShape {
  readonly line: readonly Position[];
  readonly outline?: PolygonGeometry;
}

/** The shape of a way. Extracts cut at a border lack nodes; the way is made without them. */
export function assembleWay(refs: readonly number[], nodes: NodeTable): Assembled<WayShape> {
  return assembleLine(refs, positionsOf(refs, nodes));
}

/** The same, from the positions of those nodes that are known. */
export function assembleLine(
  refs: readonly number[],
  line: readonly Position[],
): Assembled<WayShape> {
  const lacking = line.length < refs.length ? nodesMissing : undefined;
  if (isRing(refs)) {
    const { shape: outline, problem } = asArea(assembleRings([closed(line)]).rings, lacking);
    return outline ? { shape: { line, outline }, problem } : { problem };
  }
  if (line.length < 2) return { problem: lacking ?? 'it has fewer than two nodes' };
  return { shape: { line }, problem: lacking };
}

/**
 * The area of a multipolygon or boundary: all that its ways enclose an odd number of times. The
 * roles are often empty or wrong, so they count only when ways are missing or leave something open:
 * then the outer ways must close by themselves, and the inner ways are used as far as they close
 * inside.
 */
export function assembleArea(
  relation: OsmRelation,
  ways: MemberWays,
  nodes: NodeTable,
): Assembled<PolygonGeometry> & { readonly borders: readonly AreaBorder[] } {
  const borders = bordersOf(relation, ways, nodes);
  return { ...areaWithin(borders), borders };
}

/** A way around an area: one of its members. */
export interface AreaBorder {
  readonly id: number;
  readonly role: string;
  readonly tags: OsmTags;
  readonly refs: readonly number[];
  readonly line: readonly Position[];
  readonly isMissing: boolean;
  readonly isCut: boolean;
}

function bordersOf(relation: OsmRelation, ways: MemberWays, nodes: NodeTable): AreaBorder[] {
  // By id, because a way that is a member twice is a mistake and bounds the area once.
  const members = [...new Map(ringMembers(relation).map(member => [member.ref, member])).values()];
  return members.map(({ ref, role }) => {
    const { refs = [], tags = {} } = ways.get(ref) ?? {};
    const positions = positionsOf(refs, nodes);
    const line = isRing(refs) ? closed(positions) : positions;
    const isCut = positions.length < refs.length;
    return { id: ref, role, tags, refs, line, isMissing: !ways.has(ref), isCut };
  });
}

function areaWithin(borders: readonly AreaBorder[]): Assembled<PolygonGeometry> {
  const cut = borders.some(({ isCut }) => isCut) ? nodesMissing : undefined;
  const lacking = borders.some(({ isMissing }) => isMissing) ? waysMissing : cut;
  const ringsOf = (...roles: readonly string[]) =>
    assembleRings(borders.filter(({ role }) => roles.includes(role)).map(({ line }) => line));

  const all = assembleRings(borders.map(({ line }) => line));
  if (!all.isOpen && lacking !== waysMissing) return asArea(all.rings, lacking);
  const outer = ringsOf('outer', '');
  if (outer.isOpen) return { problem: lacking ?? 'its outer ring does not close' };
  const rings = [...outer.rings, ...holesIn(outer.rings, ringsOf('inner').rings)];
  return asArea(rings, lacking ?? 'some of its ways close no ring');
}

/**
 * The inner rings inside an outer one: the hole of an outer ring that is missing is no area. Tests a
 * point inside the hole, because its vertices may touch another ring. Only a larger ring counts,
 * because the point may lie in an island in the hole.
 */
function holesIn(outer: readonly Ring[], inner: readonly Ring[]): Ring[] {
  const outlines = outer.map(polygonOf);
  const areas = outlines.map(planarArea);
  const around = packAreas(outlines);
  return inner.filter(ring => {
    const hole = polygonOf(ring);
    const area = planarArea(hole);
    return areasAt(around, ...pointInside(hole)).some(i => areas[i]! > area);
  });
}

const polygonOf = (ring: Ring) => ({ type: 'Polygon', coordinates: [ring] }) as const;

function asArea(rings: readonly Ring[], lacking: string | undefined): Assembled<PolygonGeometry> {
  if (rings.length === 0) return { problem: lacking ?? 'it encloses no area' };
  const shape = nestRings(rings);
  return { shape, problem: shape ? lacking : 'it has too many rings' };
}

/** A line closed again, if it has lost its first node, which is also its last. */
function closed(line: readonly Position[]): readonly Position[] {
  const [first, last] = [line[0], line.at(-1)];
  const isClosed = first?.[0] === last?.[0] && first?.[1] === last?.[1];
  return first === undefined || isClosed ? line : [...line, first];
}
