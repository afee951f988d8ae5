import { sevenDecimals } from '../../../land/geocoder/geocode-result.ts';
import { fold } from '../../../land/geocoder/text/fold.ts';
import { isInGreece } from '../../../land/property/greece.ts';
import { type Bounds, isPlausible, questionOfYear } from '../../../land/property/plausible.ts';
import { invalid } from '../../../tools/errors.ts';
import { knownEpsg, toWgs84 } from '../../../tools/geo/crs.ts';
import type { Position } from '../../../tools/geo/polygon.ts';
import { dayReadings, isEmptyDate } from '../../../tools/notation/days.ts';
import { type Axis, readDegrees } from '../../../tools/notation/degrees.ts';
import {
  type DecimalSign,
  describeReadings,
  hasTwoReadings,
  numberReadings,
  readCoordinate,
  readMetres,
  withoutAreaUnit,
} from '../../../tools/notation/numbers.ts';

/**
 * The value of a cell, with a note if it was repaired. If it cannot be read: what was expected, and
 * a hint at what may have been meant.
 */
export type ParsedCell<T> =
  | { readonly value: T; readonly note?: string | undefined }
  | { readonly expected: string; readonly hint?: string | undefined };

/** What databases and people write into a cell without a value; only the letters. */
const words = new Set(
  'null nan na να none nil unknown άγνωστο άγνωστη άγνωστος agnosto agnosti agnostos δυ κενό'
    .split(' ')
    .map(fold),
);

/** No placeholder is longer, with its brackets and dots. */
const longest = 20;

/** Whether a cell stands for an empty one: `NULL`, `#N/A`, `n.a.`, `άγνωστη`, `-`, `?`. */
export function isPlaceholder(text: string): boolean {
  if (text.length > longest) return false;
  const letters = fold(text).replace(/[^\p{L}\p{N}]/gu, '');
  return letters === '' || words.has(letters);
}

const totals =
  /^(?:(?:(?:γενικο|μερικο|τελικο) )?(?:υπο)?(?:συνολ(?:ο|α|ικα)|αθροισμα)|(?:grand |sub[ -]?)?totals?|sum)(?!\p{L})/u;

/** Whether a cell is the name of a row of totals: `Γενικό σύνολο`, `Total:`. */
export function isNameOfTotals(text: string): boolean {
  return totals.test(fold(text.slice(0, 40)));
}

/** The decimal sign of a file: as given, or as usual with its delimiter. */
interface FileDecimals {
  readonly decimals: DecimalSign | undefined;
  readonly usualDecimals: DecimalSign | undefined;
}

/**
 * Reads an area in m², with or without its unit. A text such as `1.250` can mean two numbers: the
 * given decimal sign decides. The one that is usual in the file decides less: if both numbers are
 * plausible, only `1.250` with a decimal comma is read, as 1250.
 */
export function readArea(
  text: string,
  { decimals, usualDecimals }: FileDecimals,
  bounds: Bounds,
): ParsedCell<number> {
  const number = withoutAreaUnit(text);
  const readings = numberReadings(number);
  const { comma, point } = readings;
  const isDouble = hasTwoReadings(readings);
  const hint = isDouble ? `${describeReadings(number)}: --decimals decides` : undefined;
  const areBothPlausible = [comma, point].every(value => isPlausible(value ?? NaN, bounds));
  // A semicolon shows decimal commas, but any program writes commas between cells. And 150,000 is
  // thousands of English notation more often than a number with three decimals.
  const isDoubtful = areBothPlausible && (usualDecimals === '.' || number.includes(','));
  const sign = decimals ?? (isDoubtful ? undefined : usualDecimals);
  if (isDouble && sign === undefined) return { expected: 'square metres', hint };
  const value = isDouble ? (sign === ',' ? comma : point) : (comma ?? point);
  if (value === undefined) return { expected: 'square metres such as 85.5 or 85,5' };
  if (isPlausible(value, bounds)) return { value };
  return { expected: `${bounds.least} to ${bounds.most} m²`, hint };
}

/** The sums insured that are read, in euro. */
const sumBounds: Bounds = { least: 100, most: 10_000_000_000 };

/** Reads an amount in euro, with or without its sign. */
export function readEuro(text: string, file: FileDecimals): ParsedCell<number> {
  const number = text.replace(/^(?:€|EUR)\s*|(?<!\s)\s*(?:€|EUR|ευρώ)$/iu, '');
  const parsed = readArea(number, file, sumBounds);
  if ('value' in parsed) return parsed;
  const most = sumBounds.most.toLocaleString('en');
  return { ...parsed, expected: `an amount of ${sumBounds.least} to ${most} euro` };
}

/** Reads a day that is not in the future, day first. */
export function readDay(text: string, today: string): ParsedCell<string | undefined> {
  if (isEmptyDate(text)) return { value: undefined, note: emptyDateNote };
  const { dayFirst } = dayReadings(text);
  if (dayFirst !== undefined && dayFirst <= today) return { value: dayFirst };
  return { expected: `a day as YYYY-MM-DD or day/month/year, not later than ${today}` };
}

