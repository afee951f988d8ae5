import { answerNamed } from '../answer.ts';
import type { GeocoderIndex } from '../build.ts';
import { listOf } from '../index/postings.ts';
import { textAt } from '../index/texts.ts';
import { hasKind, type RankedNamed } from '../match/named-candidate.ts';
import { draftOf, type Weighed } from './suggestion.ts';
import { weigh } from './weigh.ts';

/** A named place, with its weight. */
export function weighNamed(index: GeocoderIndex, candidate: RankedNamed): Weighed {
  const { namedPlaces } = index;
  const { place, name, score } = candidate;
  const at = { latitude: namedPlaces.latitude[place]!, longitude: namedPlaces.longitude[place]! };
  const size = Math.log2(namedPlaces.weight[place]!) / 5;
  const typed = textAt(namedPlaces.texts, name);
  const shown = textAt(namedPlaces.texts, shownName(index, place));
  return {
    weight: weigh(score, size) * (hasKind(index, candidate) ? kindGain : 1),
    at,
    key: `place ${place}`,
    toDraft: () => {
      const found = answerNamed(index, candidate, 1, []);
      const { municipality } = found.components;
      return draftOf(found, 'place', `${nameWithKind(index, place, shown)}, ${municipality}`);
    },
    also: () => (typed === shown ? null : typed),
  };
}

/** How much more often a place is meant if the word for its kind was typed: `Μετρό` is not Μετρών. */
const kindGain = 1.5;

/** The name with the word for its kind, if it is called so: `Μετρό Σύνταγμα`. */
function nameWithKind({ namedPlaces }: GeocoderIndex, place: number, shown: string): string {
  const names = Array.from(listOf(namedPlaces.namesOf, place), name =>
    textAt(namedPlaces.texts, name),
  );
  return names.find(text => text.endsWith(` ${shown}`)) ?? shown;
}

function shownName({ namedPlaces }: GeocoderIndex, place: number): number {
  return namedPlaces.namesOf.items[namedPlaces.namesOf.starts[place]!]!;
}

/** Namesakes in one town have the same text, so only the likeliest is shown. */
export function onceEachText(index: GeocoderIndex, ranked: readonly RankedNamed[]): RankedNamed[] {
  const seen = new Set<string>();
  return ranked.filter(({ place }) => {
    const town = index.municipalities[index.namedPlaces.municipality[place]!]?.nominative;
    const key = `${shownName(index, place)}/${town}`;
    return !seen.has(key) && seen.add(key);
  });
}
