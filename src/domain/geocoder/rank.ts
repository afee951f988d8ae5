import { answerNamed, answerPlace, answerStreet, type GreekResult } from './geocode-result.ts';
import type { GeocoderIndex } from './index/build-index.ts';
import { positionOfStreet } from './index/indexed-streets.ts';
import type { StreetCandidate } from './match/candidates.ts';
import type { RankedPlace } from './match/rank-places.ts';
import { identityOf, isElsewhere, isLessAlike } from './match/rank-streets.ts';
import { hasKind, lacksKind, type RankedNamed } from './named-places/rank-named-places.ts';
import { type Fault, type Finding, findings, trustOf } from './score/evidence.ts';

/** An answer that is written only if it is returned: of hundreds, a few are. */
export interface Answer {
  readonly confidence: number;
  readonly evidence: readonly Finding[];
  /** How well the text fits, without its rivals. */
  readonly score: number;
  readonly at: { readonly latitude: number; readonly longitude: number };
  readonly street?: StreetCandidate;
  readonly write: (confidence: number) => GreekResult;
}

/** What was found of each kind, best first. */
export interface Found {
  readonly streets: readonly StreetCandidate[];
  /** Streets of neighbouring towns that are not shown, because the town itself has one. */
  readonly neighbours: readonly StreetCandidate[];
  readonly places: readonly RankedPlace[];
  readonly named: readonly RankedNamed[];
}

/** What is known of all answers of a text: findings, faults, and the faults of a street. */
interface OfAll {
  readonly evidence: readonly Finding[];
  readonly faults: readonly Fault[];
  readonly faultsOfStreet: (street: number) => readonly Fault[];
}

/** Three decimals, rounded down, so that 1 means certain. */
export function confidenceOf(trust: number): number {
  return Math.floor(Math.min(1, trust) * 1000 + 1e-6) / 1000;
}

/**
 * All that was found in one order. The kind that fits best comes first, and its answers share the
 * confidence: each has its trust times its share. What else fits shares what they leave, so that the
 * confidences of one text add up to 1 at most.
 */
export function rankAnswers(index: GeocoderIndex, found: Found, ofAll: OfAll): Answer[] {
  const { places, named } = found;
  const isTown = meansTown(found);
  const shared = isTown ? [] : shareStreets(index, found);
  const best = Math.max(places[0]?.score ?? 0, worthOf(found.streets[0]));
  const ofNamed = namedAnswers(index, named, best, ofAll);
  const ofPlaces = placeAnswers(index, places, isTown && besideStreet(found), ofAll);
  const ofStreets = streetAnswers(index, shared, ofAll);
  const others = isTown ? ofPlaces : ofStreets;
  // The first is the one that is meant most often; another may be called just as typed.
  const fitting = named.find(({ score }) => score === 1) ?? named[0];
  const isNamed = fitting !== undefined && meansNamed(index, fitting, places, best);
  const weaker = (answer: Answer) => beside(answer, fitting?.score ?? 0);
  const [first, behind] = isNamed
    ? [ofNamed, [...others.first, ...others.behind]]
    : [others.first, [...others.behind, ...ofNamed]];
  return inShares(isNamed ? first : first.map(weaker), behind);
}

/** How well a street fits, and how often a town is meant that has it; 0 without a street. */
export function worthOf(street: StreetCandidate | undefined): number {
  return street === undefined ? 0 : street.score * street.townsShare;
}

/** A name that is exactly that of a town means the town, not a street named after it. */
function meansTown({ streets, places }: Found): boolean {
  return places.length > 0 && places[0]!.score >= worthOf(streets[0]);
}

/** Answers by their confidence; those behind share what the first ones leave, and are no surer. */
export function inShares(first: readonly Answer[], behind: readonly Answer[]): Answer[] {
  const sum = (list: readonly Answer[]) => list.reduce((all, one) => all + one.confidence, 0);
  const most = Math.max(0, ...first.map(({ confidence }) => confidence)) || 1;
  const left = Math.max(0, 1 - sum(first));
  const scale = Math.min(1, left / (sum(behind) || 1));
  const rest = behind.map(answer => ({
    ...answer,
    confidence: confidenceOf(Math.min(most, answer.confidence * scale)),
  }));
  return [...first, ...rest].sort((a, b) => b.confidence - a.confidence);
}

