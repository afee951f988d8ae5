import { pointHalfway, pointInside } from '../../geo/inside.ts';
import type { PolygonGeometry, Position } from '../../geo/polygon.ts';
import type {
  OsmFile,
  OsmKind,
  OsmNodeColumns,
  OsmRelation,
  OsmTags,
  OsmWay,
} from '../readers/osm/osm.ts';
import {
  type Assembled,
  assembleArea,
  assembleLine,
  assembleRing,
  isArea,
  isRing,
  ringMembers,
  type WayRefs,
} from './areas.ts';
import { isOnEarth, keepCoordinates, nodeTable } from './node-table.ts';

/** A node, way or relation put together: what it is and where. */
export interface OsmObject {
  readonly kind: OsmKind;
  readonly id: number;
  readonly tags: OsmTags;
  /** [longitude, latitude]: the node itself, inside the area, or half way along the line. */
  readonly point: Position;
  /** The area of a closed way, a multipolygon or a boundary. */
  readonly outline?: PolygonGeometry;
  /** The course of a way. */
  readonly line?: readonly Position[];
}

/** What is wrong with a wanted object, which is then left out or given as far as it goes. */
export interface OsmFlaw {
  readonly kind: OsmKind;
  readonly id: number;
  /** Without what only this object has, so that flaws alike are counted together. */
  readonly problem: string;
  readonly leftOut: boolean;
  readonly detail?: string;
}

/** Says whether an object is wanted, by its kind and tags. */
export type Wants = (kind: OsmKind, tags: OsmTags) => boolean;

type Report = (flaw: OsmFlaw) => void;

/** How often `osmObjects` goes through the file, for a progress bar. */
export const osmObjectPasses = 3;

/**
 * The objects of a file that `wants` says yes to (it is asked about those with tags only), nodes
 * first, then ways and relations. Three passes, each for what the one before needs: relations,
 * ways, nodes. Memory is that of the wanted ways and relations and of the nodes they are made of.
 */
export async function* osmObjects(
  file: OsmFile,
  wants: Wants,
  report: Report = () => {},
): AsyncGenerator<OsmObject> {
  const relations = await readRelations(file, wants, report);
  const { wanted, members } = await readWays(file, wants, relations);
  const nodes = nodeTable(refLists(wanted, members));
  for await (const columns of file.nodeColumns()) {
    keepCoordinates(nodes, columns);
    yield* nodeObjects(columns, wants, report);
  }
  for (const way of wanted) {
    const line = assembleLine(way.refs, nodes);
    const place = isRing(way.refs)
      ? asArea(assembleRing(way.refs, nodes), line.shape)
      : asLine(line);
    yield* placed(way, place, report);
  }
  for (const relation of relations) {
    yield* placed(relation, asArea(assembleArea(relation, members, nodes)), report);
  }
}

/** An element that was asked for because of its tags, so it has some. */
type Tagged<Element> = Element & { readonly tags: OsmTags };

function isWanted<Element extends OsmRelation | OsmWay>(
  element: Element,
  wants: Wants,
): element is Tagged<Element> {
  return element.tags !== undefined && wants(element.kind, element.tags);
}

async function readRelations(file: OsmFile, wants: Wants, report: Report) {
  const relations: Tagged<OsmRelation>[] = [];
  for await (const batch of file.elements({ relations: true })) {
    for (const element of batch) {
      if (element.kind !== 'relation' || !isWanted(element, wants)) continue;
      if (isArea(element)) relations.push({ ...element, members: ringMembers(element) });
      else report(flaw(element, 'it is neither multipolygon nor boundary', true));
    }
  }
  return relations;
}

async function readWays(file: OsmFile, wants: Wants, relations: readonly OsmRelation[]) {
  const memberIds = new Set(relations.flatMap(({ members }) => members.map(({ ref }) => ref)));
  const wanted: Tagged<OsmWay>[] = [];
  const members = new Map<number, readonly number[]>();
  for await (const batch of file.elements({ ways: true })) {
    for (const element of batch) {
      if (element.kind !== 'way') continue;
      if (memberIds.has(element.id)) members.set(element.id, element.refs);
      if (isWanted(element, wants)) wanted.push(element);
    }
  }
  return { wanted, members };
}

function* refLists(ways: readonly OsmWay[], members: WayRefs): Generator<readonly number[]> {
  for (const { refs } of ways) yield refs;
  yield* members.values();
}

function* nodeObjects(nodes: OsmNodeColumns, wants: Wants, report: Report): Generator<OsmObject> {
  for (const [i, tags] of nodes.tags) {
    if (!wants('node', tags)) continue;
    const node = { kind: 'node', id: nodes.ids[i]!, tags } as const;
    const point: Position = [nodes.longitudes[i]!, nodes.latitudes[i]!];
    if (isOnEarth(point[1], point[0])) yield { ...node, point };
    else {
      const detail = `latitude ${point[1]}, longitude ${point[0]}`;
      report({ ...flaw(node, 'it stands at no place on Earth', true), detail });
    }
  }
}

type Place = Pick<OsmObject, 'point' | 'outline' | 'line'>;

function asArea(
  { shape, problem }: Assembled<PolygonGeometry>,
  line?: readonly Position[],
): Assembled<Place> {
  if (shape === undefined) return { problem };
  return { shape: { point: pointInside(shape), outline: shape, ...(line && { line }) }, problem };
}

function asLine({ shape, problem }: Assembled<Position[]>): Assembled<Place> {
  return { shape: shape && { point: pointHalfway(shape), line: shape }, problem };
}

function* placed(
  { kind, id, tags }: Tagged<OsmRelation | OsmWay>,
  { shape, problem }: Assembled<Place>,
  report: Report,
): Generator<OsmObject> {
  if (problem) report(flaw({ kind, id }, problem, shape === undefined));
  if (shape) yield { kind, id, tags, ...shape };
}

function flaw(of: { kind: OsmKind; id: number }, problem: string, leftOut: boolean): OsmFlaw {
  return { kind: of.kind, id: of.id, problem, leftOut };
}
