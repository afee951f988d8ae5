import type { Box } from '#tools/geo/box.ts';
import { metresBetween } from '#tools/geo/earth.ts';
import {
  type AlsoIn,
  answerNamed,
  answerPlace,
  answerStreet,
  confidenceOf,
  type GeocodeResult,
  type GreekResult,
  inBothScripts,
  type Level,
  townName,
} from './geocode-result.ts';
import { streetId } from './ids.ts';
import type { GeocoderIndex } from './index/build-index.ts';
import type { StreetCandidate } from './match/candidates.ts';
import { positionOf } from './match/house-positions.ts';
import type { RankedPlace } from './match/rank-places.ts';
import { hasKind, lacksKind, type RankedNamed } from './named-places/rank-named-places.ts';
import { type Fault, type Finding, findings, trustOf } from './score/evidence.ts';

interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** Whether a point lies in the area that was asked for, or so many metres beside it. */
export type Within = (at: Point, metres?: number) => boolean;

/** Without an area, everything lies in it. */
export const everywhere: Within = () => true;

/** No degree is shorter in Greece, in metres. */
const leastDegreeMetres = 80_000;

/** The area of some boxes. */
export function withinBoxes(boxes: readonly Box[]): Within {
  return ({ latitude, longitude }, metres = 0) => {
    const margin = metres / leastDegreeMetres;
    return boxes.some(
      ({ west, south, east, north }) =>
        longitude >= west - margin &&
        longitude <= east + margin &&
        latitude >= south - margin &&
        latitude <= north + margin,
    );
  };
}

/** Which of the answers are wanted, and how many. */
export interface Wanted {
  /** How many results at most; 5 by default. */
  readonly limit?: number;
  /** Results less sure than this are left out; 0 by default. */
  readonly minConfidence?: number;
  /** Where the person looks: what is near is meant more often. */
  readonly near?: Point;
  /** Only what lies here, and only of these levels; everything by default. */
  readonly isWithin?: Within;
  readonly levels?: readonly Level[];
}

/** A result, and what was found out about it. */
interface WrittenAnswer {
  readonly result: GeocodeResult;
  readonly evidence: Answer['evidence'];
  readonly score: number;
}

/** The best of the answers that are wanted; a place without a position is no answer. */
export function writeWanted(
  index: GeocoderIndex,
  answers: readonly Answer[],
  { limit = 5, minConfidence = 0, near, isWithin = everywhere, levels }: Wanted,
): WrittenAnswer[] {
  const inArea = answers.filter(({ at }) => isWithin(at));
  const ordered = (near ? nearFirst(inArea, near) : inArea).toSorted(
    (a, b) => b.confidence - a.confidence,
  );
  return ordered
    .values()
    .filter(({ confidence }) => confidence >= minConfidence)
    .map(answer => ({ answer, found: answer.write(answer.confidence) }))
    .filter(({ found }) => !Number.isNaN(found.latitude))
    .filter(({ found }) => levels === undefined || levels.includes(found.match.level))
    .take(limit)
    .map(({ answer, found }) => {
      const also_in = alsoIn(index, answer, ordered);
      const result = inBothScripts(index, { ...found, match: { ...found.match, also_in } });
      return { result, evidence: answer.evidence, score: answer.score };
    })
    .toArray();
}

/** How much more often than others something is meant where the person looks, and how far that counts. */
const nearGain = 30;
const nearMetres = 20_000;
/** Answers whose texts fit about as well as the best: only between these something else decides. */
const alike = 0.95;

/** Among answers that fit alike, what is near has a larger share of their confidence. */
function nearFirst(answers: readonly Answer[], near: Point): readonly Answer[] {
  const best = Math.max(0, ...answers.map(({ score }) => score));
  const gain = ({ at, score }: Answer) =>
    score < alike * best || Number.isNaN(at.latitude)
      ? 0
      : 1 + nearGain * Math.exp(-metresBetween(near, at) / nearMetres);
  const rivals = answers.filter(answer => gain(answer) > 0);
  const sum = (weight: (answer: Answer) => number) =>
    rivals.reduce((total, answer) => total + answer.confidence * weight(answer), 0);
  const scale = sum(() => 1) / sum(gain);
  const most = Math.max(0, ...answers.map(({ confidence }) => confidence));
  return answers.map(answer => {
    if (gain(answer) === 0) return answer;
    const share = answer.confidence * gain(answer) * scale;
    return {
      ...answer,
      confidence: Math.floor(Math.min(share, Math.max(most, 0.99)) * 1000) / 1000,
    };
  });
}

/** At most this many other towns are named. */
const mostTowns = 5;

