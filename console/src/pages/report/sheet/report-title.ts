import type { Language } from '#tools/notation/languages.ts';
import type { PropertyReport } from '../../../../../client/src/types.ts';
import { addressText } from '../../../state/subject/address-text.ts';
import type { Found } from '../../../state/subject/find.ts';
import type { Words } from '../../../tools/language/el.ts';
import { decimalPair } from '../../../tools/language/format.ts';

/** The name of a report's property. A point may be that of a place, which then gives the name. */
export function reportTitle(
  { location, parcel, position }: Pick<PropertyReport, 'location' | 'parcel' | 'position'>,
  { words, language }: { readonly words: Words; readonly language: Language },
  place?: Found['place'],
): string {
  if (position.from === 'parcel' && parcel) return `${words.parcel.kaek} ${parcel.kaek}`;
  if (position.from === 'address' && location) return addressText(location, language);
  if (place) return addressText(place, language);
  return `${words.search.point} ${decimalPair(position.latitude, position.longitude)}`;
}
