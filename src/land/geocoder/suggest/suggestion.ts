import type { Components, GreekResult, Level } from '../geocode-result.ts';
import type { Within } from '../wanted.ts';
import type { Point } from './weigh.ts';

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
