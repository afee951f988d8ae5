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
import { findTowns } from '../query/towns.ts';
import { typedCoordinates } from '../query/typed-coordinates.ts';
import type { HouseLookup, NearbyLookup } from '../rows.ts';
import { elot743 } from '../text/elot.ts';
import { onceEachText, weighNamed } from './named-places.ts';
import { weighPlace } from './places.ts';
import { codesBeginning } from './postal-codes.ts';
import { cachedSuggestions, isShort } from './short-texts.ts';
import { onceEachStreet, townsWithName, weighStreet } from './streets.ts';
import { type Draft, type Suggestion, type SuggestQuery, usualSuggestions } from './suggestion.ts';
import { suggestedPoint } from './typed-point.ts';
import { isAmbiguous, unmistakableText } from './unmistakable-text.ts';

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
  const find = () => findSuggestions(index, query, houses);
  return isShort(query) ? cachedSuggestions(index, query, find) : find();
}

async function findSuggestions(
  index: GeocoderIndex,
  { text, near, limit = usualSuggestions }: SuggestQuery,
  houses?: HouseLookup,
): Promise<Suggestion[]> {
  const parsed = asUnfinished(
    parse(text, code => index.postalCodeNumbers.has(code)),
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
  const codes = codesBeginning(index, text);
  // A whole postal code is found as a place too.
  const otherPlaces = codes.length > 0 ? places.filter(({ place }) => place !== null) : places;
  const all = [
    ...codes,
    ...streets.map(street => weighStreet(index, street, near)),
    ...otherPlaces.map(place => weighPlace(index, place, near, towns)),
    ...onceEachText(index, named).map(place => weighNamed(index, place, near)),
  ];
  const shown = all
    .sort((a, b) => b.weight - a.weight)
    .values()
    .map(({ toDraft }) => toDraft())
    .filter(one => !Number.isNaN(one.latitude) && !isAmbiguous(one, text))
    .take(limit);
  return Array.from(shown, one => finished(index, one));
}

function finished(index: GeocoderIndex, draft: Draft): Suggestion {
  const text = unmistakableText(index, draft);
  return { ...draft, text, text_en: elot743(text) };
}
