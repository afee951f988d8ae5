import type { GeocoderIndex } from '../build.ts';
import { findAll, oneWithCode } from '../geocode.ts';
import type { HouseLookup } from '../geocoder-rows.ts';
import { addressBudget } from '../match/budget.ts';
import { findings } from '../match/evidence.ts';
import { findPlaces } from '../match/find-places.ts';
import { locate, onceEachSpot } from '../match/houses.ts';
import { findNamedPlaces } from '../match/named/find.ts';
import { rankNamedPlaces } from '../match/named/rank-named-places.ts';
import { rankPlaces } from '../match/rank-places.ts';
import { dropOtherStretches, sortStreets } from '../match/rank-streets.ts';
import type { Hints } from '../match/towns-of-hints.ts';
import { asUnfinished, parse } from '../query/parse.ts';
import { readings } from '../query/readings.ts';
import { spellingFitter } from '../query/spelling.ts';
import { findTowns, isTownName } from '../query/towns.ts';
import { everywhere, type Within } from '../wanted.ts';
import { askedTowns } from './asked-town.ts';
import { codesBeginning } from './postal-codes.ts';
import { onceEachText, weighNamed } from './suggested-named-places.ts';
import { positionOfPlace, weighPlace } from './suggested-places.ts';
import { lacksWord, onceEachStreet, townsWithName, weighStreet } from './suggested-streets.ts';
import type { Weighed } from './suggestion.ts';

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
  const sorted = onceEachSpot(index, sortStreets(index, located));
  const streets = onceEachStreet(index, dropOtherStretches(index, sorted, hints.postalCode));
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
