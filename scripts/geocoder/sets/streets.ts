import type { GeocodeResult } from '#domain/geocoder/geocode-result.ts';
import type { GeocoderRows, LocalityRow, StreetRow } from '#domain/geocoder/rows/geocoder-rows.ts';
import { fold } from '#domain/geocoder/text/fold.ts';
import { metresBetween } from '#tools/geo/earth.ts';
import { type MeasuredSet, questionSet } from '../measured-set.ts';

const commonStreets = [
  'Ελευθερίου Βενιζέλου 12',
  '25ης Μαρτίου 5',
  'Αγίου Νικολάου 7',
  'Κολοκοτρώνη 3',
];

/** Streets that every town has, and streets of suburbs with their part of town or with the city. */
export function streetSets(rows: GeocoderRows): MeasuredSet[] {
  return [...commonStreets.flatMap(street => commonStreet(rows, street)), ...suburbSets(rows)];
}

function commonStreet({ localities }: GeocoderRows, street: string): MeasuredSet[] {
  const towns = localities.filter(
    ({ kind, population }) => kind === 'settlement' && (population ?? 0) >= 1_500,
  );
  const isThere = (town: LocalityRow, first: GeocodeResult) =>
    metresBetween(first, town) <= 5_000 + Math.min(5_000, first.match.accuracy_m);
  const isClaimedElsewhere = (town: LocalityRow, first: GeocodeResult) =>
    !isThere(town, first) && first.match.level === 'street' && first.match.confidence >= 0.5;
  return [
    questionSet(
      `${street} in a town: the right town`,
      { shipped: null, osm: null },
      towns.map(town => ({
        query: `${street}, ${town.name}`,
        isRight: ([first]) => first !== undefined && isThere(town, first),
      })),
    ),
    questionSet(
      `${street}: not claimed in another town at 0.5 or more`,
      { shipped: 95, osm: 95 },
      towns.map(town => ({
        query: `${street}, ${town.name}`,
        isRight: ([first]) => first === undefined || !isClaimedElsewhere(town, first),
      })),
      false,
    ),
  ];
}

function suburbSets({ municipalities, streets }: GeocoderRows): MeasuredSet[] {
  const known = new Map(municipalities.map(row => [row.id, row]));
  const suburban = streets.filter(({ municipality, locality }) => {
    const row = known.get(municipality);
    return row?.basin === 'Θεσσαλονίκη' && row.nominative !== 'Θεσσαλονίκη' && locality !== null;
  });
  const drawn = everyNth(suburban, 400);
  const isSame = (street: StreetRow, first: GeocodeResult | undefined) =>
    first?.components.municipality === known.get(street.municipality)!.nominative &&
    fold(first.components.street ?? '').includes(fold(street.name).split(' ')[0]!);
  return [
    questionSet(
      "streets of Thessaloniki's suburbs with their municipal unit",
      { shipped: 80, osm: 90 },
      drawn.map(street => ({
        query: `${street.name}, ${street.locality}`,
        isRight: ([first]) => isSame(street, first),
      })),
    ),
    questionSet(
      'the same with `, Θεσσαλονίκη`: not wrong at confidence 1',
      { shipped: 100, osm: 100 },
      drawn.map(street => ({
        query: `${street.name}, Θεσσαλονίκη`,
        isRight: ([first]) => isSame(street, first) || first?.match.confidence !== 1,
      })),
      false,
    ),
  ];
}

/** Some `count` rows, evenly spread over the list. */
export function everyNth<T>(list: readonly T[], count: number): T[] {
  return list.filter((_, i) => i % Math.ceil(list.length / count) === 0);
}
