import type { GeocoderIndex } from '../build.ts';
import { isWithin } from '../central-position.ts';
import type { NamedCandidate, RankedNamed } from './named-candidate.ts';
import { positionOf } from './named-place-position.ts';
import { quality } from './score-factors.ts';

/** At most this many places are ranked. */
export const mostRanked = 100;
/** Places of one name this near to each other, in metres, are one answer. */
const onePlaceMetres = 1_000;
const scorePower = 8;
/** How often the place of that name is the one that is meant. */
const rightName = 0.95;
/** Found by the word for its kind: its own name is better, and another of the kind may be missing. */
const byKind = { weight: 0.5, trust: 0.6 };
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
  const exact = chosen.filter(({ score }) => score === quality.exact);
  const longest = Math.max(0, ...exact.map(({ used }) => used.length));
  const found = chosen.map(candidate => {
    const { place, name, score, townShare, trust, used } = candidate;
    const isKind = isByKind(index, place, name);
    const length = used.length < longest ? shorterName : 1;
    const often = (isKind ? byKind.weight : 1) * weight[place]! * townShare * length;
    const share = often * (score / best) ** scorePower;
    return { candidate, trust: trust * (isKind ? byKind.trust : rightName), share };
  });
  const sum = found.reduce((all, { share }) => all + share, 0);
  const ranked = found
    .map(({ candidate, trust, share }) => ({
      ...candidate,
      confidence: candidate.score * trust * (share / sum),
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
