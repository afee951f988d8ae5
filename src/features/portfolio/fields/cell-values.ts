import { sevenDecimals } from '#domain/geocoder/geocode-result.ts';
import { fold } from '#domain/geocoder/text/fold.ts';
import { isInGreece } from '#domain/property/greece.ts';
import { type Bounds, isPlausible, yearsMeant } from '#domain/property/plausible.ts';
import { invalid } from '#tools/errors.ts';
import { knownEpsg, toWgs84 } from '#tools/geo/crs.ts';
import type { Position } from '#tools/geo/polygon.ts';
import { dayReadings, isEmptyDate } from '#tools/notation/days.ts';
import { type Axis, readDegrees } from '#tools/notation/degrees.ts';
import {
  type DecimalSign,
  hasTwoReadings,
  numberReadings,
  readCoordinate,
  readMetres,
  withoutAreaUnit,
} from '#tools/notation/numbers.ts';
import type { Message } from '../messages/row-messages.ts';

/**
 * The value of a cell, with a note if it was repaired. If it cannot be read: what was expected, with
 * a hint at what may have been meant.
 */
export type ParsedCell<T> =
  | { readonly value: T; readonly note?: Message | undefined }
  | { readonly fault: Message };

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
  /^(?:(?:(?:γεν(?:ικο|\.)|μερικο|τελικο) )?(?:υπο)?(?:συν(?:ολ(?:ο|α|ικα)|\.)|αθρ(?:οισμα|\.))|(?:εκ |σε )?μεταφορασ?|μ\. ?ο\.|(?:grand |sub[ -]?)?totals?|sum)(?!\p{L})/u;
/** `Σ Υ Ν Ο Λ Ο` */
const spacedOut = /^\p{L}(?: \p{L}){3,}/u;

/** Whether a cell is the name of a row of totals: `Γενικό σύνολο`, `Total:`. */
export function isNameOfTotals(text: string): boolean {
  const folded = fold(text.slice(0, 40));
  return totals.test(spacedOut.test(folded) ? folded.replaceAll(' ', '') : folded);
}

/** Whether a cell is nothing else. */
export function isWholeNameOfTotals(text: string): boolean {
  return (
    text.length <= 40 &&
    fold(text)
      .replace(totals, '')
      .replace(/[\s.:]/g, '') === '' &&
    isNameOfTotals(text)
  );
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
  const hint: Message | undefined = isDouble
    ? { code: 'two_readings', values: { got: number, comma, point } }
    : undefined;
  const areBothPlausible = [comma, point].every(value => isPlausible(value ?? NaN, bounds));
  // A semicolon shows decimal commas, but any program writes commas between cells. And 150,000 is
  // thousands of English notation more often than a number with three decimals.
  const isDoubtful = areBothPlausible && (usualDecimals === '.' || number.includes(','));
  const sign = decimals ?? (isDoubtful ? undefined : usualDecimals);
  if (isDouble && sign === undefined)
    return { fault: { code: 'number_ambiguous', values: { hint } } };
  const value = isDouble ? (sign === ',' ? comma : point) : (comma ?? point);
  if (value === undefined) return { fault: { code: 'not_an_area' } };
  if (isPlausible(value, bounds)) return { value };
  return { fault: { code: 'area_not_plausible', values: { area: value, ...bounds, hint } } };
}

/** The sums insured that are read, in euro. */
const sumBounds: Bounds = { least: 100, most: 10_000_000_000 };

/** Thousands and millions, behind the number. */
const multiples: readonly (readonly [RegExp, number])[] = [
  [/(?<!\s)\s*χιλ(?:\.|ι[άα]δες)?$/iu, 1_000],
  [/(?<!\s)\s*εκ(?:\.|ατ\.?|ατομμ[ύυ]ρι[οα])$/iu, 1_000_000],
];
const euroSign = /^(?:€|EUR|ευρ[ώω])\s*|(?<!\s)\s*(?:€|EUR|ευρ[ώω])$/giu;

