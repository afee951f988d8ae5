import Type from 'typebox';
import type { ParcelSrid } from '#domain/property/parcels.ts';
import { invalid } from '#tools/errors.ts';

/** The coordinate systems by URI, the default first; in both, east comes before north. */
const sridByUri: Readonly<Record<string, ParcelSrid>> = {
  'http://www.opengis.net/def/crs/OGC/1.3/CRS84': 4326,
  'http://www.opengis.net/def/crs/EPSG/0/2100': 2100,
};

/** Their URIs. */
export const crsUris = Object.keys(sridByUri);

/** The URI of WGS84 with the longitude first. */
export const crs84 = crsUris[0]!;

/** A parameter that names a coordinate system. */
export function crsParameter(description: string) {
  return Type.Optional(Type.Enum([...crsUris], { type: 'string', description, default: crs84 }));
}

/** The EPSG number of a coordinate system. */
export function sridOf(uri: string = crs84): ParcelSrid {
  const srid = sridByUri[uri];
  if (srid === undefined) throw invalid('crs', `one of ${crsUris.join(', ')}`);
  return srid;
}

/** The header with the coordinate system of a response. */
export function contentCrs(uri: string = crs84) {
  return { 'content-crs': `<${uri}>` };
}
