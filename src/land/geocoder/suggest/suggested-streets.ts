import type { GeocoderIndex } from '../build.ts';
import { answerPlace, answerStreet } from '../geocode-result.ts';
import { listOf } from '../index/postings.ts';
import type { Budget } from '../match/budget.ts';
import type { StreetCandidate } from '../match/candidates.ts';
import { isArea } from '../match/containment.ts';
import { findings } from '../match/evidence.ts';
import { positionOf } from '../match/house-positions.ts';
import { strict } from '../match/look-up-words.ts';
import { nameFinder, type StreetWords } from '../match/name-fit.ts';
import { identityOf, inhabitantsOf } from '../match/rank-streets.ts';
import type { ParsedAddress } from '../query/parse.ts';
import type { QueryReading } from '../query/readings.ts';
import { isSure } from '../query/town-names.ts';
import type { Town } from '../query/towns.ts';
import { settlementText } from './suggested-places.ts';
import { draftOf, type Weighed, weigh } from './suggestion.ts';

/** One row for each street and town. */
export function onceEachStreet(
  index: GeocoderIndex,
  sorted: readonly StreetCandidate[],
): StreetCandidate[] {
  const seen = new Set<number>();
  return sorted.filter(candidate => {
    const key = identityOf(index, candidate);
    return !seen.has(key) && seen.add(key);
  });
}

/** In how many towns a street has just the typed name, and not one that begins so. */
export function townsWithName(
  { streets }: GeocoderIndex,
  candidates: readonly StreetCandidate[],
): number {
  const whole = candidates.filter(({ score }) => score >= findings.wordSound.fit);
  return new Set(whole.map(({ street }) => streets.municipality[street]!)).size;
}

/** A street or house, with its weight. */
export function weighStreet(index: GeocoderIndex, candidate: StreetCandidate): Weighed {
  const { street, spot, score } = candidate;
  const people = inhabitantsOf(index, index.streets.municipality[street]!);
  const isExact = spot?.level === 'house_number';
  return {
    weight:
      weigh(score, Math.log10(1 + people) / 6) * (lacksWord(candidate) ? otherName : 1) +
      (isExact ? 1 : 0),
    at: spot ?? positionOf(index, street),
    key: isWholeStreet(candidate) ? `street ${street}` : null,
    toDraft: () => streetDraft(index, candidate),
    also: () => typedName(index, candidate),
  };
}

/** How often a street is meant whose name does not have a typed word. */
const otherName = 0.35;

/** Whether a typed word is not in the name. */
export function lacksWord({ evidence }: Pick<StreetCandidate, 'evidence'>): boolean {
  return evidence.some(({ name }) => name === findings.notInName.name);
}

function isWholeStreet({ number, corner, spot }: StreetCandidate): boolean {
  return number === null && corner === null && spot === null;
}

function streetDraft(index: GeocoderIndex, candidate: StreetCandidate) {
  const found = answerStreet(index, candidate, 1, []);
  const { house_number, street } = found.components;
  const isAddress = house_number !== null;
  const town = found.formatted_address.replace(/^.*, (?:\d{3} \d{2} )?/, '');
  const text = isAddress ? found.formatted_address : `${street}, ${town}`;
  return draftOf(found, isAddress ? 'address' : 'street', text);
}

/** The name by which a street was found, where it is not the one that is shown. */
function typedName(index: GeocoderIndex, { street, name }: StreetCandidate): string | null {
  const [shown] = listOf(index.streets.namesOf, street);
  return shown === name ? null : index.names.texts[name]!;
}

/** Above every other suggestion: what was typed as a town is never replaced by another one. */
const townWeight = 10;
/** How many towns of a typed name, or that begin so, are suggested. */
const mostTowns = 2;

/**
 * The town that was typed behind a street that is not known there, with the street as it was typed
 * if a street is called so elsewhere. None if a street of the town fits.
 */
export function askedTowns(
  index: GeocoderIndex,
  text: string,
  parsed: ParsedAddress,
  ways: readonly QueryReading[],
  streets: readonly StreetCandidate[],
  budget: Budget,
): Weighed[] {
  const whole = streets.filter(street => !lacksWord(street));
  // Words without a comma or a number that are the whole name of a street hold no town.
  if (whole.length > 0 && parsed.groups.length === 1) return [];
  const isStreetName = (typed: StreetWords) => {
    const [best] = nameFinder(index.names, strict, budget)(typed);
    return (best?.coreFit ?? 0) >= findings.wordSound.fit;
  };
  const found = townBehindStreet(ways, parsed, isStreetName);
  if (found === undefined) return [];
  const { town: asked, isStreet } = found;
  const { places } = index.places;
  const towns = asked.places
    .filter(place => !isArea(places[place]!) && !Number.isNaN(places[place]!.latitude))
    .toSorted((a, b) => places[b]!.population - places[a]!.population)
    .slice(0, mostTowns);
  const largest = places[towns[0] ?? -1];
  // A street in a smaller town of the name is not that of the largest one.
  const isInNamesake = (municipality: number) =>
    isSure(asked) &&
    asked.municipalities.has(municipality) &&
    !largest?.municipalities.has(municipality);
  const isThere = ({ street, isInAskedTown }: StreetCandidate) =>
    isInAskedTown && !isInNamesake(index.streets.municipality[street]!);
  if (whole.some(isThere)) return [];
  const street = isStreet ? typedStreet(text, parsed, asked) : undefined;
  return towns.flatMap((place, i) => {
    const weight = townWeight - i;
    const rows = [townRow(index, place, weight)];
    return street === undefined || i > 0
      ? rows
      : [townRow(index, place, weight + 0.5, `${street}, `), ...rows];
  });
}

/** The town that is typed best: whole, or begun behind a comma or a number. */
function townBehindStreet(
  ways: readonly QueryReading[],
  { groups }: ParsedAddress,
  isStreetName: (typed: StreetWords) => boolean,
): { readonly town: Town; readonly isStreet: boolean } | undefined {
  const behind = ways.filter(
    ({ street, towns, ignoredWords }) =>
      street !== null &&
      street.words.length > 0 &&
      towns.length === 1 &&
      towns[0]!.group > 0 === groups.length > 1 &&
      ignoredWords.length === 0,
  );
  const isBegun = ({ spelled }: Town) => groups.length > 1 && spelled === findings.wordUnfinished;
  const way =
    behind.find(({ towns }) => isSure(towns[0]!)) ?? behind.find(({ towns }) => isBegun(towns[0]!));
  if (way === undefined) return undefined;
  const isStreet = isStreetName(way.street!);
  // Without a comma, a number or a known street the words may be one name.
  return isStreet || groups.length > 1 ? { town: way.towns[0]!, isStreet } : undefined;
}

/** What was typed before the town; undefined if the town does not end the text. */
function typedStreet(text: string, { groups }: ParsedAddress, town: Town): string | undefined {
  const isLast = town.group === groups.length - 1 && town.to === groups[town.group]!.words.length;
  const words = text.trim().split(/[\s,]+/);
  const street = words.slice(0, words.length - (town.to - town.from)).join(' ');
  return isLast && street !== '' ? street : undefined;
}

function townRow(index: GeocoderIndex, place: number, weight: number, before = ''): Weighed {
  return {
    weight,
    at: index.places.places[place]!,
    key: before === '' ? `settlement ${place}` : null,
    also: () => null,
    toDraft: () => {
      const found = answerPlace(index, { place, postalCode: null, evidence: [] }, 1, []);
      const name = settlementText(found, index.places.places[place]!.name);
      return draftOf(found, 'settlement', `${before}${name}`);
    },
  };
}
