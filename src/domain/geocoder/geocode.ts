import { metresBetween } from '#tools/geo/earth.ts';
import { answerPlace, displayName, type GeocodeResult } from './geocode-result.ts';
import { type GeocoderIndex, postalCodeRow } from './index/build-index.ts';
import { isWithin } from './index/central-position.ts';
import { positionOfStreet } from './index/indexed-streets.ts';
import { findStreets, type StreetCandidate } from './match/candidates.ts';
import {
  findAreaSeat,
  findLastResort,
  findPlaces,
  type PlaceCandidate,
  standsInFor,
} from './match/find-places.ts';
import { type CheckedHints, type ContradictedHint, isAbroad, readHints } from './match/hints.ts';
import { locateHouses } from './match/houses.ts';
import { lookUp, strict, type WordMatches } from './match/look-up-words.ts';
import { nameFinder } from './match/name-fit.ts';
import {
  positionTrust,
  type RankedPlace,
  rankPlaces,
  spellingFitter,
} from './match/rank-places.ts';
import {
  dropOtherStretches,
  sortStreets,
  withoutNeighbours,
  withoutOtherNames,
  worthShowing,
} from './match/rank-streets.ts';
import { type QueryReading, readings, withoutWordsBefore } from './match/readings.ts';
import { findNamedPlaces } from './named-places/find-named-places.ts';
import { rankNamedPlaces } from './named-places/rank-named-places.ts';
import {
  type ParsedAddress,
  parse,
  type QueryWord,
  strayNumberFaults,
  withGivenNumber,
  withHalfWord,
} from './query/parse.ts';
import { type Answer, confidenceOf, inShares, rankAnswers, worthOf } from './rank.ts';
import {
  answerRoadKilometre,
  findRoadKilometre,
  type RoadKilometre,
  roadAccuracy,
} from './road-kilometre.ts';
import type { HouseLookup } from './rows/geocoder-rows.ts';
import { addressBudget, type Budget } from './score/budget.ts';
import {
  type Fault,
  type Finding,
  faultsOf,
  findings,
  leastNameScore,
  leastScore,
  leastShareOfBest,
  leastShown,
  scaled,
  scoreOf,
  trustOf,
} from './score/evidence.ts';
import { fold } from './text/fold.ts';
import { findTowns, type Town } from './towns/find-towns.ts';
import type { Hints } from './towns/street-in-towns.ts';
import { isTownName } from './towns/town-names.ts';
import { everywhere, type Wanted, type Within, writeWanted } from './wanted.ts';

/** An address to find. */
export interface GeocodeQuery extends Wanted {
  /** 3 to 256 characters; anything else is not read, and the hints alone are looked up. */
  readonly address: string;
  /** Whether it names a street for certain: no village of that name, of any length. */
  readonly isStreet?: boolean;
  /** Beside a street: `24`, `24Α`, `24-26`. */
  readonly houseNumber?: string;
  /** Hints: five digits, and the name of a town. */
  readonly postalCode?: string;
  readonly city?: string;
}

/** What each step made of an address. */
export interface Explanation {
  readonly parsed: ParsedAddress;
  readonly hints: CheckedHints;
  readonly towns: readonly Town[];
  readonly readings: readonly QueryReading[];
  readonly streets: readonly StreetCandidate[];
  readonly places: readonly RankedPlace[];
  /** What was found out about the first result, and about the hints. */
  readonly evidence: readonly Finding[];
  /** How well the first result fits; 0 without one. */
  readonly bestScore: number;
  /** Whether the address is outside Greece. */
  readonly isOutside: boolean;
  readonly results: readonly GeocodeResult[];
}

/** The bounds of an address's length, in characters. */
export const addressLength = { least: 3, most: 256 } as const;

/** A reading is searched if a street of it can fit nearly as well as a good one that was found. */
const leastShareOfReading = 0.95;
/** A street this good needs no second search with typing errors in every word. */
const goodEnough = 0.6;
const mostStreets = 200;

/**
 * Finds an address: the best results first, none when nothing fits. Throws `TooManyCandidates` when
 * too much fits.
 */
export async function geocode(
  index: GeocoderIndex,
  query: GeocodeQuery,
  houses?: HouseLookup,
  budget?: Budget,
): Promise<readonly GeocodeResult[]> {
  return (await explain(index, query, houses, budget)).results;
}

