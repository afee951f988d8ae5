import type { GeocoderIndex } from '../build.ts';
import { streetTypes } from '../index/names.ts';
import type { StreetWords } from './name-fit.ts';
import { leastNameScore, quality, wayFit } from './score-factors.ts';
import type { WordMatches } from './words.ts';

/** A word of the name that was not typed: names are long, and people type a part of them. */
const missingWord = 0.95;

/** A name of named places that fits the typed words. */
export interface PlaceNameMatch {
  readonly name: number;
  readonly score: number;
  /** The words of the name that were typed, and how well the worst of them fits. */
  readonly used: readonly number[];
  readonly worst: number;
}

/** How well a name fits the typed words; those of its words that were typed are added to `used`. */
export function fitPlaceName(
  { wordsOf, types }: GeocoderIndex['namedPlaces'],
  name: number,
  typed: readonly WordMatches[],
  type: StreetWords['type'],
  used: number[],
): Pick<PlaceNameMatch, 'score' | 'worst'> {
  const { starts, items } = wordsOf;
  const [start, end] = [starts[name]!, starts[name + 1]!];
  let score = typeFit(streetTypes[types[name]!]!, type);
  let worst: number = quality.exact;
  for (const matches of typed) {
    let best = 0;
    let taken = -1;
    for (let i = start; i < end; i++) {
      const word = items[i]!;
      const fit = used.includes(word) ? 0 : (matches.get(word) ?? 0);
      if (fit > best) {
        best = fit;
        taken = word;
      }
    }
    if (taken >= 0) used.push(taken);
    // 0 for a word that the name does not have: then it is another name.
    score *= best;
    worst = Math.min(worst, best);
    if (score < leastNameScore) return { score: 0, worst };
  }
  const untyped = end - start - used.length;
  return { score: used.length === 0 ? 0 : score * missingWord ** untyped, worst };
}

/** Whether a square or park was typed, and the name is not that of one. */
export function isOfOtherType(
  { namedPlaces }: GeocoderIndex,
  name: number,
  typed: StreetWords['type'],
): boolean {
  return typeFit(streetTypes[namedPlaces.types[name]!]!, typed) === wayFit.other;
}

function typeFit(own: (typeof streetTypes)[number], typed: StreetWords['type']): number {
  const type = own === 'street' || own === 'avenue' ? undefined : own;
  if (type === typed) return 1;
  return typed === undefined ? missingWord : wayFit.other;
}
