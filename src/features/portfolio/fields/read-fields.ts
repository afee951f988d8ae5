import { addressLength } from '#domain/geocoder/geocode.ts';
import { readHouseNumber } from '#domain/geocoder/query/house-number.ts';
import { fold } from '#domain/geocoder/text/fold.ts';
import { yearOf } from '#domain/property/cost/ageing.ts';
import type { PropertyType } from '#domain/property/cost/building.ts';
import {
  ambiguousWordIn,
  propertyTypeNamed,
  type TypeWords,
} from '#domain/property/cost/type-words.ts';
import { kaekOfCell } from '#domain/property/kaek.ts';
import {
  areasOfTypesM2,
  type Bounds,
  isAreaOfSome,
  isPlausible,
  plausibleAreaM2,
} from '#domain/property/plausible.ts';
import { type Field, insuredFields } from '#domain/property/usual-names.ts';
import { brokenLetter } from '#tools/files/chunk-decoder.ts';
import { dayReadings } from '#tools/notation/days.ts';
import { latitudeAxis, longitudeAxis } from '#tools/notation/degrees.ts';
import type { DecimalSign } from '#tools/notation/numbers.ts';
import type { Building } from '../../report/cost-section.ts';
import {
  type Message,
  type MessageCode,
  noMessages,
  type RowMessage,
  type RowMessages,
  rowMessage,
} from '../messages/row-messages.ts';
import {
  isPlaceholder,
  type ParsedCell,
  type Point,
  readArea,
  readDay,
  readEuro,
  readFloors,
  readLatitudeOrLongitude,
  readPlanePoint,
  readPostalCode,
  readYear,
  readYears,
  type Years,
} from './cell-values.ts';
import type { Columns } from './columns.ts';
import type { SumColumn } from './sum-columns.ts';

/** The values of a row that its lookups use; undefined when empty or not readable. */
export interface RowFields {
  readonly address: string | undefined;
  /** Whether the address is from the column of the street, which names no village. */
  readonly isStreet: boolean;
  /** The house number beside a street. */
  readonly houseNumber: string | undefined;
  readonly postalCode: string | undefined;
  readonly city: string | undefined;
  /** The regional unit or prefecture, without the word for it. */
  readonly regionalUnit: string | undefined;
  readonly point: Point | undefined;
  readonly kaekCode: string | undefined;
  readonly building: Building;
  /** If the year of construction is the middle of a range. */
  readonly years: Years | undefined;
  /** Sums insured that are no part of the cost, in euro. */
  readonly contentsSumInsured: number | undefined;
  readonly interruptionSumInsured: number | undefined;
  /** Kept: no cost depends on them. */
  readonly floors: number | undefined;
  readonly constructionClass: string | undefined;
  /** How the owner of the file names the property. */
  readonly reference: string | undefined;
}

/** How the cells of a file are read. */
export interface ReadingRules {
  /** The day of the run in Athens, YYYY-MM-DD. */
  readonly today: string;
  /** The decimal sign for numbers such as `1.250`, if it was given. */
  readonly decimals: DecimalSign | undefined;
  /** The decimal sign that is usual with the file's delimiter; undefined when it is unknown. */
  readonly usualDecimals: DecimalSign | undefined;
  /** Plausible areas in m²; undefined for those of the type. */
  readonly areaBounds: Bounds | undefined;
  /** Plausible years. A year in the future is never plausible. */
  readonly yearBounds: Bounds;
  /** Whether ranges of years are refused. */
  readonly isStrict: boolean;
  /** Whether the name of the column does not show which year it has. */
  readonly isBareYear: boolean;
  /** Whether most rows of the file have a house number. */
  readonly expectsNumbers: boolean;
  /** EPSG number of the columns x and y; undefined when it is unknown. */
  readonly epsg: number | undefined;
  /** The columns of what is insured. */
  readonly sumColumns: readonly SumColumn[];
  /** Words of the operator for property types. */
  readonly typeWords?: TypeWords;
}

