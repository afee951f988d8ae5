import { type Box, boxesOverlap } from '#tools/geo/box.ts';
import { areasAt, packAreas } from '#tools/geo/packed-areas.ts';
import { boxAround } from '#tools/geo/point-tiles.ts';
import { type PolygonGeometry, polygonsOf } from '#tools/geo/polygon.ts';
import type { Run } from './piece.ts';
import { openMeasure } from './zone-distance.ts';

/** Edges are found by squares of this width, in degrees. */
const squareDegrees = 0.1;
/** The first radius of a search, and the last: no place in Greece is as far from the sea. */
const [firstMetres, mostMetres] = [4_000, 256_000];

/** Metres from a point to the sea: 0 if no land is there, undefined where the coast is not known. */
export type SeaDistance = (longitude: number, latitude: number) => number | undefined;

/** Opens the coast of some land, for points within a box. Holes in the land are lakes, not the sea. */
export function openCoast(land: PolygonGeometry, within: Box): SeaDistance {
  const rings = polygonsOf(land).map(([outer]) => outer!);
  const areas = packAreas(rings.map(ring => ({ type: 'Polygon' as const, coordinates: [ring] })));
  const squares = new Map<string, Run[]>();
  for (const ring of rings) {
    for (let i = 1; i < ring.length; i++) {
      const positions = [ring[i - 1]!, ring[i]!];
      for (const key of keysOf(positions[0]!, positions[1]!)) {
        const square = squares.get(key);
        if (square) square.push({ first: 0, positions });
        else squares.set(key, [{ first: 0, positions }]);
      }
    }
  }
  return (longitude, latitude) => {
    const point = { west: longitude, east: longitude, south: latitude, north: latitude };
    if (!boxesOverlap(point, within)) return undefined;
    if (areasAt(areas, longitude, latitude).length === 0) return 0;
    const measure = openMeasure(longitude, latitude);
    for (let radius = firstMetres; radius <= mostMetres; ) {
      const { high, wide } = boxAround(latitude, radius);
      const keys = keysOf([longitude - wide, latitude - high], [longitude + wide, latitude + high]);
      const runs = [...keys].flatMap(key => squares.get(key) ?? []);
      const metres = measure.toPieces([{ runs }]);
      if (metres <= radius) return metres;
      // An edge beyond the radius was found: a nearer one can only be within its distance.
      radius = Number.isFinite(metres) ? metres : 2 * radius;
    }
    return undefined;
  };
}

type Corner = readonly [number, number];

/** The squares of the box around two positions. */
function* keysOf([ax, ay]: Corner, [bx, by]: Corner): Generator<string> {
  const index = (degrees: number) => Math.floor(degrees / squareDegrees);
  for (let x = index(Math.min(ax, bx)); x <= index(Math.max(ax, bx)); x++) {
    for (let y = index(Math.min(ay, by)); y <= index(Math.max(ay, by)); y++) yield `${x} ${y}`;
  }
}
