import type { GeocoderIndex } from '../build.ts';
import { findAll } from '../geocode.ts';
import { addressBudget } from '../match/budget.ts';
import { locate, onceEachSpot, withoutSpot } from '../match/houses.ts';
import { findNamedPlaces, rankNamedPlaces } from '../match/named-places.ts';
import { findPlaces } from '../match/places.ts';
import { dropOtherStretches, sortStreets } from '../match/rank.ts';
import { rankPlaces } from '../match/rank-places.ts';
import type { Asked } from '../match/towns.ts';
import { asUnfinished, parse } from '../query/parse.ts';
import { readings } from '../query/readings.ts';
import { spellingFitter } from '../query/spelling.ts';
import { findTowns, isTownName } from '../query/towns.ts';
import { typedCoordinates } from '../query/typed-coordinates.ts';
import type { HouseLookup, NearbyLookup } from '../rows.ts';
import { cacheByIndex } from './cache-by-index.ts';
import { onceEachText, weighNamed } from './named-places.ts';
import { weighPlace } from './places.ts';
import { codesBeginning } from './postal-codes.ts';
import { onceEachStreet, townsWithName, weighStreet } from './streets.ts';
import {
  type Suggestion,
  type SuggestQuery,
  usualSuggestions,
  type Weighed,
} from './suggestion.ts';
import { suggestedPoint } from './typed-point.ts';
import { writeSuggestion } from './write-suggestion.ts';

/** So many candidates of each kind are weighed. */
const mostWeighed = 60;

/** What an unfinished text may become: streets with their town, houses, settlements, codes. */
export async function suggest(
  index: GeocoderIndex,
  query: SuggestQuery,
  houses?: HouseLookup,
  nearby?: NearbyLookup,
): Promise<Suggestion[]> {
  const point = typedCoordinates(query.text);
  if (point) return [await suggestedPoint(index, point, nearby)];
  if (!isShort(query)) return findSuggestions(index, query, houses);
  const find = () => findSuggestions(index, query);
  return shortTexts(index, `${query.limit} ${query.text}`, find);
}

/** Suggestions for one or two letters, which fit thousands of names and are typed first. */
const shortTexts = cacheByIndex<Promise<Suggestion[]>>(2_000);

function isShort({ text, near }: SuggestQuery): boolean {
  return near === undefined && /^\p{L}{1,2}$/u.test(text);
}

async function findSuggestions(
  index: GeocoderIndex,
  { text, near, limit = usualSuggestions }: SuggestQuery,
  houses?: HouseLookup,
): Promise<Suggestion[]> {
  const parsed = asUnfinished(
    parse(
      text,
      code => index.postalCodeNumbers.has(code),
      words => isTownName(index.places, words),
    ),
    text,
  );
  const asked: Asked = { postalCode: parsed.postalCode, city: null };
  const ways = readings(parsed, findTowns(index.places, parsed.groups));
  const budget = addressBudget();
  const found = findAll(index, ways, asked, budget, true).slice(0, mostWeighed);
  const located = houses ? await locate(index, found, houses) : found.map(withoutSpot);
  const sorted = onceEachSpot(index, sortStreets(index, located));
  const streets = onceEachStreet(index, dropOtherStretches(index, sorted, asked.postalCode));
  const places = rankPlaces(
    index,
    ways
      .filter(({ street }) => street === null)
      .flatMap(way => findPlaces(index, way, asked, budget)),
    spellingFitter(text),
    budget,
  ).slice(0, mostWeighed);
  const lenience = { slips: false, beginnings: true };
  const named = rankNamedPlaces(index, findNamedPlaces(index, ways, asked, lenience, budget));
  const towns = townsWithName(index, streets);
  const codes = codesBeginning(index, text, near);
  // A whole postal code is found as a place too.
  const otherPlaces = codes.length > 0 ? places.filter(({ place }) => place !== null) : places;
  const all = [
    ...codes,
    ...streets.map(street => weighStreet(index, street, near)),
    ...otherPlaces.map(place => weighPlace(index, place, near, towns)),
    ...onceEachText(index, named).map(place => weighNamed(index, place, near)),
  ];
  const shown = inOrder(all, limit)
    .values()
    .map(candidate => writeSuggestion(index, candidate, text))
    .filter(suggestion => suggestion !== null)
    .take(limit);
  return [...shown];
}

/** Of so many suggestions, one is for the best far away. */
const rowsForFar = 3;

/**
 * The best first, with what is near preferred. The best regardless of nearness are among them too:
 * near Athens, `Τσιμισκή` also suggests the street of Thessaloniki.
 */
function inOrder(all: readonly Weighed[], limit: number): Weighed[] {
  const sorted = all.toSorted((a, b) => b.weight * b.nearness - a.weight * a.nearness);
  const best = all
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, Math.floor(limit / rowsForFar))
    .filter(candidate => sorted.indexOf(candidate) >= limit);
  const near = sorted.filter(candidate => !best.includes(candidate));
  return near.toSpliced(limit - best.length, 0, ...best);
}
