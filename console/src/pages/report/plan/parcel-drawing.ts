import { boundsOf, type Polygon, type Position, signedArea } from '#tools/geo/polygon.ts';
import type { Boundary, Corner } from '../../../property/parcel/corners.ts';
import { gap } from './label-points.ts';
import { furnitureOf, type LabelRoom, openLabelRoom, type TextBox, textBox } from './label-room.ts';
import { type Frame, type Paper, type PaperPoint, paperOf, roundScale } from './paper.ts';

/** The frame of a plan beside its table; the text area of an A4 page is twice as wide. */
export const planFrame: Frame = { width: 88, height: 88 };

/** More corners have no room beside the small plan. */
const mostBeside = 14;
/** A parcel that needs a smaller scale than this is hard to read on the small plan. */
const smallestScale = 1000;
/** So many corners have room below a plan, on the same page. */
const mostBelow = 60;
/** The height of a plan on a page of its own, and of the table of corners below it, in millimetres. */
const [pageHeight, tableHead, tableRow] = [222, 16, 3];

/**
 * The frame of a plan on a page of its own, for a parcel with many corners or of great extent;
 * undefined if the small plan shows all of it.
 */
export function ownPageFrame({ corners, paper }: ParcelDrawing): Frame | undefined {
  if (corners.length <= mostBeside && paper.scale <= smallestScale) return undefined;
  const table = tableHead + tableRow * Math.ceil(corners.length / 3);
  return { width: 180, height: corners.length <= mostBelow ? pageHeight - table : pageHeight };
}

/** What the outline keeps free: the numbers of the grid, and the scale bar with the north arrow. */
const margin = { left: 4.5, right: 2.5, top: 4.5, bottom: 10 };

/** Draws a corner on paper. */
type CornerOnPaper = (corner: Corner) => PaperPoint;

/** The length of a side, written along it. */
interface SideLabel {
  readonly at: PaperPoint;
  /** Degrees clockwise; the text is never upside down. */
  readonly turn: number;
  readonly metres: number;
}

/** The number of a corner, written outside of it. */
interface CornerLabel {
  readonly corner: Corner;
  readonly at: PaperPoint;
}

/** What the plan of a parcel shows, in millimetres. */
export interface ParcelDrawing {
  readonly paper: Paper;
  readonly rings: readonly (readonly PaperPoint[])[];
  /** The parts of the parcel, each with its holes. */
  readonly parts: readonly Polygon[];
  readonly corners: readonly Corner[];
  /** The corners that are marked: all, unless they are very near each other. */
  readonly marks: readonly PaperPoint[];
  readonly numbers: readonly CornerLabel[];
  readonly lengths: readonly SideLabel[];
  /** The room that these labels take. */
  readonly taken: readonly TextBox[];
}

/** Draws a parcel at the finest usual scale that fits; as an overview it has no labels. */
export function drawParcel(
  boundaries: readonly Boundary[],
  frame = planFrame,
  isOverview = false,
): ParcelDrawing {
  const rings = boundaries.map(boundary => boundary.corners);
  const corners = rings.flat();
  const { middle, extent } = extentOf(corners.map(onGrid));
  const room = {
    width: frame.width - margin.left - margin.right,
    height: frame.height - margin.top - margin.bottom,
  };
  const scale = roundScale(extent, room);
  // The free part of the frame lies above its middle and to the right of it.
  const metres = scale / 2000;
  const paper = paperOf(frame, scale, [
    middle[0] - (margin.left - margin.right) * metres,
    middle[1] - (margin.bottom - margin.top) * metres,
  ]);
  const onPaper = (corner: Corner) => paper.toPaper(onGrid(corner));
  const drawn = {
    paper,
    rings: rings.map(ring => ring.map(onPaper)),
    parts: partsOf(boundaries, onPaper),
    corners,
  };
  if (isOverview) return { ...drawn, marks: [], numbers: [], lengths: [], taken: [] };
  return { ...drawn, ...labelsOf(rings, frame, onPaper) };
}

/** The closed rings of each part. */
function partsOf(boundaries: readonly Boundary[], onPaper: CornerOnPaper): Polygon[] {
  const parts = [...Map.groupBy(boundaries, ({ part }) => part).values()];
  return parts.map(rings => rings.map(({ corners }) => [...corners, corners[0]!].map(onPaper)));
}

/** The marks, numbers and lengths for which there is room; a number is more than a length. */
function labelsOf(rings: readonly (readonly Corner[])[], frame: Frame, onPaper: CornerOnPaper) {
  const room = openLabelRoom(frame, furnitureOf(frame));
  const numbers = placeNumbers(rings, room, onPaper);
  const lengths = rings.flatMap(ring => {
    const turn = turnOf(ring.map(onPaper));
    return ring.flatMap((corner, index) => {
      const label = sideLength(corner, ring[(index + 1) % ring.length]!, turn, onPaper);
      const sides = label ? [1, -1].map(label) : [];
      return sides.find(one => room.take(lengthBox(one))) ?? [];
    });
  });
  const taken = [...numbers.map(numberBox), ...lengths.map(lengthBox)];
  return { marks: apart(rings.flat().map(onPaper), leastMarkGap), numbers, lengths, taken };
}

