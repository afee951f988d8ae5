import type { Value } from './added-columns.ts';
import type { RowWriter } from './row-writer.ts';

/** Writes one JSON object per line. Input cells are strings; added values keep their types. */
export function ndjsonWriter(names: readonly string[]): RowWriter {
  const row = (cells: readonly string[], values: readonly Value[]) =>
    `${JSON.stringify(record(names, cells, values))}\n`;
  return { head: '', between: '', tail: '', row };
}

/** Writes a FeatureCollection (RFC 7946), one point per row; geometry is null without a position. */
export function geoJsonWriter(names: readonly string[]): RowWriter {
  return {
    head: '{"type":"FeatureCollection","features":[\n',
    between: ',\n',
    tail: '\n]}\n',
    row(cells, values) {
      // added-columns.ts puts these two first.
      const [latitude, longitude] = values;
      const isPoint = typeof latitude === 'number' && typeof longitude === 'number';
      const geometry = isPoint ? { type: 'Point', coordinates: [longitude, latitude] } : null;
      const properties = record(names, cells, values);
      return JSON.stringify({ type: 'Feature', geometry, properties });
    },
  };
}

/** A column may be named `__proto__`: Object.fromEntries keeps it, an assignment would lose it. */
function record(names: readonly string[], cells: readonly string[], values: readonly Value[]) {
  const all = [...cells, ...values];
  return Object.fromEntries(names.map((name, i) => [name, all[i]]));
}