/**
 * Finds an address and shows what each step made of it. If nothing in the address is in the town of
 * the hint `city`, the address decides, and the hint is a fault. If nothing is found, but a postal
 * code or a town is known, that is the answer.
 */
export async function explain(
  index: GeocoderIndex,
  query: GeocodeQuery,
  houses?: HouseLookup,
  budget = addressBudget(),
): Promise<Explanation> {
  const first = await explainHinted(index, query, houses, budget);
  if (first.bestScore >= leastScore) return first;
  if (first.hints.city !== null) {
    const { city, ...withoutCity } = query;
    const contradicted = { ...withoutCity, contradictedCity: city! };
    const second = await explainHinted(index, contradicted, houses, budget);
    if (second.bestScore >= leastScore || second.bestScore > first.bestScore) return second;
  }
  return first.isOutside ? first : withLastResort(index, query, first);
}

/** What fits badly is no answer if it is further than this from the code or town, in metres. */
const farMetres = 20_000;

/** Nothing near was found: the postal code, else the town. */
function withLastResort(
  index: GeocoderIndex,
  query: GeocodeQuery,
  found: Explanation,
): Explanation {
  const { hints, towns, parsed, results: badly } = found;
  const place = findLastResort(index, hints, towns);
  if (place === undefined) return found;
  const { evidence } = place;
  const at =
    place.place === null
      ? index.postalCodes[place.postalCode!]!
      : index.places.places[place.place]!;
  const reach = at.accuracyMetres + farMetres;
  if (badly[0] !== undefined && metresBetween(badly[0], at) <= reach) return found;
  const faults = [...faultsOf(hints.evidence), ...parsed.setAside];
  const answer: Answer = {
    confidence: confidenceOf(trustOf([...evidence, ...hints.evidence])),
    evidence,
    score: place.score,
    at,
    write: confidence => answerPlace(index, place, confidence, faults),
  };
  const results = writeWanted(index, [answer], query).map(({ result }) => result);
  return { ...found, evidence: [...evidence, ...hints.evidence], results };
}

/** The pipeline, from top to bottom. */
async function explainHinted(
  index: GeocoderIndex,
  query: GeocodeQuery & ContradictedHint,
  houses: HouseLookup | undefined,
  budget: Budget,
): Promise<Explanation> {
  // The address counts too: once its batch has nothing left, it is not even taken apart.
  budget.spend(1);
  // Fold and cut: words in groups, numbers, postal code.
  const namesTown = (words: readonly QueryWord[]) => isTownName(index.places, words, budget);
  const isCode = (code: string) => index.postalCodeNumbers.has(code);
  const parsed = withGivenNumber(parse(checked(query), isCode, namesTown), query.houseNumber);
  // The hints beside the address, and where they contradict it.
  const hints = readHints(index, parsed, query, budget);
  // Which words may name a town, and so every way to understand the address.
  const towns = findTowns(index.places, withHalfTown(index, parsed, budget), budget);
  const ways = waysToRead(parsed, towns, query.isStreet ?? false, budget);
  // Names first, then number, postal code and town of each street with such a name.
  const within = query.isWithin && { isWithin: query.isWithin };
  const found = findAll(index, ways, hints, budget, within);
  // To the house, where houses are known.
  const located = houses ? await locateHouses(index, found, houses) : found;
  const stretches = dropOtherStretches(index, located, hints.postalCode);
  const sorted = withoutOtherNames(index, stretches);
  const { own, neighbours } = withoutNeighbours(sorted);
  const streets = worthShowing(own);
  // Towns and postal codes: asked for as such, or all that is left.
  const typed = `${query.address} ${query.city ?? ''}`;
  const places = placesFor(index, ways, hints, streets[0], typed, budget);
  // A name that is exactly that of a hospital does not mean a street or town with a similar name.
  const best = Math.max(leastNameScore, worthOf(streets[0]), places[0]?.score ?? 0);
  const named = mayNamePlace(query, parsed)
    ? rankNamedPlaces(
        index,
        findNamedPlaces(index, ways, hints, strict, budget, best, query.isStreet),
      )
    : [];
  // One order, in which each has its share of the confidence.
  const ofAll = [...hints.evidence, ...namelessStreet(query, parsed)];
  const answers = rankAnswers(
    index,
    { streets, neighbours, places, named },
    {
      evidence: ofAll,
      faults: [...faultsOf(ofAll), ...parsed.setAside],
      faultsOfStreet: street =>
        strayNumberFaults(parsed, query.houseNumber, displayName(index, street)),
    },
  );
  const road = findRoadKilometre(index, parsed, towns);
  const onRoad = road ? [roadAnswer(index, road, faultsOf(hints.evidence))] : [];
  const isOutside = hints.isAbroad || isAbroad(parsed.groups, namesTown);
  const written = isOutside ? [] : writeWanted(index, inOrder(onRoad, answers), query);
  const results = written.map(({ result }) => result);
  const evidence = [...(written[0]?.evidence ?? []), ...ofAll];
  return {
    parsed,
    hints,
    towns,
    readings: ways,
    streets,
    places,
    evidence,
    bestScore: written[0]?.score ?? 0,
    isOutside,
    results,
  };
}

