import { fold } from '#domain/geocoder/text/fold.ts';
import { propertyTypeNamed } from '#domain/property/cost/type-words.ts';
import { kaekOfCell } from '#domain/property/kaek.ts';
import { firstPlausibleYear, isAreaOfSome } from '#domain/property/plausible.ts';
import { dayReadings } from '#tools/notation/days.ts';
import { type Axis, latitudeAxis, longitudeAxis, readDegrees } from '#tools/notation/degrees.ts';
import {
  hasTwoReadings,
  numberReadings,
  readMetres,
  withoutAreaUnit,
} from '#tools/notation/numbers.ts';

/** What is wrong with a typed cell; the words of portfolios have a text for each. */
export type CellFault =
  | 'number'
  | 'twoNumbers'
  | 'area'
  | 'year'
  | 'day'
  | 'degrees'
  | 'postalCode'
  | 'kaek'
  | 'type';

type Check = (text: string) => CellFault | undefined;

const unless = (isGood: boolean, fault: CellFault) => (isGood ? undefined : fault);

function checkNumber(text: string): CellFault | undefined {
  const readings = numberReadings(text);
  const value = readings.comma ?? readings.point;
  if (value === undefined || value < 0) return 'number';
  return unless(!hasTwoReadings(readings), 'twoNumbers');
}

const checkArea: Check = text => {
  const number = withoutAreaUnit(text);
  const { comma, point } = numberReadings(number);
  return checkNumber(number) ?? unless(isAreaOfSome((comma ?? point)!), 'area');
};

const checkSum: Check = text => checkNumber(text.replace(/€|ευρώ|eur$/i, '').trim());

/** A year may be part of a range or of a text; one of them must be plausible. */
const checkYear: Check = text => {
  const years = text.match(/\d{4}/g) ?? [];
  const last = new Date().getFullYear();
  const isYear = (year: string) => Number(year) >= firstPlausibleYear && Number(year) <= last;
  return unless(years.some(isYear), 'year');
};

const checkDegrees =
  (axis: Axis): Check =>
  text => {
    const degrees = readDegrees(text, axis);
    return unless(degrees !== undefined && Math.abs(degrees) <= axis.most, 'degrees');
  };

const checks: Readonly<Record<string, Check>> = {
  build_area: checkArea,
  basement_area_m2: checkArea,
  auxiliary_area_m2: checkArea,
  sum_insured: checkSum,
  contents_sum_insured: checkSum,
  interruption_sum_insured: checkSum,
  construction_year: checkYear,
  renovation_year: checkYear,
  valuation_date: text => unless(dayReadings(text).dayFirst !== undefined, 'day'),
  latitude: checkDegrees(latitudeAxis),
  longitude: checkDegrees(longitudeAxis),
  x: text => unless(readMetres(text) !== undefined, 'number'),
  y: text => unless(readMetres(text) !== undefined, 'number'),
  postal_code: text => unless(text.replace(/\D/g, '').length === 5, 'postalCode'),
  kaek_code: text => unless(kaekOfCell(text) !== undefined, 'kaek'),
  property_type: text => unless(propertyTypeNamed(fold(text)) !== undefined, 'type'),
};

/** What is likely wrong with a typed cell of a field; the run decides. An empty cell is none. */
export function checkCell(field: string, typed: string): CellFault | undefined {
  const text = typed.trim();
  return text === '' ? undefined : checks[field]?.(text);
}
