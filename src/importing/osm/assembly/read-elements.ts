import {
  nodeOf,
  type OsmFile,
  type OsmNode,
  type OsmNodeColumns,
  type OsmRelation,
  type OsmTags,
  type OsmWay,
} from '../readers/elements.ts';
import { isArea, type MemberWays } from './assemble-areas.ts';
import { isOnEarth, keepCoordinates, type NodeTable } from './node-table.ts';
import {
  type AssemblyContext,
  flawOf,
  type OsmFlaw,
  type OsmObject,
  type Wants,
} from './osm-object.ts';
import {
  differs,
  type Found,
  looks,
  openCollector,
  openOrderCheck,
  openRepeats,
} from './repeats.ts';

/** An element that is wanted because of its tags, so it has some. */
export type Tagged<Element> = Element & { readonly tags: OsmTags };

/** Reads the wanted relations; those that are no areas are flaws. */
export async function readRelations(
  files: readonly OsmFile[],
  { wants, report, memory }: AssemblyContext,
): Promise<Found<Tagged<OsmRelation>>[]> {
  const found = openCollector<OsmRelation>(isTagged(wants), memory);
  await visit<OsmRelation>(files, { relations: true }, found.offer);
  const wanted = found.wanted() as Found<Tagged<OsmRelation>>[];
  for (const relation of wanted.filter(({ element }) => !isArea(element))) {
    report(flawOf(relation, 'it is neither multipolygon nor boundary'));
  }
  return wanted.filter(({ element }) => isArea(element));
}

/**
 * Reads the wanted ways, and the ways that relations are made of; `see` gets every way of every
 * pass.
 */
export async function readOsmWays(
  files: readonly OsmFile[],
  { wants, memory }: AssemblyContext,
  relations: readonly Found<OsmRelation>[],
  see: (way: OsmWay, path: string, mayRepeat: boolean) => void,
): Promise<{ wanted: Found<Tagged<OsmWay>>[]; members: MemberWays }> {
  const memberIds = new Set(relations.flatMap(({ element }) => element.members.map(m => m.ref)));
  const found = openCollector<OsmWay>(isTagged(wants), memory);
  const members = openCollector<OsmWay>(({ id }) => memberIds.has(id), memory);
  await visit<OsmWay>(files, { ways: true }, (way, path, mayRepeat) => {
    found.offer(way, path);
    members.offer(way, path);
    see(way, path, mayRepeat);
  });
  return {
    wanted: found.wanted() as Found<Tagged<OsmWay>>[],
    members: new Map(members.wanted().map(({ element }) => [element.id, element])),
  };
}

/** Visits the elements of one kind, as often as it takes to find those that repeat. */
async function visit<Element extends OsmRelation | OsmWay>(
  files: readonly OsmFile[],
  kind: Parameters<OsmFile['elements']>[0],
  see: (element: Element, path: string, mayRepeat: boolean) => void,
): Promise<void> {
  const order = openOrderCheck();
  for (const { file, mayRepeat } of looks(files, order)) {
    for await (const batch of file.elements(kind)) {
      for (const element of batch as readonly Element[]) {
        order.see(element.id);
        see(element, file.path, mayRepeat);
      }
    }
  }
}

function isTagged(wants: Wants): (element: OsmRelation | OsmWay) => boolean {
  return ({ kind, tags }) => tags !== undefined && wants(kind, tags);
}

/** Reads the wanted nodes, and fills the table with the positions that it requests. */
export async function* readNodes(
  files: readonly OsmFile[],
  { wants, report, memory }: AssemblyContext,
  table: NodeTable,
): AsyncGenerator<readonly OsmObject[]> {
  const order = openOrderCheck();
  const repeats = openRepeats();
  for (const { file, mayRepeat } of looks(files, order)) {
    const differing = (id: number) =>
      differs({ kind: 'node', id }, file.path, otherOf(files, file));
    for await (const columns of file.nodeColumns()) {
      for (const id of columns.ids) order.see(id);
      keepCoordinates(table, columns, mayRepeat ? differing : undefined);
      const nodes = wantedNodes(columns, wants, node => repeats.isNew(node, file.path));
      if (mayRepeat) compareUnwanted(columns, wants, repeats, file.path);
      for (const node of nodes) {
        memory.add(node, file.path);
        if (!isPlaced(node)) report(offEarthFlaw(node, file.path));
      }
      yield nodes.filter(isPlaced);
    }
  }
}

/** The file that an object was probably in before. */
function otherOf(files: readonly OsmFile[], file: OsmFile): string {
  return (files.find(other => other !== file) ?? file).path;
}

/** Throws for a node that is not wanted, and was wanted elsewhere. */
function compareUnwanted(
  columns: OsmNodeColumns,
  wants: Wants,
  repeats: ReturnType<typeof openRepeats>,
  path: string,
): void {
  for (let i = 0; i < columns.ids.length; i++) {
    if (!repeats.has(columns.ids[i]!)) continue;
    const node = nodeOf(columns, i);
    if (!node.tags || !wants('node', node.tags)) repeats.isNew(node, path);
  }
}

function wantedNodes(
  columns: OsmNodeColumns,
  wants: Wants,
  isNew: (node: OsmNode) => boolean,
): OsmObject[] {
  const nodes: OsmObject[] = [];
  for (const [i, tags] of columns.tags) {
    if (!wants('node', tags)) continue;
    const node = nodeOf(columns, i);
    const { kind, id, longitude, latitude } = node;
    if (isNew(node)) nodes.push({ kind, id, tags, point: [longitude, latitude] });
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