/** A last word that names nothing may be the beginning of a town: `Χατζή 12 Ζωγρ`. */
function withHalfTown(index: GeocoderIndex, parsed: ParsedAddress, budget: Budget) {
  const [last] = parsed.groups.slice(-1);
  const isName = (word: QueryWord) =>
    hasSound(lookUp(index.names.words, word, strict, budget)) ||
    hasSound(lookUp(index.namedPlaces.words, word, strict, budget)) ||
    last!.words.some((_, i) => isTownName(index.places, last!.words.slice(i), budget));
  return withHalfWord(parsed, isName).groups;
}

function hasSound(matches: WordMatches): boolean {
  return matches.values().some(({ fit }) => fit >= findings.wordSound.fit);
}

/** A kilometre of a road comes before what else the text may mean. */
function inOrder(onRoad: readonly Answer[], answers: readonly Answer[]): readonly Answer[] {
  return onRoad.length > 0 ? inShares(onRoad, answers) : answers;
}

function roadAnswer(index: GeocoderIndex, road: RoadKilometre, faults: readonly Fault[]): Answer {
  const write = (confidence: number) => answerRoadKilometre(index, road, confidence, faults);
  const onRoad = scaled(findings.onRoad, 1, positionTrust(roadAccuracy(road)));
  const confidence = confidenceOf(onRoad.trust);
  return { confidence, evidence: [onRoad], score: onRoad.trust, at: road.at ?? road.from, write };
}

/** Fewer letters than `addressLength.least` may be a street's name, and are no address. */
function checked({ address, isStreet = false }: GeocodeQuery): string {
  const least = isStreet ? 1 : addressLength.least;
  return address.length < least || address.length > addressLength.most ? '' : address;
}

/** A street with a house number is no place, and neither is a number: `5` is not the 5th school. */
function mayNamePlace({ isStreet, houseNumber }: GeocodeQuery, { groups }: ParsedAddress) {
  return !isStreet || (houseNumber === undefined && groups.some(({ words }) => words.length > 0));
}

/** The fault of a street without a letter or a digit in it. */
function namelessStreet({ isStreet = false }: GeocodeQuery, { groups }: ParsedAddress): Finding[] {
  return isStreet && groups.length === 0 ? [findings.streetNameless] : [];
}

/** Every way to read the address; words that name a street are not read as a town. */
function waysToRead(
  parsed: ParsedAddress,
  towns: readonly Town[],
  isStreet: boolean,
  budget: Budget,
): QueryReading[] {
  const ways = readings(parsed, towns, budget);
  const streets = ways.filter(({ street }) => street !== null);
  if (!isStreet || streets.length === 0) return ways;
  return streets.map(way => ({ ...way, streetIsTown: false, isBareName: false }));
}

interface Search {
  /** Whether every word of some letters may be unfinished. */
  readonly beginnings?: boolean;
  /** Only streets that may lie here. */
  readonly isWithin?: Within;
}

/**
 * Typing errors only where words are unknown. If that finds nothing good: in every word, and without
 * words before the street that no street has.
 */
