import { metresBetween } from '#tools/geo/earth.ts';
import type { GeocoderIndex } from '../index/build-index.ts';
import { ownPositionMetres } from '../index/central-position.ts';
import type { GazetteerPlace } from '../index/place-index.ts';
import { buildingAsked } from '../names/place-kinds.ts';
import type { StreetWords } from '../query/parse.ts';
import type { Budget } from '../score/budget.ts';
import {
  type Finding,
  findings,
  leastScore,
  leastShareOfBest,
  scaled,
  trustOf,
} from '../score/evidence.ts';
import { fold } from '../text/fold.ts';
import { peopleWithAddress } from '../towns/namesakes.ts';
import { namesakes } from '../towns/town-names.ts';
import { hasStreets, isBehindVillage, type PlaceCandidate } from './find-places.ts';
import { strict } from './look-up-words.ts';
import { nameFinder } from './name-fit.ts';

/** A place with the share of answers like it that are right. */
export interface RankedPlace extends PlaceCandidate {
  readonly confidence: number;
}

/** How much more often a better match is meant. */
const scorePower = 12;
/** A place with this number of inhabitants is meant twice as often as a hamlet. */
const twiceAsOften = 500;
/**
 * An inhabitant of an imported area counts this many times one elsewhere: of the requests to a
 * service for one region in eight, about four of five are for that region.
 */
const importedShare = 30;
/** Namesakes that are meant less often than this, compared with the first, are left out. */
export const leastWeight = 0.02;
/** Inhabitants that a postal code counts for beside towns. */
const codePopulation = 1_000;
/** A position is right within these metres; `positionTrust` gives how often that is the case. */
const rightMetres = 5_000;
const trustSlope = 3.9;
/** At most this many namesakes are compared by their positions. */
const mostNear = 20;

/**
 * The best candidate of each place, with a confidence: how well it fits, how often this place is
 * meant among its namesakes, and how far off its position may be.
 */
export function rankPlaces(
  index: GeocoderIndex,
  candidates: readonly PlaceCandidate[],
  spellingFit: (names: SpelledNames) => number,
  budget: Budget,
): RankedPlace[] {
  const shown = worthShowing(bestOfEach(candidates));
  const best = shown[0]?.score ?? 0;
  const weights = shown.map(({ place, score, inPlaceOf }) => {
    const hasStreet = inPlaceOf !== null && !inPlaceOf.isBareName;
    if (place === null) return weightOf(codePopulation, hasStreet);
    const row = index.places.places[place]!;
    const spelling = spellingFit(spelledNames(index, row));
    return placeWeight(row, hasStreet) * (score / best) ** scorePower * spelling;
  });
  const sum = weights.reduce((a, b) => a + b, 0);
  const most = Math.max(0, ...weights);
  const ranked = shown
    .map((candidate, i) => ({ ...candidate, weight: weights[i]! }))
    .filter(({ weight }) => weight >= leastWeight * most)
    .map(candidate => {
      const more = [
        ...positionFindings(index, candidate),
        ...standInFindings(index, candidate, budget),
      ];
      const evidence = [...candidate.evidence, ...more];
      return { ...candidate, evidence, confidence: trustOf(evidence) * (candidate.weight / sum) };
    })
    .sort((a, b) => b.confidence - a.confidence || (a.place ?? -1) - (b.place ?? -1));
  return withNeighbours(index, ranked);
}

/**
 * The first place counts for those of its namesakes that are so near that its position is right for
 * them too: the village and the island of one name, the old and the new village.
 */
function withNeighbours(
  { places: { places } }: GeocoderIndex,
  ranked: readonly (RankedPlace & { readonly weight: number })[],
): RankedPlace[] {
  const [first, ...others] = ranked;
  if (first === undefined || first.place === null) return [...ranked];
  const at = places[first.place]!;
  const near = others
    .slice(0, mostNear)
    .filter(({ place }) => place !== null && metresBetween(at, places[place]!) <= rightMetres);
  const weight = near.reduce((sum, place) => sum + place.weight, first.weight);
  return [{ ...first, confidence: (first.confidence * weight) / first.weight }, ...others];
}

/** How often a place is meant among its namesakes. */
export function placeWeight(place: GazetteerPlace, hasStreet: boolean): number {
  return weightOf(peopleOf(place, hasStreet), hasStreet);
}

/** The same by its inhabitants. */
function weightOf(population: number, hasStreet: boolean): number {
  return hasStreet ? peopleWithAddress(population) : 1 + population / twiceAsOften;
}

/** A municipality is rarely asked for by the name of a village that is not its main town. */
const municipalityPeople = 500;

/** Inhabitants, by how often they are asked about. A quarter is asked for with its city. */
function peopleOf(place: GazetteerPlace, hasStreet: boolean): number {
  const { kind, isImported } = place;
  const population = place.hasVillageApart ? municipalityPeople : place.population;
  return isImported && !hasStreet && kind !== 'quarter' ? population * importedShare : population;
}

/** A municipality is found by its name in both cases; its other names do not count. */
function spelledNames(index: GeocoderIndex, place: GazetteerPlace): SpelledNames {
  const { kind, name, municipality } = place;
  if (kind !== 'municipality') return { accented: [name], own: name };
  return { accented: [name, index.municipalities[municipality]!.id], own: null };
}

function bestOfEach(candidates: readonly PlaceCandidate[]): PlaceCandidate[] {
  const best = new Map<string, PlaceCandidate>();
  for (const candidate of candidates) {
    const key = `${candidate.place}/${candidate.postalCode}`;
    if ((best.get(key)?.score ?? 0) < candidate.score) best.set(key, candidate);
  }
  return [...best.values()].sort((a, b) => b.score - a.score);
}

