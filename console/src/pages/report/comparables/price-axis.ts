/** In SVG units, with room for the names of the bands. */
export const plotWidth = 640;
const [left, right] = [70, 616];

/** The axis of a plot: from and to round numbers around all values, with a few ticks. */
export function priceAxis(values: readonly number[]) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const rough = Math.max(most - least, most / 10) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find(one => one * power >= rough) ?? 10);
  const first = Math.floor(least / step);
  const last = Math.max(first + 1, Math.ceil(most / step));
  const ticks = Array.from({ length: last - first + 1 }, (_, i) =>
    Number(((first + i) * step).toPrecision(12)),
  );
  const [from, to] = [ticks[0]!, ticks.at(-1)!];
  const x = (value: number) =>
    Math.round((left + ((value - from) / (to - from)) * (right - left)) * 10) / 10;
  return { ticks, x };
}
