import { existsSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  boxOf,
  type GridDescription,
  type GridRow,
  type ReadGrid,
  resolutionOf,
} from '#domain/grids/grid.ts';
import { gridKinds } from '#domain/grids/kind.ts';
import { descriptionSquare } from '#domain/grids/square.ts';
import { meetsGreece } from '#domain/property/greece.ts';
import { takeBytes, windowOn } from '#tools/files/byte-window.ts';
import { badFile } from '#tools/files/bytes.ts';
import { type Exit, limitOf, notInstalled, runProgram } from '#tools/files/run-program.ts';
import { makeFolder, removeFolder } from '#tools/files/temporary-folder.ts';
import { canonicalEpsg, toWgs84 } from '#tools/geo/crs.ts';
import { gdalEnvironment } from '../readers/gdal/ogr2ogr.ts';
import { endFrame, type FileFacts, failureFrame, frameHead, type Task } from './raster.ts';

const program = fileURLToPath(new URL('./print-squares.ts', import.meta.url));
const limits = { seconds: 4 * 3_600, memoryBytes: 4 * 1024 ** 3, outputBytes: 0 };
const heapMegabytes = 512;
/** The most files of one import: each is open. */
const mostFiles = 500;
/** The longest content of a frame, in bytes. */
const longestContent = 4 * 1024 ** 2;

/** What the import says of the grids. */
export type GridFacts = Pick<GridDescription, 'kind' | 'values' | 'unit' | 'date'>;

/** How files are read, and which grids are accepted. */
export interface GridReading {
  /** The system of files that name none. */
  readonly srid?: number | undefined;
  /** Whether grids outside Greece are accepted. */
  readonly anywhere?: boolean | undefined;
  /** Whether grids without values are accepted. */
  readonly allowEmpty?: boolean | undefined;
}

/**
 * Reads files as grids. Another process does, because a file can claim more values than fit into
 * memory, and then its reader ends. GDAL converts files in other coordinate systems.
 */
export async function* readGrids(
  paths: readonly string[],
  facts: GridFacts,
  { srid, anywhere = false, allowEmpty = false }: GridReading = {},
): AsyncGenerator<GridRow> {
  if (paths.length > mostFiles)
    throw badFile(paths[mostFiles]!, `expected ${mostFiles} files at most`);
  const files = paths.map(path => ({ path: resolve(path), epsg: srid }));
  const names = namesOf(files);
  let squares = 0;
  for await (const frame of framesOf(files, facts)) {
    if (frame.square === descriptionSquare) yield described(names, frame, facts, anywhere);
    else {
      squares++;
      yield frame;
    }
  }
  if (squares === 0 && !allowEmpty) throw badFile(names, 'no cell has a value');
}

/** The frames of files after that of their facts, which may show that GDAL has to convert some first. */
async function* framesOf(files: Task['files'], facts: GridFacts): AsyncGenerator<GridRow> {
  const isClass = facts.values === 'classes';
  const { least, most } = gridKinds.find(({ kind }) => kind === facts.kind)!;
  await using frames = runReader({ isClass, least, most, files });
  const read = JSON.parse(String((await frames.next()).value!.content)) as FileFacts[];
  const placed = read.map((own, i) => ({ ...own, epsg: chosenEpsg(files[i]!, own) }));
  if (!placed.some(isForeign)) {
    yield* frames;
    return;
  }
  await frames.return(undefined);
  const folder = await makeFolder(files[0]!.path);
  try {
    const converted = [];
    for (const [i, { path }] of files.entries()) {
      const own = placed[i]!;
      const isLeft = !isForeign(own);
      converted.push(isLeft ? { path, epsg: own.epsg } : await warp(path, own, folder, i, isClass));
    }
    yield* framesOf(converted, facts);
  } finally {
    await removeFolder(folder);
  }
}

function namesOf(files: Task['files']): string {
  return files.map(({ path }) => basename(path)).join(', ');
}

/** `srid` is for a file that names no system, or describes one without a number. */
function chosenEpsg({ path, epsg: srid }: Task['files'][number], { epsg }: FileFacts): number {
  if (epsg === null || (epsg === userDefined && srid !== undefined)) {
    if (srid !== undefined) return srid;
    throw badFile(path, 'has no coordinate system; give --srid');
  }
  if (srid === undefined || canonicalEpsg(srid) === canonicalEpsg(epsg)) return epsg;
  throw badFile(path, `has EPSG:${epsg}, and --srid is ${srid}; leave it out`);
}

type PlacedFile = FileFacts & { readonly epsg: number };

function isForeign({ epsg }: PlacedFile): boolean {
  return !toWgs84(epsg);
}

function described(names: string, frame: GridRow, facts: GridFacts, anywhere: boolean): GridRow {
  const read = JSON.parse(String(frame.content)) as ReadGrid;
  const grid = { ...read, epsg: canonicalEpsg(read.epsg) };
  const description: GridDescription = {
    ...grid,
    ...facts,
    resolutionMetres: resolutionOf(grid),
    box: boxOf(grid),
  };
  checkPlace(names, description, anywhere);
  return { ...frame, content: Buffer.from(JSON.stringify(description)) };
}

