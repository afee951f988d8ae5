import { openBytes } from '#tools/files/bytes.ts';
import type { Raster } from './raster.ts';

/** How an ASCII grid begins. */
export const asciiStart = /^\s*ncols\s/i;

/** The longest word, in characters. */
const longestWord = 64;
/** What ESRI defines for a file that names none. */
const usualNodata = -9_999;
const isName = /^(ncols|nrows|[xy]ll(corner|center)|cellsize|d[xy]|nodata_value)$/i;
const isNan = /^[-+]?nan$/i;

/** Opens an ASCII grid of ESRI, perhaps gzipped. Its rows are read once, from north to south. */
export async function openAsciiGrid(path: string): Promise<Raster> {
  const words = await openWords(path);
  const header = new Map<string, number>();
  for (let word = await words.peek(); isName.test(word); ) {
    words.take();
    header.set(word.toLowerCase(), numberIn(await words.peek(), word, ' in the header'));
    words.take();
    word = await words.peek();
  }
  const number = (...names: string[]): number => {
    const value = names.map(name => header.get(name)).find(one => one !== undefined);
    if (value !== undefined && Number.isFinite(value)) return value;
    throw new RangeError(`${names[0]}: expected a number in the header`);
  };
  const [width, height] = [number('ncols'), number('nrows')];
  const [stepX, stepY] = [number('cellsize', 'dx'), number('cellsize', 'dy')];
  const isWhole = Number.isInteger(width) && Number.isInteger(height);
  if (!isWhole || Math.min(width, height, stepX, stepY) <= 0) {
    throw new RangeError('ncols, nrows and cellsize: expected numbers above zero');
  }
  const west = number('xllcorner', 'xllcenter') - (header.has('xllcorner') ? 0 : stepX / 2);
  const south = number('yllcorner', 'yllcenter') - (header.has('yllcorner') ? 0 : stepY / 2);
  let next = 0;
  return {
    epsg: undefined,
    west,
    north: south + height * stepY,
    stepX,
    stepY,
    width,
    height,
    type: 'f32',
    scale: 1,
    offset: 0,
    nodata: header.get('nodata_value') ?? usualNodata,
    blockWidth: width,
    blockHeight: 1,
    async readBlock(_, row) {
      if (row !== next++) throw new RangeError('its rows are too long to be kept for a while');
      const values = new Float32Array(width);
      for (let i = 0; i < width; ) {
        const word = await words.peek();
        if (word === '') throw new RangeError(`row ${row + 1}: ends in the middle`);
        for (let known = word; i < width && known !== ''; known = words.take()) {
          values[i++] = numberIn(known, `row ${row + 1}`);
        }
      }
      if (next === height && (await words.peek()) !== '') {
        throw new RangeError(`has more values than its ${height} rows of ${width}`);
      }
      return values;
    },
  };
}

function numberIn(word: string, what: string, where = ''): number {
  if (isNan.test(word)) return Number.NaN;
  const value = word === '' ? Number.NaN : Number(word);
  if (Number.isFinite(value)) return value;
  throw new RangeError(`${what}: expected a number${where}, got ${word.slice(0, 40)}`);
}

/**
 * The words of a text. `peek` returns the next one, '' at the end; `take` drops it and returns the
 * one after it if that is in memory, otherwise ''.
 */
async function openWords(path: string) {
  const chunks = (await openBytes(path)).chunks();
  let [words, at, rest]: [string[], number, string] = [[], 0, ''];
  const more = async (): Promise<boolean> => {
    const { done, value } = await chunks.next();
    if (done && rest === '') return false;
    const found = (rest + (value?.toString('latin1') ?? '')).split(/\s+/);
    rest = done ? '' : found.pop()!;
    if (rest.length > longestWord)
      throw new RangeError(`expected numbers, got ${rest.slice(0, 40)}`);
    [words, at] = [found.filter(word => word !== ''), 0];
    return true;
  };
  return {
    async peek(): Promise<string> {
      while (at === words.length) if (!(await more())) return '';
      return words[at]!;
    },
    take: (): string => words[++at] ?? '',
  };
}
