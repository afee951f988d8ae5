import type { Position } from '#tools/geo/earth.ts';
import type { Position as LonLat, PolygonGeometry } from '#tools/geo/polygon.ts';
import type { BoundaryKind } from './country-rows.ts';

export type { Position };

/** What the geocoder is built from: plain rows, whatever their source. */
export interface GeocoderRows {
  readonly municipalities: readonly MunicipalityRow[];
  readonly postalCodes: readonly PostalCodeRow[];
  readonly localities: readonly LocalityRow[];
  readonly areas: readonly AreaRow[];
  readonly streets: readonly StreetRow[];
  /** Borders; none where nothing is imported. */
  readonly boundaries?: readonly LinkedBoundary[];
  /** The English names of places where they are not the ELOT 743 form of the Greek ones. */
  readonly english?: ReadonlyMap<string, string>;
  /** The countries beside Greece; without them every point near by is in Greece. */
  readonly neighbours?: NeighbourRows;
}

/** The land of the countries beside Greece, and the border with them. */
export interface NeighbourRows {
  readonly land: readonly PolygonGeometry[];
  readonly border: readonly (readonly LonLat[])[];
}

/** The border of an area, and the municipality of the gazetteer that it is or lies in, or null. */
export interface LinkedBoundary {
  readonly kind: BoundaryKind;
  readonly names: readonly string[];
  readonly municipality: string | null;
  readonly geometry: PolygonGeometry;
}

/** A municipality with every name people call it by. */
export interface MunicipalityRow {
  /** The official name, in the genitive; other rows refer to it. */
  readonly id: string;
  readonly nominative: string;
  readonly english: string;
  /** Old, joint, short and usual Latin names. */
  readonly otherNames: readonly string[];
  /** The city whose name people use for the whole basin around it, or null. */
  readonly basin: string | null;
  readonly regionalUnit: string;
  readonly region: string;
  /** Its main town; null where its position is not known. */
  readonly seat: Seat | null;
}

/** The main town of a municipality. */
export interface Seat extends Position {
  readonly name: string;
  readonly population: number | null;
  readonly isImported?: boolean;
}

/**
 * A regional unit, a region or a landscape (Πήλιο, Κυκλάδες): it may be named beside a place, and is
 * no answer by itself.
 */
export interface AreaRow {
  readonly kind: 'regional_unit' | 'region' | 'landscape' | 'municipal_unit';
  /** The official name, in the genitive; municipalities refer to it. */
  readonly id: string;
  readonly names: readonly string[];
  /** Municipalities, regional units and regions that it holds besides, by their genitives. */
  readonly parts: readonly string[];
}

/** A postal code, its municipality and perhaps the part of it. */
export interface PostalCodeRow extends Position {
  readonly postalCode: string;
  readonly municipality: string;
  readonly locality: string | null;
  readonly source: string;
}

/** A village, settlement, quarter or island. */
export interface LocalityRow extends Position {
  readonly kind: 'settlement' | 'quarter' | 'island';
  readonly name: string;
  /** Other names in either script. */
  readonly otherNames: readonly string[];
  /** The municipality it lies in; of an island also a regional unit or a region. */
  readonly municipality: string;
  /** Null where not known. */
  readonly population: number | null;
  /** The codes it lies in; empty when not known. */
  readonly postalCodes: readonly string[];
  readonly source: string;
}

/** A street, or the part of it that lies in one postal code. */
export interface StreetRow {
  readonly name: string;
  /** Further names of the same street: old, English, as another source spells it. */
  readonly otherNames: readonly string[];
  readonly municipality: string;
  readonly locality: string | null;
  readonly postalCode: string | null;
  /** The house numbers it holds; empty when not known. */
  readonly ranges: readonly NumberRange[];
  /** Null where only the position of its postal code is known. */
  readonly position: Position | null;
  /** Whether any house of it is known, so that it pays to look one up. */
  readonly hasHouses: boolean;
  readonly source: string;
}

/** House numbers from one to another, both included; `to` is Infinity for an open end. */
export interface NumberRange {
  readonly from: number;
  readonly to: number;
  readonly side: 'odd' | 'even' | 'both';
}

/** One known house of a street. */
export interface House {
  readonly streetKey: string;
  /** As written: `24`, `24Α`, `24-26`. */
  readonly number: string;
  /** Null where its source does not tell. */
  readonly postalCode: string | null;
  readonly latitude: number;
  readonly longitude: number;
  readonly source: string;
}

/** Finds the known houses of a street by its key (see `streetKey`). */
export type HouseLookup = (streetKey: string) => Promise<readonly House[]> | readonly House[];

/** A part of a street: a line of the map that has a name. */
export interface StreetLine {
  readonly name: string;
  /** Whether it is a path, which crosses parks and squares and seldom has houses. */
  readonly isPath: boolean;
  readonly course: readonly LonLat[];
}

/** Finds something within some metres of a point, and perhaps more near it. */
type FindAround<T> = (
  latitude: number,
  longitude: number,
  radiusMetres: number,
) => Promise<readonly T[]> | readonly T[];

/** What is known around a point besides the index. */
export interface NearbyLookup {
  readonly housesAround: FindAround<House>;
  readonly streetLinesAround: FindAround<StreetLine>;
}
