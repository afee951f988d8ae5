import Flatbush from 'flatbush';
import type { Box } from './box.ts';
import { pointInPolygon } from './inside.ts';
import { boundsOf, type PolygonGeometry, polygonsOf } from './polygon.ts';

/**
 * Areas packed to find those that hold a point. Each polygon is a part. Of a coast of twenty thousand
 * edges a point meets only those at its latitude, east of it. Typed arrays only, so that a thread can
 * post it.
 */
export interface Areas {
  /** The area that each part belongs to. */
  readonly owners: Uint32Array;
  /** West, south, east and north of each part. */
  readonly boxes: Float64Array;
  /** The part that each edge belongs to. */
  readonly partOfEdge: Uint32Array;
  /** Longitude and latitude of both ends of each edge. */
  readonly ends: Float64Array;
  /** The boxes of the edges, packed by Flatbush; empty without edges. */
  readonly edgeBoxes: Uint8Array;
}

/** The boxes are rounded to 32 bits: they and the width of a border are at most this, in degrees. */
const margin = 2e-5;

/** Packs areas; a geometry's position in the list is the number of its area. */
export function packAreas(geometries: readonly PolygonGeometry[]): Areas {
  const parts = geometries.flatMap((geometry, owner) =>
    polygonsOf(geometry).map(polygon => ({ owner, polygon })),
  );
  const edges = parts.flatMap(({ polygon }, part) =>
    polygon.flatMap(ring => ring.slice(1).map((to, i) => ({ part, from: ring[i]!, to }))),
  );
  const index = edges.length > 0 ? new Flatbush(edges.length, 16, Float32Array) : undefined;
  for (const { from, to } of edges) {
    const [xs, ys] = [0, 1].map(axis => [from[axis]!, to[axis]!].sort((a, b) => a - b));
    index!.add(xs![0]!, ys![0]!, xs![1]!, ys![1]!);
  }
  index?.finish();
  return {
    owners: Uint32Array.from(parts, ({ owner }) => owner),
    boxes: Float64Array.from(
      parts.flatMap(({ polygon }) => {
        const box = boundsOf({ type: 'Polygon', coordinates: polygon });
        return [box.west, box.south, box.east, box.north];
      }),
    ),
    partOfEdge: Uint32Array.from(edges, ({ part }) => part),
    ends: Float64Array.from(edges.flatMap(({ from, to }) => [...from, ...to])),
    edgeBoxes: index ? new Uint8Array(index.data) : new Uint8Array(),
  };
}

/** The numbers of the areas that hold a point, borders included, in their order. */
export function areasAt(areas: Areas, longitude: number, latitude: number): number[] {
  const { owners, boxes } = areas;
  const found: number[] = [];
  for (let part = 0; part < owners.length; part++) {
    const at = 4 * part;
    if (longitude < boxes[at]! || latitude < boxes[at + 1]!) continue;
    if (longitude > boxes[at + 2]! || latitude > boxes[at + 3]!) continue;
    if (found.at(-1) === owners[part]) continue;
    if (partHolds(areas, part, longitude, latitude)) found.push(owners[part]!);
  }
  return found;
}

/** The boxes of the parts, for an index over many of them. */
export function boxesOf({ owners, boxes }: Areas): Box[] {
  return Array.from(owners, (_, part) => {
    const [west, south, east, north] = boxes.subarray(4 * part, 4 * part + 4);
    return { west: west!, south: south!, east: east!, north: north! };
  });
}

/** Whether a part holds a point that lies in its box. */
export function partHolds(
  { boxes, partOfEdge, ends, edgeBoxes }: Areas,
  part: number,
  longitude: number,
  latitude: number,
): boolean {
  const found = Flatbush.from(edgeBoxes.buffer).search(
    ...([longitude - margin, latitude - margin] as const),
    ...([boxes[4 * part + 2]! + margin, latitude + margin] as const),
    edge => partOfEdge[edge] === part,
  );
  // Counting works with single edges as with rings.
  const coordinates = found.map(edge => {
    const [ax, ay, bx, by] = ends.subarray(4 * edge, 4 * edge + 4);
    return [[ax!, ay!] as const, [bx!, by!] as const];
  });
  return pointInPolygon([longitude, latitude], { type: 'Polygon', coordinates });
}
