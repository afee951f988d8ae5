import { nestRings } from '../../geo/nest-rings.ts';
import type { PolygonGeometry, Position, Ring } from '../../geo/polygon.ts';
import type { OsmMember, OsmRelation } from '../readers/osm/osm.ts';
import { type NodeTable, positionOf } from './node-table.ts';
import { joinRings } from './rings.ts';

/** What putting an object together gave: its shape, if any, and what was wrong, if anything. */
export interface Assembled<Shape> {
  readonly shape?: Shape | undefined;
  readonly problem?: string | undefined;
}

/** Ids of the nodes of the ways that wanted relations are made of. */
export type WayRefs = ReadonlyMap<number, readonly number[]>;

/** Bound on the work of nesting holes: vertices of outer rings times holes. */
const nestingLimit = 1e8;

const nodesMissing = 'some of its nodes are not in the file';
const waysMissing = 'some of its ways are not in the file';

/** Whether a relation says that it is an area. */
export function isArea({ tags }: Pick<OsmRelation, 'tags'>): boolean {
  return tags?.type === 'multipolygon' || tags?.type === 'boundary';
}

/** The members that make the area of a relation; an empty role is the old way to say outer. */
export function ringMembers({ members }: OsmRelation): OsmMember[] {
  return members.filter(
    ({ kind, role }) => kind === 'way' && (role === 'outer' || role === 'inner' || role === ''),
  );
}

/** Whether a way goes around an area. */
export function isRing(refs: readonly number[]): boolean {
  return refs.length >= 4 && refs[0] === refs.at(-1);
}

/** The line of an open way. Extracts cut at a border lack nodes; the line goes on without them. */
export function assembleLine(refs: readonly number[], nodes: NodeTable): Assembled<Position[]> {
  const shape = positionsOf(refs, nodes);
  const problem = shape.length < refs.length ? nodesMissing : undefined;
  return shape.length < 2
    ? { problem: problem ?? 'it has fewer than two nodes' }
    : { shape, problem };
}

/** The area of a closed way. */
export function assembleRing(
  refs: readonly number[],
  nodes: NodeTable,
): Assembled<PolygonGeometry> {
  return assemblePolygons([refs], [], nodes);
}

/** The area of a multipolygon or boundary. */
export function assembleArea(
  relation: OsmRelation,
  ways: WayRefs,
  nodes: NodeTable,
): Assembled<PolygonGeometry> {
  // By id, because a way that is a member twice is a slip and bounds the area once.
  const members = [...new Map(ringMembers(relation).map(member => [member.ref, member])).values()];
  const lacking = members.some(({ ref }) => !ways.has(ref)) ? waysMissing : undefined;
  const outer = joinRings(
    refsOf(
      members.filter(({ role }) => role !== 'inner'),
      ways,
    ),
  );
  const inner = joinRings(
    refsOf(
      members.filter(({ role }) => role === 'inner'),
      ways,
    ),
  );
  if (outer.openChains > 0) return { problem: lacking ?? 'its outer ring does not close' };
  if (outer.rings.length === 0) return { problem: lacking ?? 'it has no outer ring' };
  const unclosed = inner.openChains > 0 ? 'an inner ring of it does not close' : undefined;
  const { shape, problem } = assemblePolygons(outer.rings, inner.rings, nodes);
  return { shape, problem: lacking ?? unclosed ?? problem };
}

function refsOf(members: readonly OsmMember[], ways: WayRefs): (readonly number[])[] {
  return members.map(({ ref }) => ways.get(ref) ?? []).filter(refs => refs.length > 1);
}

function assemblePolygons(
  outerRefs: readonly (readonly number[])[],
  innerRefs: readonly (readonly number[])[],
  nodes: NodeTable,
): Assembled<PolygonGeometry> {
  const outers = ringsOf(outerRefs, nodes);
  const holes = ringsOf(innerRefs, nodes);
  if (outers.length === 0) return { problem: nodesMissing };
  if (outers.length > 1 && countOf(outers) * holes.length > nestingLimit) {
    return { problem: 'it has too many rings' };
  }
  const whole = countOf(outers) + countOf(holes) === countOf(outerRefs) + countOf(innerRefs);
  return { shape: nestRings(outers, holes), problem: whole ? undefined : nodesMissing };
}

function ringsOf(lists: readonly (readonly number[])[], nodes: NodeTable): Ring[] {
  return lists
    .map(refs => positionsOf(refs.slice(1), nodes))
    .filter(positions => positions.length >= 3)
    .map(positions => [positions.at(-1)!, ...positions]);
}

function positionsOf(refs: readonly number[], nodes: NodeTable): Position[] {
  return refs.map(ref => positionOf(nodes, ref)).filter(position => position !== undefined);
}

function countOf(lists: readonly (readonly unknown[])[]): number {
  return lists.reduce((sum, list) => sum + list.length, 0);
}
