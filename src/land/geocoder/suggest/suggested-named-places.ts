import type { GeocoderIndex } from '../build.ts';
import { answerNamed } from '../geocode-result.ts';
import { listOf } from '../index/postings.ts';
import { textAt } from '../index/texts.ts';
import { findings } from '../match/evidence.ts';
import { hasKind, type RankedNamed } from '../match/named/rank-named-places.ts';
import { elot743 } from '../text/elot.ts';
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
    weight: weigh(score, size) * kindFactor(index, candidate),
    at,
    key: `place ${place}`,
    toDraft: () => {
      const found = answerNamed(index, candidate, 1, []);
      const { municipality } = found.components;
      const text = `${nameWithKind(index, place, shown)}, ${municipality}`;
      const english = englishName(index, place);
      const town = index.english.get(municipality ?? '') ?? elot743(municipality ?? '');
      const inEnglish = english && { text_en: `${english}, ${town}` };
      return { ...draftOf(found, 'place', text), ...inEnglish };
    },
    // The word for its kind is no name of its own: `Πανεπιστήμιο` shows which university it is.
    also: () => (typed === shown || namedPlaces.isKind[name] === 1 ? null : typed),
  };
}

/** How much more often a place is meant if the word for its kind was typed: `Μετρό` is not Μετρών. */
const kindGain = 1.5;
/** The same for a place whose own name does not have that word: a clinic for `Νοσοκομείο`. */
const otherKind = 1.2;
/** The same while the word is unfinished, so that streets of that name are shown: Πανεπιστημίου. */
const unfinishedKind = 0.8;

function kindFactor(index: GeocoderIndex, candidate: RankedNamed): number {
  if (!hasKind(index, candidate)) return 1;
  if (candidate.score <= findings.wordUnfinished.fit) return unfinishedKind;
  return index.namedPlaces.isKind[candidate.name] === 1 ? otherKind : kindGain;
}

/** A name in Latin letters, if it has one besides its Greek name. */
function englishName({ namedPlaces }: GeocoderIndex, place: number): string | undefined {
  const [shown, ...others] = listOf(namedPlaces.namesOf, place);
  const textOf = (name: number) => textAt(namedPlaces.texts, name);
  if (!/\p{Script=Greek}/u.test(textOf(shown!))) return undefined;
  return others
    .filter(name => namedPlaces.isKind[name] === 0)
    .map(textOf)
    .find(text => /^\P{Script=Greek}+$/u.test(text) && text.includes(' '));
}

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
