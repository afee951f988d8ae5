import type { PolygonGeometry } from '#tools/geo/polygon.ts';

/** The kinds of settlements and islands that an import brings, as OpenStreetMap calls them. */
export const settlementKinds = [
  'city',
  'town',
  'village',
  'hamlet',
  'isolated_dwelling',
  'suburb',
  'quarter',
  'neighbourhood',
  'island',
  'islet',
] as const;
export type SettlementKind = (typeof settlementKinds)[number];

/** The levels of administration whose borders an import brings, the largest area first. */
export type BoundaryKind = 'region' | 'regional_unit' | 'municipality' | 'municipal_unit';

/** What settlements, boundaries and named places have in common. */
interface Named {
  readonly externalId: string | null;
  /** In Greek where the source has a Greek name. */
  readonly name: string;
  /** Further names in either script: Latin, old, local, official. */
  readonly otherNames: readonly string[];
  /** A point of it: its centre, or a point inside its area. */
  readonly latitude: number;
  readonly longitude: number;
}

/** A settlement, a quarter or an island of an imported source. */
export interface Settlement extends Named {
  readonly kind: SettlementKind;
  /** Null where the source does not have it. */
  readonly population: number | null;
  /** How far its area reaches from its point, in metres; 0 where only a point is known. */
  readonly reachMetres: number;
}

/** The border of a unit of administration. */
export interface Boundary extends Named {
  readonly kind: BoundaryKind;
  readonly geometry: PolygonGeometry;
}

/** A place that people search by its name: a hospital, a square, a museum, a beach. */
export interface NamedPlace extends Named {
  /** The tag that made it one: `tourism=museum`. */
  readonly category: string;
  readonly reachMetres: number;
}

/** The same with the source that each came from. */
export type SettlementRow = Settlement & { readonly source: string };
export type BoundaryRow = Boundary & { readonly source: string };
export type NamedPlaceRow = NamedPlace & { readonly source: string };
