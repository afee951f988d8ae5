import { statSync } from 'node:fs';
import type { Lattice, ReadGrid } from '#domain/grids/grid.ts';
import { mostSquares, type StoredType, side } from '#domain/grids/square.ts';
import { badFile } from '#tools/files/bytes.ts';
import { freeBytes } from '#tools/files/write-file.ts';
import { canonicalEpsg, toWgs84 } from '#tools/geo/crs.ts';
import { systemInWkt } from '../readers/crs/named-system.ts';
import { runGdal } from '../readers/gdal/run-gdal.ts';
import { hasMask, type LinkedGrid, linkGrid } from './formats.ts';

/** A grid in the temporary folder, north up and in a system that Ktima computes in. */
export interface GridFile extends ReadGrid, LinkedGrid {
  /** The name that the operator gave. */
  readonly path: string;
  readonly folder: string;
  /** What the file has where nothing was measured, besides NaN. */
  readonly nodata: number | undefined;
}

/** The parts of what gdalinfo prints that are read. */
interface Info {
  readonly size: readonly [width: number, height: number];
  readonly geoTransform?: readonly number[];
  readonly coordinateSystem?: { readonly wkt?: string };
  readonly metadata?: { readonly SUBDATASETS?: object };
  readonly bands: readonly {
    readonly type: string;
    readonly noDataValue?: number | null;
    readonly scale?: number;
    readonly offset?: number;
    readonly mask?: { readonly flags: readonly string[] };
  }[];
}

/** The limits of a program: reading a strip takes seconds, converting a country an hour. */
export const gridLimits = { seconds: 4 * 3_600, memoryBytes: 4 * 1024 ** 3, outputBytes: 0 };

/** The types of GDAL, and how they are stored. */
const storedAs: Readonly<Record<string, StoredType>> = {
  Byte: 'i32',
  Int8: 'i32',
  UInt16: 'i32',
  Int16: 'i32',
  UInt32: 'f64',
  Int32: 'f64',
  Float32: 'f32',
  Float64: 'f64',
};

/** The most squares across: a row of them is in memory on each level. */
export const mostSquaresAcross = 8_192;
/** What is unpacked of a file at most, for each byte of it and of any file. */
const [mostUnpackedPerByte, harmlessBytes] = [2_000, 4 * 1024 ** 3];

/**
 * Opens a grid. GDAL converts one in another system, or with rows from south to north, before. `srid`
 * is for a file that names no system.
 */
export async function openGridFile(
  folder: string,
  path: string,
  number: number,
  { srid, isClass }: { readonly srid?: number | undefined; readonly isClass: boolean },
): Promise<GridFile> {
  try {
    const linked = await linkGrid(folder, path, number);
    const info = await infoOf(folder, linked);
    const file = { path, folder, ...linked, ...describe(info, linked) };
    refuseBomb(file);
    const [epsg, srs] = systemOf(path, info, srid);
    if (file.stepY > 0 && toWgs84(epsg)) return { ...file, epsg };
    const warped = await warp(path, file, number, isClass, toWgs84(epsg) ? undefined : srs);
    return { ...warped, epsg: toWgs84(epsg) ? epsg : targetEpsg };
  } catch (error) {
    throw error instanceof RangeError ? badFile(path, error.message) : error;
  }
}

