/** Names of projected coordinates, also with Greek letters that look or sound alike. */
const planeNames: ReadonlyMap<string, 'x' | 'y'> = new Map([
  ...['x', 'χ', 'coord_x', 'x_coord', 'point_x', 'easting'].map(name => [name, 'x'] as const),
  ...['y', 'υ', 'ψ', 'coord_y', 'y_coord', 'point_y', 'northing'].map(name => [name, 'y'] as const),
]);

/** The part of such a name that means the Greek Grid: `X_EGSA`, `Χ (ΕΓΣΑ '87)`, `x_2100`. */
const greekGridMark = /(?<!_)_*(?:egsa|εγσα|ggrs|hgrs|2100)_?(?:19)?(?:87)?_*/;

/** A name in snake case: `Postal Code` and `POSTAL-CODE` become `postal_code`. */
export function plainName(name: string): string {
  const letters = name.normalize('NFD').replace(/\p{M}/gu, '');
  return letters
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
}

/** The axis whose projected coordinates a column has, by its name: `x` for `Χ (ΕΓΣΑ87)`. */
export function planeAxis(name: string): 'x' | 'y' | undefined {
  const plain = plainName(name).replace(/[^\p{L}\p{N}_]/gu, '');
  return planeNames.get(plain.replace(greekGridMark, ''));
}

/** Whether the name of a column means coordinates of the Greek Grid. */
export function isGreekGridName(name: string): boolean {
  return planeAxis(name) !== undefined && greekGridMark.test(plainName(name));
}

/** The first twenty column names as text, for a message. */
export function listed(names: readonly string[], longest = 40): string {
  const shown = names.slice(0, 20).map(name => name.slice(0, longest));
  return shown.join(', ') + (names.length > shown.length ? ', …' : '');
}
