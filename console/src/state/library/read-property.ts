import { adjustmentNames, mostChosen } from '#domain/property/comparables.ts';
import { propertyTypes } from '#domain/property/cost/building.ts';
import type { Valuation } from '#domain/property/valuation-fields.ts';
import { isDay } from '#tools/notation/days.ts';
import type { Building } from '../subject/address-bar.ts';
import { readTerms } from '../subject/cost-terms.ts';
import { isId, pointSubject, type Subject } from '../subject/subject.ts';
import { type ChosenComparable, type Property, propertyStatuses } from './property.ts';

/** The most characters of each text. */
export const mostCharacters = {
  address: 256,
  code: 30,
  note: 4_000,
  line: 200,
  label: 40,
} as const;

/** The most labels of a property. */
export const mostLabels = 10;

/** The value of a field is not as expected; the message names the field. */
export class InvalidProperty extends Error {}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads a property from JSON of any origin: storage that others can change, or a file. Copies the
 * known fields only; throws `InvalidProperty` for a wrong one.
 */
export function readProperty(value: unknown, path = 'property'): Property {
  const fields = objectAt(value, path);
  const text = (name: string, most: number) => textAt(fields, name, path, most);
  return {
    subject: readSubject(own(fields, 'subject'), `${path}.subject`),
    building: readBuilding(own(fields, 'building'), `${path}.building`),
    ...readCost(own(fields, 'cost'), `${path}.cost`),
    address: readAddress(own(fields, 'address'), `${path}.address`),
    ...readPosition(own(fields, 'position'), `${path}.position`),
    openedAt: readMoment(own(fields, 'openedAt'), `${path}.openedAt`),
    isSaved: readFlag(own(fields, 'isSaved'), `${path}.isSaved`),
    note: text('note', mostCharacters.note),
    reference: text('reference', mostCharacters.line),
    purpose: text('purpose', mostCharacters.line),
    // Properties that were kept before there was a remark have none.
    remark: own(fields, 'remark') === undefined ? '' : text('remark', mostCharacters.note),
    ...readMarks(own(fields, 'status') ?? '', own(fields, 'labels') ?? [], path),
    ...readComparables(own(fields, 'comparables'), `${path}.comparables`),
    // Its fields load with the report, which checks them.
    ...(own(fields, 'valuation') !== undefined && {
      valuation: own(fields, 'valuation') as Valuation,
    }),
  };
}

function readPosition(value: unknown, path: string): Pick<Property, 'position'> {
  if (value === undefined) return {};
  return { position: pointAt(objectAt(value, path), path) };
}

/** Properties that were kept before there were marks have none. */
function readMarks(
  value: unknown,
  labels: unknown,
  path: string,
): Pick<Property, 'status' | 'labels'> {
  const status = propertyStatuses.find(one => one === value);
  if (status === undefined) {
    throw refusal(`${path}.status`, propertyStatuses.slice(1).join(', '), value);
  }
  if (!Array.isArray(labels) || labels.length > mostLabels) {
    throw refusal(`${path}.labels`, `a list of at most ${mostLabels} texts`, labels);
  }
  const texts: Fields = { ...labels };
  return {
    status,
    labels: labels.map((_, at) =>
      filledAt(texts, String(at), `${path}.labels`, mostCharacters.label),
    ),
  };
}

function readComparables(value: unknown, path: string): Pick<Property, 'comparables'> {
  if (value === undefined) return {};
  if (!Array.isArray(value) || value.length > mostChosen) {
    throw refusal(path, `a list of at most ${mostChosen} comparables`, value);
  }
  return { comparables: value.map((row, index) => readComparable(row, `${path}[${index}]`)) };
}

function readComparable(value: unknown, path: string): ChosenComparable {
  const fields = objectAt(value, path);
  const text = (name: string) => textAt(fields, name, path, mostCharacters.address);
  const number = (name: string, least = 0) => numberAt(fields, name, path, least, 1e12);
  const orNull = <T>(name: string, read: (name: string) => T) =>
    own(fields, name) === null ? null : read(name);
  const has = (name: string) => own(fields, name) !== undefined;
  const kind = text('kind');
  if (kind !== 'asking' && kind !== 'sold') throw refusal(`${path}.kind`, 'asking or sold', kind);
  return {
    property_type: text('property_type'),
    kind,
    date: readMoment(own(fields, 'date'), `${path}.date`).slice(0, 10),
    price_eur: number('price_eur'),
    area_m2: number('area_m2', 0.01),
    construction_year: orNull('construction_year', number),
    address: orNull('address', text),
    source: text('source'),
    distance_m: number('distance_m'),
    accuracy_m: orNull('accuracy_m', number),
    ...(has('latitude') && pointAt(fields, path)),
    ...(has('floor') && { floor: textAt(fields, 'floor', path, mostCharacters.label) }),
    ...(has('weight') && { weight: numberAt(fields, 'weight', path, 0, 100) }),
    ...(has('adjustments') && {
      adjustments: readAdjustments(own(fields, 'adjustments'), `${path}.adjustments`),
    }),
  };
}

