import type { OsmNode, OsmNodeColumns } from './osm.ts';

/** Nodes as columns. */
export function columnsOf(nodes: readonly OsmNode[]): OsmNodeColumns {
  return {
    ids: Float64Array.from(nodes, node => node.id),
    latitudes: Float64Array.from(nodes, node => node.latitude),
    longitudes: Float64Array.from(nodes, node => node.longitude),
    tags: new Map(nodes.flatMap(({ tags }, i) => (tags ? [[i, tags] as const] : []))),
  };
}

/** The nodes of columns, an object each. */
export function* nodesOf({ ids, latitudes, longitudes, tags }: OsmNodeColumns): Generator<OsmNode> {
  for (let i = 0; i < ids.length; i++) {
    const latitude = latitudes[i]!;
    const longitude = longitudes[i]!;
    yield { kind: 'node', id: ids[i]!, latitude, longitude, tags: tags.get(i) };
  }
}
