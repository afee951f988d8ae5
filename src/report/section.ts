/** Why a section is empty, as one of a few kinds that can be counted. */
export type MissingKind =
  | 'no address is known near the point'
  | 'no loaded parcel holds the point'
  | 'the position is too rough to find the parcel'
  | 'property_type or build_area is missing'
  | 'the postal code is not known'
  | 'the postal code contradicts the position'
  | 'the address is a guess'
  | 'no cost for this postal-code prefix and property type';

/** The content of a report's section, or the reason why it is empty. */
export type Section<T> =
  | { readonly found: T }
  | { readonly reason: string; readonly kind: MissingKind };
