import { pointInside } from '#tools/geo/inside.ts';
import type { PolygonGeometry } from '#tools/geo/polygon.ts';
import {
  answerNamed,
  answerPlace,
  type GreekResult,
  sevenDecimals,
  unknownParts,
} from './geocode-result.ts';
import { pointId } from './ids.ts';
import type { GeocoderIndex } from './index/build-index.ts';
import type { GazetteerPlace } from './index/place-index.ts';
import { listOf, textAt } from './index/postings.ts';
import type { RankedPlace } from './match/rank-places.ts';
import { hasKind, type RankedNamed } from './named-places/rank-named-places.ts';
import type { Position } from './rows/geocoder-rows.ts';
import { findings } from './score/evidence.ts';
import { draftOf, type Suggestion, type Weighed, weigh } from './suggestion.ts';
import { elot743 } from './text/elot.ts';
import { fold } from './text/fold.ts';

/** A name without a number is more often that of a town than of one of the streets called so. */
const settlementGain = 0.6;
/**
 * If this many towns have a street of the typed name, an unfinished small town has half the gain;
 * for a town of `largeTown` inhabitants it takes twice as many.
 */
const commonStreet = 3;
const largeTown = 20_000;
/** The inhabitants of a settlement that has half the gain while its name is unfinished. */
const village = 500;

/**
 * A settlement or a postal code, with its weight. Someone who types the whole name of a common
 * street means the street, and not a town that begins so: `Ερμού` is not Ερμούπολη.
 */
export function weighPlace(
  index: GeocoderIndex,
  candidate: RankedPlace,
  townsWithStreet: number,
): Weighed {
  const place = candidate.place === null ? undefined : index.places.places[candidate.place]!;
  const at = positionOfPlace(index, candidate);
  const size = Math.log10(Math.max(10, place?.population ?? 1_000)) / 6;
  const rivals = candidate.score <= findings.wordUnfinished.fit ? townsWithStreet : 0;
  const common = commonStreet * (1 + (place?.population ?? 0) / largeTown);
  const gain = 1 + (settlementGain * shareMeant(candidate, place)) / (1 + rivals / common);
  return {
    weight: gain * weigh(candidate.score, size),
    at,
    key: place === undefined ? null : `settlement ${candidate.place}`,
    also: () => null,
    toDraft: () => {
      const found = answerPlace(index, candidate, 1, []);
      return place === undefined
        ? codeDraft(found)
        : draftOf(found, 'settlement', settlementText(found, place.name));
    },
  };
}

/** Where a settlement or a postal code is. */
export function positionOfPlace(
  { places, postalCodes }: GeocoderIndex,
  { place, postalCode }: RankedPlace,
): Position {
  return place === null ? postalCodes[postalCode!]! : places.places[place]!;
}

/** Of the beginnings of its name, how many are typed for a place: few for a hamlet. */
function shareMeant({ score }: RankedPlace, place: GazetteerPlace | undefined): number {
  if (place === undefined || score > findings.wordUnfinished.fit) return 1;
  return place.population / (place.population + village);
}

/** A settlement with its municipality, which distinguishes it from its namesakes. */
export function settlementText({ components, match }: GreekResult, name: string): string {
  const { municipality, postal_code } = components;
  // An island of several municipalities, one of which may have its name.
  if (municipality === null) return `Νήσος ${name}`;
  if (match.level === 'municipality') return name;
  const code = postal_code === null ? '' : `${postal_code.slice(0, 3)} ${postal_code.slice(3)} `;
  return `${name}, ${code}${municipality}`;
}

/** Postal codes that begin with the digits typed. */
export function codesBeginning(index: GeocoderIndex, text: string): Weighed[] {
  const digits = fold(text)
    .replace(/^\s*(?:τκ|tk|τ\.κ\.)\s*/, '')
    .replace(/\s/g, '');
  if (!/^\d{2,5}$/.test(digits)) return [];
  return index.postalCodes.flatMap((code, number) => {
    if (!code.postalCode.startsWith(digits)) return [];
    const candidate = {
      place: null,
      postalCode: number,
      score: 1,
      inPlaceOf: null,
      evidence: [],
    };
    const toDraft = () => codeDraft(answerPlace(index, candidate, 1, []));
    return [{ weight: 1 + weigh(1, 1), at: code, key: null, toDraft, also: () => null }];
  });
}

/** A code with its municipality: with a village, `geocode` would find the village. */
function codeDraft(found: GreekResult) {
  const { postal_code, municipality } = found.components;
  const code = `${postal_code!.slice(0, 3)} ${postal_code!.slice(3)}`;
  return draftOf(found, 'postal_code', [code, municipality].filter(Boolean).join(' '));
}

/** The suggestion of a parcel by its code; its address is not looked up. */
export function suggestedParcel(kaek: string, outline: PolygonGeometry): Suggestion {
  const [longitude, latitude] = pointInside(outline);
  const position = { latitude: sevenDecimals(latitude), longitude: sevenDecimals(longitude) };
  return {
    id: pointId(position.latitude, position.longitude),
    kind: 'parcel',
    level: null,
    text: kaek,
    text_en: elot743(kaek),
    also: null,
    ...position,
    components: unknownParts,
  };
}

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
