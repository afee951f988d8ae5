import { metresBetween } from '#tools/geo/earth.ts';
import type { Components, GreekResult, Level } from './geocode-result.ts';
import type { GeocoderIndex } from './index/build-index.ts';
import { cacheByIndex } from './score/budget.ts';
import { elot743 } from './text/elot.ts';
import type { Within } from './wanted.ts';

/** What a text that is being typed may become. */
export interface Suggestion {
  /** `geocodeId` finds just this by it; of coordinates and a parcel what is known there. */
  readonly id: string;
  readonly kind:
    | 'address'
    | 'street'
    | 'settlement'
    | 'postal_code'
    | 'place'
    | 'parcel'
    | 'coordinates';
  /** How exactly address-search finds it; null where nothing is known. */
  readonly level: Level | null;
  /** What to show; another street or place may be found by it. */
  readonly text: string;
  readonly text_en: string;
  /** The name that was typed, where the street or place is shown by another; else null. */
  readonly also: string | null;
  readonly latitude: number;
  readonly longitude: number;
  readonly components: Components;
}

/** A text that is being typed. */
export interface SuggestQuery {
  /** 1 to 256 characters. */
  readonly text: string;
  /** Only what lies here, and only of these levels; everything by default. */
  readonly isWithin?: Within;
  readonly levels?: readonly Level[];
  /** How many at most; 6 by default. */
  readonly limit?: number;
  /** Where the person looks: what is near comes first among equals. */
  readonly near?: Point;
}

/** How many are suggested unless it is said. */
export const usualSuggestions = 6;

/** A suggestion before its text is written in Latin letters. */
export type Draft = Omit<Suggestion, 'text_en' | 'also'> & { readonly text_en?: string };

/** A candidate that becomes a suggestion only if it is shown: hundreds are weighed for six. */
export interface Weighed {
  /** Its weight wherever the person looks; `nearness` is a factor for it. */
  readonly weight: number;
  readonly at: Point;
  /** Identifies what is suggested, where its suggestion is the same for every text; else null. */
  readonly key: string | null;
  readonly toDraft: () => Draft;
  readonly also: () => string | null;
}

/** The draft of a suggestion for a result of the geocoder. */
export function draftOf(
  { id, latitude, longitude, components, match }: GreekResult,
  kind: Suggestion['kind'],
  text: string,
): Draft {
  return { id: id!, kind, level: match.level, text, latitude, longitude, components };
}

/** A position in degrees. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** How far nearness counts, in metres, and how much. */
const nearMetres = 20_000;
const nearGain = 0.5;

/** How well it fits, and how many people may mean it. */
export function weigh(score: number, size: number): number {
  return score ** 3 * (0.5 + 0.5 * size);
}

/** The most that `nearness` is. */
export const mostNearness = 1 + nearGain;

/** How much more often what is near is meant: 1 far away and without a position. */
export function nearness(at: Point, near: Point | undefined): number {
  return near ? 1 + nearGain * Math.exp(-metresBetween(near, at) / nearMetres) : 1;
}

/** While a text is typed, most suggestions are the same after each letter. About 1 kB each. */
const written = cacheByIndex<Omit<Suggestion, 'also'> | null>(5_000);

/** Writes a suggestion; null where it has no position. */
export function writeSuggestion(
  index: GeocoderIndex,
  { key, toDraft, also }: Weighed,
): Suggestion | null {
  const cache = written(index);
  let known = key === null ? undefined : cache.get(key);
  if (known === undefined) {
    known = inEnglish(index, toDraft());
    if (key !== null) cache.set(key, known);
  }
  if (known === null) return null;
  const name = also();
  return { ...known, also: name && known.text.startsWith(`${name},`) ? null : name };
}

function inEnglish(index: GeocoderIndex, draft: Draft): Omit<Suggestion, 'also'> | null {
  if (Number.isNaN(draft.latitude)) return null;
  return { text_en: englishText(index, draft), ...draft };
}

/** A text in Latin letters, with the names of towns that the world uses: `Ermou, Athens`. */
function englishText(
  { english }: GeocoderIndex,
  { kind, text }: Pick<Suggestion, 'kind' | 'text'>,
): string {
  const isTownFirst = kind === 'settlement' || kind === 'postal_code';
  const parts = text.split(', ').map((part, i) => {
    if (i === 0 && !isTownFirst) return elot743(part);
    const [, code = '', name = part] = /^(\d{3} \d{2} )?(.*)$/.exec(part) ?? [];
    return code + (english.get(name) ?? elot743(name));
  });
  return parts.join(', ');
}

/** A suggestion whose text another one has too, with what holds it. */
export function withContainer(index: GeocoderIndex, suggestion: Suggestion): Suggestion {
  const { regional_unit } = suggestion.components;
  if (regional_unit === null) return suggestion;
  const text = `${suggestion.text}, ${regional_unit}`;
  return { ...suggestion, text, text_en: englishText(index, { ...suggestion, text }) };
}
