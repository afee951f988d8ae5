import type { Value } from './added-columns.ts';
import type { RowWriter } from './row-writer.ts';

/** Writes an object a line: what stood in the file as text, what was added by its kind. */
export function ndjsonWriter(names: readonly string[]): RowWriter {
  const row = (cells: readonly string[], values: readonly Value[]) =>
    `${JSON.stringify(record(names, cells, values))}\n`;
  return { head: '', between: '', tail: '', row };
}

/** Writes a FeatureCollection (RFC 7946), a point a row; a row without a position has no geometry. */
export function geoJsonWriter(names: readonly string[]): RowWriter {
  return {
    head: '{"type":"FeatureCollection","features":[\n',
    between: ',\n',
    tail: '\n]}\n',
    row(cells, values) {
      // The two values that come first: `added-columns.ts`.
      const [latitude, longitude] = values;
      const isPoint = typeof latitude === 'number' && typeof longitude === 'number';
      const geometry = isPoint ? { type: 'Point', coordinates: [longitude, latitude] } : null;
      const properties = record(names, cells, values);
      return JSON.stringify({ type: 'Feature', geometry, properties });
    },
  };
}

/** Names are unique; one of them may be `__proto__`, which an assignment would lose. */
function record(names: readonly string[], cells: readonly string[], values: readonly Value[]) {
  const all = [...cells, ...values];
  return Object.fromEntries(names.map((name, i) => [name, all[i]]));
}
