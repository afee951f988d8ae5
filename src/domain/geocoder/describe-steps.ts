import type { Explanation } from './geocode.ts';
import type { GeocoderIndex } from './index/build-index.ts';
import { firstIn } from './index/postings.ts';
import type { QueryReading } from './match/readings.ts';
import { writeHouseNumber } from './query/house-number.ts';
import type { QueryWord } from './query/parse.ts';
import type { Finding } from './score/evidence.ts';

/** One step of the search and what came of it, in a line. */
export interface Step {
  readonly step: 'parse' | 'hints' | 'towns' | 'readings' | 'streets' | 'places';
  readonly outcome: string;
}

/** At most this many of each are shown. */
const most = 5;

/** An explanation for people: each step, in order, with its outcome. */
export function describe(index: GeocoderIndex, explanation: Explanation): Step[] {
  const { parsed, hints, towns, readings, streets, places } = explanation;
  const nameOfPlace = (place: number) => index.places.places[place]!.name;
  const few = <T>(step: Step['step'], found: readonly T[], outcomeOf: (one: T) => string): Step[] =>
    found.slice(0, most).map(one => ({ step, outcome: outcomeOf(one) }));
  return [
    { step: 'parse', outcome: parsedText(parsed) },
    { step: 'hints', outcome: hintsText(hints, nameOfPlace) },
    ...few('towns', towns, town => townText(parsed, town, nameOfPlace)),
    ...few('readings', readings, reading => readingText(reading, nameOfPlace)),
    ...few('streets', streets, street => streetText(index, street)),
    ...few('places', places, place => placeText(index, place, nameOfPlace)),
  ];
}

type NameOfPlace = (place: number) => string;
type Found<List extends 'towns' | 'streets' | 'places'> = Explanation[List][number];

function parsedText({ groups, postalCode }: Explanation['parsed']): string {
  return [...groups.map(groupText), postalCode ?? ''].filter(Boolean).join(' | ');
}

function hintsText({ postalCode, city }: Explanation['hints'], nameOfPlace: NameOfPlace): string {
  const town = city?.places.slice(0, 1).map(nameOfPlace) ?? ['no city'];
  return [postalCode ?? 'no postal code', ...town].join(', ');
}

function townText(
  { groups }: Explanation['parsed'],
  { group, from, to, spelled, places }: Found<'towns'>,
  nameOfPlace: NameOfPlace,
): string {
  const names = places.slice(0, 3).map(nameOfPlace).join(', ');
  return `${text(groups[group]!.words.slice(from, to))} (${spelled.name}): ${names}`;
}

function streetText(index: GeocoderIndex, found: Found<'streets'>): string {
  const { street, score, spot, evidence } = found;
  const name = index.names.texts[firstIn(index.streets.namesOf, street)]!;
  const code = index.postalCodes[index.streets.postalCode[street]!]?.postalCode ?? '';
  return [`${name} ${code} ${score.toFixed(3)}`, spot?.level, ...evidence.map(findingText)]
    .filter(Boolean)
    .join('; ');
}

function placeText(
  index: GeocoderIndex,
  { place, postalCode, score, evidence }: Found<'places'>,
  nameOfPlace: NameOfPlace,
): string {
  const name = place === null ? index.postalCodes[postalCode!]!.postalCode : nameOfPlace(place);
  return [`${name} ${score.toFixed(3)}`, ...evidence.map(findingText)].join('; ');
}

/** A finding and how well it fits, with its trust where that differs. */
function findingText({ name, fit, trust }: Finding): string {
  const numbers = trust === fit ? [fit] : [fit, trust];
  return [name, ...numbers.map(number => +number.toFixed(3))].join(' ');
}

function text(words: readonly QueryWord[]): string {
  return words.map(word => word.text).join(' ');
}

function groupText({ words, type, numbers }: Explanation['parsed']['groups'][number]): string {
  return [type ? `[${type}]` : '', text(words), ...numbers.map(writeHouseNumber)]
    .filter(Boolean)
    .join(' ');
}

function readingText(
  { street, corner, towns, ignoredWords }: QueryReading,
  nameOfPlace: NameOfPlace,
): string {
  return [
    `street: ${street ? text(street.words) || street.numbers.map(writeHouseNumber).join(' ') : 'none'}`,
    corner && `corner: ${text(corner.words)}`,
    ...towns.map(town => `town: ${nameOfPlace(town.places[0]!)}`),
    ...ignoredWords.map(({ words }) => `unknown: ${text(words)}`),
  ]
    .filter(Boolean)
    .join(', ');
}