/**
 * Reads an amount in euro, with or without its sign, also as `90 χιλ.` or `1,2 εκατ. €`; 0 is a
 * coverage that is not insured. `multiple`: of an amount without such a word.
 */
export function readEuro(text: string, file: FileDecimals, multiple = 1): ParsedCell<number> {
  const plain = text.replace(euroSign, '');
  const [unit, factor] = multiples.find(([word]) => word.test(plain)) ?? [undefined, multiple];
  const number = unit ? plain.replace(unit, '') : plain;
  if (/^0+(?:[.,]0*)?$/.test(number)) return { value: 0 };
  const { least, most } = sumBounds;
  const parsed = readArea(number, file, { least: least / factor, most: most / factor });
  if ('value' in parsed) return { ...parsed, value: Math.round(parsed.value * factor * 100) / 100 };
  const { hint } = parsed.fault.values ?? {};
  return {
    fault: { code: 'not_an_amount', values: { least, most: most.toLocaleString('en'), hint } },
  };
}

/** Reads a day that is not in the future, day first. */
export function readDay(text: string, today: string): ParsedCell<string | undefined> {
  if (isEmptyDate(text)) return { value: undefined, note: { code: 'empty_date' } };
  const { dayFirst } = dayReadings(text);
  if (dayFirst !== undefined && dayFirst <= today) return { value: dayFirst };
  return { fault: { code: 'not_a_day', values: { today } } };
}

/** No building in Greece has more. */
const mostFloors = 60;

/** Reads a number of floors, also as `3.0` from a spreadsheet. */
export function readFloors(text: string): ParsedCell<number> {
  const value = Number(/^(\d{1,3})(?:[.,]0+)?$/.exec(text)?.[1] ?? Number.NaN);
  if (value >= 1 && value <= mostFloors) return { value };
  return { fault: { code: 'not_floors', values: { most: mostFloors } } };
}

const wholeYear = /^(\d{4})(?:[.,]0+)?$/;
const monthAndYear = /^(?:0?[1-9]|1[0-2])[-/.](\d{4})$/;
const twoDigits = /^(?:\d{1,2}[-/.]\d{1,2}[-/.]|[’΄])?(\d{2})$/;

/**
 * Reads a year, also as `2005.0` from a spreadsheet or from a date. Two digits are rejected. A date
 * that programs write for an empty cell, `1/1/1900`, is no year.
 */
export function readYear(text: string, bounds: Bounds): ParsedCell<number | undefined> {
  if (isEmptyDate(text)) return { value: undefined, note: { code: 'empty_date' } };
  const { dayFirst, monthFirst } = dayReadings(text);
  const digits =
    wholeYear.exec(text)?.[1] ??
    monthAndYear.exec(text)?.[1] ??
    (dayFirst ?? monthFirst)?.slice(0, 4);
  const value = Number(digits ?? Number.NaN);
  if (isPlausible(value, bounds)) return { value };
  const short = twoDigits.exec(text)?.[1];
  const years = short === undefined ? [] : yearsMeant(Number(short), bounds).map(String);
  const hint: Message | undefined =
    years.length > 0 ? { code: 'which_year', values: { years } } : undefined;
  return { fault: { code: 'not_a_year', values: { ...bounds, hint } } };
}

/** The years from and to which something was built. */
export interface Years {
  readonly from: number;
  readonly to: number;
}

/** How far a year that is called approximate may be wrong. */
const aboutYears = 5;
/** A bare year as recent as this may be that of the contract. */
const contractYears = 3;
export const isContractYear = (year: number, thisYear: number) => year > thisYear - contractYears;
const span = /^(\d{4}) ?(?:-|–|\/|εωσ|to) ?(\d{4}|\d{2})$/;
const about = /^(?:περ(?:ιπου|\.)?|γυρω στο|ca\.?|circa|about|~) ?(\d{4})$/;
const decade = /^(?:δεκ(?:αετια|\.)?(?: του)? ?(\d{4}|\d{2})|(\d{4})s)$/;
const open =
  /^(?:προ|πριν|μεχρι|εωσ|before|until|<|μετα|απο|after|since|>)(?: του| το| απο)? ?\d{4}$/;
