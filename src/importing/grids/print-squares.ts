import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { levelsOf, type ReadGrid } from '#domain/grids/grid.ts';
import {
  coarsen,
  descriptionSquare,
  emptySquare,
  mostSquares,
  packSquare,
  side,
  squareNumber,
  typeOfLevel,
} from '#domain/grids/square.ts';
import { asciiStart, openAsciiGrid } from './ascii-grid.ts';
import { openGeoTiff } from './geotiff.ts';
import {
  endFrame,
  type FileFacts,
  factsFrame,
  failureFrame,
  frameHead,
  type Raster,
  type Task,
  type Values,
} from './raster.ts';

/*
 * A program: `print-squares.ts '{"files": […]}'` reads grids and prints frames: the length of the
 * content, the number of the grid, the number of the square, the content. The first one has facts of
 * the files; the squares of the grids follow. `read-grids.ts` starts it with limits.
 */

/** What is kept of unpacked blocks, in bytes: a row of squares of a file 500,000 cells wide. */
const keptBytes = 256 * 1024 ** 2;
/** What is unpacked of a file at most, for each byte of it and of any file. */
const [mostUnpackedPerByte, harmlessBytes] = [2_000, 16 * 1024 ** 3];
/** The most squares of a grid that are looked at. */
const mostSquaresOfGrid = 2 ** 26;
/** Cells of two files are the same if they are not farther apart than this share of a cell. */
const mostShift = 0.01;

type Meaning = Pick<Task, 'isClass' | 'least' | 'most'>;
type Limits = Pick<Task, 'least' | 'most'>;

interface OpenedFile extends Raster {
  readonly epsg: number;
  readonly ownEpsg: Raster['epsg'];
  readonly path: string;
  /** Reads a block that was perhaps read before. */
  cached(x: number, y: number): Promise<Values | undefined>;
}

const blocks = new Map<string, Values | undefined>();
let blockBytes = 0;

await run(JSON.parse(process.argv[2]!) as Task);

async function run({ files, ...meaning }: Task): Promise<void> {
  let path = '';
  try {
    const opened: OpenedFile[] = [];
    for (const file of files) {
      path = file.path;
      opened.push(await openFile(file.path, file.epsg));
    }
    await print(0, factsFrame, JSON.stringify(opened.map(factsOf)));
    for (const [number, grid] of gridsOf(opened).entries()) {
      path = grid.files.map(file => file.path).join(', ');
      await printGrid(number, grid, meaning, named => {
        path = named;
      });
    }
    await print(0, endFrame, '');
  } catch (error) {
    await print(0, failureFrame, JSON.stringify([path, (error as Error).message]));
  }
}

function factsOf({ ownEpsg, type, scale, offset }: OpenedFile): FileFacts {
  return { epsg: ownEpsg ?? null, type, isScaled: scale !== 1 || offset !== 0 };
}

async function openFile(path: string, epsg: number | undefined): Promise<OpenedFile> {
  const file = await open(path);
  const { size } = await file.stat();
  const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
  const start = buffer.toString('latin1', 0, bytesRead);
  const isAscii = asciiStart.test(start) || start.startsWith('\x1f\x8b');
  if (isAscii) await file.close();
  const raster = isAscii ? await openAsciiGrid(path) : await openGeoTiff(file, size);
  if (Math.max(raster.width, raster.height) > mostSquares * side) {
    throw new RangeError(`${raster.width} × ${raster.height} cells, more than any file has`);
  }
  let unpacked = 0;
  const cached = async (x: number, y: number) => {
    const key = `${path} ${x} ${y}`;
    if (blocks.has(key)) return blocks.get(key);
    const block = await raster.readBlock(x, y).catch(error => {
      throw new RangeError(`block ${x}, ${y}: ${error.message}`, { cause: error });
    });
    unpacked += block?.byteLength ?? 0;
    if (unpacked > Math.max(harmlessBytes, mostUnpackedPerByte * size)) {
      throw new RangeError(`unpacks to over ${mostUnpackedPerByte} times its size`);
    }
    keep(key, block);
    return block;
  };
  const ownEpsg = raster.epsg;
  return { ...raster, epsg: (epsg ?? ownEpsg) as number, ownEpsg, path, cached };
}

/** Keeps a block, and drops those that were read first. */
function keep(key: string, block: Values | undefined): void {
  blocks.set(key, block);
  blockBytes += block?.byteLength ?? 0;
  for (const [oldest, dropped] of blocks) {
    if (blockBytes <= keptBytes && blocks.size < 2 ** 20) break;
    blocks.delete(oldest);
    blockBytes -= dropped?.byteLength ?? 0;
  }
}

/** Files whose cells are the same, as one grid. */
interface JoinedGrid extends ReadGrid {
  readonly files: readonly OpenedFile[];
}

/** Joins files with the same cells: neighbours are then interpolated across their border. */
function gridsOf(files: readonly OpenedFile[]): JoinedGrid[] {
  const groups: OpenedFile[][] = [];
  for (const file of files) {
    const group = groups.find(([first]) => hasSameCells(first!, file));
    if (group) group.push(file);
    else groups.push([file]);
  }
  return groups.map(joined);
}

function hasSameCells(a: OpenedFile, b: OpenedFile): boolean {
  const isNear = (shift: number) => Math.abs(shift - Math.round(shift)) < mostShift;
  const isStep = (one: number, other: number, cells: number) =>
    Math.abs(one / other - 1) * cells < mostShift;
  return (
    a.epsg === b.epsg &&
    a.type === b.type &&
    a.scale === b.scale &&
    a.offset === b.offset &&
    isStep(a.stepX, b.stepX, b.width) &&
    isStep(a.stepY, b.stepY, b.height) &&
    isNear((a.west - b.west) / a.stepX) &&
    isNear((a.north - b.north) / a.stepY)
  );
}