function worthShowing(sorted: readonly PlaceCandidate[]): PlaceCandidate[] {
  const best = sorted[0]?.score ?? 0;
  return sorted.filter(({ score }) => score >= leastScore && score >= best * leastShareOfBest);
}

/** Which place of the name is meant, and how far off its position may be. */
function positionFindings(
  index: GeocoderIndex,
  { place, postalCode, evidence }: PlaceCandidate,
): Finding[] {
  const isSeat = evidence.some(({ name }) => name === findings.areaSeat.name);
  if (isSeat) return [];
  if (place === null) return codeFindings(index, postalCode!);
  const { kind, name, accuracyMetres, isSeatElsewhere } = index.places.places[place]!;
  if (kind !== 'settlement') return isSeatElsewhere ? [findings.seatElsewhere] : [];
  const isCommon = accuracyMetres > ownPositionMetres && namesakes(index.places, name) > 1;
  return [
    findings.nameMeant,
    scaled(findings.positionRough, 1, positionTrust(accuracyMetres)),
    ...(isCommon ? [findings.nameCommon] : []),
  ];
}

/** A postal code is right within these metres; a large one is half as sure. */
const rightCodeMetres = 2_000;

function codeFindings({ postalCodes }: GeocoderIndex, code: number): Finding[] {
  // Nine of ten are within `accuracyMetres`, and errors have a normal distribution.
  const isOutside = 0.1 ** ((rightCodeMetres / postalCodes[code]!.accuracyMetres) ** 2);
  return [scaled(findings.positionRough, 1, 1 - isOutside / 2)];
}

/**
 * The share of positions within 5 km of the truth, of those of which nine in ten are within
 * `accuracyMetres`. Villages lie denser near the point of their postal code than errors of a normal
 * distribution, whose slope would be 2.3.
 */
export function positionTrust(accuracyMetres: number): number {
  return 1 - Math.exp(-trustSlope * (rightMetres / accuracyMetres) ** 2);
}

/** How often a place is right that is returned for something unknown. */
function standInFindings(
  index: GeocoderIndex,
  candidate: PlaceCandidate,
  budget: Budget,
): Finding[] {
  if (candidate.inPlaceOf === null) return [];
  const { street, isBareName, streetIsTown } = candidate.inPlaceOf;
  const building = isBareName ? buildingAsked(street!.words) : undefined;
  if (building !== undefined) return [buildingFinding(index, candidate, building)];
  if (isBareName && (streetIsTown || !isStreetName(index, street!, budget))) {
    const isContainer = isBehindVillage(index, candidate.inPlaceOf, candidate.place);
    return [isContainer ? findings.perhapsContainer : findings.perhapsVillage];
  }
  return hasStreets(index, candidate) ? [findings.streetNotListed] : [];
}

/** A building is right within this number of metres. */
const buildingMetres = 1_000;
/** In a town of this number of inhabitants its position is right half as often as in a village. */
const halfPeople = 80_000;

function buildingFinding(
  { places, postalCodes }: GeocoderIndex,
  { place, postalCode }: PlaceCandidate,
  building: 'inside' | 'outside',
): Finding {
  if (building === 'outside') return findings.buildingOutside;
  if (place === null) {
    const { accuracyMetres } = postalCodes[postalCode!]!;
    // Nine of ten are within `accuracyMetres`, and errors have a normal distribution.
    const isOutside = 0.1 ** ((buildingMetres / accuracyMetres) ** 2);
    return scaled(findings.buildingInCode, 1, 1 - isOutside);
  }
  const { population } = places.places[place]!;
  return scaled(findings.buildingInTown, 1, 1 / (1 + population / halfPeople));
}

/** Whether a street anywhere is called so. */
function isStreetName({ names }: GeocoderIndex, typed: StreetWords, budget: Budget): boolean {
  const sound = findings.wordSound.fit;
  const [best] = nameFinder(names, strict, budget)(typed);
  return best !== undefined && best.coreFit >= sound && best.score >= sound * 0.97;
}

/** A name with another accent than the one typed is hardly ever meant: Χανιά is not Χάνια. */
const otherAccent = 0.001;
/** A place that only has the typed name beside its own: Αμπελώνας was once called Αμπέλια. */
const otherName = 0.02;

/** The names by which a place is compared with what was typed. */
interface SpelledNames {
  readonly accented: readonly string[];
  /** What it is called today; null where all its names are alike. */
  readonly own: string | null;
}

/** Returns how well the names of a place fit what was typed; capitals have no accents. */
export function spellingFitter(typed: string): (names: SpelledNames) => number {
  const accented = new Map(
    wordsOf(typed)
      .filter(hasAccent)
      .map(word => [fold(word), word]),
  );
  const differs = (name: string) =>
    accented.size > 0 &&
    wordsOf(name).some(word => {
      const asTyped = accented.get(fold(word));
      return asTyped !== undefined && hasAccent(word) && asTyped !== word;
    });
  const folded = fold(typed);
  const isGreek = /[α-ω]/.test(folded);
  const isCalled = (own: string) => !isGreek || folded.includes(fold(own));
  return ({ accented: names, own }) =>
    (names.some(differs) ? otherAccent : 1) * (own === null || isCalled(own) ? 1 : otherName);
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  );
}

function hasAccent(word: string): boolean {
  return /[\u0301]/.test(word.normalize('NFD'));
}