const longestCity = 100;
/** What may precede the name of a regional unit or prefecture. */
const unitLabel =
  /^(?:νομ(?:[όο]ς|ο[ύυ])\s|[νn](?:\.|\s)|π\.?\s?ε(?:\.|\s)|περιφ\S*\s+εν\S*\s)\s*/iu;
/** Numbers, years and codes are never longer. */
const longestValue = 100;
/** A basement may be small, and larger than the building above it. */
const otherAreaBounds: Bounds = { least: 1, most: 100_000 };

/** Reads the fields of a row. A field that cannot be read is left out and reported as a problem. */
export function readFields(
  cells: readonly string[],
  columns: Columns,
  rules: ReadingRules,
): RowMessages & { readonly fields: RowFields } {
  const reader = readerOf(cells, columns);
  const { read, shortTextOf, messages } = reader;
  const { today, epsg, typeWords } = rules;
  const bounds = { ...rules.yearBounds, most: Math.min(rules.yearBounds.most, yearOf(today)) };
  const propertyType = typeOrUse(reader, typeWords);
  const postalCode = read('postal_code', text =>
    only(readPostalCode(text), { code: 'not_a_postal_code' }),
  );
  const cityField = textOf(cells, columns, 'city') === '' ? 'municipality' : 'city';
  const city = read(cityField, text => shortText(text, longestCity));
  const { text, ...street } = addressOf(cells, columns, postalCode, city, messages);
  if (hasTwoAddresses(text, city))
    messages.problems.push(withText('address', text, { code: 'two_addresses' }));
  const where = {
    address: readAddress(text, street.isStreet, messages.problems),
    ...street,
    postalCode,
    city,
    regionalUnit: read('regional_unit', text => shortText(text.replace(unitLabel, ''))),
    point: pointOf(reader, epsg),
    kaekCode: read('kaek_code', readKaek),
  };
  const isByAddress = where.point === undefined && where.kaekCode === undefined;
  if (rules.expectsNumbers && isByAddress && hasNumber(cells, columns) === false) {
    messages.problems.push(rowMessage('house_number', 'no_house_number'));
  }
  const buildAreaM2 = areaOf(reader, propertyType, rules);
  const built = (cells[columns.construction_year ?? -1] ?? '').trim().slice(0, longestValue);
  const years = read('construction_year', () => readYears(built, bounds, rules));
  const { sumInsured, ...otherSums } = sumsOf(reader, rules);
  const fields: RowFields = {
    ...where,
    building: {
      propertyType,
      buildAreaM2,
      constructionYear: years && Math.floor((years.from + years.to) / 2),
      renovationYear: read('renovation_year', text => readYear(text, bounds)),
      condition: shortTextOf('condition'),
      quality: shortTextOf('quality'),
      basementAreaM2: read('basement_area_m2', text => readArea(text, rules, otherAreaBounds)),
      auxiliaryAreaM2: read('auxiliary_area_m2', text => readArea(text, rules, otherAreaBounds)),
      sumInsured,
      valuationDate: read('valuation_date', text => readDay(text, today)),
    },
    years: years && years.from < years.to ? years : undefined,
    reference: shortTextOf('reference'),
    ...otherSums,
    floors: read('floors', readFloors),
    constructionClass: shortTextOf('construction_class'),
  };
  return { fields, ...messages };
}

type Reader = ReturnType<typeof readerOf>;

