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
export function whyNoCost({ location, missing }: Pick<PropertyReport, 'location' | 'missing'>) {
  if (!location) return 'noCostOutside';
  const code = missing.find(({ section }) => section === 'cost')?.code ?? '';
  return costReasons[code as keyof typeof costReasons] ?? 'noRate';
}

/** Codes of the service for a cost that is missing. */
const costReasons = {
  building_missing: 'noBuilding',
  postal_code_missing: 'noPostalCode',
  postal_code_far: 'wrongPostalCode',
  postal_code_not_near: 'wrongPostalCode',
  address_guessed: 'guessedAddress',
  address_against_town: 'guessedAddress',
} as const;
