import type { PointOfInterest } from '../../../../client/src/types.ts';
import type { Language } from '../../tools/language/format.ts';

/** The names of a place in the page's language and in the other. */
export interface PlaceNames {
  readonly name: string | undefined;
  readonly nameLanguage: Language;
  /** The name in the other language, if it differs. */
  readonly otherName: string | undefined;
  readonly otherLanguage: Language;
}

/** The names of a place for a language; either may be missing. */
export function placeNames(
  { name_gr, name_en }: Pick<PointOfInterest, 'name_gr' | 'name_en'>,
  language: Language,
): PlaceNames {
  const own = language === 'el' ? name_gr : name_en;
  const other = language === 'el' ? name_en : name_gr;
  const otherLanguage = language === 'el' ? 'en' : 'el';
  return {
    name: own ?? other ?? undefined,
    nameLanguage: own ? language : otherLanguage,
    otherName: own && other && other !== own ? other : undefined,
    otherLanguage,
  };
}