const shortYear = /^['’΄] ?(\d{2})$/;

/**
 * Reads when a building was built: a year, or a range of years as people write them. `cell` is the
 * text with its apostrophe, which `'78` needs: a bare `78` is a question.
 */
export function readYears(
  cell: string,
  bounds: Bounds,
  { isStrict, isBareYear }: { readonly isStrict: boolean; readonly isBareYear: boolean },
): ParsedCell<Years | undefined> {
  const year = readYear(cell.replace(/^'\s*/, ''), bounds);
  if ('value' in year) {
    const { value, note } = year;
    if (isBareYear && value !== undefined && isContractYear(value, bounds.most)) {
      return { fault: { code: 'year_of_contract' } };
    }
    return { value: value === undefined ? undefined : { from: value, to: value }, note };
  }
  const text = fold(cell).trim();
  if (isStrict) return year;
  if (open.test(text)) return { fault: { code: 'year_open' } };
  const short = yearOfDigits(shortYear.exec(cell)?.[1], bounds);
  const value = short === undefined ? yearsIn(text, bounds) : { from: short, to: short };
  const isSound = value && value.from <= value.to;
  return isSound && isPlausible(value.from, bounds) && isPlausible(value.to, bounds)
    ? { value }
    : year;
}

function yearsIn(text: string, { least, most }: Bounds): Years | undefined {
  const [, first, last] = span.exec(text) ?? [];
  if (first && last) {
    return { from: Number(first), to: Number(first.slice(0, 4 - last.length) + last) };
  }
  const middle = Number(about.exec(text)?.[1] ?? 0);
  // A year near this one is not after it.
  if (middle > 0) return { from: middle - aboutYears, to: Math.min(middle + aboutYears, most) };
  const [, of, plural] = decade.exec(text) ?? [];
  const start = yearOfDigits(of ?? plural, { least, most });
  // A decade begins with a full ten: `δεκαετία 1985` is a slip.
  if (start === undefined || start % 10 !== 0) return undefined;
  return { from: start, to: Math.min(start + 9, most) };
}

/** The year of four digits, or of two if they can mean one year only. */
function yearOfDigits(digits: string | undefined, bounds: Bounds): number | undefined {
  if (digits === undefined) return undefined;
  if (digits.length === 4) return Number(digits);
  const meant = yearsMeant(Number(digits), bounds);
  return meant.length === 1 ? meant[0] : undefined;
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
  const hint: Message =
    value === undefined ? { code: 'write_degrees', values: { example } } : { code: 'maybe_metres' };
  return { fault: { code: 'not_degrees', values: { most, hint } } };
}

/**
 * The point of projected coordinates in a system given by its EPSG number. Without a number only
 * degrees are accepted: Greek Grid and UTM look alike, but differ by hundreds of kilometres.
 */
export function readPlanePoint(x: string, y: string, epsg: number | undefined): ParsedCell<Point> {
  const plain = [decimal(x), decimal(y)] as const;
  if (plain.some(Number.isNaN)) return { fault: { code: 'not_numbers' } };
  if (epsg === undefined) {
    const [longitude, latitude] = plain;
    return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90
      ? { value: { latitude, longitude } }
      : { fault: { code: 'system_unknown' } };
  }
  const thousands = [grouped(x), grouped(y)] as const;
  const point = inGreece(plain, epsg) ?? inGreece(thousands, epsg);
  if (point) return { value: point };
  const turned = inGreece(swapped(plain), epsg) ?? inGreece(swapped(thousands), epsg);
  if (turned) return { value: turned, note: { code: 'axes_swapped' } };
  return { fault: { code: 'not_in_system', values: { epsg } } };
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
