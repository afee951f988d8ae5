import { insuredFields } from '#domain/property/usual-names.ts';
import type { Columns } from './columns.ts';
import {
  amountIn,
  areAmounts,
  coverageNamed,
  type InsuredField,
  multipleIn,
  sumNamed,
} from './sum-headings.ts';

/** A column of amounts, of which each has so many euro. */
export interface SumColumn {
  readonly field: InsuredField;
  readonly at: number;
  readonly multiple: number;
}

/** Coverages that have several parts: goods, equipment and household effects are contents. */
const ofParts: readonly InsuredField[] = ['contents_sum_insured', 'interruption_sum_insured'];

/**
 * The columns of sums. Several columns of contents, or of interruption, are insured beside each
 * other, unless one is the total of the others in the first rows.
 */
export function sumColumnsOf(
  header: readonly string[],
  columns: Columns,
  rows: readonly (readonly string[])[],
): readonly SumColumn[] {
  const used = new Set(Object.values(columns));
  return insuredFields.flatMap(field => {
    const read = columns[field];
    if (read === undefined) return [];
    const names = (at: number) =>
      sumNamed(header[at]!) === field ||
      (coverageNamed(header[at]!) === field &&
        areAmounts(rows.map(cells => cells[at] ?? '').filter(Boolean)));
    const isOfParts = ofParts.includes(field) && names(read);
    const parts = isOfParts ? [...header.keys()].filter(at => !used.has(at) && names(at)) : [];
    const all = [read, ...parts];
    const total = all.length > 2 ? all.find(at => isTotal(at, all, rows)) : undefined;
    const added =
      total === undefined ? all : total === read ? [read] : all.filter(at => at !== total);
    return added.map(at => ({ field, at, multiple: multipleIn(header[at]!) }));
  });
}

/** Whether a column has the sum of the others in most rows. */
function isTotal(
  at: number,
  all: readonly number[],
  rows: readonly (readonly string[])[],
): boolean {
  const amounts = rows
    .map(cells => [at, ...all.filter(one => one !== at)].map(one => amountIn(cells[one] ?? '')))
    .filter(([total]) => total! > 0);
  const isSum = ([total, ...parts]: number[]) =>
    Math.abs(parts.reduce((sum, part) => sum + (part || 0), 0) - total!) <= 0.01 * total!;
  return amounts.length > 0 && 2 * amounts.filter(isSum).length > amounts.length;
}
