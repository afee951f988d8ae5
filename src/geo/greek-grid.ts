import proj4 from 'proj4';
import type { Position } from './polygon.ts';

/**
 * GGRS87 / Greek Grid, EPSG:2100, on which the Cadastre measures. The datum shift belongs to
 * it: without `towgs84` everything lands some 325 m away.
 */
const greekGrid =
  '+proj=tmerc +lat_0=0 +lon_0=24 +k=0.9996 +x_0=500000 +y_0=0 +ellps=GRS80 ' +
  '+towgs84=-199.87,74.79,246.62,0,0,0,0 +units=m +no_defs';

const converter = proj4('EPSG:4326', greekGrid);

/** Greek Grid [easting, northing] in metres to WGS84 [longitude, latitude] in degrees. */
export function fromGreekGrid([easting, northing]: Position): Position {
  return converter.inverse([easting, northing]) as [number, number];
}

/**
 * WGS84 [longitude, latitude] in degrees to Greek Grid [easting, northing] in metres.
 *
 * Heights get lost between the two datums, so that the plain formulas, there and back, miss by
 * up to 5 mm. One step of correction makes this the exact inverse of `fromGreekGrid`: whoever
 * loads Greek Grid coordinates gets the very same ones back.
 */
export function toGreekGrid([longitude, latitude]: Position): Position {
  const [easting, northing] = converter.forward([longitude, latitude]);
  const [backLongitude, backLatitude] = converter.inverse([easting!, northing!]);
  const [backEasting, backNorthing] = converter.forward([backLongitude!, backLatitude!]);
  return [2 * easting! - backEasting!, 2 * northing! - backNorthing!];
}