function joined(files: readonly OpenedFile[]): JoinedGrid {
  const { epsg, stepX, stepY, type, scale, offset } = files[0]!;
  const least = (numbers: readonly number[]) => numbers.reduce((a, b) => Math.min(a, b));
  const west = least(files.map(file => file.west));
  const north = -least(files.map(file => -file.north));
  const ends = files.map(file => ({
    x: Math.round((file.west - west) / stepX) + file.width,
    y: Math.round((north - file.north) / stepY) + file.height,
  }));
  const [width, height] = [-least(ends.map(({ x }) => -x)), -least(ends.map(({ y }) => -y))];
  if (Math.ceil(width / side) * Math.ceil(height / side) > mostSquaresOfGrid) {
    throw new RangeError(`${width} × ${height} cells, more than ${mostSquaresOfGrid * side ** 2}`);
  }
  return { epsg, west, north, stepX, stepY, width, height, type, scale, offset, files };
}

/** Prints the description of a grid, then its squares row by row, each level as it gets full. */
async function printGrid(
  number: number,
  { files, ...grid }: JoinedGrid,
  { isClass, ...limits }: Meaning,
  reading: (path: string) => void,
): Promise<void> {
  await print(number, descriptionSquare, JSON.stringify(grid));
  const levels = levelsOf(grid);
  const coarser = Array.from({ length: levels }, () => new Map<number, Float64Array>());
  const put = async (level: number, row: number, column: number, values: Float64Array) => {
    const packed = packSquare(values, typeOfLevel(grid.type, level, isClass));
    await print(number, squareNumber(level, row, column), packed);
    if (level + 1 === levels) return;
    const parents = coarser[level + 1]!;
    const parent = parents.get(column >> 1) ?? emptySquare();
    parents.set(column >> 1, parent);
    coarsen(values, parent, row & 1, column & 1, isClass);
  };
  const endRow = async (level: number, row: number, isLast: boolean): Promise<void> => {
    if (level + 1 === levels || !(isLast || row & 1)) return;
    const parents = coarser[level + 1]!;
    for (const [column, values] of parents) await put(level + 1, row >> 1, column, values);
    parents.clear();
    await endRow(level + 1, row >> 1, isLast);
  };
  const rows = Math.ceil(grid.height / side);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column * side < grid.width; column++) {
      const values = await readSquare(grid, files, row, column, limits, reading);
      if (values) await put(0, row, column, values);
    }
    await endRow(0, row, row + 1 === rows);
  }
}

/** The values of a square: of files that overlap, those of the first. Undefined if there are none. */
async function readSquare(
  { west, north, stepX, stepY }: ReadGrid,
  files: readonly OpenedFile[],
  row: number,
  column: number,
  limits: Limits,
  reading: (path: string) => void,
): Promise<Float64Array | undefined> {
  let square: Float64Array | undefined;
  for (const file of files) {
    const left = column * side - Math.round((file.west - west) / stepX);
    const top = row * side - Math.round((north - file.north) / stepY);
    const { blockWidth, blockHeight } = file;
    const [endX, endY] = [Math.min(file.width, left + side), Math.min(file.height, top + side)];
    reading(file.path);
    for (let y = Math.floor(Math.max(0, top) / blockHeight); y * blockHeight < endY; y++) {
      for (let x = Math.floor(Math.max(0, left) / blockWidth); x * blockWidth < endX; x++) {
        const block = await file.cached(x, y);
        if (block) square = copyBlock(file, block, x, y, left, top, limits, square);
      }
    }
  }
  return square;
}

function copyBlock(
  { blockWidth, blockHeight, width, height, nodata, type, scale, offset }: OpenedFile,
  block: Values,
  x: number,
  y: number,
  left: number,
  top: number,
  { least, most }: Limits,
  known: Float64Array | undefined,
): Float64Array | undefined {
  let square = known;
  const missing = type === 'f32' && nodata !== undefined ? Math.fround(nodata) : nodata;
  const [firstX, firstY] = [Math.max(left, x * blockWidth), Math.max(top, y * blockHeight)];
  const endX = Math.min(width, left + side, (x + 1) * blockWidth);
  const endY = Math.min(height, top + side, (y + 1) * blockHeight);
  for (let fileY = firstY; fileY < endY; fileY++) {
    let from = (fileY - y * blockHeight) * blockWidth + firstX - x * blockWidth;
    let to = (fileY - top) * side + firstX - left;
    for (let fileX = firstX; fileX < endX; fileX++, from++, to++) {
      const value = block[from]!;
      if (value === missing || !Number.isFinite(value)) continue;
      const real = value * scale + offset;
      if (real < least || real > most) throw noMeasurement(value, fileX, fileY);
      square ??= emptySquare();
      if (Number.isNaN(square[to]!)) square[to] = value;
    }
  }
  return square;
}

function noMeasurement(value: number, column: number, row: number): RangeError {
  return new RangeError(
    `column ${column + 1}, row ${row + 1}: ${value} is no value of this kind; ` +
      `if it stands for no value, write that with gdal_translate -a_nodata ${value}`,
  );
}

async function print(grid: number, square: number, content: string | Buffer): Promise<void> {
  const bytes = Buffer.from(content as Buffer);
  const head = Buffer.alloc(frameHead);
  head.writeUInt32LE(bytes.length, 0);
  head.writeUInt32LE(grid, 4);
  head.writeDoubleLE(square, 8);
  process.stdout.write(head);
  if (!process.stdout.write(bytes)) await once(process.stdout, 'drain');
}
