import type { GeocoderIndex } from '../../build.ts';
import { isWithin } from '../../central-position.ts';
import { listOf } from '../../index/postings.ts';
import { isBuildingWord } from '../../names/place-kinds.ts';
import { type Finding, findings, trustOf } from '../evidence.ts';
import { positionOf } from './towns-of-named-places.ts';

/** A named place that may be the one meant. */
export interface NamedCandidate {
  readonly place: number;
  /** The name by which it was found. */
  readonly name: number;
  readonly evidence: readonly Finding[];
  /** By the evidence. */
  readonly score: number;
  /** How often its town is meant, compared with the largest of that name. */
  readonly townShare: number;
  /** The words of the name that were typed. */
  readonly used: readonly number[];
}

/** A named place with the share of answers like it that are right. */
export interface RankedNamed extends NamedCandidate {
  readonly confidence: number;
}

/** Whether the word for the kind of a place was typed. */
export function hasKind(
  { namedPlaces: { words } }: GeocoderIndex,
  { used }: NamedCandidate,
): boolean {
  return used.some(word => isBuildingWord(words.folded[word]!));
}

/** Whether the word for the kind of a place was not typed. */
export function lacksKind(
  { namedPlaces: { wordsOf, words } }: GeocoderIndex,
  { name, used }: NamedCandidate,
): boolean {
  const untyped = Array.from(listOf(wordsOf, name)).filter(word => !used.includes(word));
  return untyped.some(word => isBuildingWord(words.folded[word]!));
}

/** At most this many places are ranked. */
export const mostRanked = 100;
/** Places of one name this near to each other, in metres, are one answer. */
const onePlaceMetres = 1_000;
const scorePower = 8;
/** How often a place is meant that is found by the word for its kind: its own name is better. */
const byKindShare = 0.5;
/** How often a place is meant if another has a longer name, just as typed: Αγία Τριάδα Πειραιά. */
const shorterName = 0.1;

/** The best candidate of each place, with its share among its namesakes. */
export function rankNamedPlaces(
  index: GeocoderIndex,
  candidates: readonly NamedCandidate[],
): RankedNamed[] {
  const { weight } = index.namedPlaces;
  const sorted = candidates.toSorted((a, b) => b.score - a.score || a.place - b.place);
  const chosen = onceEachPlace(index, sorted);
  const best = chosen[0]?.score ?? 0;
  const exact = chosen.filter(({ score }) => score === 1);
  const longest = Math.max(0, ...exact.map(({ used }) => used.length));
  const found = chosen.map(candidate => {
    const { place, name, score, townShare, used } = candidate;
    const isKind = isByKind(index, place, name);
    const length = used.length < longest ? shorterName : 1;
    const often = (isKind ? byKindShare : 1) * weight[place]! * townShare * length;
    const evidence = isKind ? [...candidate.evidence, findings.placeByKind] : candidate.evidence;
    return { ...candidate, evidence, share: often * (score / best) ** scorePower };
  });
  const sum = found.reduce((all, { share }) => all + share, 0);
  const ranked = found
    .map(({ share, ...candidate }) => ({
      ...candidate,
      confidence: trustOf(candidate.evidence) * (share / sum),
    }))
    .sort((a, b) => b.confidence - a.confidence || a.place - b.place);
  return withNeighbours(index, ranked);
}

/** Whether a place was found by the word for its kind, and its own name is another. */
function isByKind({ namedPlaces }: GeocoderIndex, place: number, name: number): boolean {
  const { namesOf, isKind } = namedPlaces;
  const own = namesOf.items[namesOf.starts[place]!]!;
  return isKind[name] === 1 && isKind[own] === 0;
}

/** The first counts for the others at its position: the airport and its bus station. */
function withNeighbours(index: GeocoderIndex, ranked: readonly RankedNamed[]): RankedNamed[] {
  const [first, ...others] = ranked;
  if (first === undefined) return [];
  const near = others.filter(other => isNear(index, first.place, other.place));
  const confidence = near.reduce((sum, other) => sum + other.confidence, first.confidence);
  return [{ ...first, confidence }, ...others];
}

/** The first `mostRanked` places; of those of one name near each other, only the first. */
function onceEachPlace(index: GeocoderIndex, sorted: readonly NamedCandidate[]): NamedCandidate[] {
  const places = new Set<number>();
  const byName = new Map<number, number[]>();
  const chosen: NamedCandidate[] = [];
  for (const candidate of sorted) {
    const { place, name } = candidate;
    const namesakes = byName.get(name) ?? [];
    if (places.has(place) || namesakes.some(other => isNear(index, other, place))) continue;
    places.add(place);
    namesakes.push(place);
    byName.set(name, namesakes);
    chosen.push(candidate);
    if (chosen.length >= mostRanked) break;
  }
  return chosen;
}

/** Whether two places are so near to each other that they are one answer. */
function isNear(index: GeocoderIndex, one: number, other: number): boolean {
  return isWithin(positionOf(index, one), positionOf(index, other), onePlaceMetres);
}
