import type { PropertyReport } from '../../../client/src/types.ts';
import type { Words } from '../language/el.ts';
import { decimalPair, type Language } from '../language/format.ts';
import { addressText } from '../subject/address-text.ts';
import type { Found } from '../subject/find.ts';

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
