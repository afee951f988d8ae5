import { buildBoxIndex } from '../../../geo/box-index.ts';
import { pointInPolygon } from '../../../geo/inside.ts';
import { boundsOf, type Polygon, type Position, polygonsOf } from '../../../geo/polygon.ts';
import type { OsmObject } from '../assembly/osm-object.ts';
import type { OsmKind, OsmTags } from '../readers/elements.ts';
import { tidy } from './names.ts';

/** Municipalities of Greece, the δήμοι, are administrative areas of this level. */
const municipalityLevel = '7';

/** How many edges share a strip, about, and in how many strips an edge lies, on average. */
const edgesPerStrip = 16;
const stripsPerEdge = 4;

/** Whether an object is the area of a municipality. */
export function isMunicipality(kind: OsmKind, tags: OsmTags): boolean {
  const isAdministrative = tags.boundary === 'administrative';
  return kind !== 'node' && isAdministrative && tags.admin_level === municipalityLevel;
}

/**
 * Finds the name of the municipality at a point, null where there is none. On a common border
 * the one of the lower id has it.
 */
export function municipalityFinder(
  areas: readonly OsmObject[],
): (position: Position) => string | null {
  const parts = areas
    .toSorted((a, b) => a.id - b.id || (a.kind < b.kind ? -1 : 1))
    .flatMap(({ tags, outline }) => {
      const name = tidy(tags['name:el']) ?? tidy(tags.name);
      if (name === null || outline === undefined) return [];
      return polygonsOf(outline).map(polygon => ({ name, ...inStrips(polygon) }));
    });
  const around = buildBoxIndex(parts.map(({ box }) => box));
  return position => {
    const i = around(...position).find(part => parts[part]!.holds(position));
    return i === undefined ? null : parts[i]!.name;
  };
}

type Edge = readonly [Position, Position];

/**
 * A polygon cut into level strips, each with the edges that reach into it: of a coast of twenty
 * thousand edges a point then meets a few dozen. An edge is as good as a ring to the counting.
 */
function inStrips(polygon: Polygon) {
  const box = boundsOf({ type: 'Polygon', coordinates: polygon });
  const edges = polygon.flatMap(ring => ring.slice(1).map((to, i): Edge => [ring[i]!, to]));
  const count = stripCount(edges, box.north - box.south);
  const strips = Array.from({ length: count }, (): Edge[] => []);
  const stripOf = (y: number) => {
    const share = (y - box.south) / (box.north - box.south || 1);
    return Math.min(count - 1, Math.max(0, Math.floor(share * count)));
  };
  for (const edge of edges) {
    const [a, b] = [stripOf(edge[0][1]), stripOf(edge[1][1])];
    for (let i = Math.min(a, b); i <= Math.max(a, b); i++) strips[i]!.push(edge);
  }
  const holds = (position: Position) =>
    pointInPolygon(position, { type: 'Polygon', coordinates: strips[stripOf(position[1])]! });
  return { box, holds };
}

/** Bounded by the height of all edges: a zigzag of a million would else lie in every strip. */
function stripCount(edges: readonly Edge[], height: number): number {
  const climbed = edges.reduce((sum, [a, b]) => sum + Math.abs(b[1] - a[1]), 0);
  const most = (stripsPerEdge * edges.length * height) / (climbed || 1);
  return Math.max(1, Math.floor(Math.min(edges.length / edgesPerStrip, most)));
}
