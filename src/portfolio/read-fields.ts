import { addressLength } from '../geocoder/geocode.ts';
import { fold } from '../geocoder/text/fold.ts';
import { brokenLetter } from '../import/readers/text-encoding.ts';
import { type PropertyType, yearOf } from '../property/cost.ts';
import { kaekForm, parseKaek } from '../property/parcels.ts';
import type { Building } from '../report/cost.ts';
import type { Columns } from './columns.ts';
import { type Problem, problem } from './problem.ts';
import type { Field } from './usual-names.ts';

/** What a row asks about. */
export interface AskedRow {
  readonly address: string | undefined;
  readonly postalCode: string | undefined;
  readonly city: string | undefined;
  readonly point: { readonly latitude: number; readonly longitude: number } | undefined;
  readonly kaekCode: string | undefined;
  readonly building: Building;
}

/** Every name of a kind of dwelling, folded; anything else is a problem, not a guess. */
const typeByName: ReadonlyMap<string, PropertyType> = new Map(
  Object.entries({
    apartment:
      'apartment, flat, διαμέρισμα, διαμ, διαμ., οροφοδιαμέρισμα, γκαρσονιέρα, studio, στούντιο, ρετιρέ, diamerisma',
    house: 'house, detached house, μονοκατοικία, monokatoikia, villa, βίλα, βίλλα',
    maisonette: 'maisonette, mezonette, μεζονέτα, μεζονετα, mezoneta',
  }).flatMap(([type, names]) => names.split(', ').map(name => [fold(name), type as PropertyType])),
);

const longestCity = 100;
const areaUnit = /\s*(τ\.?\s?μ\.?|m2|m²|sq\.?\s?m\.?)$/iu;

/** Reads what the columns of a row hold; what cannot be read is left out, and a problem told. */
export function readFields(
  cells: readonly string[],
  columns: Columns,
  today: string,
): { readonly asked: AskedRow; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const thisYear = yearOf(today);
  /** The value of a field; undefined when it is empty, or is not as `expected`. */
  const read = <T>(field: Field, expected: string, parse: (text: string) => T | undefined) => {
    const text = textOf(cells, columns, field);
    if (text === '') return undefined;
    const value = parse(text);
    if (value === undefined) problems.push(notAsExpected(field, expected, text));
    return value;
  };
  const isFilled = (field: Field) => textOf(cells, columns, field) !== '';
  const postalCode = read('postal_code', 'five digits', fiveDigits);
  const city = read('city', `at most ${longestCity} characters`, text =>
    text.length <= longestCity ? text : undefined,
  );
  const latitude = read('latitude', 'degrees from -90 to 90', text => degrees(text, 90));
  const longitude = read('longitude', 'degrees from -180 to 180', text => degrees(text, 180));
  if (isFilled('latitude') !== isFilled('longitude')) {
    problems.push(problem('position', 'expected latitude and longitude, got one of them'));
  }
  const address = addressText(cells, columns, postalCode, city);
  const { least, most } = addressLength;
  const isLong = address.length >= least && address.length <= most;
  if (address !== '' && !isLong) {
    problems.push(notAsExpected('address', `${least} to ${most} characters`, address));
  }
  const asked: AskedRow = {
    address: isLong ? address : undefined,
    postalCode,
    city,
    point: latitude !== undefined && longitude !== undefined ? { latitude, longitude } : undefined,
    kaekCode: read('kaek_code', kaekForm, parseKaek),
    building: {
      propertyType: read('property_type', 'apartment, house or maisonette', text =>
        typeByName.get(fold(text)),
      ),
      buildAreaM2: read('build_area', 'square metres such as 85.5 or 85,5', areaM2),
      constructionYear: read('construction_year', `a year up to ${thisYear}`, text =>
        yearUpTo(text, thisYear),
      ),
    },
  };
  return { asked, problems };
}

/** The text of a field without blanks around it; empty where it is unsound, which is told elsewhere. */
export function textOf(cells: readonly string[], columns: Columns, field: Field): string {
  const position = columns[field];
  const text = position === undefined ? '' : (cells[position] ?? '').trim();
  return text.includes(brokenLetter) ? '' : text;
}

/** The address itself, or the street, with the number where it has its own column; else the town. */
function addressText(
  cells: readonly string[],
  columns: Columns,
  postalCode: string | undefined,
  city: string | undefined,
): string {
  const text = textOf(cells, columns, 'address') || textOf(cells, columns, 'street');
  const number = textOf(cells, columns, 'house_number');
  const hasNumber =
    number === '' ||
    fold(text)
      .split(/[\s,]+/)
      .includes(fold(number));
  if (text !== '') return hasNumber ? text : `${text} ${number}`;
  return [postalCode, city].filter(part => part !== undefined).join(' ');
}

function notAsExpected(field: Field, expected: string, text: string): Problem {
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  const got = `expected ${expected}, got ${shown}${guessAt(field, text)}`;
  return problem(field, `expected ${expected}`, got);
}

/** What probably happened to a text, where that is well known. */
function guessAt(field: Field, text: string): string {
  if (field === 'kaek_code' && /^[0-9]{11}$/.test(text)) return ' (has it lost a leading zero?)';
  if (field === 'build_area' && mayBeThousands(text)) return ' (is this a thousands mark?)';
  return '';
}

function fiveDigits(text: string): string | undefined {
  return /^[0-9]{3} ?[0-9]{2}$/.test(text) ? text.replace(' ', '') : undefined;
}

/** A decimal number as programs or as Greeks write it: 37.9755 or 37,9755. */
function decimal(text: string): number | undefined {
  return /^-?[0-9]{1,9}([.,][0-9]{1,15})?$/.test(text) ? Number(text.replace(',', '.')) : undefined;
}

function degrees(text: string, most: number): number | undefined {
  const value = decimal(text);
  return value !== undefined && Math.abs(value) <= most ? value : undefined;
}

function areaM2(text: string): number | undefined {
  if (mayBeThousands(text)) return undefined;
  const value = decimal(text.replace(areaUnit, ''));
  return value !== undefined && value > 0 ? value : undefined;
}

/** 1.250 may be 1250 as well as one and a quarter. */
function mayBeThousands(text: string): boolean {
  return /^[0-9]{1,3}[.,][0-9]{3}$/.test(text.replace(areaUnit, ''));
}

function yearUpTo(text: string, thisYear: number): number | undefined {
  const year = /^[0-9]{1,4}$/.test(text) ? Number(text) : 0;
  return year >= 1 && year <= thisYear ? year : undefined;
}
