/** What the values of a grid are. Amounts are averaged and interpolated, classes never. */
export type GridValues = 'amounts' | 'classes';

export interface GridKind {
  readonly kind: string;
  readonly name: { readonly el: string; readonly en: string };
  /** Unless the import says otherwise. */
  readonly values: GridValues;
}

/** The kinds of grids. */
export const gridKinds = [
  { kind: 'elevation', name: { el: 'Υψόμετρο', en: 'Elevation' }, values: 'amounts' },
  { kind: 'slope', name: { el: 'Κλίση', en: 'Slope' }, values: 'amounts' },
  { kind: 'flood_depth', name: { el: 'Βάθος πλημμύρας', en: 'Flood depth' }, values: 'amounts' },
  {
    kind: 'ground_acceleration',
    name: { el: 'Εδαφική επιτάχυνση', en: 'Ground acceleration' },
    values: 'amounts',
  },
  { kind: 'fire', name: { el: 'Κίνδυνος πυρκαγιάς', en: 'Fire danger' }, values: 'classes' },
  { kind: 'noise', name: { el: 'Θόρυβος', en: 'Noise' }, values: 'amounts' },
  { kind: 'other', name: { el: 'Άλλο', en: 'Other' }, values: 'amounts' },
] as const satisfies readonly GridKind[];

export type GridKindName = (typeof gridKinds)[number]['kind'];

export const gridKindNames = gridKinds.map(({ kind }) => kind);

/** The kind from which slope, aspect and relief are computed. */
export const elevation: GridKindName = 'elevation';
