import { boxAround } from '#tools/geo/point-tiles.ts';
import type { Position } from '#tools/geo/polygon.ts';
import type { StreetLine } from '../geocoder/rows/geocoder-rows.ts';
import type { Look } from './cell-feature.ts';
import { findInCell } from './decode-cells.ts';
import { finestDetail, mapLevel } from './detail.ts';
import { cellsOfTile, type WorldBox } from './map-cells.ts';
import { line } from './map-feature.ts';
import type { MapReader } from './map-store.ts';
import { type Coordinates, extent, fromWorld, toWorld, worldUnitsAt } from './tile-scheme.ts';

const level = mapLevel(finestDetail);
/** The zoom of the smallest cells, in which most streets are. */
const cellZoom = level.lowestZoom + 1;

/** The lines of named roads within some metres of a point (at most 1,000), and more near it. */
export async function streetLinesAround(
  { mapCells }: Pick<MapReader, 'mapCells'>,
  latitude: number,
  longitude: number,
  metres: number,
): Promise<StreetLine[]> {
  const { high, wide } = boxAround(latitude, metres);
  const [west, north] = toWorld([longitude - wide, latitude + high]);
  const [east, south] = toWorld([longitude + wide, latitude - high]);
  const box = { west, north, east, south };
  const cells = await mapCells(cellsIn(box));
  return cells.flatMap(cell => findInCell(cell, box, isNamedRoad)).flatMap(toStreetLines);
}

function isNamedRoad({ layer, name }: Look): boolean {
  return layer === 'road' && name !== null;
}

/** The cells at the corners of a box that is smaller than the smallest cell. */
function cellsIn({ west, north, east, south }: WorldBox): number[] {
  const width = extent * worldUnitsAt(cellZoom);
  const corners = [west, east].flatMap(x => [north, south].map(y => [x, y] as const));
  const numbers = corners.flatMap(([x, y]) => {
    const tile = { z: cellZoom, x: Math.floor(x / width), y: Math.floor(y / width) };
    return cellsOfTile(tile, level);
  });
  return [...new Set(numbers)];
}

function toStreetLines({ look, geometry }: ReturnType<typeof findInCell>[number]): StreetLine[] {
  if (geometry.type !== line) return [];
  const { name, kind } = look;
  // A stored geometry may have a part without points.
  const parts = geometry.parts.filter(({ points }) => points.length > 0);
  return parts.map(({ points }) => {
    return { name: name!, isPath: kind === 'path', course: positionsOf(points) };
  });
}

function positionsOf(points: Coordinates): Position[] {
  const positions: Position[] = [];
  for (let i = 0; i < points.length; i += 2) positions.push(fromWorld(points[i]!, points[i + 1]!));
  return positions;
}