/** The other towns where the same street and number fit as well. */
function alsoIn(
  index: GeocoderIndex,
  { street: own, score }: Answer,
  ordered: readonly Answer[],
): AlsoIn[] {
  if (own === undefined) return [];
  const { streets } = index;
  const seen = new Set([streets.municipality[own.street]!]);
  const also: AlsoIn[] = [];
  for (const { street: other, score: otherScore, confidence } of ordered) {
    if (also.length === mostTowns) break;
    if (other === undefined || otherScore < alike * score || other.inRange === false) continue;
    const municipality = streets.municipality[other.street]!;
    if (seen.has(municipality)) continue;
    seen.add(municipality);
    const locality = streets.localities[streets.locality[other.street]!] ?? null;
    const id = streetId(index, other.street, other.number, other.corner);
    also.push({ town: townName(index, municipality, locality), id, confidence });
  }
  return also;
}

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
interface Found {
  readonly streets: readonly StreetCandidate[];
  readonly places: readonly RankedPlace[];
  readonly named: readonly RankedNamed[];
}

/** The factor, 0 to 1, by which the confidence of each kind is lowered. */
type Trust = Readonly<Record<keyof Found, number>>;

/** How much a place with a better fitting name lowers the confidence of streets and towns. */
const namedPower = 4;
/** How often the place is meant, if a town or a street has the name too. */
const namedBesideOthers = 0.4;

/** A name that is exactly that of a town means the town, not a street named after it. */
export function meansTown(streets: Found['streets'], places: Found['places']): boolean {
  return places.length > 0 && places[0]!.score >= worthOf(streets[0]);
}

/** How well a street fits, and how often a town is meant that has it; 0 without a street. */
export function worthOf(street: StreetCandidate | undefined): number {
  return street === undefined ? 0 : street.score * street.townsShare;
}

/** The answers of all kinds, those of the kind that fits best first. */
export function answersInOrder(
  index: GeocoderIndex,
  { streets, places, named }: Found,
  trust: Trust,
  faults: readonly Fault[],
  faultsOfStreet: (street: number) => readonly Fault[],
): Answer[] {
  const best = Math.max(places[0]?.score ?? 0, worthOf(streets[0]));
  // The first is the one that is meant most often; another may be called just as typed.
  const fitting = named.find(({ score }) => score === 1) ?? named[0];
  const bestNamed = fitting?.score ?? 0;
  const isNamed = fitting !== undefined && meansNamed(index, fitting, places, best);
  const beside = (score: number) => Math.min(1, score / bestNamed) ** namedPower;
  const ofNamed = named
    .filter(({ score }) => score >= best)
    .map((place): Answer => {
      const share = isNamed ? 1 : namedBesideOthers;
      const confidence = confidenceOf(place.confidence, share * trust.named);
      const write = (sureness: number) => answerNamed(index, place, sureness, faults);
      const { latitude, longitude } = index.namedPlaces;
      const at = { latitude: latitude[place.place]!, longitude: longitude[place.place]! };
      return { confidence, evidence: place.evidence, score: place.score, at, write };
    });
  const ofPlaces = places.map((place): Answer => {
    const confidence = confidenceOf(place.confidence, trust.places * beside(place.score));
    const write = (sureness: number) => answerPlace(index, place, sureness, faults);
    const { places: list, postalCodes } = index;
    const at = place.place === null ? postalCodes[place.postalCode!]! : list.places[place.place]!;
    return { confidence, evidence: place.evidence, score: place.score, at, write };
  });
  const shown = meansTown(streets, places) ? [] : byFit(streets);
  const sureness = (street: StreetCandidate) => trustOf(street.evidence) * street.townShare;
  const ofStreets = shown.map((street): Answer => {
    // A street that fits less well than the first is less sure in proportion.
    const most = (sureness(shown[0]!) * fitOf(street)) / fitOf(shown[0]!);
    const own = Math.min(sureness(street), most);
    const confidence = confidenceOf(own, trust.streets * beside(street.score));
    const write = (rounded: number) =>
      answerStreet(index, street, rounded, [...faults, ...faultsOfStreet(street.street)]);
    const at = street.spot ?? positionOf(index, street.street);
    return { confidence, evidence: street.evidence, score: street.score, at, street, write };
  });
  const others = [...ofPlaces, ...ofStreets];
  return isNamed ? behind(ofNamed, others) : behind(others, ofNamed);
}

/** The streets that fit best first; those that another street is called like are last. */
function byFit(streets: Found['streets']): Found['streets'] {
  return streets.toSorted(
    (a, b) => Number(a.isOtherName) - Number(b.isOtherName) || fitOf(b) - fitOf(a),
  );
}

function fitOf({ score, townShare }: StreetCandidate): number {
  return score * townShare;
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

/** The kind that fits best comes first, also where its namesakes share the confidence. */
export function behind(first: readonly Answer[], then: readonly Answer[]): Answer[] {
  const most = Math.max(0, ...first.map(({ confidence }) => confidence)) || 1;
  const limited = then.map(answer => ({
    ...answer,
    confidence: Math.min(answer.confidence, most),
  }));
  return [...first, ...limited];
}