/** Reads the cells of a row, and collects what is wrong with them. */
function readerOf(cells: readonly string[], columns: Columns) {
  const messages = noMessages();
  /** The value of a parsed text. A note on it, or why it cannot be read, is reported. */
  const accepted = <T>(about: string, text: string, parsed: ParsedCell<T>): T | undefined => {
    if ('value' in parsed) {
      if (parsed.note !== undefined) messages.notes.push({ field: about, ...parsed.note });
      return parsed.value;
    }
    messages.problems.push(withText(about, text, parsed.fault));
    return undefined;
  };
  const written = (field: Field) => textOf(cells, columns, field);
  /** The value of a field; undefined when it is empty or cannot be read. */
  const read = <T>(field: Field, parse: (text: string) => ParsedCell<T>): T | undefined => {
    const text = written(field);
    return text === '' ? undefined : accepted(field, text, parse(text.slice(0, longestValue + 1)));
  };
  const shortTextOf = (field: Field) => read(field, text => shortText(text));
  return {
    written,
    read,
    shortTextOf,
    accepted,
    messages,
    textAt: (at: number) => textAt(cells, at),
  };
}

/** The texts of two coordinates; undefined unless both are filled. */
function pairOf({ written, messages }: Reader, one: Field, other: Field) {
  const pair = [written(one), written(other)] as const;
  const [hasOne, hasOther] = pair.map(text => text !== '');
  if (hasOne && hasOther) return pair;
  if (hasOne || hasOther) {
    messages.problems.push(rowMessage('coordinates', 'one_coordinate', { one, other }));
  }
  return undefined;
}

function pointOf(reader: Reader, epsg: ReadingRules['epsg']): Point | undefined {
  const { read, accepted } = reader;
  const latitude = read('latitude', text => readLatitudeOrLongitude(text, latitudeAxis));
  const longitude = read('longitude', text => readLatitudeOrLongitude(text, longitudeAxis));
  if (pairOf(reader, 'latitude', 'longitude')) {
    return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
  }
  const plane = pairOf(reader, 'x', 'y');
  return plane && accepted('coordinates', plane.join(', '), readPlanePoint(...plane, epsg));
}

/** The use gives the type of a row that has none, and otherwise may contradict it. */
function typeOrUse(
  { written, read, messages }: Reader,
  typeWords: TypeWords | undefined,
): PropertyType | undefined {
  const use = written('use').slice(0, longestValue);
  const named = propertyTypeNamed(fold(use), typeWords);
  const note = (code: MessageCode) => messages.notes.push(rowMessage('use', code, { use }));
  if (written('property_type') === '') {
    const several = named ? undefined : severalTypes(use);
    if (several) messages.problems.push(withText('use', use, several));
    else if (use !== '') note(named ? 'use_is_type' : 'use_no_type');
    return named;
  }
  const type = read('property_type', text =>
    only(propertyTypeNamed(fold(text), typeWords), severalTypes(text) ?? { code: 'not_a_type' }),
  );
  if (type && named && named !== type) note('use_other_type');
  return type;
}

/** What is wrong with a word that may mean several types. */
function severalTypes(text: string): Message | undefined {
  const { word, types } = ambiguousWordIn(fold(text.slice(0, longestValue))) ?? {};
  return word === undefined
    ? undefined
    : { code: 'several_types', values: { word, types: types! } };
}

/** The area, if a property of the type can have it: otherwise one of both is wrong. */
function areaOf(
  { read }: Reader,
  type: PropertyType | undefined,
  rules: ReadingRules,
): number | undefined {
  const ofType = type && areasOfTypesM2[type];
  return read('build_area', text => {
    const parsed = readArea(text, rules, rules.areaBounds ?? ofType ?? plausibleAreaM2);
    const { area = NaN } = 'value' in parsed ? { area: parsed.value } : (parsed.fault.values ?? {});
    const isOther = ofType && !isPlausible(Number(area), ofType) && isAreaOfSome(Number(area));
    return isOther
      ? { fault: { code: 'area_not_of_type', values: { area, type, ...ofType } } }
      : parsed;
  });
}