/** A rival counts from this share of the best fit on, and fully when it is as good. */
const rivalShare = 0.96;

/** The same for a street in another town, which changes more if it is meant. */
const otherTownShare = 0.92;

/** How strong a rival of the best is, 0 to 1. */
function strengthOf(fit: number, best: number, least = rivalShare): number {
  return Math.min(1, Math.max(0, (fit / best - least) / (1 - least)));
}

/** How often people write a city's name for a street that each of its suburbs has too. */
const suburbShare = 0.02;
const mostSuburbs = 5;
/** How much less often a street of the city is meant whose name fits less well than a suburb's. */
const similarNamePower = 4;

/** A street with its trust and share; the first of its town, or one behind it. */
interface SharedStreet {
  readonly candidate: StreetCandidate;
  readonly trust: number;
  readonly isFirst: boolean;
}

/**
 * The streets with their shares. The towns share first, by how often each is meant and by how well
 * its best street fits; in a town the first street is less sure if others fit as well.
 */
function shareStreets(index: GeocoderIndex, { streets, neighbours }: Found): SharedStreet[] {
  const { municipality } = index.streets;
  const worthIn = ({ score, townShare }: StreetCandidate) => score * townShare;
  const sorted = streets.toSorted((a, b) => worthIn(b) - worthIn(a));
  const [first] = sorted;
  if (first === undefined) return [];
  const towns = Map.groupBy(sorted, ({ street }) => municipality[street]!);
  // Which of the namesakes is meant is known; where in a town a street lies says little about that.
  const isNamesake = first.townShare < 1;
  const weightOf = ({ score, townShare }: StreetCandidate) =>
    isNamesake ? (townShare * score) / first.score : strengthOf(score, first.score, otherTownShare);
  const weights = new Map([...towns].map(([town, [head]]) => [town, weightOf(head!)]));
  const least = first.score * findings.inBasin.fit * rivalShare;
  const suburbs = neighbours.filter(({ score }) => score >= least);
  const near = new Set(suburbs.map(({ street }) => municipality[street]!)).size;
  // `Σοφίας 10 Θεσσαλονίκη` is a street of a suburb, or Αγίας Σοφίας of the city.
  const inCity = isElsewhere(first) ? sorted.find(one => !isElsewhere(one)) : undefined;
  const ofCity = ((inCity?.score ?? 0) / first.score) ** similarNamePower;
  const ofSuburbs = suburbShare * Math.min(near, mostSuburbs);
  const others = 1 - first.townsShare + ofSuburbs + ofCity;
  const all = weights.values().reduce((sum, weight) => sum + weight, others);
  const own = trustOf(first.evidence) / first.score;
  const inOwnTown = firstInTown(index, towns.get(municipality[first.street]!)!);
  return [...towns].flatMap(([town, inTown]) => {
    const weight = weights.get(town)!;
    return inTown.map((candidate, i): SharedStreet => {
      const isFirst = i === 0 && weight > 0;
      // A street that fits less well than the first is less sure in proportion.
      const trust = Math.min(trustOf(candidate.evidence), own * candidate.score);
      const share = isFirst ? (weight / all) * inOwnTown : weight / all || 1;
      return { candidate, trust: trust * share, isFirst };
    });
  });
}

/** How sure the first street of a town is beside others of the town, and beside its own stretches. */
function firstInTown(index: GeocoderIndex, sorted: readonly StreetCandidate[]): number {
  const [first] = sorted;
  const strengths = new Map<number, number>();
  let stretches = 0;
  for (const candidate of sorted) {
    const strength =
      strengthOf(candidate.score, first!.score) *
      (isLessAlike(candidate, first!) || (first!.isWhole && !candidate.isWhole) ? lessAlike : 1);
    const identity = identityOf(index, candidate);
    if (strengths.has(identity)) stretches += strength;
    else strengths.set(identity, strength);
  }
  const streets = strengths.values().reduce((sum, strength) => sum + strength, 0);
  return (0.5 + 0.5 / Math.max(1, streets)) * (0.9 + 0.1 / (1 + stretches));
}

