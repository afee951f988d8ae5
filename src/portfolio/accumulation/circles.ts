import { type Amounts, type Bands, buildBands, firstRow } from './bands.ts';
import { type Area, areasOf, searcher, squaredChord } from './search.ts';

/** A circle around a row, and the sum of the rows in it. */
export interface Circle {
  /** The row in the centre. */
  readonly row: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly cents: number;
  /** The rows in the circle, in the order of the file. */
  readonly rows: Uint32Array;
}

/** Bands are at most this high. Where rows are dense, lower ones leave fewer points to compare. */
const [lowestBand, highestBand] = [8, 200];
/** Points in a square as wide as a band is high, where rows are densest. */
const pointsPerCell = 6;

/** The index of a portfolio, with bands that fit its densest square kilometre. */
export function indexAmounts(amounts: Amounts): Bands {
  const { latitudes, longitudes } = amounts;
  const positions = new Map<number, Set<number>>();
  let densest = 1;
  for (let i = 0; i < latitudes.length; i++) {
    const key = Math.floor(latitudes[i]! * 111) * 100_000 + Math.floor(longitudes[i]! * 88);
    const known = positions.get(key) ?? new Set();
    positions.set(key, known.add(latitudes[i]! + 1_000 * longitudes[i]!));
    densest = Math.max(densest, known.size);
  }
  const metres = 1_000 * Math.sqrt(pointsPerCell / densest);
  return buildBands(amounts, Math.min(highestBand, Math.max(lowestBand, metres)));
}

/** Points that are searched together. Their cells are made, and their sums, when they are needed. */
interface Block extends Area {
  cells?: Cell[];
}

interface Cell extends Area {
  /** The sums of the circles around its points. */
  sums?: Float64Array;
}

/**
 * The largest circles of a radius around rows, the largest first; of equal ones that of the earlier
 * row. Circles do not overlap: a centre is more than two radii from those before it. Distances are
 * geodesics of WGS84, and a row on the circle is in it. Exact between the latitudes of 80°, except
 * across the antimeridian.
 *
 * Each block of points has a bound: no circle around one of them holds more. Blocks are searched
 * from the highest bound down to the best circle found, and so are the cells of a block.
 */
export function largestCircles(bands: Bands, radiusMetres: number, most: number): Circle[] {
  const search = searcher(bands, radiusMetres);
  const apart = squaredChord(2 * radiusMetres);
  const bandsPerBlock = Math.max(1, Math.round(radiusMetres / 2 / bands.bandMetres));
  const byBound = (areas: Area[]) => areas.sort((a, b) => b.bound - a.bound);
  const blocks: Block[] = byBound(areasOf(bands, undefined, bandsPerBlock, search.bound));
  const chosen: Found[] = [];
  while (chosen.length < most) {
    let best: Found = { cents: 0, point: -1, row: Number.POSITIVE_INFINITY };
    for (const block of blocks) {
      if (block.bound < best.cents) break;
      block.cells ??= byBound(areasOf(bands, block, 1, search.bound));
      for (const cell of block.cells) {
        if (cell.bound < best.cents) break;
        best = bestOfCell(bands, cell, chosen, apart, best, search.sums);
      }
    }
    if (best.cents <= 0) break;
    chosen.push(best);
  }
  return chosen.map(({ cents, point, row }) => ({
    row,
    latitude: bands.latitudes[point]!,
    longitude: bands.longitudes[point]!,
    cents,
    rows: search.rows(point),
  }));
}

interface Found {
  readonly cents: number;
  readonly point: number;
  readonly row: number;
}

/** The better of the best circle so far and those around a cell's points that overlap no chosen one. */
function bestOfCell(
  bands: Bands,
  cell: Cell,
  chosen: readonly Found[],
  apart: number,
  before: Found,
  sumsOf: (cell: Area) => Float64Array,
): Found {
  let best = before;
  for (const { start, end } of cell.runs) {
    for (let point = start; point < end; point++) {
      // In most rounds the sums are known, and few are large enough.
      if (cell.sums && cell.sums[point - start]! < best.cents) continue;
      const row = firstRow(bands, point);
      // No circle of this cell can be larger, and this one would be of a later row.
      if (cell.bound === best.cents && row > best.row) continue;
      if (chosen.some(other => isWithin(bands, point, other.point, apart))) continue;
      cell.sums ??= sumsOf(cell);
      const cents = cell.sums[point - start]!;
      if (cents > best.cents || (cents === best.cents && row < best.row))
        best = { cents, point, row };
    }
  }
  return best;
}

function isWithin({ x, y, z }: Bands, a: number, b: number, squared: number): boolean {
  const dx = x[a]! - x[b]!;
  const dy = y[a]! - y[b]!;
  const dz = z[a]! - z[b]!;
  return dx * dx + dy * dy + dz * dz <= squared;
}
