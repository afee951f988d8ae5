import { writeFileSync } from 'node:fs';
import { isTiny } from './measure.ts';

/** One small plot: a line through points, both axes from zero. */
export interface Plot {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** More points than these are a curve. */
const mostDots = 20;

const [width, height, left, bottom, top] = [360, 220, 56, 42, 34];

/** Draws small plots into docs/; nothing in a tiny run. */
export function drawPlots(name: string, title: string, plots: readonly Plot[]): void {
  if (isTiny) return;
  writeFileSync(new URL(`../docs/${name}`, import.meta.url), plotsToSvg(plots, title));
}

/** Plots beside and below each other, as SVG that is legible on light and dark pages. */
function plotsToSvg(plots: readonly Plot[], title: string): string {
  const columns = 2;
  const rows = Math.ceil(plots.length / columns);
  const cells = plots.map((plot, i) => {
    const [x, y] = [(i % columns) * width, Math.floor(i / columns) * height];
    return `<g transform="translate(${x} ${y})">${onePlot(plot)}</g>`;
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${columns * width} ${rows * height}" ` +
    'font-family="sans-serif" font-size="11" fill="#777">\n' +
    `<title>${title}</title>\n` +
    `${cells.join('\n')}\n</svg>\n`
  );
}

function onePlot({ title, x, y, points }: Plot): string {
  const most = (axis: 0 | 1) => niceAbove(Math.max(...points.map(point => point[axis])));
  const [mostX, mostY] = [most(0), most(1)];
  const right = width - 18;
  const floor = height - bottom;
  const atX = (value: number) => (left + ((right - left) * value) / mostX).toFixed(1);
  const atY = (value: number) => (floor - ((floor - top) * value) / mostY).toFixed(1);
  const line = points.map(([px, py]) => `${atX(px)},${atY(py)}`).join(' ');
  const radius = points.length > mostDots ? 1 : 3;
  const dots = points.map(([px, py]) => `<circle cx="${atX(px)}" cy="${atY(py)}" r="${radius}"/>`);
  return [
    `<text x="${left}" y="18" font-size="13" font-weight="bold">${title}</text>`,
    `<path d="M${left} ${top}V${floor}H${right}" fill="none" stroke="#999"/>`,
    `<polyline points="${line}" fill="none" stroke="#2a7fb8" stroke-width="${radius === 3 ? 2 : 1}"/>`,
    `<g fill="#2a7fb8">${dots.join('')}</g>`,
    `<text x="${left - 6}" y="${top + 4}" text-anchor="end">${mostY.toLocaleString('en')}</text>`,
    `<text x="${left - 6}" y="${floor + 4}" text-anchor="end">0</text>`,
    `<text x="${right}" y="${floor + 15}" text-anchor="end">${mostX.toLocaleString('en')}</text>`,
    `<text x="${(left + right) / 2}" y="${floor + 30}" text-anchor="middle">${x}</text>`,
    `<text x="${left + 6}" y="${top + 4}">${y}</text>`,
  ].join('');
}

/** The next of 1, 2, 3, 5, 10, 20, 30, 50 and so on. */
function niceAbove(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 3, 5, 10].find(step => step * power >= value) ?? 10);
}
