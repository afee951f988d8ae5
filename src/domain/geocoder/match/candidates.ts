import { type GeocoderIndex, postalCodeRow } from '../index/build-index.ts';
import { isInRange } from '../index/indexed-streets.ts';
import { firstIn, listOf } from '../index/postings.ts';
import { buildingAsked } from '../names/place-kinds.ts';
import { type HouseNumber, writeHouseNumber } from '../query/house-number.ts';
import type { Budget } from '../score/budget.ts';
import { detailed, type Finding, findings, scaled, scoreOf } from '../score/evidence.ts';
import { isArea } from '../towns/containment.ts';
import { namesakeShares, type TownShares } from '../towns/namesakes.ts';
import { type Hints, municipalitiesOf, townFindings, townsOf } from '../towns/street-in-towns.ts';
import type { Meaning } from '../towns/town-names.ts';
import type { HousePosition } from './house-positions.ts';
import type { NameFinder, NameMatch } from './name-fit.ts';
import { type QueryReading, textOf } from './readings.ts';

/** A street that may be the one meant. */
export interface StreetCandidate extends Pick<NameMatch, 'likeness' | 'isWhole'> {
  readonly street: number;
  /** The name by which it was found. */
  readonly name: number;
  /** Whether it was found in a town or postal code that was asked for, or near it. */
  readonly isInAskedTown: boolean;
  readonly number: HouseNumber | null;
  /** Whether the number is in a recorded range; null when none is recorded. */
  readonly inRange: boolean | null;
  /** The other street of the corner, when known. */
  readonly corner: number | null;
  readonly evidence: readonly Finding[];
  /** By the evidence. */
  readonly score: number;
  /** How often its town is meant among its namesakes, and how often one is that has such a street. */
  readonly townShare: number;
  readonly townsShare: number;
  /** Where on it the house or the corner is, if that is known. */
  readonly spot: HousePosition | null;
}

/** A candidate about which something else was found out. */
export function withEvidence(
  candidate: StreetCandidate,
  evidence: readonly Finding[],
): StreetCandidate {
  return { ...candidate, evidence, score: scoreOf(evidence) };
}

/** A name of a reading's street, with what was found out before its streets are compared. */
interface FoundName {
  readonly match: NameMatch;
  readonly evidence: readonly Finding[];
  readonly score: number;
}

/** Every street that fits one reading of the address with a score of at least `floor`. */
export function findStreets(
  index: GeocoderIndex,
  reading: QueryReading,
  hints: Hints,
  namesOf: NameFinder,
  floor: number,
  budget: Budget,
): StreetCandidate[] {
  if (reading.street === null || reading.most < floor) return [];
  const towns = townsOf(reading, hints);
  budget.spend(
    towns.reduce((sum, { places, municipalities }) => sum + places.length + municipalities.size, 1),
  );
  const within = municipalitiesOf(index, towns);
  const code = index.postalCodeNumbers.get(hints.postalCode ?? '');
  if (within?.size === 0 && code === undefined) return [];
  const { municipality, postalCode, ofName } = index.streets;
  const names = namesFor(reading, hints, namesOf(reading.street), floor);
  const shares = sharesOfTown(index, names, onlyHint(towns, hints));
  const townsShare = shares ? shares.values().reduce((sum, share) => sum + share, 0) : 1;
  const found: StreetCandidate[] = [];
  for (const { match, evidence: before } of names) {
    const bare = bareName(index, reading, hints, match.coreFit);
    const evidence = [...before, ...bare, ...differences(index, match)];
    const name = { match, evidence, score: scoreOf(evidence) };
    const streets = listOf(ofName, match.name);
    budget.spend(streets.length);
    for (const street of streets) {
      const isInTowns = within === undefined || within.has(municipality[street]!);
      // A street elsewhere is meant only if it has the postal code.
      if (!isInTowns && postalCode[street] !== code) continue;
      const candidate = judge(index, street, name, towns, hints, floor, reading);
      if (candidate === undefined) continue;
      const townShare = shares?.get(municipality[street]!) ?? townsShare;
      found.push({ ...candidate, townShare, townsShare });
    }
  }
  if (reading.corner === null || found.length === 0) return found;
  const town = hints.city === null ? reading.cornerTown : null;
  return withCorner(index, found, { ...reading, cornerTown: town }, namesOf, budget);
}

/** The names of a reading that fit well enough; those that fit best are first. */
function namesFor(
  reading: QueryReading,
  hints: Hints,
  names: readonly NameMatch[],
  floor: number,
): FoundName[] {
  const found: FoundName[] = [];
  for (const match of names) {
    if (reading.most * match.score < floor) break;
    const ofTown = asTown(match, reading, hints);
    const evidence = [...reading.leftOut, ...match.evidence, ...ofTown];
    const score = scoreOf(evidence);
    if (score >= floor) found.push({ match, evidence, score });
  }
  return found;
}

