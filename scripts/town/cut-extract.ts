import type {
  OsmElement,
  OsmFile,
  OsmNode,
  OsmRelation,
  OsmWay,
} from '#importing/osm/readers/elements.ts';
import type { Box } from '#tools/geo/box.ts';

/**
 * The elements of an extract inside a box. Ways are cut at its edge, so that the ways on foot end
 * there; areas that cross it are left out, except for the coast and land cover, which are only drawn.
 */
export async function cutExtract(file: OsmFile, box: Box): Promise<OsmElement[]> {
  const all: OsmElement[] = [];
  for await (const batch of file.elements({ nodes: true, ways: true, relations: true })) {
    all.push(...batch);
  }
  const nodes = all.filter(one => one.kind === 'node');
  const inside = new Set(nodes.filter(node => isIn(node, box)).map(({ id }) => id));
  const ways = all.filter(one => one.kind === 'way').flatMap(way => cutWay(way, inside));
  const wayIds = new Set(ways.map(({ id }) => id));
  const has = ({ members }: OsmRelation) =>
    members.every(({ kind, ref }) => (kind === 'way' ? wayIds.has(ref) : inside.has(ref)));
  const relations = all.filter(one => one.kind === 'relation').filter(has);
  const used = new Set(ways.flatMap(({ refs }) => refs));
  const kept = nodes.filter(({ id, tags }) => used.has(id) || (tags && inside.has(id)));
  return [...byId(kept), ...byId(ways), ...byId(relations)];
}

function isIn({ latitude, longitude }: OsmNode, { west, east, south, north }: Box): boolean {
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north;
}

/** Tags of areas that are only drawn. */
const drawnOnly = ['natural', 'landuse', 'leisure', 'place'];

function cutWay(way: OsmWay, inside: ReadonlySet<number>): OsmWay[] {
  const { refs, tags = {} } = way;
  if (refs.every(id => inside.has(id)) || tags.natural === 'coastline') return [way];
  if (refs[0] === refs.at(-1)) {
    return drawnOnly.some(key => key in tags) && refs.some(id => inside.has(id)) ? [way] : [];
  }
  const longest = runsIn(refs, inside).sort((a, b) => b.length - a.length)[0] ?? [];
  return longest.length > 1 ? [{ ...way, refs: longest }] : [];
}

/** The runs of nodes that are inside. */
function runsIn(refs: readonly number[], inside: ReadonlySet<number>): number[][] {
  const runs: number[][] = [[]];
  for (const id of refs) {
    if (inside.has(id)) runs.at(-1)!.push(id);
    else runs.push([]);
  }
  return runs;
}

function byId<E extends OsmElement>(elements: readonly E[]): E[] {
  return elements.toSorted((a, b) => a.id - b.id);
}
