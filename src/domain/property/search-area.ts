import { invalid } from '#tools/errors.ts';
import { type Box, boxesOverlap } from '#tools/geo/box.ts';
import { meetsBox } from '#tools/geo/clip.ts';
import { fromGreekGrid, toGreekGrid } from '#tools/geo/greek-grid.ts';
import { mapPositions } from '#tools/geo/polygon.ts';
import type { Parcel, ParcelSrid } from './parcels.ts';

/** An area in which parcels and places are searched. */
export interface SearchArea {
  /** Boxes in degrees that together contain the area; they may overlap. */
  readonly boxes: readonly Box[];
  /** Whether a parcel has a point in common with the area. */
  readonly meets: (parcel: Pick<Parcel, 'geometry'>) => boolean;
  readonly holds: (longitude: number, latitude: number) => boolean;
}

/** Some rows in the order of their keys, of which those in the area were found. */
export interface Batch<Row, Key> {
  readonly found: readonly Row[];
  /** How many rows were read at most. */
  readonly rows: number;
  /** Where the next batch begins: all rows up to this key were looked at. Undefined after the last. */
  readonly end: Key | undefined;
}

/** All positions in degrees. */
export const earth: Box = { west: -180, east: 180, south: -90, north: 90 };

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
  const inLimits = boxesOverlap(box, gridLimits) ? piecesOf(within(gridLimits, box)) : [];
  return {
    boxes: inLimits.map(degreesAround),
    meets: ({ geometry }) => meetsBox(mapPositions(geometry, toGreekGrid), box),
    holds: (x, y) => boxesOverlap(box, pointBox(...toGreekGrid([x, y]))),
  };
}

/** The projection is exact to here, far outside Greece. */
const gridLimits: Box = { west: -2e6, east: 3e6, south: 0, north: 7e6 };

/** The part of a box that is within limits. */
export function within(limits: Box, box: Box): Box {
  return {
    west: Math.max(box.west, limits.west),
    east: Math.min(box.east, limits.east),
    south: Math.max(box.south, limits.south),
    north: Math.min(box.north, limits.north),
  };
}

/** More pieces make a box tighter, but each of them is compared with every block of parcels. */
const mostPieces = 64;

/**
 * Cuts a long box into pieces that are about square. In degrees the grid is turned and bent, so that
 * the box around the whole of a thin line would contain a large part of the country.
 */
function piecesOf(box: Box): Box[] {
  const [wide, high] = [box.east - box.west, box.north - box.south];
  const [long, short] = [Math.max(wide, high), Math.min(wide, high)];
  const count = long === 0 ? 1 : Math.min(mostPieces, Math.ceil(long / short));
  const [stepEast, stepNorth] = wide > high ? [wide / count, 0] : [0, high / count];
  return Array.from({ length: count }, (_, i) => ({
    west: box.west + i * stepEast,
    south: box.south + i * stepNorth,
    east: box.east - (count - 1 - i) * stepEast,
    north: box.north - (count - 1 - i) * stepNorth,
  }));
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

/** What a box expects, in words. */
export const bboxFormat =
  'four numbers with commas between, west,south,east,north, or six with a height after each corner';

/** Reads the area of a parameter or option with this name; without a value, everywhere. */
export function readBbox(
  name: string,
  value: string | readonly number[] | undefined,
  srid: ParcelSrid = 4326,
): SearchArea {
  if (value === undefined) return everywhere;
  const numbers = typeof value === 'string' ? value.split(',').map(readNumber) : value;
  const has = (count: number) => numbers.length === count;
  if (!(has(4) || has(6)) || !numbers.every(Number.isFinite)) throw invalid(name, bboxFormat);
  const [west, south, east, north] = has(4) ? numbers : numbers.toSpliced(5).toSpliced(2, 1);
  const box = { west: west!, south: south!, east: east!, north: north! };
  if (box.south > box.north) throw invalid(name, 'a south that is not above the north');
  if (srid === 2100) {
    if (box.west > box.east) throw invalid(name, 'a west that is not beyond the east');
    return areaOfGridBox(box);
  }
  const [widest, highest] = [
    [box.west, box.east],
    [box.south, box.north],
  ];
  if (widest.some(x => Math.abs(x) > 180) || highest.some(y => Math.abs(y) > 90)) {
    throw invalid(name, 'longitudes from -180 to 180 and latitudes from -90 to 90');
  }
  return areaOfBox(box);
}

const decimalNumber = /^ *[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)? *$/i;

function readNumber(text: string): number {
  return decimalNumber.test(text) ? Number(text) : Number.NaN;
}