/** What is insured. A building or contents of 0 beside another sum is a policy without that coverage. */
function sumsOf({ textAt, accepted, messages }: Reader, rules: ReadingRules) {
  const sums: Partial<Record<Field, number>> = {};
  for (const { field, at, multiple } of rules.sumColumns) {
    const text = textAt(at).slice(0, longestValue + 1);
    const sum = text === '' ? undefined : accepted(field, text, readEuro(text, rules, multiple));
    if (sum !== undefined) sums[field] = (sums[field] ?? 0) + sum;
  }
  const [building, contents, interruption] = insuredFields.map(field => sums[field]);
  if (!building && !contents && !interruption && (building ?? contents) === 0) {
    const field = building === 0 ? 'sum_insured' : 'contents_sum_insured';
    messages.problems.push(rowMessage(field, 'nothing_insured'));
  }
  return {
    sumInsured: building || undefined,
    contentsSumInsured: contents || undefined,
    interruptionSumInsured: interruption || undefined,
  };
}

/**
 * The text of a field, trimmed and without the apostrophe by which spreadsheets mark text. A
 * placeholder counts as empty. So does text that is invalid in the file's encoding;
 * enrich-batch.ts reports it.
 */
export function textOf(cells: readonly string[], columns: Columns, field: Field): string {
  return textAt(cells, columns[field]);
}

