import { type GeocoderIndex, postalCodeRow } from '../build.ts';
import { listOf } from '../index/postings.ts';
import { rangesOf } from '../index/streets.ts';
import { buildingAsked } from '../names/place-kinds.ts';
import { type HouseNumber, writeHouseNumber } from '../query/house-number.ts';
import type { QueryWord } from '../query/parse.ts';
import { ignoredWordsFactor, type QueryReading } from '../query/readings.ts';
import type { Meaning } from '../query/towns.ts';
import type { NumberRange } from '../rows.ts';
import type { Budget } from './budget.ts';
import { isArea } from './containment.ts';
import type { NameMatch, StreetWords } from './name-fit.ts';
import type { NameFinder } from './names.ts';
import { doubtOfNamesakes, type NamesakeDoubt } from './namesake-towns.ts';
import { bareStreet, numberFit, placeFit, quality, surplus } from './score-factors.ts';
import { calledSo, type Fault, type StreetCandidate, unknownPart } from './street-candidate.ts';
import { type Hints, municipalitiesOf, townFit, townsOf } from './towns.ts';

/** Every street that fits one reading of the address with a score of at least `floor`. */
export function findStreets(
  index: GeocoderIndex,
  reading: QueryReading,
  hints: Hints,
  namesOf: NameFinder,
  floor: number,
  budget: Budget,
): StreetCandidate[] {
  const base = ignoredWordsFactor(reading);
  if (reading.street === null || base < floor) return [];
  const towns = townsOf(reading, hints);
  budget.spend(
    towns.reduce((sum, { places, municipalities }) => sum + places.length + municipalities.size, 1),
  );
  const within = municipalitiesOf(index, towns, hints);
  if (within?.size === 0) return [];
  const found: StreetCandidate[] = [];
  const matches: NameMatch[] = [];
  for (const match of namesOf(reading.street)) {
    const hasCity = reading.streetHasCity && match.coreFit < quality.sound;
    const asTown = townFactor(match, reading, hints);
    const fit = base * match.score * asTown * (hasCity ? surplus.cityInStreet : 1);
    if (fit >= floor) matches.push({ ...match, score: fit });
  }
  const namesakes = doubtOfTown(index, matches, onlyHint(towns, hints));
  for (const match of matches) {
    const trust = trustOf(index, reading, hints, match.coreFit);
    const score = match.score * (namesakes?.doubt ?? 1);
    const named = { ...match, score, trust, faults: nameFaults(index, match, reading) };
    const streets = listOf(index.streets.ofName, match.name);
    budget.spend(streets.length);
    for (const street of streets) {
      if (within && !within.has(index.streets.municipality[street]!)) continue;
      const candidate = judge(index, street, named, towns, hints);
      if (!candidate || candidate.score < floor) continue;
      const townShare = namesakes?.shares.get(index.streets.municipality[street]!) ?? 1;
      found.push(townShare < 1 ? { ...candidate, townShare } : candidate);
    }
  }
  if (reading.corner === null || found.length === 0) return found;
  return withCorner(index, found, reading.corner, reading.leastCornerFit, namesOf, budget);
}

/** The factor for a street whose name is only nearly the typed town's. */
function townFactor(
  { score, isOtherType }: NameMatch,
  { streetIsTown, isBareName, ignoredWords }: QueryReading,
  { postalCode }: Hints,
): number {
  if (!streetIsTown || score >= 1) return 1;
  if (isOtherType) return surplus.townAsOtherType;
  const hasMore = postalCode !== null || ignoredWords.length > 0;
  return isBareName && hasMore ? surplus.townAndMore : surplus.townAsStreet;
}

/**
 * One factor for all names, that of the best fitting one that a town of the name has: which town is
 * meant must not decide between two of its streets.
 */
function doubtOfTown(
  index: GeocoderIndex,
  matches: readonly NameMatch[],
  town: Meaning | null,
): NamesakeDoubt | undefined {
  if (town === null) return undefined;
  const doubtOf = doubtOfNamesakes(index, town);
  if (doubtOf === undefined) return undefined;
  for (const { name, coreFit } of matches.toSorted((a, b) => b.score - a.score)) {
    const doubt = doubtOf(listOf(index.streets.ofName, name), coreFit);
    if (doubt !== undefined) return doubt;
  }
  return undefined;
}

