import type { Position } from '#tools/geo/polygon.ts';

/** A point on paper: millimetres from the left and from the top. */
export type PaperPoint = readonly [x: number, y: number];

/** Draws a position on paper. */
export type OnPaper = (position: Position) => PaperPoint;

/** A rectangle of paper in millimetres. */
export interface Frame {
  readonly width: number;
  readonly height: number;
}

/** A scale with a point of the ground at the middle of a frame. */
export interface Paper {
  readonly frame: Frame;
  /** 500 in 1:500. */
  readonly scale: number;
  /** The point of the plane at the middle of the frame. */
  readonly middle: Position;
  /** A point on the plane, in metres east and north, as a point on paper. */
  toPaper(point: Position): PaperPoint;
}

const steps = [1, 2, 2.5, 5];

/** The scales of plans: 1:100, 1:200, 1:250, 1:500, 1:1000 and so on. */
export const roundScales = [2, 3, 4, 5, 6, 7].flatMap(power =>
  steps.map(step => step * 10 ** power),
);

/** The largest round scale at which an extent in metres fits into a frame in millimetres. */
export function roundScale(extent: Frame, frame: Frame): number {
  const needed = Math.max(extent.width / frame.width, extent.height / frame.height) * 1000;
  return roundScales.find(scale => scale >= needed) ?? roundScales.at(-1)!;
}

/** The paper of a scale, with a point of the plane in the middle of the frame. */
export function paperOf(frame: Frame, scale: number, middle: Position): Paper {
  const mm = 1000 / scale;
  const [east, north] = middle;
  return {
    frame,
    scale,
    middle,
    toPaper: ([x, y]) => [frame.width / 2 + (x - east) * mm, frame.height / 2 - (y - north) * mm],
  };
}

/** Whether a point lies in a frame, at least a margin from its edges. */
export function isInFrame([x, y]: PaperPoint, { width, height }: Frame, margin = 0): boolean {
  return x >= margin && y >= margin && x <= width - margin && y <= height - margin;
}

/** A round length in metres that has 20 to 50 mm on paper, for the scale bar and the grid. */
export function roundMetres(scale: number, mostMm = 50): number {
  const longest = (scale * mostMm) / 1000;
  const power = 10 ** Math.floor(Math.log10(longest));
  return [5, 2, 1].find(step => step * power <= longest)! * power;
}

/** Points as the data of an SVG path: closed for an outline, open for a line. */
export function pathOf(points: readonly PaperPoint[], isClosed: boolean): string {
  const written = points.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`);
  return `M${written.join('L')}${isClosed ? 'z' : ''}`;
}
