import type { Position } from '../../../geo/polygon.ts';
import type { OsmFile, OsmNodeColumns } from '../readers/elements.ts';
import { isOnEarth, keepCoordinates, type NodeTable } from './node-table.ts';
import type { OsmObject } from './osm-object.ts';
import { looks, type NodeVersions, openOrderCheck } from './versions.ts';
import { type AssemblyContext, flawOf, type OsmFlaw, type Wants } from './wanted.ts';

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
