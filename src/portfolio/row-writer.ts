import type { Value } from './added-columns.ts';
import { type CsvStyle, csvWriter } from './write-csv.ts';
import { geoJsonWriter, ndjsonWriter } from './write-json.ts';

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

/** The writer of a format; `names` are those of all columns, each different. */
export function rowWriter(format: Format, names: readonly string[], style: CsvStyle): RowWriter {
  if (format === 'csv') return csvWriter(names, style);
  return format === 'ndjson' ? ndjsonWriter(names) : geoJsonWriter(names);
}
