import { isGuess } from '#domain/property/address-match.ts';
import type { PropertyReport } from '../../../../../client/src/types.ts';

type Location = NonNullable<PropertyReport['location']>;

/** Something that was not found as asked. */
export type Note =
  | { readonly kind: 'fault'; readonly field: string; readonly problem: string }
  | { readonly kind: 'rough'; readonly level: Location['match']['level']; readonly metres: number }
  | { readonly kind: 'unit'; readonly code: string }
  | { readonly kind: 'postalCode'; readonly used: string; readonly found: string };

/** What was not found as asked; empty sections have their reason in their own place. */
export function reportNotes({ location, parcel, query, position, cost }: PropertyReport): Note[] {
  const code = query.kaek_code;
  const used = cost ? query.postal_code : undefined;
  const found = location?.components.postal_code;
  return [
    ...(position.from === 'address' && location ? matchNotes(location) : []),
    // A slash separates the unit from its parcel.
    ...(parcel && code?.includes('/') ? [{ kind: 'unit', code } as const] : []),
    ...(used && found && used !== found ? [{ kind: 'postalCode', used, found } as const] : []),
  ];
}

function matchNotes({ match }: Location): Note[] {
  const { level, accuracy_m: metres } = match;
  const faults = match.faults.map(fault => ({ kind: 'fault', ...fault }) as const);
  return level === 'house_number' ? faults : [...faults, { kind: 'rough', level, metres }];
}

/** The key of the text that explains why there is no parcel. */
export function whyNoParcel({ location, position }: PropertyReport): 'parcelTooRough' | 'noParcel' {
  const isRough = position.from === 'address' && location?.match.level !== 'house_number';
  return isRough ? 'parcelTooRough' : 'noParcel';
}

/** The key of the text that explains why there is no cost. */
export function whyNoCost({
  location,
  query,
  position,
  missing,
}: PropertyReport):
  | 'noCostOutside'
  | 'noBuilding'
  | 'wrongPostalCode'
  | 'guessedAddress'
  | 'noRate'
  | 'noPostalCode' {
  if (!location) return 'noCostOutside';
  if (query.build_area === null || query.property_type === null) return 'noBuilding';
  const reason = missing.find(({ section }) => section === 'cost')?.reason;
  if (reason?.startsWith('postal_code:')) return 'wrongPostalCode';
  const isByAddress = position.from === 'address' && query.postal_code === undefined;
  if (isByAddress && isGuess(location)) return 'guessedAddress';
  const hasPostalCode = query.postal_code !== undefined || location.components.postal_code !== null;
  return hasPostalCode ? 'noRate' : 'noPostalCode';
}
