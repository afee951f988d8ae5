import type { OsmNode, OsmNodeColumns } from './elements.ts';

/** Nodes as columns. */
export function columnsOf(nodes: readonly OsmNode[], withVersions = false): OsmNodeColumns {
  return {
    ...(withVersions && { versions: Float64Array.from(nodes, node => node.version ?? 0) }),
    ids: Float64Array.from(nodes, node => node.id),
    latitudes: Float64Array.from(nodes, node => node.latitude),
    longitudes: Float64Array.from(nodes, node => node.longitude),
    tags: new Map(nodes.flatMap(({ tags }, i) => (tags ? [[i, tags] as const] : []))),
  };
}

/** The nodes of columns, an object each. */
export function* nodesOf(columns: OsmNodeColumns): Generator<OsmNode> {
  const { ids, latitudes, longitudes, tags, versions } = columns;
  for (let i = 0; i < ids.length; i++) {
    const latitude = latitudes[i]!;
    const longitude = longitudes[i]!;
    const node = { kind: 'node', id: ids[i]!, latitude, longitude, tags: tags.get(i) } as const;
    yield versions ? { ...node, version: versions[i]! } : node;
  }
}
