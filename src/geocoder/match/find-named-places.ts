import type { GeocoderIndex } from '../build.ts';
import { textAt } from '../index/texts.ts';
import { buildingAsked, isAnyBuilding } from '../names/place-kinds.ts';
import { ignoredWordsFactor, type QueryReading } from '../query/readings.ts';
import type { Budget } from './budget.ts';
import type { NamedCandidate } from './named-candidate.ts';
import { addPlacesNamed, hasEnough } from './named-place-candidates.ts';
import { isOfOtherType, type PlaceNameMatch } from './named-place-name-fit.ts';
import { placeNameFinder } from './named-place-names.ts';
import { type HeldIn, heldFinder, isAround } from './named-place-towns.ts';
import { holdFit, leastNameScore, quality } from './score-factors.ts';
import { type Fault, unknownPart } from './street-candidate.ts';
import { type Hints, townsOf } from './towns.ts';
import { untypedWordsTrust } from './untyped-words.ts';
import type { Lenience } from './words.ts';

/** How well a name fits that is also a town's, and stands behind another town. */
const laterName = 0.95;
/** How often a place is meant that only a corrected word shows, without its town or its kind. */
const onlyBySlip = 0.3;

/** The places whose name fits the words of a reading that are not its town. */
export function findNamedPlaces(
  index: GeocoderIndex,
  ways: readonly QueryReading[],
  hints: Hints,
  lenience: Lenience,
  budget: Budget,
): NamedCandidate[] {
  if (index.namedPlaces.count === 0) return [];
  const search = { hints, lenience, budget, ...findersOf(index, lenience, budget) };
  const found: NamedCandidate[] = [];
  for (const reading of ways.flatMap(withGroupsJoined)) {
    addPlacesOfReading(index, reading, search, found);
  }
  return found;
}

/** What the readings of one text share: names and towns are compared once for all of them. */
interface Search {
  readonly hints: Hints;
  readonly lenience: Lenience;
  readonly budget: Budget;
  readonly findNames: ReturnType<typeof placeNameFinder>;
  readonly heldInside: HeldIn;
  /** The same for what lies outside its town, as an airport does. */
  readonly heldOutside: HeldIn;
}

function findersOf(index: GeocoderIndex, lenience: Lenience, budget: Budget) {
  const heldInside = heldFinder(index, budget);
  const heldOutside: HeldIn = (town, place) =>
    heldInside(town, place) || (isAround(index, town, place) ? holdFit.near : 0);
  return { findNames: placeNameFinder(index, lenience, budget), heldInside, heldOutside };
}

function addPlacesOfReading(
  index: GeocoderIndex,
  reading: QueryReading,
  { hints, lenience, budget, findNames, heldInside, heldOutside }: Search,
  found: NamedCandidate[],
): void {
  const { street, corner } = reading;
  const base = ignoredWordsFactor(reading) * (reading.streetIsLaterTown ? laterName : 1);
  const most = reading.towns.reduce((fit, town) => fit * town.quality, base);
  if (street === null || corner !== null || most < leastNameScore) return;
  // `Μύκονος, Ματογιάννι` is a street of the town, and not what is called as the town.
  if (reading.streetIsTown && reading.ignoredWords.length > 0) return;
  const towns = townsOf(reading, hints);
  const building = buildingAsked(street.words);
  const heldIn = building === 'outside' ? heldOutside : heldInside;
  const isAlone = towns.length === 0 && building === undefined;
  const isAny = isAnyBuilding(street.words);
  let last = Number.POSITIVE_INFINITY;
  for (const match of findNames(street)) {
    const { score } = match;
    if (most * score < leastNameScore) break;
    if (score < last && hasEnough(found, most * score)) break;
    last = score;
    const isOtherType = isOfOtherType(index, match.name, street.type);
    // `Πάρκο Τρίκαλα` asks for a park in the town, in the same way.
    if (isOtherType && reading.streetIsTown) continue;
    const trustIn = trustFinder(index, match, reading, lenience, isAlone);
    const faults = faultsOfName(index, match, reading, isOtherType);
    const typed = { ...match, score: base * score, trustIn, isAny, faults };
    const before = found.length;
    addPlacesNamed(index, typed, towns, hints, heldIn, found);
    budget.spend(1 + found.length - before);
  }
}

/** A name may have brackets or a comma: `Πανεπιστήμιο Κρήτης (Βούτες), Ηράκλειο`. */
function withGroupsJoined(reading: QueryReading): QueryReading[] {
  const { street, ignoredWords, towns } = reading;
  if (street === null || ignoredWords.length === 0) return [reading];
  // A town inside the name, or two, would leave words of two names.
  const [town, ...others] = towns;
  const isBehind = town !== undefined && town.group > 0 && town.from === 0;
  if (!isBehind || others.length > 0) return [reading];
  const groups = [street, ...ignoredWords];
  const joined = {
    words: groups.flatMap(({ words }) => words),
    type: groups.find(({ type }) => type !== undefined)?.type,
    numbers: groups.flatMap(({ numbers }) => numbers),
  };
  const nothing = { ignoredWords: [], missedTowns: 0, missedGuesses: 0, streetIsTown: false };
  return [{ ...reading, ...nothing, street: joined }, reading];
}

/** How often a place of a name is meant, by its municipality. Suggestions have no confidence. */
function trustFinder(
  index: GeocoderIndex,
  { name, used, worst }: PlaceNameMatch,
  reading: QueryReading,
  { beginnings }: Lenience,
  isAlone: boolean,
): (municipality: number) => number {
  if (beginnings) return () => 1;
  const trustIn = untypedWordsTrust(index, name, used, reading);
  const isGuess = isAlone && worst <= quality.slip;
  return isGuess ? municipality => onlyBySlip * trustIn(municipality) : trustIn;
}

/** The typed words that a name does not have, or not as they were typed. */
function faultsOfName(
  { namedPlaces }: GeocoderIndex,
  { name, worst }: PlaceNameMatch,
  { ignoredWords }: QueryReading,
  isOtherType: boolean,
): Fault[] {
  const unknown = ignoredWords.map(() => unknownPart);
  if (!isOtherType && worst > quality.slip) return unknown;
  const problem = `the name is ${textAt(namedPlaces.texts, name)}`;
  return [...unknown, { field: 'address', problem }];
}
