import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import type { GridRow } from '#domain/grids/grid.ts';
import type { GridKindName, GridValues } from '#domain/grids/kind.ts';
import { readGrids } from '#importing/grids/read-grids.ts';
import type { Store } from '#storage/store/store.ts';
import { replaceRows } from '#storage/store/store.ts';
import { needProgram } from '../programs.ts';
import { provenance } from '../service.ts';

needProgram('gdalinfo', 'gdal-bin');

/** Runs a program of GDAL; returns what it prints. */
export const gdal = (name: string, args: readonly string[], input?: string): string =>
  execFileSync(name, args, { encoding: 'utf8', input, maxBuffer: 2 ** 28 });

/** Where an ASCII grid lies: its lower left corner and the size of a cell. */
export interface Place {
  readonly west: number;
  readonly south: number;
  readonly step: number;
  readonly width: number;
  readonly height: number;
}

/** Writes an ASCII grid with the values of a function of column and row, null for none. */
export function writeAscii(
  path: string,
  { west, south, step, width, height }: Place,
  heightOf: (column: number, row: number) => number | null,
): void {
  const rows = Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_, column) => heightOf(column, row) ?? -9999).join(' '),
  );
  const header = `ncols ${width}\nnrows ${height}\nxllcorner ${west}\nyllcorner ${south}\ncellsize ${step}\nNODATA_value -9999\n`;
  writeFileSync(path, `${header}${rows.join('\n')}\n`);
}

/** Hills with a lake without values. */
export const hills = (column: number, row: number): number | null => {
  const height = 300 + 200 * Math.sin(column / 17) * Math.cos(row / 23) + ((column * 7 + row) % 5);
  return Math.hypot(column - 60, row - 50) < 9 ? null : Math.round(height * 10) / 10;
};

/** All values of a file as GDAL reads them, NaN where it has none, row by row. */
export function rawValues(path: string, folder: string): Float64Array {
  const out = `${folder}/raw.img`;
  const options = ['-q', '-overwrite', '-of', 'ENVI', '-ot', 'Float64', '-dstnodata', 'nan'];
  gdal('gdalwarp', [...options, path, out]);
  const bytes = readFileSync(out);
  return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

interface Loaded {
  readonly kind?: GridKindName;
  readonly values?: GridValues;
  readonly srid?: number;
  readonly anywhere?: boolean;
  readonly source?: string;
}

/** The rows of files. */
export function rowsOf(files: readonly string[], loaded: Loaded = {}): Promise<GridRow[]> {
  const { kind = 'elevation', values = 'amounts', srid, anywhere } = loaded;
  return Array.fromAsync(
    readGrids(files, { kind, values, unit: 'm', date: '2024-05-31' }, { srid, anywhere }),
  );
}

/** Loads files into a store as a source of grids. */
export async function load(store: Store, files: readonly string[], loaded: Loaded = {}) {
  const { source = 'hills' } = loaded;
  await replaceRows(store, 'grids', { ...provenance, source }, await rowsOf(files, loaded));
}
