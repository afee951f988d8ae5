import { type ComparableType, mostChosen, priceKinds } from '#domain/property/comparables.ts';
import type {
  ComparablesAnswer,
  ComparablesInput,
  PropertyReport,
} from '../../../../../client/src/types.ts';
import type { ChosenComparable } from '../../../state/library/property.ts';

type Row = ComparablesAnswer['comparables'][number];

/** What is kept of a row. */
function toChosen(row: ChosenComparable): ChosenComparable {
  const { property_type, kind, date, price_eur, area_m2, construction_year } = row;
  const { address, source, distance_m, accuracy_m, latitude, longitude } = row;
  const price = { property_type, kind, date, price_eur, area_m2, construction_year };
  const place = latitude !== undefined && longitude !== undefined ? { latitude, longitude } : {};
  return { ...price, address, source, distance_m, accuracy_m, ...place };
}

/** A text that is equal for the same row, whatever the valuer adjusted. */
export function rowKey(row: ChosenComparable): string {
  return JSON.stringify(Object.values(toChosen(row)));
}

/** Adds a row, or removes it; nearest first. */
export function toggleRow(
  chosen: readonly ChosenComparable[],
  row: ChosenComparable,
): ChosenComparable[] {
  const others = chosen.filter(one => rowKey(one) !== rowKey(row));
  if (others.length < chosen.length || chosen.length >= mostChosen) return others;
  return [...others, toChosen(row)].sort((a, b) => a.distance_m - b.distance_m);
}

/** What is searched: each a choice of a list; an empty one is no limit. */
export interface Search {
  readonly type: ComparableType;
  readonly metres: string;
  /** How far the area may differ, in percent, and the year, in years. */
  readonly area: string;
  readonly years: string;
  /** How many years old a price may be. */
  readonly age: string;
  readonly kind: string;
}

/** The first search: properties like that of the report. */
export function firstSearch({ query }: Pick<PropertyReport, 'query'>): Search {
  return {
    type: (query.property_type as ComparableType | null) ?? 'apartment',
    metres: '1000',
    area: query.build_area === null ? '' : '35',
    years: '',
    age: '3',
    kind: '',
  };
}

/** The request of a search. */
export function searchInput(
  { position, query }: Pick<PropertyReport, 'position' | 'query'>,
  { type, metres, area, years, age, kind }: Search,
  today: string,
): ComparablesInput {
  const { build_area, construction_year } = query;
  const share = Number(area) / 100;
  return {
    latitude: position.latitude,
    longitude: position.longitude,
    property_type: type,
    max_distance_m: Number(metres),
    limit: 100,
    ...(area && build_area !== null
      ? { min_area_m2: build_area * (1 - share), max_area_m2: build_area * (1 + share) }
      : {}),
    ...(years && construction_year !== null
      ? { min_year: construction_year - Number(years), max_year: construction_year + Number(years) }
      : {}),
    ...(age && { from: `${Number(today.slice(0, 4)) - Number(age)}${sameDay(today)}` }),
    ...(kind && { kind: kind as Row['kind'] }),
  };
}

/** The day of another year; 29 February is none in most. */
function sameDay(today: string): string {
  return today.endsWith('-02-29') ? '-02-28' : today.slice(4);
}

/** With fewer, quartiles say nothing that the figures themselves do not. */
const leastForQuartiles = 8;

/** The kinds of prices that have enough rows for quartiles, those that were paid first. */
export function kindsOf(rows: readonly ChosenComparable[]): ChosenComparable['kind'][] {
  return priceKinds.toReversed().filter(kind => pricesOf(rows, kind).length >= leastForQuartiles);
}

/** The prices of one kind in €/m². */
export function pricesOf(
  rows: readonly ChosenComparable[],
  kind: ChosenComparable['kind'],
): number[] {
  return rows.filter(row => row.kind === kind).map(row => row.price_eur / row.area_m2);
}
