import { createWriteStream, existsSync } from 'node:fs';
import { readdir, stat, symlink } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { KtimaError } from '#tools/errors.ts';
import { firstBytes } from '#tools/files/byte-window.ts';
import { badFile, isUnreadable, openBytes } from '#tools/files/bytes.ts';
import { inShell, type Limits } from '#tools/files/run-program.ts';
import { makeFolder, readerInFolder } from '#tools/files/temporary-folder.ts';
import { openGeoPackage } from '../geopackage/geopackage.ts';
import type { FeatureReader } from '../reader.ts';
import type { Convertible } from './convertible.ts';
import { runGdal } from './run-gdal.ts';

const mostInputBytes = 16 * 1024 ** 3;
const usualLimits = { seconds: 30 * 60, memoryBytes: 4 * 1024 ** 3 };
const outputName = 'converted.gpkg';

/**
 * Opens a file that GDAL converts to a GeoPackage in a temporary folder. When ogr2ogr is not
 * installed, the error contains the command to run on another machine.
 */
export async function openConverted(
  path: string,
  layer: string | undefined,
  format: Convertible,
  limits: Partial<Limits> = {},
): Promise<FeatureReader> {
  const inputBytes = await sizeOf(path);
  if (inputBytes === 0) throw badFile(path, 'the file is empty');
  if (inputBytes > mostInputBytes) {
    throw badFile(path, `${inputBytes} bytes, more than ${mostInputBytes}, are not converted`);
  }
  await refuseSqlite(path);
  const { notes = [], read } = (await format.check?.(path)) ?? {};
  // Real tables grow by a small factor; a small file may grow to 256 MB.
  const outputBytes = Math.max(256 * 1024 ** 2, 20 * inputBytes);
  const folder = await makeFolder(path);
  const output = join(folder, outputName);
  const convertAndOpen = async () => {
    const input = await linkInto(folder, resolve(path), format);
    // A name that starts with a hyphen would be read as an option: openGeoPackage chooses it instead.
    const layers = layer === undefined || layer.startsWith('-') ? [] : [layer];
    const options = [...asGeoPackage(format), ...forUs, ...(format.options ?? [])];
    const args = [...options, outputName, input, ...layers];
    const allowed = { outputBytes, ...usualLimits, ...limits };
    const drivers = [format.driver, 'GPKG'];
    const ended = await runGdal({ name: 'ogr2ogr', args, folder, limits: allowed, drivers });
    if (!ended) throw badFile(path, adviceFor(path, format));
    if (ended.problem !== undefined || !existsSync(output)) {
      throw badFile(path, problemIn(path, format, ended.problem, layer));
    }
    const converted = withoutBlankRows(await openGeoPackage(output, layer));
    const reader = (await read?.(converted, folder)) ?? converted;
    return { ...reader, notes: () => [...notes, ...(reader.notes?.() ?? [])] };
  };
  return readerInFolder(folder, convertAndOpen, error =>
    error instanceof KtimaError
      ? new KtimaError(error.code, error.message.replaceAll(output, path), { cause: error })
      : error,
  );
}

/** Leaves out blank rows of a sheet, and the number that GDAL gives to each row. */
function withoutBlankRows(reader: FeatureReader): FeatureReader {
  const isBlank = (value: unknown) => value === null || String(value).trim() === '';
  return {
    ...reader,
    async *features() {
      for await (const item of reader.features()) {
        if (isUnreadable(item)) yield item;
        else {
          const { [idColumn]: _, ...properties } = item.properties;
          const hasContent = item.geometry || !Object.values(properties).every(isBlank);
          if (hasContent) yield { ...item, properties };
        }
      }
    },
  };
}

