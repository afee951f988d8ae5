import { largestCircles } from '../accumulation/circles.ts';
import { indexAmounts } from '../accumulation/indexed-amounts.ts';
import type { AllAmounts } from './amounts.ts';
import type { CircleLine, CircleRow, MapCell, MapCells } from './summary.ts';

/** The radius of the fire risk of Solvency II, and two wider ones. */
const radii = [200, 500, 1_000];
const circlesOfRadius = 5;
const mostRows = 200;

/** The largest circles of each radius. Rows without an amount are in none. */
export function circlesOf(all: AllAmounts): CircleLine[] {
  const amounts = withoutZeros(all);
  const bands = indexAmounts(amounts);
  const toRow = (row: number): CircleRow => ({
    line: amounts.lines[row]!,
    reference: amounts.references[row] ?? '',
    latitude: amounts.latitudes[row]!,
    longitude: amounts.longitudes[row]!,
    amount_eur: amounts.cents[row]! / 100,
  });
  return radii.flatMap(radius =>
    largestCircles(bands, radius, circlesOfRadius).map(({ row, cents, rows }) => {
      const { amount_eur: _, ...centre } = toRow(row);
      const rough = rows.filter(one => amounts.accuracies[one]! > radius);
      return {
        radius_m: radius,
        ...centre,
        sum_eur: cents / 100,
        rows: rows.length,
        rows_rough: rough.length,
        sum_rough_eur: rough.reduce((sum, one) => sum + amounts.cents[one]!, 0) / 100,
        lines: Array.from(rows.subarray(0, mostRows), one => amounts.lines[one]!),
        largest: Array.from(rows)
          .sort((a, b) => amounts.cents[b]! - amounts.cents[a]! || a - b)
          .slice(0, mostRows)
          .map(toRow),
      };
    }),
  );
}

function withoutZeros(all: AllAmounts): AllAmounts {
  if (!all.cents.includes(0)) return all;
  const isKept = (_: unknown, row: number) => all.cents[row] !== 0;
  return {
    latitudes: all.latitudes.filter(isKept),
    longitudes: all.longitudes.filter(isKept),
    cents: all.cents.filter(isKept),
    lines: all.lines.filter(isKept),
    accuracies: all.accuracies.filter(isKept),
    references: all.references.filter(isKept),
    roughs: all.roughs.filter(isKept),
    comparedCents: all.comparedCents.filter(isKept),
    zones: all.zones.filter(isKept),
  };
}

/** The sizes of cells in degrees, the finest first; at 0 a cell is a position. */
const cellSizes = [0, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5];
/** A summary stays small, whatever the portfolio. */
const mostCells = 1_500;

/** The rows in the finest cells that are few enough; `kinds` are the kinds of zones by bit. */
export function cellsOf(all: AllAmounts, kinds: readonly string[]): MapCells {
  for (const size of cellSizes) {
    const cells = cellsOfSize(all, size);
    if (cells) return { cell_degrees: size, cells: cells.map(rows => cellOf(all, rows, kinds)) };
  }
  return { cell_degrees: 0, cells: [] };
}

/** The rows of each cell; undefined if there are too many cells. */
function cellsOfSize({ latitudes, longitudes }: AllAmounts, size: number) {
  const cells = new Map<string, number[]>();
  const place = (degrees: number) => (size === 0 ? degrees : Math.floor(degrees / size));
  for (let row = 0; row < latitudes.length; row++) {
    const key = `${place(latitudes[row]!)} ${place(longitudes[row]!)}`;
    const rows = cells.get(key);
    if (rows) rows.push(row);
    else if (cells.size === mostCells) return undefined;
    else cells.set(key, [row]);
  }
  return [...cells.values()];
}

function cellOf(all: AllAmounts, rows: readonly number[], kinds: readonly string[]): MapCell {
  const sumOf = (values: Float64Array, of = rows) => of.reduce((sum, row) => sum + values[row]!, 0);
  const isCompared = (row: number) => all.comparedCents[row]! > 0;
  const compared = sumOf(all.comparedCents);
  const insured = sumOf(all.cents, rows.filter(isCompared));
  const inZones = kinds.flatMap((kind, at) => {
    const inside = rows.filter(row => Math.floor(all.zones[row]! / 2 ** at) % 2 === 1).length;
    return inside > 0 ? [[kind, inside] as const] : [];
  });
  return {
    latitude: rounded(sumOf(all.latitudes) / rows.length),
    longitude: rounded(sumOf(all.longitudes) / rows.length),
    rows: rows.length,
    sum_eur: sumOf(all.cents) / 100,
    sum_rough_eur:
      sumOf(
        all.cents,
        rows.filter(row => all.roughs[row] === 1),
      ) / 100,
    ...(compared > 0 && { insured_ratio: Math.round((insured / compared) * 1e4) / 1e4 }),
    ...(inZones.length > 0 && { rows_in_zones: Object.fromEntries(inZones) }),
  };
}

/** Six digits: a tenth of a metre. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}
