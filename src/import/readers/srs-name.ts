import { isLatitudeFirst } from '../../geo/crs.ts';

/** A coordinate system as GML names it in `srsName`. */
export interface Srs {
  readonly name: string;
  /** EPSG number; undefined where the name is of another kind. */
  readonly epsg: number | undefined;
  /** Whether a position begins with its latitude. */
  readonly latitudeFirst: boolean;
}

// Names that mean the system as EPSG defines it, its order of axes included (OGC 09-048r5, 07-092r3).
const asDefined = [
  /^urn:(?:x-)?ogc:def:crs:EPSG:(?:[^:]*:)?(\d{4,6})$/i,
  /^https?:\/\/www\.opengis\.net\/def\/crs\/EPSG\/[^/]+\/(\d{4,6})$/i,
];
// Older names: longitude or easting comes first, whatever EPSG defines.
const longitudeFirst = [
  /^(?:EPSG|ESRI):(\d{4,6})$/i,
  /^urn:ogc:def:crs:ESRI:(?:[^:]*:)?(\d{4,6})$/i,
  /^https?:\/\/www\.opengis\.net\/gml\/srs\/epsg\.xml#(\d{4,6})$/i,
];
const crs84 =
  /^(?:urn:ogc:def:crs:OGC:[^:]*:|https?:\/\/www\.opengis\.net\/def\/crs\/OGC\/[^/]+\/|OGC:)?CRS84$/i;

/** Understands an `srsName`: which system it is, and which coordinate comes first. */
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

/** The system of an element: by its own `srsName`, which must mean the one around it, or that. */
export function innerSrs(outer: Srs | undefined, srsName: string | undefined): Srs | undefined {
  if (srsName === undefined || srsName === outer?.name) return outer;
  const srs = parseSrsName(srsName);
  if (outer && !isSameSystem(srs, outer)) {
    throw new RangeError(`geometry: in ${srsName}, while the file began with ${outer.name}`);
  }
  return srs;
}

/** Be it with the axes the other way round. */
function isSameSystem(a: Srs, b: Srs): boolean {
  return a.epsg === b.epsg && (a.epsg !== undefined || a.name === b.name);
}
