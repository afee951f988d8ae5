import type { PlaceType, PropertyReport } from '../../../client/src/types.ts';
import { arcFromSquaredChord, earthPoint } from '../../../src/geo/earth.ts';
import type { PropertyType } from '../../../src/property/cost.ts';
import { decimalPair } from '../language/format.ts';
import type { Locale } from '../language/locale.ts';
import { byKind } from '../places/by-kind.ts';
import type { PropertiesWords } from '../properties/words-el.ts';
import { addressText, metresAway, nearestAddressText } from '../subject/address-text.ts';

/** One row of a comparison; undefined where a property has no such value. */
export interface ComparedRow {
  readonly name: string;
  readonly first: string | undefined;
  readonly second: string | undefined;
  /** The second minus the first, with its sign; undefined if it cannot be computed or is zero. */
  readonly difference?: string | undefined;
}

/** The rows of one subject, such as the parcel. */
export interface ComparedGroup {
  readonly heading: string;
  readonly rows: readonly ComparedRow[];
}

type Pair = readonly [PropertyReport, PropertyReport];

/** Compares two reports, group by group. Rows that neither has are left out. */
export function compareReports(pair: Pair, locale: Locale, own: PropertiesWords): ComparedGroup[] {
  const { words } = locale;
  const groups = [
    { heading: words.location.heading, rows: locationRows(pair, locale) },
    { heading: words.parcel.heading, rows: parcelRows(pair, locale) },
    { heading: own.building, rows: buildingRows(pair, locale) },
    { heading: words.cost.heading, rows: costRows(pair, locale) },
    { heading: `${words.places.heading}: ${own.nearestAndCount}`, rows: placeRows(pair, locale) },
  ];
  return groups
    .map(({ heading, rows }) => ({
      heading,
      rows: rows.filter(({ first, second }) => first !== undefined || second !== undefined),
    }))
    .filter(({ rows }) => rows.length > 0);
}

/** The distance between the properties of two reports in metres. */
export function metresApart([first, second]: Pair): number {
  const [one, other] = [first, second].map(({ position }) =>
    earthPoint(position.latitude, position.longitude),
  ) as [ReturnType<typeof earthPoint>, ReturnType<typeof earthPoint>];
  return arcFromSquaredChord(
    (one.x - other.x) ** 2 + (one.y - other.y) ** 2 + (one.z - other.z) ** 2,
  );
}

function texts(name: string, pair: Pair, read: (report: PropertyReport) => string | undefined) {
  return { name, first: read(pair[0]), second: read(pair[1]) };
}

function numbers(
  name: string,
  pair: Pair,
  read: (report: PropertyReport) => number | undefined | null,
  write: (value: number) => string,
): ComparedRow {
  const [first, second] = pair.map(report => read(report) ?? undefined);
  return {
    name,
    first: first === undefined ? undefined : write(first),
    second: second === undefined ? undefined : write(second),
    difference:
      first === undefined || second === undefined ? undefined : signed(second - first, write),
  };
}

/** A difference with its sign, as exact as it is written; undefined for zero. */
export function signed(difference: number, write: (value: number) => string): string | undefined {
  const written = write(Math.abs(difference));
  if (written === write(0)) return undefined;
  return `${difference < 0 ? '−' : '+'}${written}`;
}

function locationRows(pair: Pair, locale: Locale): ComparedRow[] {
  const { words, format, language } = locale;
  return [
    texts(words.location.address, pair, ({ location, position }) =>
      location && position.from === 'address' ? addressText(location, language) : undefined,
    ),
    texts(words.location.nearest, pair, ({ location, position }) =>
      location && position.from !== 'address'
        ? nearestAddressText(addressText(location, language), metresAway(location), locale)
        : undefined,
    ),
    texts(words.location.found, pair, ({ location, position }) =>
      location && position.from === 'address'
        ? words.location.level[location.match.level]
        : undefined,
    ),
    texts(words.location.accuracy, pair, ({ location, position }) =>
      location && position.from === 'address'
        ? words.location.upTo(format.distance(location.match.accuracy_m))
        : undefined,
    ),
    texts(words.coordinates.wgs84, pair, ({ position }) =>
      decimalPair(position.latitude, position.longitude),
    ),
  ];
}

function parcelRows(pair: Pair, { words, format }: Locale): ComparedRow[] {
  return [
    texts(words.parcel.kaek, pair, ({ parcel }) => parcel?.kaek),
    numbers(words.parcel.area, pair, ({ parcel }) => parcel?.area, format.area),
  ];
}

function buildingRows(pair: Pair, { words, format }: Locale): ComparedRow[] {
  return [
    texts(words.cost.propertyType, pair, ({ query }) =>
      query.property_type === null
        ? undefined
        : words.cost.types[query.property_type as PropertyType],
    ),
    numbers(words.cost.area, pair, ({ query }) => query.build_area, format.area),
    numbers(words.cost.constructionYear, pair, ({ query }) => query.construction_year, String),
  ];
}

function costRows(pair: Pair, { words, format }: Locale): ComparedRow[] {
  return [
    numbers(words.cost.asNew, pair, ({ cost }) => cost?.reconstruction_cost.as_new, format.euro),
    numbers(words.cost.asIs, pair, ({ cost }) => cost?.reconstruction_cost.as_is, format.euro),
    numbers(words.cost.rate, pair, ({ cost }) => cost?.basis?.rate_eur_m2, format.euro),
  ];
}

function placeRows(pair: Pair, { words, format }: Locale): ComparedRow[] {
  const [first, second] = pair.map(
    report => new Map(byKind(report.neighbourhood ?? []).map(one => [one.kind, one])),
  );
  const kinds = new Set<PlaceType>([...first!.keys(), ...second!.keys()]);
  return [...kinds].map(kind => {
    const [one, other] = [first!.get(kind), second!.get(kind)];
    const shown = (found: typeof one) =>
      found && `${format.distance(found.nearestMetres)} (${found.places.length})`;
    return {
      name: words.kinds[kind],
      first: shown(one),
      second: shown(other),
      difference: one && other && signed(other.nearestMetres - one.nearestMetres, format.distance),
    };
  });
}