/** What speaks for a town, where a street's name is only nearly what was typed. */
function asTown(
  { score, coreFit, isOtherType }: NameMatch,
  { streetIsTown, streetHasCity, isBareName, ignoredWords }: QueryReading,
  { postalCode }: Hints,
): Finding[] {
  const ofCity = streetHasCity && coreFit < findings.wordSound.fit ? [findings.cityMissed] : [];
  if (!streetIsTown || score >= 1) return ofCity;
  const hasMore = isBareName && (postalCode !== null || ignoredWords.length > 0);
  return [isOtherType || hasMore ? findings.townAndMore : findings.townAsStreet, ...ofCity];
}

/** Names that fit nearly as well as the best are the same street: `Βενιζέλου Ελευθερίου Λεωφ.` */
const sameName = 0.97;

/**
 * One share for all streets of a town, that of the best fitting name that one of its namesakes has:
 * which town is meant must not decide between two of its streets.
 */
function sharesOfTown(
  index: GeocoderIndex,
  names: readonly FoundName[],
  town: Meaning | null,
): TownShares | undefined {
  const sharesOf = town ? namesakeShares(index, town) : undefined;
  if (sharesOf === undefined) return undefined;
  const sorted = names.toSorted((a, b) => b.score - a.score);
  for (const { score } of sorted) {
    const alike = sorted.filter(one => one.score <= score && one.score >= score * sameName);
    const shares = sharesOf(
      alike.map(({ match: { name, coreFit } }) => ({
        streets: listOf(index.streets.ofName, name),
        fit: coreFit,
      })),
    );
    if (shares !== undefined) return shares;
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
  return isOnly && only!.spelled !== findings.townUnfinished ? only! : null;
}

/** How a name differs from what was typed. */
function differences(
  index: GeocoderIndex,
  { name, unused, lacksCore, isOtherType, numbers }: NameMatch,
): Finding[] {
  const isOther = lacksCore || isOtherType;
  return [
    ...(unused.length > 0 ? [detailed(findings.notInName, textOf(unused))] : []),
    ...(isOther ? [detailed(findings.calledOtherwise, index.names.texts[name]!)] : []),
    ...numbers.slice(1).map(other => detailed(findings.numberSetAside, writeHouseNumber(other))),
  ];
}

/** A street of a name, if it fits with a score of at least `floor`. */
function judge(
  index: GeocoderIndex,
  street: number,
  { match, evidence: ofName, score: ofNameScore }: FoundName,
  towns: readonly Meaning[],
  hints: Hints,
  floor: number,
  reading: QueryReading,
): StreetCandidate | undefined {
  const ofTowns = townFindings(index, street, towns, hints);
  if (ofTowns === undefined) return undefined;
  const { name, numbers, likeness, isWhole } = match;
  const number = numbers[0] ?? null;
  const inRange = number && isInRange(index.streets, street, number.first);
  const notIn = missedTown(index, street, match, reading, hints);
  const own = [...ofTowns, ...notIn, ...codeFindings(index, street, hints)];
  if (number !== null) own.push(numberFinding(inRange));
  const score = scoreOf(own, ofNameScore);
  if (score < floor) return undefined;
  return {
    street,
    name,
    likeness,
    isWhole,
    isInAskedTown: towns.length > 0 || hints.postalCode !== null,
    number,
    inRange,
    corner: null,
    evidence: [...ofName, ...own],
    score,
    townShare: 1,
    townsShare: 1,
    spot: null,
  };
}

/** A town of this many inhabitants contradicts a postal code; smaller ones may be its quarters. */
const contradictingPeople = 1_000;

/**
 * A town that was typed, and is neither the one of the street nor a part of its name, is a fault of
 * every street: `Γιαννιτσά Φιλίππου 34` is not Φιλίππου in another town.
 */
function missedTown(
  { streets: { municipality } }: GeocoderIndex,
  street: number,
  { unused, loose }: NameMatch,
  { otherTowns, street: typed, corner }: QueryReading,
  { city, postalCode }: Hints,
): Finding[] {
  if (otherTowns.length === 0 || city !== null) return [];
  const isForeign = (text: string) =>
    loose.includes(text) || unused.some(word => word.text === text);
  const inCorner = corner?.words.map(({ text }) => text) ?? [];
  const missed = otherTowns.filter(
    ({ texts, isLeftOut, largest }) =>
      (isLeftOut
        ? !texts.every(text => inCorner.includes(text))
        : texts.length < typed!.words.length && texts.some(isForeign)) &&
      (postalCode === null || largest >= contradictingPeople),
  );
  const [first] = missed;
  const isThere = missed.some(({ municipalities }) => municipalities.has(municipality[street]!));
  if (first === undefined || isThere) return [];
  const finding = first.isLeftOut ? findings.onlyTownMissed : findings.townInStreetMissed;
  return [detailed(finding, first.texts.join(' '))];
}

/** A number whose house is not known, by whether it is in a recorded range. */
export function numberFinding(inRange: boolean | null): Finding {
  if (inRange === null) return findings.numberUnknown;
  return inRange ? findings.numberInRange : findings.numberOutside;
}

/** The street that was asked for by its id, with a number and a corner or null. */
export function exactStreet(
  { streets }: GeocoderIndex,
  street: number,
  number: HouseNumber | null,
  corner: number | null,
): StreetCandidate {
  const inRange = number && isInRange(streets, street, number.first);
  return {
    street,
    name: firstIn(streets.namesOf, street),
    likeness: 'spelling',
    isWhole: true,
    isInAskedTown: true,
    number,
    inRange,
    corner,
    evidence: number === null ? [] : [numberFinding(inRange)],
    score: 1,
    townShare: 1,
    townsShare: 1,
    spot: null,
  };
}

/**
 * A name alone may be that of an unknown village, even more so if the street's name differs:
 * Δομένικο is a village, Δομενίκου a street.
 */
function bareName(
  { places: { places } }: GeocoderIndex,
  reading: QueryReading,
  hints: Hints,
  coreFit: number,
): Finding[] {
  if (!reading.isBareName || hints.postalCode !== null) return [];
  const hasTown = townsOf(reading, hints).some(town =>
    town.places.some(place => !isArea(places[place]!)),
  );
  const isBuilding = buildingAsked(reading.street!.words) !== undefined;
  return [
    ...(hasTown ? [] : [findings.bareWithoutTown]),
    ...(coreFit < findings.wordSound.fit ? [findings.bareOtherForm] : []),
    ...(isBuilding ? [findings.bareBuilding] : []),
  ];
}

function codeFindings(index: GeocoderIndex, street: number, { postalCode }: Hints): Finding[] {
  if (postalCode === null) return [];
  const own = index.postalCodes[index.streets.postalCode[street]!];
  if (own === undefined || own.postalCode === postalCode) return [];
  const wanted = postalCodeRow(index, postalCode);
  const isNear =
    own.postalCode.slice(0, 3) === postalCode.slice(0, 3) ||
    own.municipality === wanted?.municipality;
  const finding = isNear ? findings.codeNearby : findings.codeOther;
  return [detailed(finding, own.postalCode, postalCode)];
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
  { corner: typed, leastCornerFit: leastFit, cornerTown }: QueryReading,
  namesOf: NameFinder,
  budget: Budget,
): StreetCandidate[] {
  const { streets } = index;
  const { postalCode, municipality } = streets;
  const others = namesOf(typed!)
    .filter(({ coreFit }) => coreFit >= (leastFit ?? 0))
    .flatMap(match =>
      Array.from(listOf(streets.ofName, match.name), (street): CornerStreet => ({ street, match })),
    );
  budget.spend(others.length);
  // Names that fit best are first, and the first of a code or town counts.
  const last = others.toReversed();
  const byCode = new Map(last.map(other => [postalCode[other.street]!, other]));
  const byTown = new Map(last.map(other => [municipality[other.street]!, other]));
  const nameOf = (street: number) => firstIn(streets.namesOf, street);
  return candidates.flatMap((candidate): StreetCandidate[] => {
    const near = byCode.get(postalCode[candidate.street]!);
    const other = near ?? byTown.get(municipality[candidate.street]!);
    if (other === undefined) {
      // Words that only a hyphen joins are no corner where the second street is not known.
      if (leastFit !== null) return [];
      const unknown = [findings.cornerUnknown, ...townOf(cornerTown)];
      return [withEvidence(candidate, [...candidate.evidence, ...unknown])];
    }
    if (nameOf(other.street) === nameOf(candidate.street)) return [];
    const evidence = [
      ...candidate.evidence,
      scaled(findings.cornerName, other.match.score),
      ...(near === undefined ? [findings.cornerApart] : []),
      ...cornerDifferences(index, other.match),
      // `Λαύριο` is the town, and not the square of its name in Athens.
      ...townOf(other.match.score < findings.wordSound.fit ? cornerTown : null),
    ];
    return [withEvidence({ ...candidate, corner: other.street }, evidence)];
  });
}

function townOf(cornerTown: string | null): Finding[] {
  return cornerTown === null ? [] : [detailed(findings.cornerIsTown, cornerTown)];
}

/** How the name of the second street differs from what was typed. */
function cornerDifferences(
  { names }: GeocoderIndex,
  { name, lacksCore, unused, numbers }: NameMatch,
): Finding[] {
  return [
    ...(unused.length > 0 ? [detailed(findings.cornerNotInName, textOf(unused))] : []),
    ...(lacksCore ? [detailed(findings.cornerCalled, names.texts[name]!)] : []),
    ...numbers.map(number => detailed(findings.cornerNumber, writeHouseNumber(number))),
  ];
}
