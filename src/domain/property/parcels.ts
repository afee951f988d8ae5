import { toGreekGrid } from '#tools/geo/greek-grid.ts';
import { pointInPolygon, pointInside } from '#tools/geo/inside.ts';
import {
  boundsOf,
  mapPositions,
  type PolygonGeometry,
  type Position,
  planarArea,
  toWkt,
} from '#tools/geo/polygon.ts';

/** Decimals of a degree in well-known text and of positions: a centimetre. */
const degreeDecimals = 7;

/** Decimals in GeoJSON: a tenth of a millimetre. A centimetre makes some outlines cross themselves. */
const featureDecimals: Readonly<Record<ParcelSrid, number>> = { 4326: 9, 2100: 4 };

/** What a source may record of a parcel besides its area. */
export const attributeNames = [
  'address',
  'main_use',
  'description',
  'vertical_property',
  'horizontal_property',
  'perimeter',
  'link',
  'kind',
  'town_plan',
] as const;

/** What a source recorded: texts as it writes them, the perimeter in metres. */
export type ParcelAttributes = {
  readonly [Name in Exclude<(typeof attributeNames)[number], 'perimeter'>]?: string;
} & { readonly perimeter?: number };

/** The attributes on the wire, where the name of a length has its unit. */
export function wireAttributes({ perimeter, ...texts }: ParcelAttributes) {
  return { ...texts, ...(perimeter !== undefined && { perimeter_m: perimeter }) };
}

/** A cadastral parcel. */
export interface Parcel {
  /** The parcel's 12 characters, normalised. */
  readonly kaek: string;
  readonly areaM2: number;
  /** WGS84, longitude and latitude. */
  readonly geometry: PolygonGeometry;
  /** Absent if the source records none of them. */
  readonly attributes?: ParcelAttributes;
}

/** The coordinate systems in which a parcel's outline can be requested, by EPSG number. */
export const parcelSrids = [4326, 2100] as const;
export type ParcelSrid = (typeof parcelSrids)[number];

/**
 * The parcel at a point, from candidates in order of preference. Borders count as inside. If parcels
 * overlap or share the border, the smallest is returned (a plot, not the road next to it).
 */
export function parcelAt(
  candidates: readonly Parcel[],
  latitude: number,
  longitude: number,
): Parcel | undefined {
  let found: Parcel | undefined;
  for (const parcel of candidates) {
    if (found && found.areaM2 <= parcel.areaM2) continue;
    if (pointInPolygon([longitude, latitude], parcel.geometry)) found = parcel;
  }
  return found;
}

/** A position in the parcel, with 7 decimals, for a map pin. */
export function parcelPoint({ geometry }: Pick<Parcel, 'geometry'>): {
  latitude: number;
  longitude: number;
} {
  const [longitude, latitude] = pointInside(geometry);
  return {
    latitude: rounded(latitude, degreeDecimals),
    longitude: rounded(longitude, degreeDecimals),
  };
}

/** The same, with the largest distance to the parcel's outline, in metres. */
export function parcelPosition(parcel: Pick<Parcel, 'geometry'>) {
  const { latitude, longitude } = parcelPoint(parcel);
  const [x, y] = toGreekGrid([longitude, latitude]);
  const { west, east, south, north } = boundsOf(mapPositions(parcel.geometry, toGreekGrid));
  const accuracyMetres = Math.hypot(Math.max(x - west, east - x), Math.max(y - south, north - y));
  return { latitude, longitude, accuracyMetres };
}

/** Well-known text: 7 decimals of a degree or, on the Greek Grid, 3 of a metre. */
export function parcelWkt({ geometry }: Parcel, srid: ParcelSrid): string {
  return srid === 2100
    ? toWkt(mapPositions(geometry, toGreekGrid), 3)
    : toWkt(geometry, degreeDecimals);
}

/** The parcel as a GeoJSON Feature, with positions of `roundedPosition` and its attributes. */
export function parcelFeature(parcel: Parcel, srid: ParcelSrid = 4326) {
  const { kaek, areaM2, attributes = {} } = parcel;
  const geometry = mapPositions(parcel.geometry, position => roundedPosition(position, srid));
  return {
    type: 'Feature',
    id: kaek,
    properties: { kaek, area_m2: areaM2, ...wireAttributes(attributes) },
    geometry,
  };
}

/** A WGS84 position in a coordinate system: 9 decimals of a degree or 4 of a metre. */
export function roundedPosition(position: Position, srid: ParcelSrid): Position {
  const [x, y] = srid === 2100 ? toGreekGrid(position) : position;
  return [rounded(x, featureDecimals[srid]), rounded(y, featureDecimals[srid])];
}

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}

/** Area in m² in the Greek Grid, as the Cadastre computes it; 2 decimals. */
export function gridAreaM2(geometry: PolygonGeometry): number {
  return areaOnGridM2(mapPositions(geometry, toGreekGrid));
}

/** The same for an outline in Greek Grid coordinates. */
export function areaOnGridM2(outline: PolygonGeometry): number {
  return Math.round(planarArea(outline) * 100) / 100;
}