/** With a space, so that numbers and lengths in a row do not read as one. */
const numberBox = ({ corner, at }: CornerLabel) => textBox(`${corner.number} `, 2.5, at);
const lengthSize = 2.3;
const lengthBox = ({ at, metres, turn }: SideLabel) =>
  textBox(`${metres.toFixed(2)} `, lengthSize, at, turn);

/** Points without those that are too near the one kept before. */
function apart(points: readonly PaperPoint[], least: number): PaperPoint[] {
  const kept: PaperPoint[] = [];
  for (const at of points) if (kept.length === 0 || gap(at, kept.at(-1)!) >= least) kept.push(at);
  return kept;
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

/** On paper; of nearer corners only one has a number. */
const leastCornerGap = 3;
/** On paper; nearer marks would be a thick line. */
const leastMarkGap = 1.3;
const numberGap = 3.2;
const lengthGap = 1.9;

/**
 * The numbers that have room. Of many corners only the first of each boundary and round numbers
 * have one, because one can count from these; all of them would be a grey band.
 */
function placeNumbers(
  rings: readonly (readonly Corner[])[],
  room: LabelRoom,
  onPaper: CornerOnPaper,
): CornerLabel[] {
  const count = rings.flat().length;
  const step = count <= mostBelow ? 1 : count <= 300 ? 5 : 10;
  const drawn = rings.map(ring => ({ ring, turn: turnOf(ring.map(onPaper)) }));
  const candidates = drawn.flatMap(({ ring, turn }) =>
    ring.map((corner, index) => ({ corner, label: cornerNumber(ring, index, turn, onPaper) })),
  );
  const firsts = new Set(rings.map(([first]) => first));
  const wanted = [
    ...candidates.filter(({ corner }) => firsts.has(corner)),
    ...candidates.filter(({ corner }) => !firsts.has(corner) && corner.number % step === 0),
  ];
  const placed: CornerLabel[] = [];
  for (const { corner, label } of wanted) {
    const at = onPaper(corner);
    if (placed.some(other => gap(onPaper(other.corner), at) < leastCornerGap)) continue;
    const free = [1, -1].map(label).find(one => room.take(numberBox(one)));
    if (free) placed.push(free);
  }
  return placed.sort((one, other) => one.corner.number - other.corner.number);
}

/** The number of a corner: with 1 outside of it, with -1 inside, where there is no room outside. */
function cornerNumber(
  ring: readonly Corner[],
  index: number,
  turn: number,
  onPaper: CornerOnPaper,
): (side: number) => CornerLabel {
  const corner = ring[index]!;
  const at = onPaper(corner);
  const before = onPaper(ring.at(index - 1)!);
  const after = onPaper(ring[(index + 1) % ring.length]!);
  const [one, other] = [outward(before, at, turn), outward(at, after, turn)];
  const [x, y] = [one[0] + other[0], one[1] + other[1]];
  const away = numberGap / (Math.hypot(x, y) || 1);
  return side => ({ corner, at: [at[0] + side * away * x, at[1] + side * away * y] });
}

/** The length along a side: with 1 outside of it, with -1 inside; none if the side is too short. */
function sideLength(
  corner: Corner,
  next: Corner,
  turn: number,
  onPaper: CornerOnPaper,
): ((side: number) => SideLabel) | undefined {
  const [from, to] = [onPaper(corner), onPaper(next)];
  const metres = corner.metresToNext;
  // Beyond the text there is a millimetre of the side to be seen.
  if (gap(from, to) < textBox(metres.toFixed(2), lengthSize, from).width + 1) return undefined;
  const [x, y] = outward(from, to, turn);
  const [middleX, middleY] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  return side => ({
    at: [middleX + side * x * lengthGap, middleY + side * y * lengthGap],
    turn: readable(from, to),
    metres,
  });
}

/** 1 if the ring runs clockwise on paper, else -1. */
function turnOf(ring: readonly PaperPoint[]): number {
  return signedArea(ring) >= 0 ? 1 : -1;
}

/** The unit vector that leaves a side to the outside of its ring. */
function outward(from: PaperPoint, to: PaperPoint, turn: number): PaperPoint {
  const [x, y] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(x, y) || 1;
  return [(turn * y) / length, (-turn * x) / length];
}

/** The angle of a line in degrees clockwise, such that a text along it is never upside down. */
export function readable(from: PaperPoint, to: PaperPoint): number {
  const degrees = (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;
  if (degrees > 90) return degrees - 180;
  return degrees < -90 ? degrees + 180 : degrees;
}
