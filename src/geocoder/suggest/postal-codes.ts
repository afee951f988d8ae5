import { answerPlace } from '../answer.ts';
import type { GeocoderIndex } from '../build.ts';
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
      kind: 'place' as const,
      place: null,
      postalCode: number,
      score: 1,
      inPlaceOf: null,
      faults: [],
    };
    const toDraft = () => {
      const found = answerPlace(index, candidate, 1, []);
      return draftOf(found, 'postal_code', found.formatted_address);
    };
    return [{ weight: 1 + weigh(1, 1), at: code, key: null, toDraft, also: () => null }];
  });
}
