import type { GeocoderIndex } from '../build.ts';
import { findAll, oneWithCode } from '../geocode.ts';
import { type Level, sevenDecimals, unknownParts } from '../geocode-result.ts';
import type { HouseLookup, NearbyLookup } from '../geocoder-rows.ts';
import { pointId } from '../ids.ts';
import { addressBudget, cacheByIndex } from '../match/budget.ts';
import { findings } from '../match/evidence.ts';
import { findPlaces } from '../match/find-places.ts';
import { locate } from '../match/houses.ts';
import { findNamedPlaces } from '../match/named/find.ts';
import { rankNamedPlaces } from '../match/named/rank-named-places.ts';
import { rankPlaces } from '../match/rank-places.ts';
import { dropOtherStretches } from '../match/rank-streets.ts';
import type { Hints } from '../match/towns-of-hints.ts';
import { asUnfinished, parse } from '../query/parse.ts';
import { readings } from '../query/readings.ts';
import { spellingFitter } from '../query/spelling.ts';
import { isTownName } from '../query/town-names.ts';
import { findTowns } from '../query/towns.ts';
import { type TypedPoint, typedCoordinates } from '../query/typed-coordinates.ts';
import { reverse } from '../reverse.ts';
import { everywhere, type Within } from '../wanted.ts';
import {
  codesBeginning,
  onceEachText,
  positionOfPlace,
  weighNamed,
  weighPlace,
} from './suggested-places.ts';
import {
  askedTowns,
  lacksWord,
  onceEachStreet,
  townsWithName,
  weighStreet,
} from './suggested-streets.ts';
import {
  mostNearness,
  nearness,
  type Point,
  type Suggestion,
  type SuggestQuery,
  usualSuggestions,
  type Weighed,
  withContainer,
  writeSuggestion,
} from './suggestion.ts';

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
  const isAlone = isShort(text) && isWithin === everywhere;
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

/** One or two letters fit thousands of names, and everybody types them first. */
function isShort(text: string): boolean {
  return /^\p{L}{1,2}$/u.test(text);
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
export async function suggestedPoint(
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
export async function findCandidates(
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
  const located = houses ? await locate(index, found, houses) : found;
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
