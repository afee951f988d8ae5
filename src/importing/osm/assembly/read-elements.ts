import type { Position } from '#tools/geo/polygon.ts';
import type { OsmFile, OsmNodeColumns, OsmRelation, OsmTags, OsmWay } from '../readers/elements.ts';
import { isArea, type MemberWays } from './assemble-areas.ts';
import { isOnEarth, keepCoordinates, type NodeTable } from './node-table.ts';
import {
  type AssemblyContext,
  flawOf,
  type OsmFlaw,
  type OsmObject,
  type Wants,
} from './osm-object.ts';
import { type Found, looks, type NodeVersions, openNewest, openOrderCheck } from './versions.ts';

/** An element that is wanted because of its tags, so it has some. */
export type Tagged<Element> = Element & { readonly tags: OsmTags };

/** Reads the newest versions of the wanted relations; those that are no areas are flaws. */
export async function readRelations(
  files: readonly OsmFile[],
  { wants, report, memory }: AssemblyContext,
): Promise<Found<Tagged<OsmRelation>>[]> {
  const newest = openNewest<OsmRelation>(isTagged(wants), memory);
  await visit<OsmRelation>(files, { relations: true }, newest.offer);
  const wanted = newest.wanted() as Found<Tagged<OsmRelation>>[];
  for (const relation of wanted.filter(({ element }) => !isArea(element))) {
    report(flawOf(relation, 'it is neither multipolygon nor boundary'));
  }
  return wanted.filter(({ element }) => isArea(element));
}

/**
 * Reads the newest versions of the wanted ways, and of the ways that relations are made of; `see`
 * gets every way.
 */
export async function readOsmWays(
  files: readonly OsmFile[],
  { wants, memory }: AssemblyContext,
  relations: readonly Found<OsmRelation>[],
  see: (way: OsmWay) => void,
): Promise<{ wanted: Found<Tagged<OsmWay>>[]; members: MemberWays }> {
  const memberIds = new Set(relations.flatMap(({ element }) => element.members.map(m => m.ref)));
  const newest = openNewest<OsmWay>(isTagged(wants), memory);
  const members = openNewest<OsmWay>(({ id }) => memberIds.has(id), memory);
  await visit<OsmWay>(files, { ways: true }, (way, path) => {
    newest.offer(way, path);
    members.offer(way, path);
    see(way);
  });
  return {
    wanted: newest.wanted() as Found<Tagged<OsmWay>>[],
    members: new Map(members.wanted().map(({ element }) => [element.id, element])),
  };
}

/** Visits the elements of one kind, as often as it takes to find their newest versions. */
async function visit<Element extends OsmRelation | OsmWay>(
  files: readonly OsmFile[],
  kind: Parameters<OsmFile['elements']>[0],
  see: (element: Element, path: string) => void,
): Promise<void> {
  const order = openOrderCheck();
  for (const { file, withVersions } of looks(files, order)) {
    for await (const batch of file.elements(kind, withVersions)) {
      for (const element of batch as readonly Element[]) {
        order.see(element.id);
        see(element, file.path);
      }
    }
  }
}

function isTagged(wants: Wants): (element: OsmRelation | OsmWay) => boolean {
  return ({ kind, tags }) => tags !== undefined && wants(kind, tags);
}

/**
 * Reads the wanted nodes, and fills the table with the positions that it requests. If versions
 * decide, a node may occur several times; afterwards `versions` has the outdated ones.
 */
export async function* readNodes(
  files: readonly OsmFile[],
  { wants, report, memory }: AssemblyContext,
  table: NodeTable,
  versions: NodeVersions,
): AsyncGenerator<readonly OsmObject[]> {
  const order = openOrderCheck();
  const offEarth = new Map<OsmObject, OsmFlaw>();
  for (const { file, withVersions } of looks(files, order)) {
    for await (const columns of file.nodeColumns(withVersions)) {
      for (const id of columns.ids) order.see(id);
      keepCoordinates(table, columns);
      const nodes = wantedNodes(columns, wants, versions);
      versions.see(columns);
      for (const node of nodes) {
        memory.add(node, file.path);
        if (!isPlaced(node)) offEarth.set(node, offEarthFlaw(node, file.path));
      }
      yield nodes.filter(isPlaced);
    }
  }
  for (const [node, flaw] of offEarth) if (!versions.isOutdated(node)) report(flaw);
}

function wantedNodes(columns: OsmNodeColumns, wants: Wants, versions: NodeVersions): OsmObject[] {
  const nodes: OsmObject[] = [];
  for (const [i, tags] of columns.tags) {
    if (!wants('node', tags)) continue;
    const point: Position = [columns.longitudes[i]!, columns.latitudes[i]!];
    const plain = { kind: 'node', id: columns.ids[i]!, tags, point } as const;
    const node = columns.versions ? { ...plain, version: columns.versions[i]! } : plain;
    if (versions.offer(node)) nodes.push(node);
  }
  return nodes;
}

function isPlaced({ point }: OsmObject): boolean {
  return isOnEarth(point[1], point[0]);
}

function offEarthFlaw(node: OsmObject, path: string): OsmFlaw {
  const [longitude, latitude] = node.point;
  const detail = `latitude ${latitude}, longitude ${longitude}`;
  return { ...flawOf({ element: node, path }, 'its position is not on Earth'), detail };
}
