import type { Position } from '../../../src/geo/polygon.ts';

/** A line of the grid along a meridian or a parallel, with its label in degrees and minutes. */
export interface GridLine {
  readonly label: string;
  readonly line: readonly [Position, Position];
}

/** Steps in seconds of arc from the widest view to the closest. */
const stepsSeconds = [18_000, 7_200, 3_600, 1_800, 600, 300, 120, 60, 30, 10, 5, 2, 1] as const;

/** The most lines in each direction in the view. */
const mostLines = 6;

/** The lines of a grid of round degrees, minutes or seconds through a view. */
export function gridLines([west, south, east, north]: readonly [
  number,
  number,
  number,
  number,
]): GridLine[] {
  const widest = Math.max(east - west, north - south) * 3_600;
  const step = stepsSeconds.findLast(seconds => widest / seconds <= mostLines) ?? stepsSeconds[0];
  // Slightly beyond the view: the map may move before the lines are drawn again.
  const [marginX, marginY] = [(east - west) / 2, (north - south) / 2];
  const [left, right] = [west - marginX, east + marginX];
  const [bottom, top] = [Math.max(-85, south - marginY), Math.min(85, north + marginY)];
  return [
    ...multiples(left, right, step).map(at => line(at, [at / 3_600, bottom], [at / 3_600, top])),
    ...multiples(bottom, top, step).map(at => line(at, [left, at / 3_600], [right, at / 3_600])),
  ];
}

function multiples(from: number, to: number, stepSeconds: number): number[] {
  const first = Math.ceil((from * 3_600) / stepSeconds);
  const last = Math.floor((to * 3_600) / stepSeconds);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * stepSeconds);
}

function line(seconds: number, from: Position, to: Position): GridLine {
  return { label: angleLabel(seconds), line: [from, to] };
}

/** Degrees, with minutes and seconds only if they are not zero. */
function angleLabel(given: number): string {
  const size = Math.abs(given);
  const [degrees, minutes, seconds] = [size / 3_600, (size / 60) % 60, size % 60].map(Math.floor);
  const parts = [`${given < 0 ? '−' : ''}${degrees}°`];
  if (minutes !== 0 || seconds !== 0) parts.push(`${minutes}′`);
  if (seconds !== 0) parts.push(`${seconds}″`);
  return parts.join(' ');
}
