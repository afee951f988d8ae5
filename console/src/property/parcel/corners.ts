import { type Position, planarArea } from '#tools/geo/polygon.ts';
import type { DecimalSign } from '#tools/notation/numbers.ts';
import type { Outline } from '../../state/subject/outline.ts';
import { withDecimals } from '../../tools/language/format.ts';
import { lengthBetween } from './sides.ts';

/** A corner of a parcel, in both coordinate systems. */
export interface Corner {
  /** Counted from 1 through all boundaries. */
  readonly number: number;
  /** Greek Grid, in metres. */
  readonly easting: number;
  readonly northing: number;
  readonly latitude: number;
  readonly longitude: number;
  /** The length of the side to the next corner, on the ground. */
  readonly metresToNext: number;
}

/** Which boundary of a parcel it is. */
export interface BoundaryHead {
  readonly isHole: boolean;
  /** The part of the parcel that it bounds, from 1. */
  readonly part: number;
  /** On the grid: of a part without its holes, or of the hole. */
  readonly areaM2: number;
}

/** The corners of one closed boundary. */
export interface Boundary extends BoundaryHead {
  readonly corners: readonly Corner[];
}

/** The corners of an outline, from the same outline in WGS84 and in the Greek Grid. */
export function boundariesOf(degrees: Outline, metres: Outline): Boundary[] {
  let before = 0;
  return degrees.flatMap((rings, part) =>
    rings.map((ring, index) => {
      const corners = cornersOf(ring, metres[part]![index]!, before);
      before += corners.length;
      const isHole = index > 0;
      const coordinates = isHole ? [metres[part]![index]!] : metres[part]!;
      const areaM2 = planarArea({ type: 'Polygon', coordinates });
      return { isHole, part: part + 1, areaM2, corners };
    }),
  );
}

function cornersOf(
  degrees: readonly Position[],
  metres: readonly Position[],
  before: number,
): Corner[] {
  // The last position repeats the first.
  return degrees.slice(0, -1).map(([longitude, latitude], index) => ({
    number: before + index + 1,
    easting: metres[index]![0],
    northing: metres[index]![1],
    latitude,
    longitude,
    metresToNext: lengthBetween(degrees[index]!, degrees[index + 1]!),
  }));
}

/** The corners as a table for a spreadsheet: separated by tabs, with a decimal sign. */
export function cornersAsText(
  boundaries: readonly Boundary[],
  head: readonly string[],
  sign: DecimalSign,
): string {
  const rows = boundaries
    .flatMap(({ corners }) => corners)
    .map(corner => [
      corner.number,
      withDecimals(corner.easting, 3, sign),
      withDecimals(corner.northing, 3, sign),
      withDecimals(corner.latitude, 7, sign),
      withDecimals(corner.longitude, 7, sign),
      withDecimals(corner.metresToNext, 2, sign),
    ]);
  return [head, ...rows].map(cells => cells.join('\t')).join('\n');
}

/** A corner, or the heading of a boundary where there are several. */
export type CornerRow = Corner | BoundaryHead;

/** The rows of the table, from the first boundary to the last. */
export function cornerRows(boundaries: readonly Boundary[]): CornerRow[] {
  return boundaries.flatMap<CornerRow>(({ corners, ...head }) =>
    boundaries.length > 1 ? [head, ...corners] : [...corners],
  );
}

const columnsPerPage = 3;
/** An A4 page has room for this many rows below each other, with a heading and a note. */
const mostRowsPerColumn = 61;

/** The rows of each column of each page; the columns of a page are about equally long. */
export function cornerBlocks(rows: readonly CornerRow[]): CornerRow[][][] {
  const perPage = columnsPerPage * mostRowsPerColumn;
  const pages = Math.ceil(rows.length / perPage);
  return Array.from({ length: pages }, (_, page) => {
    const own = rows.slice(page * perPage, (page + 1) * perPage);
    const length = Math.ceil(own.length / columnsPerPage);
    const columns = Array.from({ length: columnsPerPage }, (_, column) =>
      own.slice(column * length, (column + 1) * length),
    ).filter(column => column.length > 0);
    // A heading belongs above its corners.
    for (const [column, next] of columns.slice(1).entries()) {
      const last = columns[column]!.at(-1)!;
      if ('isHole' in last) next.unshift(columns[column]!.pop()!);
    }
    return columns;
  });
}
