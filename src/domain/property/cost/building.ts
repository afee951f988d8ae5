/** The types of the interface. A request may always name them. */
export const dwellingTypes = ['apartment', 'house', 'maisonette'] as const;

/** All types that a cost table may have rates for. */
export const propertyTypes = [
  ...dwellingTypes,
  'office',
  'shop',
  'warehouse',
  'industrial',
  'hotel',
  'parking',
  'storage',
  'basement',
  'auxiliary',
] as const;
export type PropertyType = (typeof propertyTypes)[number];
