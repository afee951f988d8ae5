import type { GeocodeResult } from '#domain/geocoder/geocode-result.ts';
import type { GeocoderRows, LocalityRow, StreetRow } from '#domain/geocoder/rows/geocoder-rows.ts';
import { elot743 } from '#domain/geocoder/text/elot.ts';
import { fold } from '#domain/geocoder/text/fold.ts';
import { metresBetween } from '#tools/geo/earth.ts';
import { type MeasuredSet, type Question, questionSet, rightMetres } from '../measured-set.ts';
import type { Settlement, Shop } from '../open-data.ts';
import { quartersOf } from './quarters.ts';
import { threeSets } from './shops.ts';
import { everyNth } from './streets.ts';

const none = { shipped: null, osm: null };
const besides = [
  'έναντι Δημοτικού Κήπου',
  'δίπλα στο σχολείο',
  'πλησίον σταθμού',
  'κοντά στην πλατεία',
];

/** Streets beside a town: before it, behind it, with a quarter, with what is near, and half a town. */
export function typedTownSets(
  rows: GeocoderRows,
  settlements: readonly Settlement[],
  shops: readonly Shop[],
): MeasuredSet[] {
  return [
    ...initialSets(rows),
    ...townFirstSets(rows),
    listedSet(rows),
    ...quarterSets(rows, settlements),
    ...threeSets(
      'shops, what is near and no comma',
      { near: 94, nothing: 1 },
      besides.flatMap(near =>
        shops.map(shop => ({ query: `${shop.street} ${near} ${shop.town}`, at: shop })),
      ),
    ),
    ...beginningSets(rows),
  ];
}

/** A town that has no street of the name, and begins as a given name does that is only a letter. */
function initialSets({ localities, streets }: GeocoderRows): MeasuredSet[] {
  const towns = townsOf(localities, 2_000);
  const named = streets.flatMap(({ name }) => /^(\p{L}{5,}) (\p{Lu})\.$/u.exec(name) ?? []);
  const names = [...new Set(named.filter(match => /^\p{L}{5,} \p{Lu}\.$/u.test(match)))];
  const asked = everyNth(names, 300).flatMap((name, i) => {
    const [surname = '', letter = ''] = name.slice(0, -1).split(' ');
    const fitting = towns.filter(town => fold(town.name).startsWith(fold(letter)));
    const town = fitting[i % Math.max(1, fitting.length)];
    return town ? [{ query: `${town.name} ${surname} ${3 + i}`, town }] : [];
  });
  return [
    questionSet(
      'town, street of a given name with its initial: the right town',
      none,
      asked.map(({ query, town }) => ({ query, isRight: ([first]) => isIn(town, first) })),
    ),
    questionSet(
      'the same: not in another town without a fault',
      { shipped: 100, osm: 100 },
      asked.map(({ query, town }) => ({
        query,
        isRight: ([first]) => isIn(town, first) || isNamesake(town, first) || hasTownFault(first),
      })),
      false,
    ),
  ];
}

function townFirstSets(rows: GeocoderRows): MeasuredSet[] {
  const asked = everyNth(rows.streets, 600);
  const town = nominativesOf(rows);
  return [
    questionSet(
      'town street number, no comma: the street',
      none,
      asked.map((street, i) => ({
        query: `${town(street)} ${street.name} ${1 + (i % 40)}`,
        isRight: isStreet(street, town(street)),
      })),
    ),
    questionSet(
      'the same: not in another town without a fault',
      none,
      asked.map((street, i) => ({
        query: `${town(street)} ${street.name} ${1 + (i % 40)}`,
        isRight: ([first]) =>
          first?.components.municipality === town(street) || hasTownFault(first),
      })),
      false,
    ),
  ];
}

/** Streets of the gazetteer with their municipality, which may have namesakes. */
function listedSet(rows: GeocoderRows): MeasuredSet {
  const town = nominativesOf(rows);
  return questionSet(
    'street number, municipality: the street',
    none,
    everyNth(rows.streets, 1_500).map((street, i) => ({
      query: `${street.name} ${1 + (i % 40)}, ${town(street)}`,
      isRight: isStreet(street, town(street)),
    })),
  );
}

/** A street anywhere in the city, with a quarter of it: the quarter is a wish. */
function quarterSets(rows: GeocoderRows, settlements: readonly Settlement[]): MeasuredSet[] {
  const town = nominativesOf(rows);
  const byTown = Map.groupBy(rows.streets, town);
  const asked = quartersOf(rows, settlements).flatMap(({ name, city }, i) => {
    const streets = byTown.get(city) ?? [];
    return [1, 2, 3].flatMap(step => {
      const street = streets[(i * 211 + step * 97) % Math.max(1, streets.length)];
      return street ? [{ street, name, city, number: 1 + ((i + step) % 30) }] : [];
    });
  });
  const set = (title: string, write: (one: (typeof asked)[number]) => string) =>
    questionSet(
      title,
      none,
      asked.map(one => ({ query: write(one), isRight: isStreet(one.street, one.city) })),
    );
  return [
    set(
      'street number, any quarter, city: the street',
      ({ street, name, city, number }) => `${street.name} ${number}, ${name}, ${city}`,
    ),
    set(
      'street number, any quarter and city: the street',
      ({ street, name, city, number }) => `${street.name} ${number}, ${name} ${city}`,
    ),
  ];
}

/** The first four letters of a town of 10,000 behind a street and its number. */
function beginningSets(rows: GeocoderRows): MeasuredSet[] {
  const towns = townsOf(rows.localities, 10_000).filter(({ name }) => /^\p{L}{7,}$/u.test(name));
  const questions = (write: (text: string) => string): Question[] =>
    towns.map((town, i) => ({
      query: write(`Κολοκοτρώνη ${1 + i} ${town.name.slice(0, 5)}`),
      isRight: ([first]) => isIn(town, first),
    }));
  return [
    questionSet(
      'street number, five letters of a town: the right town',
      none,
      questions(text => text),
    ),
    questionSet('the same in Latin letters', none, questions(elot743)),
  ];
}

function townsOf(localities: readonly LocalityRow[], people: number): LocalityRow[] {
  return localities.filter(
    ({ kind, population, latitude }) =>
      kind === 'settlement' && (population ?? 0) >= people && !Number.isNaN(latitude),
  );
}

function nominativesOf({ municipalities }: GeocoderRows) {
  const known = new Map(municipalities.map(row => [row.id, row.nominative]));
  return ({ municipality }: StreetRow) => known.get(municipality)!;
}

/** Near enough to a town that the answer is in it. */
function isIn(town: LocalityRow, first: GeocodeResult | undefined): boolean {
  if (first === undefined) return false;
  const slack = Math.min(rightMetres, first.match.accuracy_m);
  return metresBetween(first, town) <= rightMetres + slack;
}

/** A town of the same name is no other one. */
function isNamesake({ name }: LocalityRow, first: GeocodeResult | undefined): boolean {
  const { locality, municipality } = first?.components ?? {};
  return [locality, municipality].some(other => fold(other ?? '') === fold(name));
}

function hasTownFault(first: GeocodeResult | undefined): boolean {
  return first === undefined || first.match.faults.some(({ field }) => field === 'city');
}

/** The street by its name, in its town. */
function isStreet({ name }: StreetRow, town: string): Question['isRight'] {
  const wordsOf = (text: string) =>
    fold(text)
      .split(/\P{L}+/u)
      .filter(Boolean)
      .sort()
      .join(' ');
  return ([first]) =>
    first?.components.municipality === town &&
    wordsOf(first.components.street ?? '') === wordsOf(name);
}
