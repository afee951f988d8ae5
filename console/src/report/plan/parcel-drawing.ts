import { boundsOf, type Position } from '../../../../src/geo/polygon.ts';
import type { Boundary, Corner } from '../../parcel/corners.ts';
import { type Frame, type Paper, type PaperPoint, paperOf, roundScale } from './paper.ts';

/** The frame of both plans; the text area of an A4 page has room for two beside each other. */
export const planFrame: Frame = { width: 88, height: 88 };

/** Room for the labels around the parcel, and for the scale bar below. */
const margin = { side: 12, top: 10, bottom: 16 };

/** The most corners with a number and coordinates; more do not fit on the page. */
export const mostCornersListed = 60;

/** The length of a side, written along it. */
export interface SideLabel {
  readonly at: PaperPoint;
  /** Degrees clockwise; the text is never upside down. */
  readonly turn: number;
  readonly metres: number;
}

/** What the plan of a parcel shows, in millimetres. */
export interface ParcelDrawing {
  readonly paper: Paper;
  readonly rings: readonly (readonly PaperPoint[])[];
  readonly corners: readonly Corner[];
  readonly numbers: readonly { readonly corner: Corner; readonly at: PaperPoint }[];
  readonly lengths: readonly SideLabel[];
}

/** Draws a parcel at the largest round scale that fits. */
export function drawParcel(boundaries: readonly Boundary[], frame = planFrame): ParcelDrawing {
  const rings = boundaries.map(boundary => boundary.corners);
  const corners = rings.flat();
  const { middle, extent } = extentOf(corners.map(onGrid));
  const room = {
    width: frame.width - 2 * margin.side,
    height: frame.height - margin.top - margin.bottom,
  };
  const scale = roundScale(extent, room);
  // The free part of the frame lies above its middle.
  const lift = ((margin.bottom - margin.top) / 2) * (scale / 1000);
  const paper = paperOf(frame, scale, [middle[0], middle[1] - lift]);
  const onPaper = (corner: Corner) => paper.toPaper(onGrid(corner));
  return {
    paper,
    rings: rings.map(ring => ring.map(onPaper)),
    corners,
    numbers: rings.flatMap(ring => cornerNumbers(ring, onPaper)),
    lengths: rings.flatMap(ring => sideLengths(ring, onPaper)),
  };
}

/** A corner as a point of the grid's plane. */
function onGrid({ easting, northing }: Corner): Position {
  return [easting, northing];
}

function extentOf(points: readonly Position[]) {
  const { west, east, south, north } = boundsOf({ type: 'Polygon', coordinates: [points] });
  return {
    middle: [(west + east) / 2, (south + north) / 2] as const,
    extent: { width: east - west, height: north - south },
  };
}

/** On paper; nearer corners would have numbers on top of each other. */
const leastCornerGap = 3;
/** On paper; a shorter side has no room for its length, which the table has. */
const leastSide = 9;
const numberGap = 3.2;
const lengthGap = 1.9;

/** A number outside of each corner, except of corners that are too near the one before. */
function cornerNumbers(ring: readonly Corner[], onPaper: (corner: Corner) => PaperPoint) {
  const turn = turnOf(ring.map(onPaper));
  let last: PaperPoint | undefined;
  return ring.flatMap((corner, index) => {
    const at = onPaper(corner);
    if (corner.number > mostCornersListed) return [];
    if (last && Math.hypot(at[0] - last[0], at[1] - last[1]) < leastCornerGap) return [];
    last = at;
    const before = onPaper(ring.at(index - 1)!);
    const after = onPaper(ring[(index + 1) % ring.length]!);
    const [one, other] = [outward(before, at, turn), outward(at, after, turn)];
    const sum = [one[0] + other[0], one[1] + other[1]] as const;
    const size = Math.hypot(...sum) || 1;
    return [
      { corner, at: [at[0] + (numberGap * sum[0]) / size, at[1] + (numberGap * sum[1]) / size] },
    ] as const;
  });
}

/** The length outside of each side that is long enough on paper. */
function sideLengths(ring: readonly Corner[], onPaper: (corner: Corner) => PaperPoint) {
  const turn = turnOf(ring.map(onPaper));
  return ring.flatMap((corner, index) => {
    const from = onPaper(corner);
    const to = onPaper(ring[(index + 1) % ring.length]!);
    if (Math.hypot(to[0] - from[0], to[1] - from[1]) < leastSide) return [];
    const [x, y] = outward(from, to, turn);
    const at: PaperPoint = [
      (from[0] + to[0]) / 2 + x * lengthGap,
      (from[1] + to[1]) / 2 + y * lengthGap,
    ];
    return [{ at, turn: readable(from, to), metres: corner.metresToNext }];
  });
}

/** 1 if the ring runs clockwise on paper, else -1. */
function turnOf(ring: readonly PaperPoint[]): number {
  const doubled = ring.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length]!;
    return sum + x * nextY - nextX * y;
  }, 0);
  return doubled >= 0 ? 1 : -1;
}

/** The unit vector that leaves a side to the outside of its ring. */
function outward(from: PaperPoint, to: PaperPoint, turn: number): PaperPoint {
  const [x, y] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(x, y) || 1;
  return [(turn * y) / length, (-turn * x) / length];
}

function readable(from: PaperPoint, to: PaperPoint): number {
  const degrees = (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;
  if (degrees > 90) return degrees - 180;
  return degrees < -90 ? degrees + 180 : degrees;
}