function textAt(cells: readonly string[], position: number | undefined): string {
  const cell = position === undefined ? '' : (cells[position] ?? '').trim();
  if (cell === '') return '';
  const text = cell.replace(/^'\s*/, '');
  return text.includes(brokenLetter) || isPlaceholder(text) ? '' : text;
}

/** The address or the street, with the number of its own column; without both, the postal code and town. */
function addressOf(
  cells: readonly string[],
  columns: Columns,
  postalCode: string | undefined,
  city: string | undefined,
  { problems, notes }: RowMessages,
): Pick<RowFields, 'isStreet' | 'houseNumber'> & { readonly text: string } {
  const address = textOf(cells, columns, 'address');
  const written = address || textOf(cells, columns, 'street');
  const date = written.split(/[\s,]+/).find(word => /\d[-/.]/.test(word) && isDate(word));
  if (date !== undefined) problems.push(withText('house_number', date, { code: 'number_is_date' }));
  const text = date === undefined ? written : written.replace(date, '').trim();
  const isStreet = written !== address;
  const alone = { text, isStreet, houseNumber: undefined };
  if (text === '') {
    return { ...alone, text: [postalCode, city].filter(part => part !== undefined).join(' ') };
  }
  const number = textOf(cells, columns, 'house_number').replace(/^(\d+)[.,]0+$/, '$1');
  const words = fold(text).split(/[\s,]+/);
  if (number === '' || words.includes(fold(number))) return alone;
  if (isDate(number)) {
    problems.push(withText('house_number', number, { code: 'number_is_date' }));
    return alone;
  }
  if (isStreet && readHouseNumber(fold(number))) return { ...alone, houseNumber: number };
  if (isStreet || !hasHouseNumber(address)) return { ...alone, text: `${text} ${number}` };
  notes.push(withText('house_number', number.slice(0, 40), { code: 'second_number' }));
  return alone;
}

const dayOfMonth =
  /^(?:\d{1,2}[-/. ])?(?:ιαν|φεβ|μαρ|απρ|μαι|ιουν|ιουλ|αυγ|σεπ|οκτ|νοε|δεκ|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\.?(?:[-/. ]\d{1,4})?$/;

/** Whether a text is a date as a spreadsheet stores or shows it: `2026-12-14`, `14-Δεκ`, `Dec-14`. */
function isDate(text: string): boolean {
  const { dayFirst, monthFirst } = dayReadings(text);
  return (dayFirst ?? monthFirst) !== undefined || dayOfMonth.test(fold(text));
}

/** A postal code, or a date in the name of a street: `25ης Μαρτίου`. */
const otherNumbers =
  /\d{3} \d{2}(?!\d)|(?<!\d)\d+ ?(?:ησ|η)? (?:ιανουαρι|φεβρουαρι|μαρτι|απριλι|μαι|ιουνι|ιουλι|αυγουστ|σεπτεμβρι|οκτωβρι|νοεμβρι|δεκεμβρι)ου(?!\p{L})/gu;

function hasHouseNumber(address: string): boolean {
  return /[\s,]\d{1,4}\p{L}?(?![\p{L}\d])/u.test(fold(address).replace(otherNumbers, ''));
}

/** Whether an address has a number besides its postal code and the date in a street's name. */
export function hasNumberIn(address: string): boolean {
  const text = address.slice(0, addressLength.most).replace(/(?<!\d)\d{5}(?!\d)/g, '');
  return /\d/.test(fold(text).replace(otherNumbers, ''));
}

/** Whether a row has a house number; undefined if it has no address. */
function hasNumber(cells: readonly string[], columns: Columns): boolean | undefined {
  const text = textOf(cells, columns, 'address') || textOf(cells, columns, 'street');
  if (text === '') return undefined;
  return hasNumberIn(text) || textOf(cells, columns, 'house_number') !== '';
}

/** Whether most rows that have an address have a house number. */
export function mostHaveNumbers(rows: readonly (readonly string[])[], columns: Columns): boolean {
  const known = rows.map(cells => hasNumber(cells, columns)).filter(one => one !== undefined);
  return 2 * known.filter(Boolean).length > known.length;
}

/** The marks of a list of addresses: `1) Ερμού 5 2) Σταδίου 3`. */
const listMarks = [/(?:^|\s)1 ?[).]/, /\s2 ?[).] ?[^\s\d]/];
/** A street with its number, alone between commas. */
const streetAndNumber = /^(?:\p{L}[\p{L}.'-]* ){1,4}\d{1,4}(?: ?\p{L})?$/u;
/** What has a number and is no street. */
const notStreets =
  /^(?:οροφοσ|οροφ|ορ|διαμ|διαμερισμα|κτ|κτιριο|κτηριο|γραφειο|γραφ|καταστημα|κατ|θεση|οτ|οικοδομικο|χλμ|χιλιομετρο|τκ|τ\.?κ\.?|αθηνα|block|floor|flat|shop|km)[\s.]/;

/** Whether a cell has several addresses. A corner, `Ερμού 5 & Βουλής 2`, is one. */
function hasTwoAddresses(text: string, city: string | undefined): boolean {
  const folded = fold(text.slice(0, addressLength.most));
  if (listMarks.every(mark => mark.test(folded))) return true;
  const town = fold(city ?? '');
  const isStreet = (part: string) =>
    streetAndNumber.test(part) && !notStreets.test(part) && !part.startsWith(`${town || part} `);
  const parts = folded.split(/[,;\n]/).map(part => part.trim());
  return parts.length > 1 && isStreet(parts[0]!) && parts.slice(1).some(isStreet);
}

function readAddress(text: string, isStreet: boolean, problems: RowMessage[]): string | undefined {
  const { most } = addressLength;
  const least = isStreet ? 1 : addressLength.least;
  if (text === '' || (text.length >= least && text.length <= most)) return text || undefined;
  const fault: Message = { code: 'length_not_usable', values: { least, most } };
  problems.push(withText('address', text, fault));
  return undefined;
}

function shortText(text: string, most = longestValue): ParsedCell<string> {
  return text.length <= most
    ? { value: text }
    : { fault: { code: 'text_too_long', values: { most } } };
}

function readKaek(text: string): ParsedCell<string> {
  const read = kaekOfCell(text);
  if (!read) return { fault: { code: 'not_a_kaek' } };
  return { value: read.code, note: read.isRepaired ? { code: 'zero_restored' } : undefined };
}

function only<T>(value: T | undefined, fault: Message): ParsedCell<T> {
  return value === undefined ? { fault } : { value };
}

/** The problem of a cell, with the beginning of its text. */
function withText(field: string, text: string, { code, values }: Message): RowMessage {
  const got = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  return rowMessage(field, code, { ...values, got });
}