/** No building in Greece has more. */
const mostFloors = 60;

/** Reads a number of floors, also as `3.0` from a spreadsheet. */
export function readFloors(text: string): ParsedCell<number> {
  const value = Number(/^(\d{1,3})(?:[.,]0+)?$/.exec(text)?.[1] ?? Number.NaN);
  if (value >= 1 && value <= mostFloors) return { value };
  return { expected: `a number of floors from 1 to ${mostFloors}` };
}

const emptyDateNote = 'the date that programs write for an empty cell; it counts as empty';
const wholeYear = /^(\d{4})(?:[.,]0+)?$/;
const monthAndYear = /^(?:0?[1-9]|1[0-2])[-/.](\d{4})$/;
const twoDigits = /^(?:\d{1,2}[-/.]\d{1,2}[-/.]|[’΄])?(\d{2})$/;

/**
 * Reads a year, also as `2005.0` from a spreadsheet or from a date. Two digits are rejected. A date
 * that programs write for an empty cell, `1/1/1900`, is no year.
 */
export function readYear(text: string, bounds: Bounds): ParsedCell<number | undefined> {
  if (isEmptyDate(text)) return { value: undefined, note: emptyDateNote };
  const { dayFirst, monthFirst } = dayReadings(text);
  const digits =
    wholeYear.exec(text)?.[1] ??
    monthAndYear.exec(text)?.[1] ??
    (dayFirst ?? monthFirst)?.slice(0, 4);
  const value = Number(digits ?? Number.NaN);
  if (isPlausible(value, bounds)) return { value };
  const short = twoDigits.exec(text)?.[1];
  const hint = short === undefined ? undefined : questionOfYear(Number(short), bounds);
  return { expected: `a year from ${bounds.least} to ${bounds.most}`, hint };
}

/** The country code or `Τ.Κ.` may precede the digits, in Greek or Latin letters. */
const written = /^(?:(?:GR|EL|[TΤ]\.?\s?[KΚ]\.?)[\s:.-]*)?(\d{3})[\s-]?(\d{2})(?:[.,]0+)?$/i;

/** Reads a postal code as five digits; undefined when the text is not a postal code. */
export function readPostalCode(text: string): string | undefined {
  const [, start, end] = written.exec(text.normalize('NFKC')) ?? [];
  return start === undefined ? undefined : `${start}${end}`;
}

/** A position in degrees of WGS84. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** Degrees of latitude or longitude. */
export function readLatitudeOrLongitude(text: string, axis: Axis): ParsedCell<number> {
  const value = readDegrees(text, axis);
  const { most, example } = axis;
  if (value !== undefined && Math.abs(value) <= most) return { value };
  const hint =
    value === undefined ? `write ${example}` : 'metres? map the columns as x and y, and see --srid';
  return { expected: `degrees from -${most} to ${most}`, hint };
}

/**
 * The point of projected coordinates in a system given by its EPSG number. Without a number only
 * degrees are accepted: Greek Grid and UTM look alike, but differ by hundreds of kilometres.
 */
export function readPlanePoint(x: string, y: string, epsg: number | undefined): ParsedCell<Point> {
  const plain = [decimal(x), decimal(y)] as const;
  if (plain.some(Number.isNaN)) return { expected: 'two numbers' };
  if (epsg === undefined) {
    const [longitude, latitude] = plain;
    return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90
      ? { value: { latitude, longitude } }
      : { expected: 'degrees, or metres with --srid: 2100 is the Greek Grid, 32634 and 32635 UTM' };
  }
  const thousands = [grouped(x), grouped(y)] as const;
  const point = inGreece(plain, epsg) ?? inGreece(thousands, epsg);
  if (point) return { value: point };
  const turned = inGreece(swapped(plain), epsg) ?? inGreece(swapped(thousands), epsg);
  if (turned) return { value: turned, note: 'x and y are swapped; read the other way round' };
  return { expected: `a point in Greece in EPSG:${epsg}` };
}

/** Throws INVALID_INPUT for the EPSG number of a system that is not supported. */
export function checkSrid(srid: number): void {
  if (toWgs84(srid)) return;
  throw invalid('srid', `one of ${knownEpsg.join(', ')}; got ${srid}`);
}

/** A single sign is the decimal sign: `476.123` is less than five hundred. */
function decimal(text: string): number {
  return readCoordinate(text) ?? grouped(text);
}

function grouped(text: string): number {
  return readMetres(text) ?? Number.NaN;
}

function swapped([x, y]: Position): Position {
  return [y, x];
}

function inGreece(drawn: Position, epsg: number): Point | undefined {
  const [longitude, latitude] = toWgs84(epsg)!(drawn);
  if (!isInGreece(latitude, longitude)) return undefined;
  return { latitude: sevenDecimals(latitude), longitude: sevenDecimals(longitude) };
}
