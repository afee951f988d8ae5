import type { Value } from './added-columns.ts';

/** The ways to write a portfolio. */
export const formats = ['csv', 'ndjson', 'geojson'] as const;
export type Format = (typeof formats)[number];

/** Writes rows in one format: what stands before, between and after them, and each row. */
export interface RowWriter {
  readonly head: string;
  readonly between: string;
  readonly tail: string;
  row(cells: readonly string[], values: readonly Value[]): string;
}
