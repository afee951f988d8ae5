import { findAll, oneWithCode } from './geocode.ts';
import {
  answerPlace,
  answerStreet,
  type Level,
  sevenDecimals,
  unknownParts,
} from './geocode-result.ts';
import { pointId } from './ids.ts';
import type { GeocoderIndex } from './index/build-index.ts';
import { positionOfStreet } from './index/indexed-streets.ts';
import { listOf } from './index/postings.ts';
import type { StreetCandidate } from './match/candidates.ts';
import { findPlaces } from './match/find-places.ts';
import { locateHouses } from './match/houses.ts';
import { strict } from './match/look-up-words.ts';
import { nameFinder } from './match/name-fit.ts';
import { rankPlaces, spellingFitter } from './match/rank-places.ts';
import { dropOtherStretches, identityOf, inhabitantsOf } from './match/rank-streets.ts';
import { type QueryReading, readings } from './match/readings.ts';
import { findNamedPlaces } from './named-places/find-named-places.ts';
import { rankNamedPlaces } from './named-places/rank-named-places.ts';
import { asUnfinished, type ParsedAddress, parse, type StreetWords } from './query/parse.ts';
import { type TypedPoint, typedCoordinates } from './query/typed-coordinates.ts';
import { reverse } from './reverse.ts';
import type { HouseLookup, NearbyLookup } from './rows/geocoder-rows.ts';
import { addressBudget, type Budget, cacheByIndex } from './score/budget.ts';
import { findings } from './score/evidence.ts';
import {
  codesBeginning,
  onceEachText,
  positionOfPlace,
  settlementText,
  weighNamed,
  weighPlace,
} from './suggested-places.ts';
import {
  draftOf,
  mostNearness,
  nearness,
  type Point,
  type Suggestion,
  type SuggestQuery,
  usualSuggestions,
  type Weighed,
  weigh,
  withContainer,
  writeSuggestion,
} from './suggestion.ts';
import { isArea } from './towns/containment.ts';
import { findTowns, type Town } from './towns/find-towns.ts';
import type { Hints } from './towns/street-in-towns.ts';
import { isSure, isTownName } from './towns/town-names.ts';
import { everywhere, type Within } from './wanted.ts';

/** What an unfinished text may become: streets with their town, houses, settlements, codes. */
export async function suggest(
  index: GeocoderIndex,
  { text, near, levels, limit = usualSuggestions, isWithin = everywhere }: SuggestQuery,
  houses?: HouseLookup,
  nearby?: NearbyLookup,
): Promise<Suggestion[]> {
  const isWanted = (level: Level | null) =>
    levels === undefined || (level !== null && levels.includes(level));
  const point = typedCoordinates(text);
  if (point) {
    const suggestion = await suggestedPoint(index, point, nearby);
    return isWithin(point) && isWanted(suggestion.level) ? [suggestion] : [];
  }
  // One or two letters fit thousands of names, and everybody types them first.
  const isAlone = /^\p{L}{1,2}$/u.test(text) && isWithin === everywhere;
  const candidates = await (isAlone
    ? findOnce(index, text, houses)
    : findCandidates(index, text, houses, isWithin));
  const seen = new Set<string>();
  const shown = inOrder(candidates, near, limit)
    .values()
    .map(candidate => writeSuggestion(index, candidate))
    .filter(suggestion => suggestion !== null && isWanted(suggestion.level))
    .map(suggestion =>
      seen.has(suggestion!.text) ? withContainer(index, suggestion!) : suggestion!,
    )
    // A user cannot distinguish two rows with the same text.
    .filter(suggestion => !seen.has(suggestion.text) && seen.add(suggestion.text))
    .take(limit);
  return [...shown];
}

/** One suggestion of this number is for the best result that may be far away. */
const rowsForFar = 3;

/**
 * The best first, with what is near preferred. The best regardless of nearness are among them too:
 * near Athens, `Τσιμισκή` also suggests the street of Thessaloniki.
 */
function inOrder(all: readonly Weighed[], near: Point | undefined, limit: number): Weighed[] {
  const sorted = all
    .map(candidate => ({ candidate, weight: candidate.weight * nearness(candidate.at, near) }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ candidate }) => candidate);
  const best = all
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, Math.floor(limit / rowsForFar))
    .filter(candidate => sorted.indexOf(candidate) >= limit);
  const others = sorted.filter(candidate => !best.includes(candidate));
  return others.toSpliced(limit - best.length, 0, ...best);
}

/** The candidates of short texts, the same wherever the person looks; about 45 kB each. */
const shortTexts = cacheByIndex<Promise<readonly Weighed[]>>(400);

/** Requests for a text that is still searched wait for the same search; an error is not kept. */
function findOnce(
  index: GeocoderIndex,
  text: string,
  houses: HouseLookup | undefined,
): Promise<readonly Weighed[]> {
  const cache = shortTexts(index);
  const known = cache.get(text);
  if (known) return known;
  const found = findCandidates(index, text, houses).then(mayBeShown);
  cache.set(text, found);
  found.catch(() => cache.delete(text));
  return found;
}