function problemIn(
  path: string,
  format: Convertible,
  complaint: string | undefined,
  layer: string | undefined,
): string {
  if (complaint === undefined) return 'GDAL finds nothing in it';
  if (layer !== undefined && /fetch requested layer/i.test(complaint)) {
    return `--layer ${layer}: there is no such layer; without --layer the message lists them`;
  }
  const problem = `GDAL cannot convert it: ${complaint}`;
  if (!complaint.startsWith('Warning')) return problem;
  return `${problem}; if nothing is missing afterwards, run: ${commandFor(path, format)}`;
}

/** GDAL needs the GeoPackage driver for its output, and would read any SQLite file with it. */
async function refuseSqlite(path: string): Promise<void> {
  const isFolder = (await stat(path)).isDirectory();
  const start = isFolder ? '' : (await firstBytes(await openBytes(path))).toString('latin1', 0, 15);
  if (start === 'SQLite format 3') throw badFile(path, 'an SQLite file under another name');
}

/** The size of a file, or of all files in a folder, such as a File Geodatabase. */
async function sizeOf(path: string): Promise<number> {
  try {
    const facts = await stat(path);
    if (!facts.isDirectory()) return facts.size;
    const names = await readdir(path);
    const sizes = await Promise.all(names.map(async name => (await stat(join(path, name))).size));
    return sizes.reduce((a, b) => a + b, 0);
  } catch (cause) {
    throw badFile(path, cause);
  }
}

/**
 * Links the file and its companion files into the folder under plain names: GDAL treats names such
 * as `/vsicurl/…` as URLs.
 */
async function linkInto(folder: string, path: string, format: Convertible): Promise<string> {
  if (format.begins) return unpackOrLink(folder, path, format);
  const { beside } = format;
  const input = `input${/\.zip$/i.test(path) ? '.gdb.zip' : extname(path).toLowerCase()}`;
  await symlink(path, join(folder, input));
  if (!beside) return input;
  const stem = basename(path, extname(path));
  for (const name of await readdir(dirname(path))) {
    const ending = extname(name);
    if (basename(name, ending) !== stem || !beside.test(ending)) continue;
    await symlink(join(dirname(path), name), join(folder, `input${ending.toLowerCase()}`));
  }
  return input;
}

/** A format that is found by its content may be gzipped and have any name. */
async function unpackOrLink(folder: string, path: string, format: Convertible): Promise<string> {
  const input = `input.${format.driver.toLowerCase()}`;
  const bytes = await openBytes(path);
  if (format.copy) await format.copy(path, join(folder, input));
  else if (!bytes.gzipped) await symlink(path, join(folder, input));
  else await pipeline(bytes.chunks(), createWriteStream(join(folder, input), { flags: 'wx' }));
  return input;
}

function asGeoPackage({ isDrawing }: Convertible): string[] {
  // Both options turn arcs into lines. With POLYGON, points and open lines of a drawing stay.
  return ['-f', 'GPKG', '-dim', 'XY', '-nlt', isDrawing ? 'POLYGON' : 'CONVERT_TO_LINEAR'];
}

/** Unusual names for id and geometry, as the file may have columns with the usual names. */
const idColumn = 'ogr_fid';
const forUs = ['SPATIAL_INDEX=NO', `FID=${idColumn}`, 'GEOMETRY_NAME=ogr_geometry'].flatMap(
  option => ['-lco', option],
);

/** The command that converts a file, and what to import then. */
function commandFor(path: string, format: Convertible): string {
  const file = basename(path);
  const converted = `${file.split('.', 1)[0]}.gpkg`;
  const input = /\.gz$/i.test(file) ? `/vsigzip/${file}` : file;
  const command = ['ogr2ogr', ...asGeoPackage(format), converted, input].map(inShell).join(' ');
  return `${command}; then import ${converted}`;
}

function adviceFor(path: string, format: Convertible): string {
  return (
    `${format.name} is read with the help of GDAL, which is not installed: install it (on Debian ` +
    'apt-get install gdal-bin, on macOS brew install gdal) and run this again, or run where it ' +
    `is: ${commandFor(path, format)}`
  );
}