/** How often a street is meant that only sounds as typed, or has more words, beside one called so. */
const lessAlike = 0.3;

/** The answers of a kind: those that share the confidence, and those that share what is left. */
interface Tiers {
  readonly first: readonly Answer[];
  readonly behind: readonly Answer[];
}

function streetAnswers(
  index: GeocoderIndex,
  shared: readonly SharedStreet[],
  { evidence: ofAll, faults, faultsOfStreet }: OfAll,
): Tiers {
  const trust = trustOf(ofAll);
  const answer = ({ candidate: street, trust: own }: SharedStreet): Answer => ({
    confidence: confidenceOf(
      own * trust * (isStray(ofAll, street) ? findings.townUnknown.trust : 1),
    ),
    evidence: street.evidence,
    score: street.score,
    at: street.spot ?? positionOfStreet(index, street.street),
    street,
    write: rounded =>
      answerStreet(index, street, rounded, [...faults, ...faultsOfStreet(street.street)]),
  });
  const { first = [], behind = [] } = Object.groupBy(shared, ({ isFirst }) =>
    isFirst ? 'first' : 'behind',
  );
  return { first: first.map(answer), behind: behind.map(answer) };
}

/** Whether a street is somewhere, while a town was given that is not known. */
function isStray(ofAll: readonly Finding[], { isInAskedTown }: StreetCandidate): boolean {
  return ofAll.includes(findings.hintCityUnknown) && !isInAskedTown;
}

/** How sure a place is whose name is also that of a street in the town beside it. */
const besideStreetTrust = 0.9;

/** Whether a street fits nearly as well as the place that is meant, also one in the city's basin. */
function besideStreet({ streets, places: [place] }: Found): boolean {
  const isStreet = ({ evidence }: StreetCandidate) =>
    evidence.every(({ fit, trust }) => fit < 1 || trust === 1);
  const least = place!.score * rivalShare * findings.inBasin.fit;
  return streets.some(street => street.score >= least && isStreet(street));
}

function placeAnswers(
  index: GeocoderIndex,
  places: readonly RankedPlace[],
  isBesideStreet: boolean,
  { evidence: ofAll, faults }: OfAll,
): Tiers {
  const trust = trustOf(ofAll) * (isBesideStreet ? besideStreetTrust : 1);
  const answers = places.map(
    (place): Answer => ({
      confidence: confidenceOf(place.confidence * trust),
      evidence: place.evidence,
      score: place.score,
      at:
        place.place === null
          ? index.postalCodes[place.postalCode!]!
          : index.places.places[place.place]!,
      write: rounded => answerPlace(index, place, rounded, faults),
    }),
  );
  // The first counts for namesakes that are near, which then share what is left.
  return { first: answers.slice(0, 1), behind: answers.slice(1) };
}

function namedAnswers(
  index: GeocoderIndex,
  named: readonly RankedNamed[],
  best: number,
  { evidence: ofAll, faults }: OfAll,
): Answer[] {
  const { latitude, longitude } = index.namedPlaces;
  return named
    .filter(({ score }) => score >= best)
    .map(place => ({
      confidence: confidenceOf(place.confidence * trustOf(ofAll)),
      evidence: place.evidence,
      score: place.score,
      at: { latitude: latitude[place.place]!, longitude: longitude[place.place]! },
      write: rounded => answerNamed(index, place, rounded, faults),
    }));
}

/** How much a named place with a better fitting name lowers the confidence of streets and towns. */
const namedPower = 4;

function beside(answer: Answer, ofNamed: number): Answer {
  const share = Math.min(1, answer.score / ofNamed) ** namedPower;
  return { ...answer, confidence: confidenceOf(answer.confidence * share) };
}

/**
 * Whether the named place is meant, and not the street or town. `Αεροδρόμιο Χανίων` is the airport,
 * though a hamlet there has the name. `Πρινέ` is the village, though its school is called so.
 */
function meansNamed(
  index: GeocoderIndex,
  named: RankedNamed,
  [place]: Found['places'],
  best: number,
): boolean {
  if (place?.inPlaceOf === null && lacksKind(index, named)) return false;
  return (
    named.score * findings.wordSound.fit > best || (named.score >= best && hasKind(index, named))
  );
}
