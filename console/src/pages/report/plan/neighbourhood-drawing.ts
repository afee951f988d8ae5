import { metresPerDegree } from '#tools/geo/earth.ts';
import type { Position } from '#tools/geo/polygon.ts';
import type { PointOfInterest } from '../../../../../client/src/types.ts';
import { byKind, type KindOfPlaces } from '../../../property/places/places.ts';
import { gap, labelPoints, type PlacedLabel } from './label-points.ts';
import {
  type Frame,
  isInFrame,
  type OnPaper,
  type Paper,
  type PaperPoint,
  paperOf,
  roundScales,
} from './paper.ts';

/** The nearest place of a kind, with the number that it has in the table and on the plan. */
export interface NumberedPlace extends KindOfPlaces {
  readonly number: number;
  readonly nearest: PointOfInterest;
}

/** A numbered place beyond the frame: a label at its edge, and the direction in degrees. */
export interface BeyondFrame {
  readonly place: NumberedPlace;
  readonly label: PaperPoint;
  /** Clockwise from east, as SVG turns. */
  readonly turn: number;
}

/** What the plan of the neighbourhood shows, in millimetres. */
export interface NeighbourhoodDrawing {
  readonly paper: Paper;
  readonly centre: PaperPoint;
  readonly numbered: readonly PlacedLabel<NumberedPlace>[];
  readonly beyond: readonly BeyondFrame[];
  /** The places without a number. */
  readonly others: readonly { readonly place: PointOfInterest; readonly at: PaperPoint }[];
  /** Circles of round distances around the centre. */
  readonly circles: readonly { readonly metres: number; readonly radius: number }[];
  readonly toPlane: (position: Position) => Position;
}

interface Located {
  readonly place: NumberedPlace;
  /** In metres east and north of the centre. */
  readonly plane: Position;
}

/** The nearest place of each kind, numbered by distance. */
export function numberPlaces(places: readonly PointOfInterest[]): NumberedPlace[] {
  return byKind(places).map((kind, index) => ({
    ...kind,
    number: index + 1,
    nearest: kind.places[0]!,
  }));
}

/** The radius of a number in millimetres. */
export const labelRadius = 2;
/** Room at the lower edge for the scale bar. */
const footMm = 9;
/** At a larger scale the plan would show no neighbourhood, only the nearest places. */
const scales = roundScales.filter(scale => scale >= 2_500);

/** Draws the places around a point, at the largest round scale that shows half of the numbers. */
export function drawNeighbourhood(
  centre: Position,
  places: readonly PointOfInterest[],
  frame: Frame,
): NeighbourhoodDrawing {
  const toPlane = planeAround(centre);
  const numbered = numberPlaces(places).flatMap((place): Located[] => {
    const position = placePosition(place.nearest);
    return position ? [{ place, plane: toPlane(position) }] : [];
  });
  const paperFor = (scale: number) => paperOf(frame, scale, [0, (-footMm / 2) * (scale / 1000)]);
  const isShown = (paper: Paper, plane: Position) => isInDrawing(paper.toPaper(plane), frame);
  const enough = Math.ceil(numbered.length / 2);
  const paper =
    scales
      .map(paperFor)
      .find(one => numbered.filter(({ plane }) => isShown(one, plane)).length >= enough) ??
    paperFor(scales.at(-1)!);
  const inside = numbered.filter(({ plane }) => isShown(paper, plane));
  const outside = numbered.filter(({ plane }) => !isShown(paper, plane));
  const others = otherPlaces(places, numbered, position => paper.toPaper(toPlane(position)));
  const centreAt = paper.toPaper([0, 0]);
  const circles = circlesFor(paper);
  const points = inside.map(({ place, plane }) => ({ item: place, at: paper.toPaper(plane) }));
  const beyond = atEdge(
    outside,
    points.map(({ at }) => at),
    frame,
  );
  return {
    paper,
    centre: centreAt,
    numbered: labelPoints(points, {
      frame: { ...frame, height: frame.height - footMm },
      radius: labelRadius,
      obstacles: [
        centreAt,
        ...points.map(({ at }) => at),
        ...beyond.map(({ label }) => label),
        ...circles.map(({ radius }): PaperPoint => [centreAt[0], centreAt[1] - radius - 1.3]),
      ],
    }),
    beyond,
    others: others.filter(({ at }) => isInDrawing(at, frame)),
    circles,
    toPlane,
  };
}

/** A plane in metres east and north of a point; within a few kilometres its errors are below a metre. */
export function planeAround([longitude, latitude]: Position): (position: Position) => Position {
  const { east, north } = metresPerDegree(latitude);
  return ([x, y]) => [wrapped(x - longitude) * east, (y - latitude) * north];
}

/** A difference of longitudes across the antimeridian, the short way. */
function wrapped(degrees: number): number {
  return degrees - 360 * Math.round(degrees / 360);
}

function placePosition({ latitude, longitude }: PointOfInterest): Position | undefined {
  return latitude === null || longitude === null ? undefined : [longitude, latitude];
}

function isInDrawing(point: PaperPoint, { width, height }: Frame): boolean {
  return isInFrame(point, { width, height: height - footMm }, 1.5);
}

function otherPlaces(
  places: readonly PointOfInterest[],
  numbered: readonly Located[],
  onPaper: OnPaper,
) {
  const taken = new Set(numbered.map(({ place }) => place.nearest));
  return places.flatMap(place => {
    const position = placePosition(place);
    return position && !taken.has(place) ? [{ place, at: onPaper(position) }] : [];
  });
}

/** Labels at the edge, each where the line to its place leaves the drawing or a little aside. */
function atEdge(outside: readonly Located[], points: readonly PaperPoint[], frame: Frame) {
  const placed: PaperPoint[] = [];
  return outside.map(({ place, plane: [east, north] }): BeyondFrame => {
    const angle = Math.atan2(-north, east);
    const candidates = asideOf(angle).map(one => edgePoint(one, frame));
    const isFree = (point: PaperPoint) =>
      placed.every(other => gap(point, other) >= 2 * labelRadius + 0.4) &&
      points.every(other => gap(point, other) >= labelRadius + 0.8);
    const label = candidates.find(isFree) ?? candidates[0]!;
    placed.push(label);
    return { place, label, turn: (angle * 180) / Math.PI };
  });
}

/** An angle and its neighbours on both sides, the nearest first. */
function asideOf(angle: number): number[] {
  const step = Math.PI / 60;
  return Array.from({ length: 21 }, (_, index) => {
    const away = Math.ceil(index / 2) * step;
    return index % 2 === 0 ? angle + away : angle - away;
  });
}

/** Where a line from the middle of the drawing meets its edge, with room for a label and an arrow. */
function edgePoint(angle: number, { width, height }: Frame): PaperPoint {
  const [x, y] = [Math.cos(angle), Math.sin(angle)];
  const inset = labelRadius + 2.4;
  const [halfWidth, halfHeight] = [width / 2, (height - footMm) / 2];
  const reach = Math.min((halfWidth - inset) / Math.abs(x), (halfHeight - inset) / Math.abs(y));
  return [halfWidth + x * reach, halfHeight + y * reach];
}

const circleMetres = [100, 200, 500, 1_000, 2_000, 5_000, 10_000];

/** The two largest circles of a round distance that fit. */
function circlesFor({ frame, scale }: Paper) {
  const room = Math.min(frame.width, frame.height - footMm) / 2 - 2;
  return circleMetres
    .map(metres => ({ metres, radius: (metres * 1000) / scale }))
    .filter(({ radius }) => radius <= room && radius >= 6)
    .slice(-2);
}