/**
 * The town, if nothing else shows which of its namesakes is meant. The places that an unfinished
 * name may become are no namesakes: the one that has the street is meant.
 */
function onlyHint(towns: readonly Meaning[], { postalCode }: Hints): Meaning | null {
  const [only] = towns;
  const isOnly = postalCode === null && towns.length === 1;
  return isOnly && only!.quality !== quality.unfinished ? only! : null;
}

/** A name with how surely it is a street's, and how it differs from what was typed. */
interface TrustedName extends NameMatch {
  readonly trust: number;
  readonly faults: readonly Fault[];
}

function nameFaults(
  index: GeocoderIndex,
  { name, unused, lacksCore, isOtherType, numbers }: NameMatch,
  { ignoredWords }: QueryReading,
): Fault[] {
  const faults: Fault[] = ignoredWords.map(() => unknownPart);
  if (unused.length > 0) faults.push(notInName(unused));
  if (lacksCore || isOtherType) faults.push(calledSo(index, name));
  for (const other of numbers.slice(1)) faults.push(numberAside(other));
  return faults;
}

function judge(
  index: GeocoderIndex,
  street: number,
  { name, score: nameScore, numbers, trust, likeness, isWhole, faults: ofName }: TrustedName,
  towns: readonly Meaning[],
  hints: Hints,
): StreetCandidate | undefined {
  const faults = [...ofName];
  const town = townFit(index, street, towns, hints, faults);
  if (town === 0) return undefined;
  const number = numbers[0] ?? null;
  const inRange = number && isInRange(rangesOf(index.streets, street), number);
  const score =
    nameScore * town * codeFit(index, street, hints, faults) * fitOfNumber(number, inRange);
  return {
    street,
    name,
    likeness,
    isWhole,
    isOtherName: false,
    isInAskedTown: towns.length > 0 || hints.postalCode !== null,
    number,
    inRange,
    corner: null,
    score,
    streetTrust: trust,
    townShare: 1,
    faults,
  };
}

/** The street that was asked for by its id, with a number and a corner or null. */
export function exactStreet(
  { streets }: GeocoderIndex,
  street: number,
  number: HouseNumber | null,
  corner: number | null,
): StreetCandidate {
  return {
    street,
    name: listOf(streets.namesOf, street)[0]!,
    likeness: 'spelling',
    isWhole: true,
    isOtherName: false,
    isInAskedTown: true,
    number,
    inRange: number && isInRange(rangesOf(streets, street), number),
    corner,
    score: 1,
    streetTrust: 1,
    townShare: 1,
    faults: [],
  };
}

/**
 * A name alone may be that of an unknown village, even more so if the street's name differs:
 * Δομένικο is a village, Δομενίκου a street.
 */
function trustOf(
  index: GeocoderIndex,
  reading: QueryReading,
  hints: Hints,
  coreFit: number,
): number {
  if (!reading.isBareName || hints.postalCode !== null) return 1;
  const { places } = index.places;
  const hasTown = townsOf(reading, hints).some(town =>
    town.places.some(place => !isArea(places[place]!)),
  );
  return (
    (hasTown ? 1 : bareStreet.noTown) *
    (reading.streetIsLaterTown ? bareStreet.laterTown : 1) *
    (coreFit >= quality.sound ? 1 : bareStreet.otherForm) *
    (buildingAsked(reading.street!.words) === undefined ? 1 : bareStreet.building)
  );
}

function notInName(unused: readonly QueryWord[]): Fault {
  return { field: 'street', problem: `not part of the name: ${textOf(unused)}` };
}

function numberAside(number: HouseNumber): Fault {
  return { field: 'house_number', problem: `"${writeHouseNumber(number)}" was set aside` };
}

function textOf(words: readonly QueryWord[]): string {
  return words.map(({ text }) => text).join(' ');
}

