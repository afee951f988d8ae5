import { extname } from 'node:path';
import { quoted } from '../csv/quoted.ts';
import { KtimaError } from '../errors.ts';
import { exactWkt } from '../geo/wkt.ts';
import type { ExportedFeature } from './features.ts';

/** The formats that are written. */
export const exportFormats = ['geojson', 'geojsonseq', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Writes features as text. */
export interface FeatureWriter {
  readonly head: string;
  readonly between: string;
  readonly tail: string;
  readonly feature: (feature: ExportedFeature) => string;
}

/** The writer of a format; `columns` are those of the properties. */
export function writerOf(format: ExportFormat, columns: readonly string[]): FeatureWriter {
  return { geojson, geojsonseq, csv: csvWriter(columns) }[format];
}

const featureText = ({ id, properties, geometry }: ExportedFeature) =>
  JSON.stringify({ type: 'Feature', id, properties, geometry });

const geojson: FeatureWriter = {
  head: '{"type":"FeatureCollection","features":[\n',
  between: ',\n',
  tail: '\n]}\n',
  feature: featureText,
};

const geojsonseq: FeatureWriter = {
  head: '',
  between: '',
  tail: '',
  feature: feature => `${featureText(feature)}\n`,
};

/** CSV with well-known text. Cells are exact: a text that looks like a formula is not changed. */
function csvWriter(columns: readonly string[]): FeatureWriter {
  const line = (cells: readonly string[]) => `${cells.map(cell => quoted(cell, ',')).join()}\n`;
  return {
    head: line([...columns, 'geometry']),
    between: '',
    tail: '',
    feature: ({ properties, geometry }) =>
      line([...columns.map(name => String(properties[name] ?? '')), wktOf(geometry)]),
  };
}

function wktOf(geometry: ExportedFeature['geometry']): string {
  return geometry.type === 'Point'
    ? `POINT (${geometry.coordinates.join(' ')})`
    : exactWkt(geometry);
}

const formatByEnding: Readonly<Record<string, ExportFormat>> = {
  '.geojson': 'geojson',
  '.json': 'geojson',
  '.geojsonseq': 'geojsonseq',
  '.geojsonl': 'geojsonseq',
  '.geojsons': 'geojsonseq',
  '.ndjson': 'geojsonseq',
  '.csv': 'csv',
};

/** The format of an output by its name; `--format` is for other names. */
export function formatOf(output: string, asked: ExportFormat | undefined): ExportFormat {
  const named = formatByEnding[extname(output).toLowerCase()];
  if (named && asked && named !== asked) {
    throw new KtimaError('USAGE', `${output}: the name says ${named}, but --format ${asked}`);
  }
  const format = named ?? asked;
  if (format) return format;
  const got = output === '-' ? 'standard output' : extname(output) || 'a name without an ending';
  throw new KtimaError(
    'USAGE',
    `--output ${output}: expected a name that ends in .geojson, .geojsonseq or .csv, got ${got}; ` +
      'change the name or add --format',
  );
}
