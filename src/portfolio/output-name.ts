import { extname } from 'node:path';
import { KtimaError } from '../errors.ts';
import type { Format } from './row-writer.ts';

/** What an output is to be, by its name. */
export interface OutputKind {
  readonly format: Format;
  readonly gzip: boolean;
  /** The delimiter that the name asks for; undefined for that of the input. */
  readonly delimiter: '\t' | undefined;
}

const formatByEnding: Readonly<Record<string, Format>> = {
  '.csv': 'csv',
  '.tsv': 'csv',
  '.txt': 'csv',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.geojson': 'geojson',
};

/** Endings that promise something else than text. */
const otherFormat =
  /^\.(xls|xlsx|xlsm|xlsb|ods|numbers|parquet|gpkg|shp|kml|kmz|fgb|zip|bz2|xz|zst|7z|pdf)$/;

const written = 'expected a name that ends in .csv, .tsv, .ndjson or .geojson, perhaps with .gz';

/** What a name says, and `--format` where it does not; they may not contradict each other. */
export function readOutputName(path: string, asked: Format | undefined): OutputKind {
  const name = path.toLowerCase();
  const gzip = name.endsWith('.gz');
  const ending = extname(gzip ? name.slice(0, -'.gz'.length) : name);
  const named = formatByEnding[ending];
  if (named && asked && named !== asked) {
    throw new KtimaError('USAGE', `${path}: the name says ${named}, but --format ${asked}`);
  }
  const format = named ?? asked ?? (ending === '' ? 'csv' : undefined);
  if (!format || otherFormat.test(ending)) {
    const hint = /^\.(xl|ods|num)/.test(ending) ? '; Excel opens CSV written with --bom' : '';
    throw new KtimaError('USAGE', `${path}: ${written}${hint}`);
  }
  return { format, gzip, delimiter: ending === '.tsv' ? '\t' : undefined };
}
