import { boxesOverlap } from '#tools/geo/box.ts';
import { clipPolygon } from '#tools/geo/clip.ts';
import { metresPerDegree } from '#tools/geo/earth.ts';
import { boundsOf, type PolygonGeometry, polygonsOf } from '#tools/geo/polygon.ts';
import type { Circle } from '../pages/portfolio/run/ask-portfolios.ts';
import { planeAround } from '../pages/report/plan/neighbourhood-drawing.ts';
import {
  type Frame,
  type OnPaper,
  type Paper,
  type PaperPoint,
  paperOf,
  pathOf,
  roundScale,
} from '../pages/report/plan/paper.ts';
import { PlanFrame } from '../pages/report/plan/plan-frame.tsx';

interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** Rows that are drawn as one dot, whose area follows their amount. */
export interface Dot extends Place {
  readonly exposure_eur: number;
}

interface SummaryPlanProps {
  readonly land: PolygonGeometry;
  readonly frame: Frame;
  /** What is in the frame. */
  readonly extent: Extent;
  readonly dots: readonly Dot[];
  readonly circles: readonly Circle[];
  /** The number of the first circle; undefined for none. */
  readonly firstNumber?: number;
  readonly title: string;
  readonly description: string;
}

/** A part of the Earth: its middle, and metres in both directions. */
export interface Extent extends Place {
  readonly width: number;
  readonly height: number;
}

/** The extent of some places, with a margin; at least some metres, to show the surroundings. */
export function extentOf(places: readonly Place[], leastMetres: number): Extent {
  const { west, east, south, north } = boundsOf({
    type: 'Polygon',
    coordinates: [places.map(({ longitude, latitude }) => [longitude, latitude])],
  });
  const [longitude, latitude] = [(west + east) / 2, (south + north) / 2];
  const metres = metresPerDegree(latitude);
  const withMargin = (size: number) => Math.max(leastMetres, size * 1.12);
  return {
    latitude,
    longitude,
    width: withMargin((east - west) * metres.east),
    height: withMargin((north - south) * metres.north),
  };
}

/** The paper of an extent, at the largest round scale at which it fits. */
export function paperFor(extent: Extent, { width, height }: Frame): Paper {
  const scale = roundScale(extent, { width, height: height - footMm });
  return paperOf({ width, height }, scale, [0, (-footMm / 2) * (scale / 1000)]);
}

/** Room at the lower edge for the scale bar. */
const footMm = 8;

/** Rows and circles over the land, true to scale. */
export function SummaryPlan({
  land,
  frame,
  extent,
  dots,
  circles,
  firstNumber,
  title,
  description,
}: SummaryPlanProps) {
  const paper = paperFor(extent, frame);
  const toPlane = planeAround([extent.longitude, extent.latitude]);
  const onPaper: OnPaper = position => paper.toPaper(toPlane(position));
  const at = ({ longitude, latitude }: Place) => onPaper([longitude, latitude]);
  const most = Math.max(...dots.map(one => one.exposure_eur), 1);
  const mm = 1000 / paper.scale;
  return (
    <PlanFrame paper={paper} title={title} description={description}>
      {land.coordinates.length > 0 && (
        <rect class="plan-water" width={frame.width} height={frame.height} />
      )}
      <path class="plan-land" d={landPath(land, extent, paper, onPaper)} />
      <g class="summary-dots">
        {dots
          .toSorted((a, b) => b.exposure_eur - a.exposure_eur)
          .map((dot, place) => {
            const [x, y] = at(dot).map(rounded);
            const radius = Math.max(0.4, 2.2 * Math.sqrt(dot.exposure_eur / most));
            return <circle key={place} cx={x} cy={y} r={rounded(radius)} />;
          })}
      </g>
      <g class="summary-rings">
        {circles.map((circle, place) => {
          const [x, y] = at(circle).map(rounded);
          return <circle key={place} cx={x} cy={y} r={Math.max(1, circle.radius_m * mm)} />;
        })}
        {firstNumber !== undefined &&
          labelsOf(circles.map(at), firstNumber).map(({ point: [x, y], text }) => (
            <text key={text} x={x + 2} y={y - 1.5}>
              {text}
            </text>
          ))}
      </g>
    </PlanFrame>
  );
}

const rounded = (mm: number) => Math.round(mm * 100) / 100;

/** The land in a frame, without corners that are less than a tenth of a millimetre apart. */
function landPath(
  land: PolygonGeometry,
  { longitude, latitude }: Extent,
  { frame, scale }: Paper,
  onPaper: OnPaper,
): string {
  const metres = metresPerDegree(latitude);
  const wide = (frame.width * scale) / 2_000 / metres.east;
  const high = ((frame.height + footMm) * scale) / 2_000 / metres.north;
  const box = {
    west: longitude - wide,
    east: longitude + wide,
    south: latitude - high,
    north: latitude + high,
  };
  return polygonsOf(land)
    .filter(polygon => boxesOverlap(boundsOf({ type: 'Polygon', coordinates: polygon }), box))
    .flatMap(polygon => clipPolygon(polygon, box) ?? [])
    .map(ring => ring.map(onPaper).reduce(withoutNear, []))
    .filter(ring => ring.length >= 3)
    .map(ring => pathOf(ring, true))
    .join('');
}

function withoutNear(corners: PaperPoint[], corner: PaperPoint): PaperPoint[] {
  const last = corners.at(-1);
  if (!last || Math.hypot(corner[0] - last[0], corner[1] - last[1]) >= 0.1) corners.push(corner);
  return corners;
}

/** The numbers of circles. Those too near each other for two share one: `1-3, 5`. */
export function labelsOf(points: readonly PaperPoint[], first: number) {
  const labels: { readonly point: PaperPoint; readonly numbers: number[] }[] = [];
  for (const [place, point] of points.entries()) {
    const near = labels.find(
      one => Math.hypot(one.point[0] - point[0], one.point[1] - point[1]) < 6,
    );
    if (near) near.numbers.push(first + place);
    else labels.push({ point, numbers: [first + place] });
  }
  return labels.map(({ point, numbers }) => ({ point, text: inRanges(numbers) }));
}

/** Ascending numbers as text. */
function inRanges(numbers: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join(', ');
}