/** 10 are shown at most; twice as many are kept, because some have an ambiguous text. */
const candidatesKept = 20;

/** The candidates that may be among the first wherever the person looks. */
function mayBeShown(candidates: readonly Weighed[]): Weighed[] {
  const weights = candidates.map(({ weight }) => weight).sort((a, b) => b - a);
  const least = weights[candidatesKept - 1] ?? 0;
  return candidates.filter(({ weight }) => weight * mostNearness >= least);
}

/** A typed point, with the parts of the address that is nearest to it. */
async function suggestedPoint(
  index: GeocoderIndex,
  point: TypedPoint,
  nearby?: NearbyLookup,
): Promise<Suggestion> {
  const latitude = sevenDecimals(point.latitude);
  const longitude = sevenDecimals(point.longitude);
  const near = await reverse(index, latitude, longitude, nearby);
  const text = `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`;
  const components = { ...unknownParts, ...near?.components };
  return {
    id: pointId(latitude, longitude),
    kind: 'coordinates',
    level: near?.match.level ?? null,
    text,
    text_en: text,
    also: null,
    latitude,
    longitude,
    components,
  };
}

/** How many candidates of each kind are weighed. */
const mostWeighed = 60;

/** Streets with their town, houses, settlements, codes and named places that a text may become. */
async function findCandidates(
  index: GeocoderIndex,
  text: string,
  houses: HouseLookup | undefined,
  isWithin: Within = everywhere,
  budget = addressBudget(),
): Promise<Weighed[]> {
  const parsed = asUnfinished(
    parse(
      text,
      code => index.postalCodeNumbers.has(code),
      words => isTownName(index.places, words, budget),
      true,
    ),
    text,
  );
  const hints: Hints = { postalCode: parsed.postalCode, city: null };
  const ways = readings(parsed, findTowns(index.places, parsed.groups, budget), budget);
  const found = findAll(index, ways, hints, budget, { beginnings: true, isWithin })
    .toSorted((a, b) => Number(lacksWord(a)) - Number(lacksWord(b)))
    .slice(0, mostWeighed);
  const located = houses ? await locateHouses(index, found, houses) : found;
  const streets = onceEachStreet(index, dropOtherStretches(index, located, hints.postalCode));
  const asked = ways
    .filter(({ street }) => street === null)
    .flatMap(way => findPlaces(index, way, hints, budget));
  const places = rankPlaces(
    index,
    hints.postalCode === null ? asked : oneWithCode(index, asked, hints.postalCode),
    spellingFitter(text),
    budget,
  )
    .filter(candidate => isWithin(positionOfPlace(index, candidate)))
    .slice(0, mostWeighed);
  const lenience = { slips: false, beginnings: true };
  const named = rankNamedPlaces(index, findNamedPlaces(index, ways, hints, lenience, budget));
  const towns = townsWithName(index, streets);
  const codes = codesBeginning(index, text);
  // A whole postal code is found as a place too.
  const otherPlaces = codes.length > 0 ? places.filter(({ place }) => place !== null) : places;
  const isPlace = places.some(({ score }) => score >= findings.wordSound.fit);
  const all = [
    ...(isPlace ? [] : askedTowns(index, text, parsed, ways, streets, budget)),
    ...codes,
    ...streets.map(street => weighStreet(index, street)),
    ...otherPlaces.map(place => weighPlace(index, place, towns)),
    ...onceEachText(index, named).map(place => weighNamed(index, place)),
  ];
  return isWithin === everywhere ? all : all.filter(({ at }) => isWithin(at));
}

/** One row for each street and town. */
function onceEachStreet(
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
function townsWithName({ streets }: GeocoderIndex, candidates: readonly StreetCandidate[]): number {
  const whole = candidates.filter(({ score }) => score >= findings.wordSound.fit);
  return new Set(whole.map(({ street }) => streets.municipality[street]!)).size;
}

/** A street or house, with its weight. */
function weighStreet(index: GeocoderIndex, candidate: StreetCandidate): Weighed {
  const { street, spot, score } = candidate;
  const people = inhabitantsOf(index, index.streets.municipality[street]!);
  const isExact = spot?.level === 'house_number';
  return {
    weight:
      weigh(score, Math.log10(1 + people) / 6) * (lacksWord(candidate) ? otherName : 1) +
      (isExact ? 1 : 0),
    at: spot ?? positionOfStreet(index, street),
    key: isWholeStreet(candidate) ? `street ${street}` : null,
    toDraft: () => streetDraft(index, candidate),
    also: () => typedName(index, candidate),
  };
}

/** How often a street is meant whose name does not have a typed word. */
const otherName = 0.35;

/** Whether a typed word is not in the name. */
function lacksWord({ evidence }: Pick<StreetCandidate, 'evidence'>): boolean {
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
function askedTowns(
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
  const isBegun = ({ spelled }: Town) => groups.length > 1 && spelled === findings.townUnfinished;
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