function fitOfNumber(number: HouseNumber | null, inRange: boolean | null): number {
  if (number === null) return 1;
  return inRange === false ? numberFit.outside : numberFit.plausible;
}

/** How far an open range counts: the real end of the street is not recorded. */
const openEndReach = 300;

/** Whether a number lies in one of the ranges, on the right side; null when there are none. */
function isInRange(ranges: readonly NumberRange[], { first }: HouseNumber): boolean | null {
  if (ranges.length === 0) return null;
  const side = first % 2 === 0 ? 'even' : 'odd';
  return ranges.some(
    range =>
      first >= range.from &&
      first <= (Number.isFinite(range.to) ? range.to : range.from + openEndReach) &&
      (range.side === 'both' || range.side === side),
  );
}

function codeFit(index: GeocoderIndex, street: number, hints: Hints, faults: Fault[]): number {
  const { postalCode } = hints;
  if (postalCode === null) return 1;
  const own = index.postalCodes[index.streets.postalCode[street]!];
  if (own?.postalCode === postalCode) return 1;
  if (own === undefined) return placeFit.noCode;
  const problem = `the street has ${own.postalCode}, not ${postalCode}`;
  faults.push({ field: 'postal_code', problem });
  const wanted = postalCodeRow(index, postalCode);
  const isNear =
    own.postalCode.slice(0, 3) === postalCode.slice(0, 3) ||
    own.municipality === wanted?.municipality;
  return isNear ? placeFit.nearbyCode : placeFit.otherCode;
}

/** A street that may be the second one of a corner, with how well its name fits. */
interface CornerStreet {
  readonly street: number;
  readonly match: NameMatch;
}

/**
 * A corner is where both streets are known in one postal code, or at least in one town. A name that
 * joins two (`Αλεξανδροπούλου Α. & Κ.`) is no corner.
 */
function withCorner(
  index: GeocoderIndex,
  candidates: readonly StreetCandidate[],
  typed: StreetWords,
  leastFit: number | null,
  namesOf: NameFinder,
  budget: Budget,
): StreetCandidate[] {
  const { streets } = index;
  const { postalCode, municipality } = streets;
  const others = namesOf(typed)
    .filter(({ coreFit }) => coreFit >= (leastFit ?? 0))
    .flatMap(match =>
      Array.from(listOf(streets.ofName, match.name), (street): CornerStreet => ({ street, match })),
    );
  budget.spend(others.length);
  // Names that fit best are first, and the first of a code or town counts.
  const last = others.toReversed();
  const byCode = new Map(last.map(other => [postalCode[other.street]!, other]));
  const byTown = new Map(last.map(other => [municipality[other.street]!, other]));
  const nameOf = (street: number) => listOf(streets.namesOf, street)[0];
  return candidates.flatMap((candidate): StreetCandidate[] => {
    const near = byCode.get(postalCode[candidate.street]!);
    const other = near ?? byTown.get(municipality[candidate.street]!);
    if (other === undefined) {
      // Words that only a hyphen joins are no corner where the second street is not known.
      if (leastFit !== null) return [];
      const fault: Fault = { field: 'corner', problem: 'the second street is not known there' };
      const score = candidate.score * placeFit.cornerUnknown;
      return [{ ...candidate, score, faults: [...candidate.faults, fault] }];
    }
    if (nameOf(other.street) === nameOf(candidate.street)) return [];
    const fit = (near === undefined ? placeFit.cornerApart : 1) * other.match.score;
    const faults = [...candidate.faults, ...cornerFaults(index, other.match)];
    return [{ ...candidate, corner: other.street, score: candidate.score * fit, faults }];
  });
}

/** The typed parts of the second street that its result does not have. */
function cornerFaults(
  { names }: GeocoderIndex,
  { name, lacksCore, unused, numbers }: NameMatch,
): Fault[] {
  const problems = [
    ...(unused.length > 0 ? [`not part of the name: ${textOf(unused)}`] : []),
    ...(lacksCore ? [`the name is ${names.texts[name]}`] : []),
    ...numbers.map(number => `"${writeHouseNumber(number)}" was set aside`),
  ];
  return problems.map(problem => ({ field: 'corner', problem }));
}
