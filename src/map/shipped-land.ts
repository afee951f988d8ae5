import { type Box, boxesOverlap } from '../geo/box.ts';
import { clipPolygon } from '../geo/clip.ts';
import { boundsOf, type Polygon, type PolygonGeometry, polygonsOf } from '../geo/polygon.ts';
import type { MapFeature } from './feature.ts';

/** From this zoom on, land is clipped to cells first: the mainland alone has thousands of points. */
const clippedFromZoom = 9;
/**
 * A box belongs to the cell of a degree that has its south-west corner. The land of a cell reaches
 * beyond it as far as the largest tile does, so that no tile shows where it was cut.
 */
const rimDegrees = { south: 0.1, north: 0.9 };

/** Land that ships, found by box. */
export type LandIn = (box: Box, zoom: number) => MapFeature[];

/** Opens shipped land. Cells are clipped when they are first asked for, and kept. */
export function openLand(land: PolygonGeometry): LandIn {
  const whole = polygonsOf(land).map(toPart);
  const cells = new Map<string, readonly Part[]>();
  const inCell = (box: Box): readonly Part[] => {
    const [column, row] = [box.west, box.south].map(Math.floor);
    const key = `${column} ${row}`;
    const known = cells.get(key);
    if (known) return known;
    const clipped = clipParts(whole, cellBox(column!, row!));
    cells.set(key, clipped);
    return clipped;
  };
  return (box, zoom) =>
    (zoom < clippedFromZoom ? whole : inCell(box))
      .filter(part => boxesOverlap(part.box, box))
      .map(toFeature);
}

interface Part {
  readonly polygon: Polygon;
  readonly box: Box;
}

function toPart(polygon: Polygon): Part {
  return { polygon, box: boundsOf({ type: 'Polygon', coordinates: polygon }) };
}

function clipParts(parts: readonly Part[], box: Box): Part[] {
  const clipped = parts
    .filter(part => boxesOverlap(part.box, box))
    .map(({ polygon }) => clipPolygon(polygon, box));
  return clipped.filter(polygon => polygon !== undefined).map(toPart);
}

function cellBox(column: number, row: number): Box {
  const { south, north } = rimDegrees;
  return {
    west: column - south,
    south: row - south,
    east: column + 1 + north,
    north: row + 1 + north,
  };
}

function toFeature({ polygon }: Part, i: number): MapFeature {
  return {
    externalId: `land/${i}`,
    layer: 'land',
    kind: 'land',
    name: null,
    nameEn: null,
    ref: null,
    minZoom: 0,
    rank: 0,
    geometry: { type: 'Polygon', coordinates: polygon },
  };
}
