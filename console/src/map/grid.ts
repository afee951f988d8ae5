import type { Position } from './position.ts';

/** A line of the grid: along a meridian or a parallel, with its name in degrees and minutes. */
export interface GridLine {
  readonly label: string;
  readonly line: readonly [Position, Position];
}

/** Steps in minutes of arc from the widest view to the closest. */
const stepsMinutes = [300, 120, 60, 30, 10, 5, 2, 1, 0.5] as const;

/** How many lines at most run each way through the view. */
const mostLines = 6;

/** The lines of a grid of round degrees or minutes through a view. */
export function gridLines([west, south, east, north]: readonly [
  number,
  number,
  number,
  number,
]): GridLine[] {
  const widest = Math.max(east - west, north - south) * 60;
  const step = stepsMinutes.findLast(minutes => widest / minutes <= mostLines) ?? stepsMinutes[0];
  // Somewhat beyond the view: the map may be moved before the lines are drawn anew.
  const [marginX, marginY] = [(east - west) / 2, (north - south) / 2];
  const [left, right] = [west - marginX, east + marginX];
  const [bottom, top] = [Math.max(-85, south - marginY), Math.min(85, north + marginY)];
  return [
    ...multiples(left, right, step).map(at => line(at, [at / 60, bottom], [at / 60, top])),
    ...multiples(bottom, top, step).map(at => line(at, [left, at / 60], [right, at / 60])),
  ];
}

function multiples(from: number, to: number, stepMinutes: number): number[] {
  const first = Math.ceil((from * 60) / stepMinutes);
  const last = Math.floor((to * 60) / stepMinutes);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * stepMinutes);
}

function line(minutes: number, from: Position, to: Position): GridLine {
  return { label: angleLabel(minutes), line: [from, to] };
}

function angleLabel(minutes: number): string {
  const whole = Math.floor(Math.abs(minutes) / 60);
  const rest = Math.abs(minutes) - whole * 60;
  const sign = minutes < 0 ? '−' : '';
  if (rest === 0) return `${sign}${whole}°`;
  const seconds = (rest % 1) * 60;
  return `${sign}${whole}° ${Math.floor(rest)}′${seconds > 0 ? ` ${seconds}″` : ''}`;
}
