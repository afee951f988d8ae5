import type { PropertyType } from '#domain/property/cost/building.ts';
import { metresBetween } from '#tools/geo/earth.ts';
import { KtimaApiError } from '../../../../client/src/client.ts';
import type { PlaceType, PropertyReport } from '../../../../client/src/types.ts';
import { byKind } from '../../property/places/places.ts';
import { addressText, metresAway, nearestAddressText } from '../../state/subject/address-text.ts';
import type { Subject } from '../../state/subject/subject.ts';
import type { Words } from '../../tools/language/el.ts';
import { decimalPair } from '../../tools/language/format.ts';
import type { Locale } from '../../tools/language/language.ts';
import { describeFailure, isNotFound } from '../../tools/requests/describe-failure.ts';
import type { PropertiesWords } from '../properties/words.ts';

/** One row of a comparison, with a value for each property. */
export interface ComparedRow {
  readonly name: string;
  /** Undefined where a property has no such value. */
  readonly values: readonly (string | undefined)[];
  /** Whether another text is a difference that matters: not that of a code or a place. */
  readonly isKind?: boolean;
  /** Each value minus the first, with its sign; undefined if it cannot be computed or is small. */
  readonly differences?: readonly (string | undefined)[];
}

/** The rows of one subject, such as the parcel. */
interface ComparedGroup {
  readonly heading: string;
  readonly rows: readonly ComparedRow[];
}

type Reports = readonly PropertyReport[];

/** Compares reports with the first of them, group by group. Rows that none has are left out. */
export function compareReports(
  reports: Reports,
  locale: Locale,
  own: PropertiesWords,
): ComparedGroup[] {
  const { words } = locale;
  const groups = [
    { heading: words.tabs.location, rows: locationRows(reports, locale, own) },
    { heading: words.parcel.heading, rows: parcelRows(reports, locale) },
    { heading: own.building, rows: buildingRows(reports, locale) },
    { heading: words.cost.heading, rows: costRows(reports, locale) },
    {
      heading: `${words.tabs.places}: ${own.nearestAndCount}`,
      rows: placeRows(reports, locale),
    },
  ];
  return groups
    .map(({ heading, rows }) => ({
      heading,
      rows: rows.filter(({ values }) => values.some(value => value !== undefined)),
    }))
    .filter(({ rows }) => rows.length > 0);
}

/** Why a property has no report, in the language of the page. */
export function reasonText(subject: Subject, failure: unknown, words: Words): string {
  const isRefused = failure instanceof KtimaApiError && failure.status === 400;
  const isUnknown = isNotFound(failure) || (isRefused && subject.kind === 'kaek');
  if (isUnknown && subject.kind === 'kaek') return words.location.noParcel(subject.code);
  if (isUnknown && subject.kind === 'address') return words.location.noAddress(subject.address);
  return describeFailure(failure, words).text;
}

/** Whether a value differs from the first so much that it matters; one that is missing does not. */
export function isDifferent({ values, isKind, differences }: ComparedRow, index: number): boolean {
  if (differences) return differences[index] !== undefined;
  const [first, value] = [values[0], values[index]];
  return isKind === true && first !== undefined && value !== undefined && value !== first;
}

function texts(
  name: string,
  reports: Reports,
  read: (report: PropertyReport) => string | undefined,
  isKind = false,
): ComparedRow {
  return { name, values: reports.map(read), isKind };
}

function numbers(
  name: string,
  reports: Reports,
  read: (report: PropertyReport) => number | undefined | null,
  write: (value: number) => string,
  least = leastDifference,
): ComparedRow {
  const found = reports.map(report => read(report) ?? undefined);
  return {
    name,
    values: found.map(value => (value === undefined ? undefined : write(value))),
    differences: differencesOf(found, write, least),
  };
}

/** A share of the larger value: less is within what areas and costs are exact to. */
const leastDifference = 0.01;

function differencesOf(
  found: readonly (number | undefined)[],
  write: (value: number) => string,
  least = leastDifference,
) {
  const [first] = found;
  return found.map(value => {
    if (first === undefined || value === undefined) return undefined;
    const isSmall = Math.abs(value - first) < least * Math.max(value, first);
    return isSmall ? undefined : signed(value - first, write);
  });
}

/** A difference with its sign, as exact as it is written; undefined for zero. */
export function signed(difference: number, write: (value: number) => string): string | undefined {
  const written = write(Math.abs(difference));
  if (written === write(0)) return undefined;
  return `${difference < 0 ? '−' : '+'}${written}`;
}

function locationRows(reports: Reports, locale: Locale, own: PropertiesWords): ComparedRow[] {
  const { words, format, language } = locale;
  return [
    texts(words.location.address, reports, ({ location, position }) =>
      location && position.from === 'address' ? addressText(location, language) : undefined,
    ),
    texts(words.location.nearest, reports, ({ location, position }) =>
      location && position.from !== 'address'
        ? nearestAddressText(addressText(location, language), metresAway(location), locale)
        : undefined,
    ),
    texts(
      words.location.found,
      reports,
      ({ location, position }) =>
        location && position.from === 'address'
          ? words.location.level[location.match.level]
          : undefined,
      true,
    ),
    texts(words.location.accuracy, reports, ({ location, position }) =>
      location && position.from === 'address'
        ? words.location.upTo(format.distance(location.match.accuracy_m))
        : undefined,
    ),
    texts(words.coordinates.wgs84, reports, ({ position }) =>
      decimalPair(position.latitude, position.longitude),
    ),
    texts(own.apart, reports, report =>
      report === reports[0]
        ? undefined
        : format.distance(metresBetween(reports[0]!.position, report.position)),
    ),
  ];
}

function parcelRows(reports: Reports, { words, format }: Locale): ComparedRow[] {
  return [
    texts(words.parcel.kaek, reports, ({ parcel }) => parcel?.kaek),
    numbers(words.parcel.area, reports, ({ parcel }) => parcel?.area, format.area),
  ];
}

function buildingRows(reports: Reports, { words, format }: Locale): ComparedRow[] {
  return [
    texts(
      words.cost.propertyType,
      reports,
      ({ query }) =>
        query.property_type === null
          ? undefined
          : words.cost.types[query.property_type as PropertyType],
      true,
    ),
    numbers(words.cost.area, reports, ({ query }) => query.build_area, format.area),
    numbers(
      words.cost.constructionYear,
      reports,
      ({ query }) => query.construction_year,
      String,
      0,
    ),
  ];
}

function costRows(reports: Reports, { words, format }: Locale): ComparedRow[] {
  return [
    numbers(words.cost.asNew, reports, ({ cost }) => cost?.reconstruction_cost.as_new, format.euro),
    numbers(words.cost.asIs, reports, ({ cost }) => cost?.reconstruction_cost.as_is, format.euro),
    numbers(words.cost.rate, reports, ({ cost }) => cost?.basis?.rate_eur_m2, format.euro),
  ];
}

function placeRows(reports: Reports, { words, format }: Locale): ComparedRow[] {
  const around = reports.map(
    report => new Map(byKind(report.neighbourhood ?? []).map(one => [one.kind, one])),
  );
  const kinds = new Set<PlaceType>(around.flatMap(found => [...found.keys()]));
  return [...kinds].map(kind => {
    const found = around.map(one => one.get(kind));
    const metres = found.map(one => one?.nearestMetres);
    return {
      name: words.kinds[kind],
      values: found.map(
        one => one && `${format.distance(one.nearestMetres)} (${one.places.length})`,
      ),
      differences: differencesOf(metres, format.distance),
    };
  });
}
