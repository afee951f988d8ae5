/** Other usual names of coordinate columns. */
const otherNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    lat: 'latitude',
    πλατος: 'latitude',
    γεωγραφικο_πλατος: 'latitude',
    lon: 'longitude',
    lng: 'longitude',
    long: 'longitude',
    μηκος: 'longitude',
    γεωγραφικο_μηκος: 'longitude',
  }),
);

/** Names of projected coordinates, also with Greek letters that look or sound alike. */
const planeNames: ReadonlyMap<string, string> = new Map([
  ...['x', 'χ', 'coord_x', 'x_coord', 'point_x', 'easting'].map(name => [name, 'x'] as const),
  ...['y', 'υ', 'ψ', 'coord_y', 'y_coord', 'point_y', 'northing'].map(name => [name, 'y'] as const),
]);

/** The part of such a name that means the Greek Grid: `X_EGSA`, `Χ (ΕΓΣΑ '87)`, `x_2100`. */
const greekGridMark = /_*(?:egsa|εγσα|ggrs|hgrs|2100)_?(?:19)?(?:87)?_*/;

/** A name in snake case: `Postal Code` and `POSTAL-CODE` become `postal_code`. */
export function plainName(name: string): string {
  const letters = name.normalize('NFD').replace(/\p{M}/gu, '');
  return letters
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
}

/** The field of a column, by its name: `Lat` is `latitude`. */
export function columnName(name: string): string {
  const plain = plainName(name);
  return otherNames.get(plain) ?? planeNames.get(withoutMark(plain)) ?? plain;
}

function withoutMark(plain: string): string {
  return plain.replace(/[^\p{L}\p{N}_]/gu, '').replace(greekGridMark, '');
}

/** Whether the name of a column means coordinates of the Greek Grid. */
export function isGreekGridName(name: string): boolean {
  const plain = plainName(name);
  return planeNames.has(withoutMark(plain)) && greekGridMark.test(plain);
}

/** The first twenty column names as text, for a message. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, 20).map(name => name.slice(0, 40));
  return shown.join(', ') + (names.length > shown.length ? ', …' : '');
}