export function findAll(
  index: GeocoderIndex,
  ways: readonly QueryReading[],
  hints: Hints,
  budget: Budget,
  { beginnings = false, isWithin = everywhere }: Search = {},
): StreetCandidate[] {
  const isNear = ({ street }: StreetCandidate) => {
    const at = positionOfStreet(index, street);
    return isWithin(at, at.accuracyMetres);
  };
  let best: number = beginnings ? leastScore : leastShown;
  const search = (ways: readonly QueryReading[], slips: boolean) => {
    const namesOf = nameFinder(index.names, { slips, beginnings }, budget);
    return ways.flatMap(way => {
      // Beside a good street, what fits less well in another reading is a suggestion at most.
      const share = beginnings || best < goodEnough ? leastShareOfBest : leastShareOfReading;
      const all = findStreets(index, way, hints, namesOf, best * share, budget);
      const streets = isWithin === everywhere ? all : all.filter(isNear);
      for (const { score } of streets) best = Math.max(best, score);
      return streets;
    });
  };
  const exact = search(ways, false);
  if (best >= goodEnough) return sortStreets(index, exact).slice(0, mostStreets);
  const isInStreets = (word: QueryWord) =>
    hasSound(lookUp(index.names.words, word, strict, budget));
  const shorter = ways.flatMap(way => withoutWordsBefore(way, isInStreets));
  const named = search(shorter, false).filter(({ likeness }) => likeness !== 'form');
  const found = [...search(ways, true), ...named];
  return sortStreets(index, found).slice(0, mostStreets);
}

/** Places that fit at least as well as the best street, which is more exact than its town. */
function placesFor(
  index: GeocoderIndex,
  ways: readonly QueryReading[],
  hints: Hints,
  street: StreetCandidate | undefined,
  typed: string,
  budget: Budget,
): RankedPlace[] {
  const worth = worthOf(street);
  const found = ways
    .filter(way => !standsInFor(way) || worth <= findings.standIn.fit)
    .flatMap(way => [...findPlaces(index, way, hints, budget), ...findAreaSeat(index, way, hints)])
    .filter(({ score }) => score > 0 && score >= worth)
    .filter(place => !isStreetAfter(index, place, street, typed));
  if (found.length === 0) return [];
  const chosen = hints.postalCode === null ? found : oneWithCode(index, found, hints.postalCode);
  return rankPlaces(index, chosen, spellingFitter(typed), budget);
}

/**
 * Whether the town has a street of just the typed name, which is that of a place in another form:
 * `Κηφισίας, Αθήνα` is the avenue, and `Κηφισιά, Αθήνα` the suburb.
 */
function isStreetAfter(
  { places }: GeocoderIndex,
  { place, inPlaceOf }: PlaceCandidate,
  street: StreetCandidate | undefined,
  typed: string,
): boolean {
  if (place === null || inPlaceOf !== null || street === undefined) return false;
  // The area that was asked for is no doubt about the name.
  const ofName = street.evidence.filter(finding => finding !== findings.inArea);
  const isSure =
    street.isInAskedTown && street.isWhole && scoreOf(ofName) >= findings.wordSound.fit;
  // Latin letters leave the ending open.
  if (!isSure || !/\p{Script=Greek}/u.test(typed)) return false;
  const inWords = (text: string) =>
    ` ${fold(text)
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ')} `;
  return !inWords(typed).includes(inWords(places.places[place]!.name));
}

/**
 * A postal code and the town or village that it agrees with are one place, not two results. The
 * code is more exact than its municipality or island, and less exact than a village in it.
 */
export function oneWithCode(
  index: GeocoderIndex,
  found: readonly PlaceCandidate[],
  postalCode: string,
): PlaceCandidate[] {
  const code = postalCodeRow(index, postalCode)!;
  const precise = ({ place: number }: PlaceCandidate) => {
    if (number === null) return 1;
    const place = index.places.places[number]!;
    if (place.kind === 'municipality' || place.kind === 'island') return 2;
    const isInCode =
      place.postalCodes.includes(postalCode) || isWithin(place, code, code.accuracyMetres);
    return isInCode ? 0 : 3;
  };
  const isBefore = (a: PlaceCandidate, b: PlaceCandidate) =>
    a.score > b.score || (a.score === b.score && precise(a) < precise(b));
  const [first, ...others] = found;
  if (first === undefined) return [];
  return [others.reduce((best, other) => (isBefore(other, best) ? other : best), first)];
}
