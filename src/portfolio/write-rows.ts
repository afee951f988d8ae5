import type { Format, RowWriter } from './row-writer.ts';
import { type CsvStyle, csvWriter } from './write-csv.ts';
import { geoJsonWriter, ndjsonWriter } from './write-json.ts';

/** The writer of a format; `names` are the names of all columns, all different. */
export function rowWriter(format: Format, names: readonly string[], style: CsvStyle): RowWriter {
  if (format === 'csv') return csvWriter(names, style);
  return format === 'ndjson' ? ndjsonWriter(names) : geoJsonWriter(names);
}