/** Most grids elsewhere were read in a wrong coordinate system. */
function checkPlace(names: string, { epsg, box }: GridDescription, anywhere: boolean): void {
  const { west, south, east, north } = box;
  // Cells around the globe pass its edge by half a cell, and some longitudes go from 0 to 360.
  const isOnGlobe = west >= -181 && east <= 361 && south >= -91 && north <= 91;
  if (isOnGlobe && (anywhere || meetsGreece(box))) return;
  const corner = [south, west].map(degrees => Number(degrees.toPrecision(6))).join(', ');
  const expected = isOnGlobe ? 'in Greece, or --anywhere' : 'on the globe';
  throw badFile(
    names,
    `begins at ${corner} in EPSG:${epsg}, expected a place ${expected}; is the coordinate system right?`,
  );
}

/** Runs the reader, and yields its frames, facts first, up to the one that says it is complete. */
async function* runReader(task: Task): AsyncGenerator<GridRow> {
  const names = namesOf(task.files);
  const args = [`--max-old-space-size=${heapMegabytes}`, program, JSON.stringify(task)];
  const start = () => runProgram({ name: process.execPath, args, folder: '/', limits });
  await using window = windowOn(withExit(names, start));
  for (;;) {
    const head = await takeBytes(names, window, frameHead);
    const [length, grid, square] = [
      head.readUInt32LE(0),
      head.readUInt32LE(4),
      head.readDoubleLE(8),
    ];
    if (length > longestContent) throw badFile(names, 'could not be read');
    const content = await takeBytes(names, window, length);
    if (square === endFrame) return;
    if (square === failureFrame) {
      const [path, problem] = JSON.parse(String(content)) as [string, string];
      throw badFile(path, problem.replace(/\p{Cc}/gu, ' '));
    }
    yield { grid, square, content };
  }
}

/** On a busy machine a program may end before it begins: then it is started once more. */
const mostStarts = 2;

async function* withExit(
  names: string,
  start: () => AsyncGenerator<Buffer, Exit>,
): AsyncGenerator<Buffer> {
  for (let starts = 1; ; starts++) {
    const running = start();
    let printed = 0;
    try {
      let next = await running.next();
      for (; !next.done; next = await running.next()) {
        printed += next.value.length;
        yield next.value;
      }
      const exit = next.value;
      if (exit.code === 0) return;
      const limit = limitOf(exit);
      if (printed === 0 && !limit && starts < mostStarts) continue;
      const problem = limit ?? 'it is damaged, or needs more memory than its reader may have';
      throw badFile(names, `could not be read: ${problem}${limit ? '' : endOf(exit)}`);
    } finally {
      await running.return({ code: null, signal: null, complaint: '' });
    }
  }
}

/** How a reader ended that was ended by no limit of ours. */
function endOf({ code, signal, complaint }: Exit): string {
  const [line = ''] = complaint.split('\n').filter(one => one.trim() !== '');
  const why = [signal ?? `exit code ${code}`, line.slice(0, 300)].filter(Boolean).join(', ');
  return ` (${why})`;
}

/** The system that GDAL converts to, and the number of one that a file describes. */
const [targetEpsg, userDefined] = [4326, 32_767];

/** Converts a file to degrees by gdalwarp; the error without GDAL has the command to run elsewhere. */
async function warp(
  path: string,
  { epsg, type, isScaled }: PlacedFile,
  folder: string,
  number: number,
  isClass: boolean,
) {
  if (isScaled) throw badFile(path, 'has a scale or offset; apply it with gdal_translate -unscale');
  const [input, output] = [`input-${number}.tif`, `warped-${number}.tif`];
  await symlink(path, join(folder, input));
  // What lies outside of the file becomes NaN: zero would be a value.
  const options = ['-t_srs', `EPSG:${targetEpsg}`, '-r', isClass ? 'near' : 'bilinear'];
  options.push('-ot', type === 'f64' ? 'Float64' : 'Float32', '-dstnodata', 'nan');
  const args = ['-q', '-if', 'GTiff', ...options, '-co', 'TILED=YES', '-co', 'BIGTIFF=YES'];
  const running = runProgram({
    name: 'gdalwarp',
    args: [...args, input, output],
    folder,
    limits: { ...limits, outputBytes: 64 * 1024 ** 3 },
    settings: gdalEnvironment,
  });
  let next = await running.next();
  while (!next.done) next = await running.next();
  const { code, complaint } = next.value;
  const system = epsg === userDefined ? 'a coordinate system of its own' : `EPSG:${epsg}`;
  if (code === notInstalled) {
    const command = `gdalwarp ${options.join(' ')} ${basename(path)} converted.tif`;
    throw badFile(
      path,
      `has ${system}; give --srid, or install GDAL, or run where it is: ${command}`,
    );
  }
  if (code !== 0 || !existsSync(join(folder, output))) {
    const problem = limitOf(next.value) ?? complaint.split('\n', 1)[0]!.slice(0, 300);
    throw badFile(path, `has ${system}, and GDAL cannot convert it: ${problem}`);
  }
  return { path: join(folder, output), epsg: targetEpsg };
}
