import type { GeocoderIndex } from '../build.ts';
import { answerPlace, type GreekResult } from '../geocode-result.ts';
import { fold } from '../text/fold.ts';
import { draftOf, type Weighed } from './suggestion.ts';
import { weigh } from './weigh.ts';

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
export function codeDraft(found: GreekResult) {
  const { postal_code, municipality } = found.components;
  const code = `${postal_code!.slice(0, 3)} ${postal_code!.slice(3)}`;
  return draftOf(found, 'postal_code', [code, municipality].filter(Boolean).join(' '));
}
