/** Why a section holds nothing: for those who count, where the reason in words is for those who read. */
export type MissingKind =
  | 'no address is known near the point'
  | 'no loaded parcel holds the point'
  | 'the position is too rough to tell the parcel'
  | 'property_type or build_area is missing'
  | 'the postal code is not known'
  | 'no cost for this postal-code prefix and property type';

/** What a section of a report holds or, in words, why it holds nothing. */
export type Section<T> =
  | { readonly found: T }
  | { readonly reason: string; readonly kind: MissingKind };
