import type { GeocoderIndex } from '../build.ts';
import type { Level } from '../geocode-result.ts';
import type { HouseLookup, NearbyLookup } from '../geocoder-rows.ts';
import { cacheByIndex } from '../match/memory.ts';
import { typedCoordinates } from '../query/typed-coordinates.ts';
import { everywhere } from '../wanted.ts';
import { findCandidates } from './find-candidates.ts';
import {
  type Suggestion,
  type SuggestQuery,
  usualSuggestions,
  type Weighed,
} from './suggestion.ts';
import { suggestedPoint } from './typed-point.ts';
import { mostNearness, nearness, type Point } from './weigh.ts';
import { withContainer, writeSuggestion } from './write-suggestion.ts';

/** What an unfinished text may become: streets with their town, houses, settlements, codes. */
export async function suggest(
  index: GeocoderIndex,
  { text, near, levels, limit = usualSuggestions, isWithin = everywhere }: SuggestQuery,
  houses?: HouseLookup,
  nearby?: NearbyLookup,
): Promise<Suggestion[]> {
  const isWanted = (level: Level | null) =>
    levels === undefined || (level !== null && levels.includes(level));
  const point = typedCoordinates(text);
  if (point) {
    const suggestion = await suggestedPoint(index, point, nearby);
    return isWithin(point) && isWanted(suggestion.level) ? [suggestion] : [];
  }
  const isAlone = isShort(text) && isWithin === everywhere;
  const candidates = await (isAlone
    ? findOnce(index, text, houses)
    : findCandidates(index, text, houses, isWithin));
  const seen = new Set<string>();
  const shown = inOrder(candidates, near, limit)
    .values()
    .map(candidate => writeSuggestion(index, candidate))
    .filter(suggestion => suggestion !== null && isWanted(suggestion.level))
    .map(suggestion =>
      seen.has(suggestion!.text) ? withContainer(index, suggestion!) : suggestion!,
    )
    // A user cannot distinguish two rows with the same text.
    .filter(suggestion => !seen.has(suggestion.text) && seen.add(suggestion.text))
    .take(limit);
  return [...shown];
}

/** One suggestion of this number is for the best result that may be far away. */
const rowsForFar = 3;

/**
 * The best first, with what is near preferred. The best regardless of nearness are among them too:
 * near Athens, `Τσιμισκή` also suggests the street of Thessaloniki.
 */
function inOrder(all: readonly Weighed[], near: Point | undefined, limit: number): Weighed[] {
  const sorted = all
    .map(candidate => ({ candidate, weight: candidate.weight * nearness(candidate.at, near) }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ candidate }) => candidate);
  const best = all
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, Math.floor(limit / rowsForFar))
    .filter(candidate => sorted.indexOf(candidate) >= limit);
  const others = sorted.filter(candidate => !best.includes(candidate));
  return others.toSpliced(limit - best.length, 0, ...best);
}

/** One or two letters fit thousands of names, and everybody types them first. */
function isShort(text: string): boolean {
  return /^\p{L}{1,2}$/u.test(text);
}

/** The candidates of short texts, the same wherever the person looks; about 45 kB each. */
const shortTexts = cacheByIndex<Promise<readonly Weighed[]>>(400);

/** Requests for a text that is still searched wait for the same search; an error is not kept. */
function findOnce(
  index: GeocoderIndex,
  text: string,
  houses: HouseLookup | undefined,
): Promise<readonly Weighed[]> {
  const cache = shortTexts(index);
  const known = cache.get(text);
  if (known) return known;
  const found = findCandidates(index, text, houses).then(mayBeShown);
  cache.set(text, found);
  found.catch(() => cache.delete(text));
  return found;
}

/** 10 are shown at most; twice as many are kept, because some have an ambiguous text. */
const candidatesKept = 20;

/** The candidates that may be among the first wherever the person looks. */
function mayBeShown(candidates: readonly Weighed[]): Weighed[] {
  const weights = candidates.map(({ weight }) => weight).sort((a, b) => b - a);
  const least = weights[candidatesKept - 1] ?? 0;
  return candidates.filter(({ weight }) => weight * mostNearness >= least);
}
