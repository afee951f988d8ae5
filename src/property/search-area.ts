import { type Box, boxesOverlap } from '../geo/box.ts';
import { fromGreekGrid, toGreekGrid } from '../geo/greek-grid.ts';
import { meetsBox } from '../geo/meets-box.ts';
import { mapPositions } from '../geo/polygon.ts';
import type { Parcel } from './parcels.ts';

/** An area in which parcels and places are searched. */
export interface SearchArea {
  /** Boxes in degrees that contain the area. */
  readonly boxes: readonly Box[];
  /** Whether a parcel has a point in common with the area. */
  readonly meets: (parcel: Parcel) => boolean;
  readonly holds: (longitude: number, latitude: number) => boolean;
}

const earth: Box = { west: -180, east: 180, south: -90, north: 90 };

/** The area that everything is in. */
export const everywhere: SearchArea = { boxes: [earth], meets: () => true, holds: () => true };

/** The area of a box in degrees. If west is greater than east, it crosses the antimeridian. */
export function areaOfBox(box: Box): SearchArea {
  const boxes =
    box.west <= box.east
      ? [box]
      : [
          { ...box, east: earth.east },
          { ...box, west: earth.west },
        ];
  return {
    boxes,
    meets: ({ geometry }) => boxes.some(one => meetsBox(geometry, one)),
    holds: (x, y) => boxes.some(one => boxesOverlap(one, pointBox(x, y))),
  };
}

/** The area of a box on the Greek Grid, in metres. */
export function areaOfGridBox(box: Box): SearchArea {
  const around = boxesOverlap(box, gridLimits) ? [degreesAround(withinLimits(box))] : [];
  return {
    boxes: around,
    meets: ({ geometry }) => meetsBox(mapPositions(geometry, toGreekGrid), box),
    holds: (x, y) => boxesOverlap(box, pointBox(...toGreekGrid([x, y]))),
  };
}

/** The projection is exact to here, far outside Greece. */
const gridLimits: Box = { west: -2e6, east: 3e6, south: 0, north: 7e6 };

function withinLimits(box: Box): Box {
  return {
    west: Math.max(box.west, gridLimits.west),
    east: Math.min(box.east, gridLimits.east),
    south: Math.max(box.south, gridLimits.south),
    north: Math.min(box.north, gridLimits.north),
  };
}

/** Positions along each side of a box on the grid, whose sides are curves in degrees. */
const stepsPerSide = 16;

/** A box in degrees around a box on the grid. */
function degreesAround({ west, east, south, north }: Box): Box {
  const shares = Array.from({ length: stepsPerSide + 1 }, (_, i) => i / stepsPerSide);
  const sides = shares.flatMap(share => {
    const [x, y] = [west + share * (east - west), south + share * (north - south)];
    return [fromGreekGrid([x, south]), fromGreekGrid([x, north])].concat([
      fromGreekGrid([west, y]),
      fromGreekGrid([east, y]),
    ]);
  });
  const [xs, ys] = [sides.map(([x]) => x), sides.map(([, y]) => y)];
  // The curves bend by less than this between two positions.
  const [wide, high] = [xs, ys].map(all => 1e-6 + 0.02 * (Math.max(...all) - Math.min(...all)));
  return {
    west: Math.min(...xs) - wide!,
    east: Math.max(...xs) + wide!,
    south: Math.min(...ys) - high!,
    north: Math.max(...ys) + high!,
  };
}

function pointBox(x: number, y: number): Box {
  return { west: x, east: x, south: y, north: y };
}

/** Reads parcels of a box in the order of their codes. */
type ReadParcels = (box: Box, after: string, most: number) => Promise<Parcel[]>;

/** The parcels of an area in the order of their codes, after one of them, read some at a time. */
export async function* parcelsOfArea(
  read: ReadParcels,
  { boxes, meets }: SearchArea,
  after: string,
  batch: number,
): AsyncGenerator<Parcel> {
  for (let last = after; ; ) {
    const lists = await Promise.all(boxes.map(box => read(box, last, batch)));
    const full = lists.filter(list => list.length === batch);
    // Behind the end of a full list there may be more, so another list is used only up to there.
    const end = full.map(list => list.at(-1)!.kaek).sort()[0];
    const byCode = new Map(lists.flat().map(parcel => [parcel.kaek, parcel]));
    for (const kaek of [...byCode.keys()].sort()) {
      if (end !== undefined && kaek > end) break;
      const parcel = byCode.get(kaek)!;
      if (meets(parcel)) yield parcel;
    }
    if (end === undefined) return;
    last = end;
  }
}
