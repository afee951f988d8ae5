import type { Components, GreekResult } from '../answer.ts';
import type { Point } from './weigh.ts';

/** What a text that is being typed may become. */
export interface Suggestion {
  readonly kind:
    | 'address'
    | 'street'
    | 'settlement'
    | 'postal_code'
    | 'place'
    | 'parcel'
    | 'coordinates';
  /** A text that `geocode` finds as just this. */
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
  /** How many at most; 6 by default. */
  readonly limit?: number;
  /** Where the person looks: what is near comes first among equals. */
  readonly near?: Point;
}

/** How many are suggested unless it is said. */
export const usualSuggestions = 6;

/** A suggestion before its text is made unmistakable and written in Latin letters. */
export type Draft = Omit<Suggestion, 'text_en'>;

/** A candidate that becomes a suggestion only if it is shown: hundreds are weighed for six. */
export interface Weighed {
  /** Its weight wherever the person looks; `nearness` is a factor for it. */
  readonly weight: number;
  readonly at: Point;
  /** Identifies what is suggested, where its suggestion is the same for every text; else null. */
  readonly key: string | null;
  /** Null where no text distinguishes it. */
  readonly toDraft: () => Omit<Draft, 'also'> | null;
  readonly also: () => string | null;
}

/** The draft of a suggestion for a result of the geocoder. */
export function draftOf(
  { latitude, longitude, components }: GreekResult,
  kind: Suggestion['kind'],
  text: string,
): Omit<Draft, 'also'> {
  return { kind, text, latitude, longitude, components };
}
