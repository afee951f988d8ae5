import type { PropertyReport } from '../../../client/src/client.ts';
import { decimalPair } from '../language/format.ts';
import type { Locale } from '../language/language.tsx';

/** The name of a report's property. */
export function reportTitle(
  { location, parcel, position }: Pick<PropertyReport, 'location' | 'parcel' | 'position'>,
  { words, language }: Locale,
): string {
  if (position.from === 'parcel' && parcel) return `${words.parcel.kaek} ${parcel.kaek}`;
  if (position.from === 'address' && location) {
    return language === 'el' ? location.formatted_address : location.formatted_address_en;
  }
  return `${words.search.point} ${decimalPair(position.latitude, position.longitude)}`;
}
