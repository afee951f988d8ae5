import type { Box } from './box.ts';
import { pointInPolygon } from './inside.ts';
import { boundsOf, type Polygon, type PolygonGeometry, polygonsOf, type Ring } from './polygon.ts';

/**
 * Areas packed to find those that hold a point. Each polygon is a part, cut into level strips with
 * the edges that reach into each: of a coast of twenty thousand edges a point then meets a few
 * dozen. Typed arrays only, so that a thread can post it.
 */
export interface Areas {
  /** The area that each part belongs to. */
  readonly owners: Uint32Array;
  /** West, south, east and north of each part. */
  readonly boxes: Float64Array;
  /** The first strip of each part, and at the end the number of strips. */
  readonly firstStrips: Uint32Array;
  /** The first edge of each strip in `edges`, and at the end the number of those. */
  readonly firstEdges: Uint32Array;
  /** Edges by the vertex they start at; they end at the next. */
  readonly edges: Uint32Array;
  /** Longitude and latitude of the vertices of all rings, in turn. */
  readonly vertices: Float64Array;
}

/** The approximate number of edges in a strip, and the average number of strips of an edge. */
const edgesPerStrip = 16;
const stripsPerEdge = 4;

/** Packs areas; a geometry's position in the list is the number of its area. */
export function packAreas(geometries: readonly PolygonGeometry[]): Areas {
  const parts = geometries.flatMap((geometry, owner) =>
    polygonsOf(geometry).map(polygon => ({ owner, polygon })),
  );
  const rings = parts.flatMap(({ polygon }) => polygon);
  const vertices = new Float64Array(2 * rings.reduce((sum, ring) => sum + ring.length, 0));
  const boxes = new Float64Array(4 * parts.length);
  const firstStrips = new Uint32Array(parts.length + 1);
  const strips: number[][] = [];
  let next = 0;
  parts.forEach(({ polygon }, part) => {
    const box = boundsOf({ type: 'Polygon', coordinates: polygon });
    boxes.set([box.west, box.south, box.east, box.north], 4 * part);
    const cut = cutIntoStrips(polygon, box, next);
    for (const [x, y] of polygon.flat()) {
      vertices[2 * next] = x;
      vertices[2 * next++ + 1] = y;
    }
    for (const strip of cut) strips.push(strip);
    firstStrips[part + 1] = strips.length;
  });
  const firstEdges = new Uint32Array(strips.length + 1);
  strips.forEach((strip, i) => {
    firstEdges[i + 1] = firstEdges[i]! + strip.length;
  });
  const edges = new Uint32Array(firstEdges[strips.length]!);
  for (const [i, strip] of strips.entries()) edges.set(strip, firstEdges[i]!);
  const owners = Uint32Array.from(parts, ({ owner }) => owner);
  return { owners, boxes, firstStrips, firstEdges, edges, vertices };
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
  areas: Areas,
  part: number,
  longitude: number,
  latitude: number,
): boolean {
  const { firstStrips, firstEdges, edges, vertices, boxes } = areas;
  const first = firstStrips[part]!;
  const count = firstStrips[part + 1]! - first;
  const [, south, , north] = boxes.subarray(4 * part, 4 * part + 4);
  const strip = first + stripAt(latitude, south!, north!, count);
  // Counting works with single edges as with rings.
  const coordinates: Ring[] = [];
  for (let i = firstEdges[strip]!; i < firstEdges[strip + 1]!; i++) {
    const at = 2 * edges[i]!;
    coordinates.push([
      [vertices[at]!, vertices[at + 1]!],
      [vertices[at + 2]!, vertices[at + 3]!],
    ]);
  }
  return pointInPolygon([longitude, latitude], { type: 'Polygon', coordinates });
}

function stripAt(y: number, south: number, north: number, count: number): number {
  const share = (y - south) / (north - south || 1);
  return Math.min(count - 1, Math.max(0, Math.floor(share * count)));
}

/** The strips of a polygon whose first vertex has the number `firstVertex`. */
function cutIntoStrips(polygon: Polygon, { south, north }: Box, firstVertex: number): number[][] {
  const count = stripCount(polygon, north - south);
  const strips = Array.from({ length: count }, (): number[] => []);
  let vertex = firstVertex;
  for (const ring of polygon) {
    for (let i = 1; i < ring.length; i++, vertex++) {
      const a = stripAt(ring[i - 1]![1], south, north, count);
      const b = stripAt(ring[i]![1], south, north, count);
      for (let strip = Math.min(a, b); strip <= Math.max(a, b); strip++) {
        strips[strip]!.push(vertex);
      }
    }
    vertex++;
  }
  return strips;
}

/** Bounded by the height of all edges: a zigzag of a million would else lie in every strip. */
function stripCount(polygon: Polygon, height: number): number {
  let edges = 0;
  let climbed = 0;
  for (const ring of polygon) {
    for (let i = 1; i < ring.length; i++, edges++) {
      climbed += Math.abs(ring[i]![1] - ring[i - 1]![1]);
    }
  }
  const most = (stripsPerEdge * edges * height) / (climbed || 1);
  return Math.max(1, Math.floor(Math.min(edges / edgesPerStrip, most)));
}
