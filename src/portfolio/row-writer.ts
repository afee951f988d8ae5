import type { Value } from './added-columns.ts';

/** The output formats. */
export const formats = ['csv', 'ndjson', 'geojson'] as const;
export type Format = (typeof formats)[number];

/** Writes rows in one format: the text before, between and after the rows, and each row. */
export interface RowWriter {
  readonly head: string;
  readonly between: string;
  readonly tail: string;
  row(cells: readonly string[], values: readonly Value[]): string;
}