function readAdjustments(value: unknown, path: string): ChosenComparable['adjustments'] & object {
  const fields = objectAt(value, path);
  const given = adjustmentNames.filter(name => own(fields, name) !== undefined);
  return Object.fromEntries(given.map(name => [name, numberAt(fields, name, path, -90, 200)]));
}

function readSubject(value: unknown, path: string): Subject {
  const fields = objectAt(value, path);
  const kind = own(fields, 'kind');
  const stored = own(fields, 'id');
  const id = typeof stored === 'string' && isId(stored) ? { id: stored } : {};
  if (kind === 'address') {
    return { kind, address: filledAt(fields, 'address', path, mostCharacters.address), ...id };
  }
  if (kind === 'kaek') return { kind, code: filledAt(fields, 'code', path, mostCharacters.code) };
  if (kind !== 'point') throw refusal(`${path}.kind`, 'address, kaek or point', kind);
  const { latitude, longitude } = pointAt(fields, path);
  const point = pointSubject(latitude, longitude);
  const hasName = own(fields, 'name') !== undefined;
  return hasName
    ? { ...point, name: filledAt(fields, 'name', path, mostCharacters.address), ...id }
    : point;
}

function readBuilding(value: unknown, path: string): Building {
  const fields = objectAt(value, path);
  const has = (name: string) => own(fields, name) !== undefined;
  const postalCode = own(fields, 'postalCode');
  if (has('postalCode') && !/^\d{2,10}$/.test(String(postalCode))) {
    throw refusal(`${path}.postalCode`, '2 to 10 digits', postalCode);
  }
  const type = propertyTypes.find(name => name === own(fields, 'propertyType'));
  if (has('propertyType') && !type) {
    throw refusal(`${path}.propertyType`, propertyTypes.join(', '), own(fields, 'propertyType'));
  }
  const number = (name: string, least: number, most: number) =>
    has(name) && { [name]: numberAt(fields, name, path, least, most) };
  return {
    ...(has('postalCode') && { postalCode: String(postalCode) }),
    ...(type && { propertyType: type }),
    ...number('buildArea', Number.MIN_VALUE, 1e9),
    ...number('constructionYear', 1, 9999),
    ...readTerms(
      name => (has(name) ? textOf(own(fields, name)) : undefined),
      name => {
        throw refusal(
          `${path}.${name}`,
          'a value as the form of the cost has it',
          own(fields, name),
        );
      },
    ),
  };
}

function readCost(value: unknown, path: string): Pick<Property, 'cost'> {
  if (value === undefined) return {};
  const fields = objectAt(value, path);
  const hasAge = own(fields, 'asIs') !== undefined;
  return {
    cost: {
      asNew: numberAt(fields, 'asNew', path, 0, 1e15),
      ...(hasAge && { asIs: numberAt(fields, 'asIs', path, 0, 1e15) }),
    },
  };
}

function readAddress(value: unknown, path: string): Property['address'] {
  if (value === null) return null;
  const fields = objectAt(value, path);
  const text = (name: string) => filledAt(fields, name, path, 2 * mostCharacters.address);
  const hasMetres = own(fields, 'metres') !== undefined;
  return {
    el: text('el'),
    en: text('en'),
    ...(hasMetres && { metres: numberAt(fields, 'metres', path, 0, 1e6) }),
  };
}

function readMoment(value: unknown, path: string): string {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time) || !isDay(String(value).slice(0, 10)))
    throw refusal(path, 'a date and time such as 2026-01-31T12:00:00Z', value);
  return new Date(time).toISOString();
}

function readFlag(value: unknown, path: string): boolean {
  if (typeof value !== 'boolean') throw refusal(path, 'true or false', value);
  return value;
}

function objectAt(value: unknown, path: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refusal(path, 'an object', value);
  }
  return value as Fields;
}

/** The text of a term; empty, which is none, if it is no text and no number. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Not the fields that every object inherits. */
function own(fields: Fields, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

function textAt(fields: Fields, name: string, path: string, most: number): string {
  const value = own(fields, name);
  if (typeof value !== 'string' || value.length > most) {
    throw refusal(`${path}.${name}`, `text of at most ${most} characters`, value);
  }
  return value;
}

function filledAt(fields: Fields, name: string, path: string, most: number): string {
  const text = textAt(fields, name, path, most).trim();
  if (text === '') throw refusal(`${path}.${name}`, 'text that is not empty', text);
  return text;
}

function numberAt(fields: Fields, name: string, path: string, least: number, most: number): number {
  const value = own(fields, name);
  if (typeof value !== 'number' || !(value >= least && value <= most)) {
    throw refusal(`${path}.${name}`, `a number from ${least} to ${most}`, value);
  }
  return value;
}

function pointAt(fields: Fields, path: string) {
  return {
    latitude: numberAt(fields, 'latitude', path, -90, 90),
    longitude: numberAt(fields, 'longitude', path, -180, 180),
  };
}

/** A refusal of a value: where it stands, what was expected, what was found. */
export function refusal(path: string, expected: string, value: unknown): InvalidProperty {
  return new InvalidProperty(`${path}: expected ${expected}, got ${shown(value)}`);
}

function shown(value: unknown): string {
  const written = JSON.stringify(value) ?? 'nothing';
  return written.length > 40 ? `${written.slice(0, 40)}…` : written;
}
