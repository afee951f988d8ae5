import { isLatitudeFirst } from '#tools/geo/crs.ts';

/** The coordinate system of an `srsName` in GML. */
export interface Srs {
  readonly name: string;
  /** EPSG number; undefined when the name contains none. */
  readonly epsg: number | undefined;
  readonly latitudeFirst: boolean;
}

// Names with the axis order of EPSG's definition (OGC 09-048r5, 07-092r3).
const asDefined = [
  /^urn:(?:x-)?ogc:def:crs:EPSG:(?:[^:]*:)?(\d{4,6})$/i,
  /^https?:\/\/www\.opengis\.net\/def\/crs\/EPSG\/[^/]+\/(\d{4,6})$/i,
];
// Older names: longitude or easting comes first, also where EPSG defines otherwise.
const longitudeFirst = [
  /^(?:EPSG|ESRI):(\d{4,6})$/i,
  /^urn:ogc:def:crs:ESRI:(?:[^:]*:)?(\d{4,6})$/i,
  /^https?:\/\/www\.opengis\.net\/gml\/srs\/epsg\.xml#(\d{4,6})$/i,
];
const crs84 =
  /^(?:urn:ogc:def:crs:OGC:[^:]*:|https?:\/\/www\.opengis\.net\/def\/crs\/OGC\/[^/]+\/|OGC:)?CRS84$/i;

/** Parses an `srsName`: the coordinate system and the axis order. */
export function parseSrsName(name: string): Srs {
  if (crs84.test(name)) return { name, epsg: 4326, latitudeFirst: false };
  const defined = numberIn(name, asDefined);
  if (defined !== undefined) {
    return { name, epsg: defined, latitudeFirst: isLatitudeFirst(defined) };
  }
  return { name, epsg: numberIn(name, longitudeFirst), latitudeFirst: false };
}

function numberIn(name: string, forms: readonly RegExp[]): number | undefined {
  for (const form of forms) {
    const found = form.exec(name)?.[1];
    if (found !== undefined) return Number(found);
  }
  return undefined;
}
