import { extname } from 'node:path';
import { KtimaError } from '../errors.ts';
import type { ParcelSrid } from '../property/parcels.ts';

/** The formats that are written. */
export const exportFormats = ['geojson', 'geojsonseq', 'csv', 'gpkg', 'fgb'] as const;
export type ExportFormat = (typeof exportFormats)[number];

const formatByEnding: Readonly<Record<string, ExportFormat>> = {
  '.geojson': 'geojson',
  '.json': 'geojson',
  '.geojsonseq': 'geojsonseq',
  '.geojsonl': 'geojsonseq',
  '.geojsons': 'geojsonseq',
  '.ndjson': 'geojsonseq',
  '.csv': 'csv',
  '.gpkg': 'gpkg',
  '.fgb': 'fgb',
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
    `--output ${output}: expected a name that ends in .geojson, .geojsonseq, .csv, .gpkg or .fgb, ` +
      `got ${got}; change the name or add --format`,
  );
}

/** Throws if a format cannot be written so. */
export function checkFormat(format: ExportFormat, output: string, srid: ParcelSrid): void {
  if (srid !== 4326 && format.startsWith('geojson')) {
    const message = `--srid ${srid}: GeoJSON is always WGS84 (RFC 7946); write .gpkg, .fgb or .csv`;
    throw new KtimaError('USAGE', message);
  }
  if (output === '-' && (format === 'gpkg' || format === 'fgb')) {
    throw new KtimaError('USAGE', `--format ${format}: expected a file, got standard output`);
  }
}
