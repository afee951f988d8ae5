/** What the values of a grid are. Amounts are averaged and interpolated, classes never. */
export type GridValues = 'amounts' | 'classes';

export interface GridKind {
  readonly kind: string;
  readonly name: { readonly el: string; readonly en: string };
  /** Unless the import says otherwise. */
  readonly values: GridValues;
  /** Others are no measurements: many files have -9999 or -32768 for no value, and do not say so. */
  readonly least: number;
  readonly most: number;
}

/** What no amount is below, with room for the noise of a model. */
const aboutZero = { least: -100, most: 1e30 };

/** The kinds of grids. */
export const gridKinds = [
  {
    kind: 'elevation',
    name: { el: 'Υψόμετρο', en: 'Elevation' },
    values: 'amounts',
    // From the deepest of the Mediterranean, 5,300 m, to the highest mountain.
    least: -6_000,
    most: 9_000,
  },
  { kind: 'slope', name: { el: 'Κλίση', en: 'Slope' }, values: 'amounts', ...aboutZero },
  {
    kind: 'flood_depth',
    name: { el: 'Βάθος κατάκλυσης', en: 'Flood depth' },
    values: 'amounts',
    ...aboutZero,
  },
  {
    kind: 'ground_acceleration',
    name: { el: 'Εδαφική επιτάχυνση', en: 'Ground acceleration' },
    values: 'amounts',
    ...aboutZero,
  },
  {
    kind: 'fire',
    name: { el: 'Κίνδυνος πυρκαγιάς', en: 'Fire danger' },
    values: 'classes',
    ...aboutZero,
  },
  { kind: 'noise', name: { el: 'Θόρυβος', en: 'Noise' }, values: 'amounts', ...aboutZero },
  {
    kind: 'other',
    name: { el: 'Άλλο', en: 'Other' },
    values: 'amounts',
    least: -1e30,
    most: 1e30,
  },
] as const satisfies readonly GridKind[];

export type GridKindName = (typeof gridKinds)[number]['kind'];

export const gridKindNames = gridKinds.map(({ kind }) => kind);

/** The kind from which slope and aspect are computed. */
export const elevation: GridKindName = 'elevation';
