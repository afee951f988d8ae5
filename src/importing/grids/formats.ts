import { readdir, symlink } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { firstBytes } from '#tools/files/byte-window.ts';
import { badFile, openBytes } from '#tools/files/bytes.ts';
import { inShell } from '#tools/files/run-program.ts';
import { checkAsciiGrid } from './check-ascii-grid.ts';

/** A format of grids that GDAL reads, with the name of its driver. */
interface GridFormat {
  readonly driver: string;
  readonly ending: string;
  /** Whether a file is of this format, by its start, unpacked, decoded as latin1, and by its name. */
  begins(start: string, path: string): boolean;
  /** What the format defines for no value, in a file that names none. */
  readonly nodata?: number;
  /** Throws for damage that GDAL does not notice. */
  check?(path: string): Promise<void>;
}

const formats: readonly GridFormat[] = [
  {
    driver: 'GTiff',
    ending: '.tif',
    begins: start => /^(II[*+]|MM[.][*+])/.test(start.replaceAll('\0', '.')),
  },
  {
    driver: 'AAIGrid',
    ending: '.asc',
    begins: start => /^\s*ncols\s/i.test(start),
    nodata: -9_999,
    check: checkAsciiGrid,
  },
  {
    driver: 'netCDF',
    ending: '.nc',
    begins: start => start.startsWith('CDF') || start.startsWith('\x89HDF\r\n'),
  },
  { driver: 'HFA', ending: '.img', begins: start => start.startsWith('EHFA_HEADER_TAG') },
  { driver: 'EHdr', ending: '.bil', begins: (_, path) => /\.bil$/i.test(path) },
];

/** Files beside a grid that GDAL reads with it: metadata, world files, headers, definitions. */
const companions = /^(aux\.xml|[a-z]{2,4}w|wld|hdr|prj)$/;

/** A grid in the temporary folder, under a name that GDAL does not mistake for a URL. */
export interface LinkedGrid {
  readonly input: string;
  readonly driver: string;
  /** What the format defines for no value, in a file that names none. */
  readonly usualNodata: number | undefined;
}

/** Links a grid and the files beside it into a folder; throws for a file that is no grid. */
export async function linkGrid(folder: string, path: string, number: number): Promise<LinkedGrid> {
  const bytes = await openBytes(path);
  const start = (await firstBytes(bytes)).toString('latin1');
  const format = formats.find(({ begins }) => begins(start, path));
  if (!format || (bytes.gzipped && format.driver !== 'AAIGrid')) throw notRead(path, start);
  await format.check?.(path);
  const input = `input-${number}${format.ending}${bytes.gzipped ? '.gz' : ''}`;
  await symlink(path, join(folder, input));
  await linkCompanions(folder, path, input);
  const opened = bytes.gzipped ? `/vsigzip/${input}` : input;
  return { input: opened, driver: format.driver, usualNodata: format.nodata };
}

/** They are named like the grid, with its ending (`a.tif.aux.xml`) or without (`a.tfw`). */
async function linkCompanions(folder: string, path: string, input: string): Promise<void> {
  const whole = basename(path);
  const stem = basename(path, extname(path));
  for (const name of await readdir(dirname(path))) {
    const before = [whole, stem].find(one => name.startsWith(`${one}.`));
    if (before === undefined || name === whole) continue;
    const ending = name.slice(before.length + 1).toLowerCase();
    if (ending === 'msk') throw badFile(path, hasMask);
    const own = before === whole ? input : basename(input, extname(input));
    if (companions.test(ending)) {
      await symlink(join(dirname(path), name), join(folder, `${own}.${ending}`));
    }
  }
}

/** A mask says which values do not count. */
export const hasMask = 'has a mask; write it into the values with gdalwarp -dstnodata';

function notRead(path: string, start: string): Error {
  if (start.trimStart().startsWith('<VRTDataset')) {
    const command = `gdal_translate ${inShell(path)} grid.tif`;
    return badFile(path, `a VRT refers to other files; run ${command}, then import grid.tif`);
  }
  return badFile(path, 'no grid: expected GeoTIFF, ASCII grid, netCDF, Erdas Imagine or BIL');
}