async function infoOf(folder: string, { input, driver }: LinkedGrid): Promise<Info> {
  const args = ['-json', '-norat', '-noct', '-nogcp', input];
  const limits = { ...gridLimits, seconds: 60 };
  const ended = await runGdal({ name: 'gdalinfo', args, folder, limits, drivers: [driver] });
  if (!ended) throw new RangeError(notInstalled);
  if (ended.problem !== undefined) throw cannotRead(input, ended.problem);
  // NaN is no JSON.
  return JSON.parse(ended.output.replaceAll(/:\s*("?)-?(nan|inf)\w*\1/gi, ':null')) as Info;
}

/** What GDAL complains of, without the name that the file has in the folder. */
export function cannotRead(input: string, problem: string): RangeError {
  const advice = problem.startsWith('Warning')
    ? '; if its values are right, write it anew with gdal_translate'
    : '';
  return new RangeError(`GDAL cannot read it: ${problem.replaceAll(`${input}: `, '')}${advice}`);
}

const notInstalled =
  'grids are read with the help of GDAL, which is not installed: install it (on Debian ' +
  'apt-get install gdal-bin, on macOS brew install gdal) and run this again';

function describe(
  info: Info,
  { usualNodata }: LinkedGrid,
): Lattice & Omit<ReadGrid, 'epsg'> & { nodata: number | undefined } {
  // biome-ignore format: a line
  const [band, ...others] = info.bands;
  if (info.metadata?.SUBDATASETS) {
    throw new RangeError(
      'has several images; write each to a file of its own, with gdal_translate',
    );
  }
  if (!band) throw new RangeError('has no image');
  if (others.length > 0) {
    const bands = info.bands.length;
    throw new RangeError(`has ${bands} bands, expected one; take one with gdal_translate -b 1`);
  }
  if (band.mask?.flags.includes('PER_DATASET')) throw new RangeError(hasMask);
  const type = storedAs[band.type];
  if (!type) {
    throw new RangeError(
      `has values of type ${band.type}, expected whole numbers of 8 to 32 bits or floats; ` +
        'write it with gdal_translate -ot Float32',
    );
  }
  const [width, height] = info.size;
  if (width > mostSquaresAcross * side || height > mostSquares * side) {
    throw new RangeError(`${width} × ${height} cells, more than any file has`);
  }
  const { noDataValue, scale = 1, offset = 0 } = band;
  const named = noDataValue ?? usualNodata;
  // As the value of a cell is rounded.
  const nodata = type === 'f32' && named !== undefined ? Math.fround(named) : named;
  return { ...placeOf(info), epsg: 0, width, height, type, scale, offset, nodata };
}

function placeOf({ geoTransform }: Info) {
  if (!geoTransform) throw new RangeError('does not say where it lies');
  const [west, stepX, b, north, d, e] = geoTransform as [number, number, number, number, number, number]; // biome-ignore format: a line
  if (b !== 0 || d !== 0 || !(stepX > 0) || e === 0) {
    throw new RangeError('is rotated or mirrored; straighten it with gdalwarp');
  }
  return { west, north, stepX, stepY: -e };
}

/** The system that GDAL converts to. */
const targetEpsg = 4326;

/** The number of the system, and what it is called; 0 for one that has no number. */
function systemOf(
  path: string,
  info: Info,
  srid: number | undefined,
): [epsg: number, name: string] {
  const wkt = info.coordinateSystem?.wkt ?? '';
  const { epsg, crsName, crsProblem } = systemInWkt(wkt);
  if (epsg === undefined && srid !== undefined) return [srid, `EPSG:${srid}`];
  if (wkt === '') throw badFile(path, 'has no coordinate system; give --srid');
  if (crsProblem !== undefined) throw badFile(path, `${crsProblem}; give --srid`);
  if (epsg !== undefined && srid !== undefined && canonicalEpsg(srid) !== canonicalEpsg(epsg)) {
    throw badFile(path, `has EPSG:${epsg}, and --srid is ${srid}; leave it out`);
  }
  return [epsg ?? 0, epsg === undefined ? (crsName ?? 'a system of its own') : `EPSG:${epsg}`];
}

/** Converts a file to degrees, or turns it north up if no system is given, by gdalwarp. */
async function warp(
  path: string,
  file: Omit<GridFile, 'epsg'>,
  number: number,
  isClass: boolean,
  system: string | undefined,
): Promise<Omit<GridFile, 'epsg'>> {
  const { folder, input, driver, type, scale, offset, usualNodata } = file;
  if (system !== undefined && (scale !== 1 || offset !== 0)) {
    throw badFile(path, 'has a scale or offset; apply it with gdal_translate -unscale');
  }
  // Converted, it may have more cells.
  const outputBytes = 4 * file.width * file.height * bytesPerValue;
  checkRoom(path, folder, outputBytes);
  const output = `warped-${number}.tif`;
  const converted = ['-t_srs', `EPSG:${targetEpsg}`, '-r', isClass ? 'near' : 'bilinear'];
  // What lies outside of the file becomes NaN: zero would be a value.
  converted.push('-ot', type === 'f64' ? 'Float64' : 'Float32', '-dstnodata', 'nan');
  const turned = [
    '-r',
    'near',
    ...(usualNodata === undefined ? [] : ['-srcnodata', `${usualNodata}`]),
  ];
  const args = ['-q', '-if', driver, ...(system === undefined ? turned : converted)];
  args.push('-co', 'TILED=YES', '-co', 'BIGTIFF=YES', input, output);
  const limits = { ...gridLimits, outputBytes };
  const drivers = [...new Set([driver, 'GTiff'])];
  const ended = await runGdal({ name: 'gdalwarp', args, folder, limits, drivers });
  const problem = ended?.problem ?? (ended ? undefined : notInstalled);
  if (problem) {
    const what = system === undefined ? 'has its first row in the south' : `has ${system}`;
    throw badFile(path, `${what}, and GDAL cannot convert it: ${problem}`);
  }
  const linked = { input: output, driver: 'GTiff', usualNodata: undefined };
  const described = describe(await infoOf(folder, linked), linked);
  return { ...file, ...linked, ...described, scale, offset };
}

/** Bytes of a value in the temporary folder. */
export const bytesPerValue = Float64Array.BYTES_PER_ELEMENT;

/** Throws for a file that holds far more values than bytes, as one whose blocks are all the same. */
function refuseBomb({ path, width, height }: Pick<GridFile, 'path' | 'width' | 'height'>): void {
  const bytes = width * height * bytesPerValue;
  if (bytes <= Math.max(harmlessBytes, mostUnpackedPerByte * statSync(path).size)) return;
  throw badFile(path, `unpacks to over ${mostUnpackedPerByte} times its size`);
}

/** Throws if a folder has no room for so many bytes. */
export function checkRoom(path: string, folder: string, bytes: number): void {
  const free = freeBytes(folder);
  if (bytes <= free) return;
  const [needed, room] = [bytes, free].map(one => (one / 1e9).toFixed(1));
  throw badFile(path, `takes up to ${needed} GB, and ${folder} has ${room} GB free; import a part`);
}
