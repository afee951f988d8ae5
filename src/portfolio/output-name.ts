import { extname } from 'node:path';
import { KtimaError } from '../errors.ts';
import type { Format } from './row-writer.ts';

/** The format, compression and delimiter of an output, read from its file name. */
export interface OutputKind {
  readonly format: Format;
  readonly gzip: boolean;
  /** Tab for `.tsv`; otherwise undefined, and the input's delimiter is used. */
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

/** Extensions of formats that are not written. */
const otherFormat =
  /^\.(xls|xlsx|xlsm|xlsb|ods|numbers|parquet|gpkg|shp|kml|kmz|fgb|zip|bz2|xz|zst|7z|pdf)$/;

const expected = 'expected a name that ends in .csv, .tsv, .ndjson or .geojson, perhaps with .gz';

/** Reads an output's name. `--format` is for names without an extension, and may not contradict one. */
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
    throw new KtimaError('USAGE', `${path}: ${expected}${hint}`);
  }
  return { format, gzip, delimiter: ending === '.tsv' ? '\t' : undefined };
}
