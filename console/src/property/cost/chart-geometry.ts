import { type Depreciation, remainingShare } from '#domain/property/cost/ageing.ts';

/** How a value falls with the age, and the percentage that the condition takes. */
export interface Curve extends Depreciation {
  readonly lostPercent: number;
}

/** Positions in the chart, in SVG units. */
interface ChartGeometry {
  readonly width: number;
  readonly height: number;
  /** The curve as an SVG path. */
  readonly line: string;
  /** The curve, closed along the bottom. */
  readonly area: string;
  /** The point of the building's age today. */
  readonly today: { readonly x: number; readonly y: number };
  /** Where the value of today is written: the baseline of its first or last letter. */
  readonly label: { readonly x: number; readonly y: number; readonly anchor: 'start' | 'end' };
  readonly ageTicks: readonly { readonly ageYears: number; readonly x: number }[];
  readonly valueTicks: readonly { readonly share: number; readonly y: number }[];
  readonly plot: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
}

const size = { width: 360, height: 190 };
const plot = { left: 46, top: 12, right: 348, bottom: 160 };
const points = 60;

/** The chart of the remaining share by age, up to the useful life or the building's greater age. */
export function chartGeometry(curve: Curve, ageYears: number): ChartGeometry {
  const lastAge = lastAgeOf(curve, ageYears);
  const x = (age: number) => round(plot.left + (age / lastAge) * (plot.right - plot.left));
  const y = (share: number) => round(plot.bottom - share * (plot.bottom - plot.top));
  const ages = Array.from({ length: points + 1 }, (_, index) => (index / points) * lastAge);
  const line = ages
    .map(
      (age, index) =>
        `${index === 0 ? 'M' : 'L'}${x(age)} ${y(remainingShare(curve, age, curve.lostPercent))}`,
    )
    .join('');
  const today = { x: x(ageYears), y: y(remainingShare(curve, ageYears, curve.lostPercent)) };
  return {
    ...size,
    plot,
    line,
    today,
    label: labelAt(today),
    area: `${line}L${plot.right} ${plot.bottom}L${plot.left} ${plot.bottom}Z`,
    ageTicks: ageTicks(lastAge).map(age => ({ ageYears: age, x: x(age) })),
    valueTicks: [0, 0.25, 0.5, 0.75, 1].map(share => ({ share, y: y(share) })),
  };
}

/** The room of an amount in the chart: `€1,234,567` has about 76 units, and its letters 10. */
export const labelSize = { width: 76, height: 10 };

/** The curve only falls: right of a point it is below it, left of it above. */
function labelAt({ x, y }: ChartGeometry['today']): ChartGeometry['label'] {
  const [beside, above, below] = [9, 9, 18];
  if (x + beside + labelSize.width <= size.width) {
    return { x: x + beside, y: Math.max(labelSize.height, y - above), anchor: 'start' };
  }
  const isLow = y + below > plot.bottom - 2;
  return { x: x - beside, y: isLow ? y - above : y + below, anchor: 'end' };
}

/** The last age of the chart, a round number. */
function lastAgeOf({ usefulLifeYears }: Depreciation, ageYears: number): number {
  const step = tickStep(Math.max(usefulLifeYears, ageYears));
  return Math.ceil(Math.max(usefulLifeYears, ageYears, 1) / step) * step;
}

/** The ages of the axis labels, five to ten of them. */
export function ageTicks(lastAge: number): number[] {
  const step = tickStep(lastAge);
  return Array.from({ length: Math.floor(lastAge / step) + 1 }, (_, index) => index * step);
}

function tickStep(lastAge: number): number {
  return [5, 10, 20, 50, 100, 200].find(step => lastAge / step <= 8) ?? 500;
}

function round(given: number): number {
  return Math.round(given * 10) / 10;
}
