// The largest circles of a million rows: as a country's book is, all in one town, and at one point.

import { largestCircles } from '#features/portfolio/accumulation/circles.ts';
import { type Amounts, indexAmounts } from '#features/portfolio/accumulation/indexed-amounts.ts';
import { seeded } from '../test/seeded.ts';
import { printTable, rows, whole } from './measure.ts';

const count = rows(1_000_000);
const random = seeded(7);
/** Roughly normal, from -3 to 3. */
const normal = () => random() + random() + random() + random() + random() + random() - 3;

/** Rows around towns: few large ones, many small ones. */
const towns = Array.from({ length: 300 }, (_, i) => ({
  latitude: 35 + random() * 6,
  longitude: 20.5 + random() * 6,
  degrees: 0.08 / (1 + i / 10),
}));
const books: Record<string, () => readonly [number, number]> = {
  'a country: 300 towns': () => {
    const { latitude, longitude, degrees } = towns[Math.floor(random() ** 3 * towns.length)]!;
    return [latitude + normal() * degrees, longitude + normal() * degrees];
  },
  'one town: 20 by 20 km, evenly': () => [37.9 + random() * 0.18, 23.6 + random() * 0.23],
  'one centre: 5 by 5 km, evenly': () => [37.96 + random() * 0.045, 23.7 + random() * 0.057],
  'one point': () => [37.97, 23.72],
};

const lines: string[][] = [];
for (const [name, position] of Object.entries(books)) {
  const amounts: Amounts = {
    latitudes: new Float64Array(count),
    longitudes: new Float64Array(count),
    cents: Float64Array.from({ length: count }, () => Math.round(10_000_000 * Math.exp(normal()))),
  };
  for (let i = 0; i < count; i++) [amounts.latitudes[i], amounts.longitudes[i]] = position();
  const startedAt = performance.now();
  const before = process.cpuUsage();
  const bands = indexAmounts(amounts);
  const circles = [200, 500, 1_000].map(radius => largestCircles(bands, radius, 5)[0]!);
  const seconds = (performance.now() - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(before);
  // A line at once: on a busy machine the table takes minutes.
  console.error(`${name}: ${seconds.toFixed(1)} s`);
  lines.push([
    name,
    seconds.toFixed(1),
    ((user + system) / 1e6).toFixed(1),
    ...circles.map(circle => whole(circle.rows.length)),
  ]);
}
printTable(['rows', 'seconds', 'CPU seconds', 'rows in 200 m', '500 m', '1,000 m'], lines);
const peakMB = process.resourceUsage().maxRSS / 1_024;
console.log(
  `${whole(count)} rows, five circles of each radius, as in a summary; peak ${whole(peakMB)} MB with ` +
    'the rows. Aim: at most 10 s.',
);
