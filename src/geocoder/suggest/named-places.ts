import { answerNamed } from '../answer.ts';
import type { GeocoderIndex } from '../build.ts';
import { textAt } from '../index/texts.ts';
import type { RankedNamed } from '../match/named-places.ts';
import { draftOf, type Weighed } from './suggestion.ts';
import { weigh } from './weigh.ts';

/** A named place, with its weight. */
export function weighNamed(index: GeocoderIndex, candidate: RankedNamed): Weighed {
  const { namedPlaces } = index;
  const { place, name, score } = candidate;
  const at = { latitude: namedPlaces.latitude[place]!, longitude: namedPlaces.longitude[place]! };
  const size = Math.log2(namedPlaces.weight[place]!) / 5;
  return {
    weight: weigh(score, size),
    at,
    key: `place ${place}`,
    toDraft: () => {
      const found = answerNamed(index, candidate, 1, []);
      return draftOf(found, 'place', found.formatted_address);
    },
    also: () => (shownName(index, place) === name ? null : textAt(namedPlaces.texts, name)),
  };
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
