import { invalid } from '../errors.ts';
import type { ParcelSrid } from './parcels.ts';
import { areaOfBox, areaOfGridBox, everywhere, type SearchArea } from './search-area.ts';

/** What a box expects, in words. */
export const bboxFormat =
  'four numbers with commas between, west,south,east,north, or six with a height after each corner';

/** Reads the area of a parameter or option with this name; without a value, everywhere. */
export function readBbox(
  name: string,
  value: string | readonly number[] | undefined,
  srid: ParcelSrid = 4326,
): SearchArea {
  if (value === undefined) return everywhere;
  const numbers = typeof value === 'string' ? value.split(',').map(readNumber) : value;
  const has = (count: number) => numbers.length === count;
  if (!(has(4) || has(6)) || !numbers.every(Number.isFinite)) throw invalid(name, bboxFormat);
  const [west, south, east, north] = has(4) ? numbers : numbers.toSpliced(5).toSpliced(2, 1);
  const box = { west: west!, south: south!, east: east!, north: north! };
  if (box.south > box.north) throw invalid(name, 'a south that is not above the north');
  if (srid === 2100) {
    if (box.west > box.east) throw invalid(name, 'a west that is not beyond the east');
    return areaOfGridBox(box);
  }
  const [widest, highest] = [
    [box.west, box.east],
    [box.south, box.north],
  ];
  if (widest.some(x => Math.abs(x) > 180) || highest.some(y => Math.abs(y) > 90)) {
    throw invalid(name, 'longitudes from -180 to 180 and latitudes from -90 to 90');
  }
  return areaOfBox(box);
}

const decimalNumber = /^ *[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)? *$/i;

function readNumber(text: string): number {
  return decimalNumber.test(text) ? Number(text) : Number.NaN;
}
