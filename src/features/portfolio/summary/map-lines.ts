import { largestCircles } from '../accumulation/circles.ts';
import { indexAmounts } from '../accumulation/indexed-amounts.ts';
import { type AllAmounts, someAmounts } from './amounts.ts';
import { centsOf, type ExposurePlan, type Measure, measures } from './exposure.ts';
import type { Circle, Exposure, MapCell, MapCells } from './summary-body.ts';

/** The radius of the fire risk of Solvency II, and two wider ones. */
const radii = [200, 500, 1_000];
const circlesOfRadius = 5;
const mostRows = 200;

/** The largest circles of each radius, around rows with something insured. */
export function circlesOf(all: AllAmounts, { basis, accumulate }: ExposurePlan): Circle[] {
  const amounts = someAmounts(all, row => amountAt(all, row, 'total') > 0);
  const cents = amounts.lines.map((_, row) => amountAt(amounts, row, accumulate));
  const positions = indexAmounts({ ...amounts, cents });
  const sumOf = (rows: Iterable<number>) =>
    Array.from(rows).reduce((sum, row) => sum + cents[row]!, 0) / 100;
  const toRow = (row: number) => ({
    line: amounts.lines[row]!,
    reference: amounts.references[row] ?? '',
    latitude: amounts.latitudes[row]!,
    longitude: amounts.longitudes[row]!,
  });
  return radii.flatMap(radius_m =>
    largestCircles(positions, radius_m, circlesOfRadius).map(({ row, rows }) => {
      const rough = rows.filter(one => amounts.accuracies[one]! > radius_m);
      return {
        radius_m,
        ...toRow(row),
        rows: rows.length,
        exposure: { basis, ...exposureOf(amounts, rows) },
        exposure_eur: sumOf(rows),
        rows_rough: rough.length,
        exposure_rough_eur: sumOf(rough),
        lines: Array.from(rows.subarray(0, mostRows), one => amounts.lines[one]!),
        largest: Array.from(rows)
          .sort((a, b) => cents[b]! - cents[a]! || a - b)
          .slice(0, mostRows)
          .map(one => ({ ...toRow(one), exposure_eur: cents[one]! / 100 })),
      };
    }),
  );
}

function amountAt({ building, contents, interruption }: AllAmounts, row: number, of: Measure) {
  const sums = { building: building[row]!, contents: contents[row]! };
  return centsOf({ ...sums, interruption: interruption[row]! }, of);
}

function exposureOf(amounts: AllAmounts, rows: Uint32Array): Omit<Exposure, 'basis'> {
  const sums = measures.map(of => {
    const own = Array.from(rows, row => amountAt(amounts, row, of)).filter(sum => sum > 0);
    return [of, { rows: own.length, sum_eur: own.reduce((all, one) => all + one, 0) / 100 }];
  });
  return Object.fromEntries(sums);
}

/** The sizes of cells in degrees, the finest first; at 0 a cell is a position. */
const cellSizes = [0, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5];
/** A summary stays small, whatever the portfolio. */
const mostCells = 1_500;

/** The rows in the finest cells that are few enough; `kinds` are the kinds of zones by bit. */
export function cellsOf(all: AllAmounts, kinds: readonly string[], accumulate: Measure): MapCells {
  for (const size of cellSizes) {
    const cells = cellsOfSize(all, size);
    if (!cells) continue;
    const drawn = cells.map(rows => cellOf(all, rows, kinds, accumulate));
    return { cell_degrees: size, cells: drawn };
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

function cellOf(
  all: AllAmounts,
  rows: readonly number[],
  kinds: readonly string[],
  accumulate: Measure,
): MapCell {
  const sumOf = (values: Float64Array) => rows.reduce((sum, row) => sum + values[row]!, 0);
  const exposureOf = (some: readonly number[]) =>
    some.reduce((sum, row) => sum + amountAt(all, row, accumulate), 0) / 100;
  const [compared, insured] = [sumOf(all.comparedNew), sumOf(all.comparedInsured)];
  const inZones = kinds.flatMap((kind, at) => {
    const inside = rows.filter(row => Math.floor(all.zones[row]! / 2 ** at) % 2 === 1).length;
    return inside > 0 ? [[kind, inside] as const] : [];
  });
  return {
    latitude: rounded(sumOf(all.latitudes) / rows.length),
    longitude: rounded(sumOf(all.longitudes) / rows.length),
    rows: rows.length,
    exposure_eur: exposureOf(rows),
    exposure_rough_eur: exposureOf(rows.filter(row => all.roughs[row] === 1)),
    ...(compared > 0 && { insured_ratio: Math.round((insured / compared) * 1e4) / 1e4 }),
    ...(inZones.length > 0 && { rows_in_zones: Object.fromEntries(inZones) }),
  };
}

/** Six digits: a tenth of a metre. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}
