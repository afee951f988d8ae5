import { fromGreekGrid } from '#tools/geo/greek-grid.ts';

/** A point in WGS84. */
export interface TypedPoint {
  readonly latitude: number;
  readonly longitude: number;
}

/** Boxes around Greece in which no number of one axis is a number of the other. */
const degrees = { north: [34, 42], east: [19, 30] } as const;
const greekGrid = { north: [3_700_000, 4_650_000], east: [90_000, 1_010_000] } as const;

/** A decimal number, perhaps with a degree sign and the letter of its axis. */
const number = '([0-9]+(?:\\.[0-9]+)?) ?°? ?[neabβα]?';
const pair = new RegExp(`^${number}(?: ?[,;/] ?| )${number}$`);

/**
 * The point that a text means: two numbers and nothing else, in degrees of WGS84, perhaps with
 * minutes and seconds, or in metres of the Greek Grid (EPSG:2100), in either order, with decimal
 * points or commas. Undefined for anything else, and outside Greece.
 */
export function typedCoordinates(text: string): TypedPoint | undefined {
  const plain = text.trim().toLowerCase().replace(/\s+/g, ' ');
  if (plain.length > longestPair) return undefined;
  const [, a, b] = pair.exec(withDecimalPoints(withoutMinutes(plain))) ?? [];
  if (a === undefined || b === undefined) return undefined;
  const both = [Number(a), Number(b)] as const;
  // Whole degrees may be anything: house numbers, a range.
  const inDegrees = a.includes('.') && b.includes('.') ? ordered(both, degrees) : undefined;
  if (inDegrees) return { latitude: inDegrees.north, longitude: inDegrees.east };
  const inMetres = ordered(both, greekGrid);
  if (!inMetres) return undefined;
  const [longitude, latitude] = fromGreekGrid([inMetres.east, inMetres.north]);
  return { latitude, longitude };
}

/** In characters. */
const longestPair = 60;
const minutes =
  /(\d{1,2})[°º] ?(\d{1,2}(?:[.,]\d+)?) ?['’′](?: ?(\d{1,2}(?:[.,]\d+)?) ?(?:["”″]|['’′]{2}))?/g;

/** `37°58'32"` as decimal degrees; minutes and seconds of 60 and more are none. */
function withoutMinutes(text: string): string {
  return text.replace(minutes, (whole, degree: string, minute: string, second = '0') => {
    const [m, s] = [minute, second].map(part => Number(String(part).replace(',', '.')));
    if (m! >= 60 || s! >= 60) return whole;
    return `${(Number(degree) + m! / 60 + s! / 3600).toFixed(7)}°`;
  });
}

/** Which of two numbers is which, by the box: no number is in both of its ranges. */
function ordered([a, b]: readonly [number, number], { north, east }: Box) {
  const isIn = (value: number, [least, most]: Range) => value >= least && value <= most;
  if (isIn(a, north) && isIn(b, east)) return { north: a, east: b };
  return isIn(b, north) && isIn(a, east) ? { north: b, east: a } : undefined;
}

type Range = readonly [least: number, most: number];
interface Box {
  readonly north: Range;
  readonly east: Range;
}

/** `37,98 23,72` and `37,98, 23,72` have decimal commas; any other comma separates the numbers. */
function withDecimalPoints(text: string): string {
  return text.replace(/^(\d+),(\d+)(\D*?)(?: ?[,;/] ?| )(\d+),(\d+)(\D*)$/, '$1.$2$3 $4.$5$6');
}
