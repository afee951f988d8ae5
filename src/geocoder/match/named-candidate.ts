import type { GeocoderIndex } from '../build.ts';
import { listOf } from '../index/postings.ts';
import { isBuildingWord } from '../names/place-kinds.ts';
import type { Fault } from './street-candidate.ts';

/** A named place that may be the one meant. */
export interface NamedCandidate {
  readonly kind: 'named';
  readonly place: number;
  /** The name by which it was found. */
  readonly name: number;
  readonly score: number;
  /** How often its town is meant, compared with the largest of that name. */
  readonly townShare: number;
  /** How often it is the one that is meant, as far as its town and its untyped words show. */
  readonly trust: number;
  /** The words of the name that were typed. */
  readonly used: readonly number[];
  readonly faults: readonly Fault[];
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
