import { assembleRings } from '../../geo/assemble-rings.ts';
import { nestRings } from '../../geo/nest-rings.ts';
import type { PolygonGeometry, Position, Ring } from '../../geo/polygon.ts';
import type { OsmMember, OsmRelation, OsmWay } from '../readers/osm/osm.ts';
import { type NodeTable, positionOf } from './node-table.ts';

/** What putting an object together gave: its shape, if any, and what was wrong, if anything. */
export interface Assembled<Shape> {
  readonly shape?: Shape | undefined;
  readonly problem?: string | undefined;
}

/** The ways that wanted relations are made of, by their ids. */
export type MemberWays = ReadonlyMap<number, Pick<OsmWay, 'refs' | 'locations'>>;

const nodesMissing = 'some of its nodes are not in the file';
const waysMissing = 'some of its ways are not in the file';

/** Whether a relation says that it is an area. */
export function isArea({ tags }: Pick<OsmRelation, 'tags'>): boolean {
  return tags?.type === 'multipolygon' || tags?.type === 'boundary';
}

/** The members that make the area of a relation: all ways, whatever their role. */
export function ringMembers({ members }: OsmRelation): OsmMember[] {
  return members.filter(({ kind }) => kind === 'way');
}

/** Whether a way goes around an area. */
export function isRing(refs: readonly number[]): boolean {
  return refs.length >= 4 && refs[0] === refs.at(-1);
}

/** The line of a way. Extracts cut at a border lack nodes; the line goes on without them. */
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
  const line = borderOf(refs, nodes);
  const lacking = line.length < refs.length ? nodesMissing : undefined;
  return asArea(assembleRings([line]).rings, lacking);
}

/**
 * The area of a multipolygon or boundary: all that its ways enclose an odd number of times. The
 * roles are often empty or wrong, so they count only when the ways leave something open: then the
 * outer ways must close by themselves, and the inner ways are used as far as they close.
 */
export function assembleArea(
  relation: OsmRelation,
  ways: MemberWays,
  nodes: NodeTable,
): Assembled<PolygonGeometry> {
  // By id, because a way that is a member twice is a slip and bounds the area once.
  const members = [...new Map(ringMembers(relation).map(member => [member.ref, member])).values()];
  const borders = members.map(({ ref, role }) => {
    const refs = ways.get(ref)?.refs ?? [];
    const line = borderOf(refs, nodes);
    return { role, line, isMissing: !ways.has(ref), isCut: line.length < refs.length };
  });
  const cut = borders.some(({ isCut }) => isCut) ? nodesMissing : undefined;
  const lacking = borders.some(({ isMissing }) => isMissing) ? waysMissing : cut;
  const ringsOf = (...roles: readonly string[]) =>
    assembleRings(borders.filter(({ role }) => roles.includes(role)).map(({ line }) => line));

  const all = assembleRings(borders.map(({ line }) => line));
  if (!all.isOpen) return asArea(all.rings, lacking);
  const outer = ringsOf('outer', '');
  if (outer.isOpen) return { problem: lacking ?? 'its outer ring does not close' };
  const rings = [...outer.rings, ...ringsOf('inner').rings];
  return asArea(rings, lacking ?? 'some of its ways close no ring');
}

function asArea(rings: readonly Ring[], lacking: string | undefined): Assembled<PolygonGeometry> {
  if (rings.length === 0) return { problem: lacking ?? 'it encloses no area' };
  const shape = nestRings(rings);
  return { shape, problem: shape ? lacking : 'it has too many rings' };
}

/** The line of a way, closed if the way is, also when its first node is missing. */
function borderOf(refs: readonly number[], nodes: NodeTable): Position[] {
  if (!isRing(refs)) return positionsOf(refs, nodes);
  const positions = positionsOf(refs.slice(1), nodes);
  return positions.length < 3 ? [] : [positions.at(-1)!, ...positions];
}

function positionsOf(refs: readonly number[], nodes: NodeTable): Position[] {
  return refs.map(ref => positionOf(nodes, ref)).filter(position => position !== undefined);
}
