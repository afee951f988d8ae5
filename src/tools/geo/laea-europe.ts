import { equatorialRadius, grs80, type Projection } from './transverse-mercator.ts';

/*
 * ETRS89-extended / LAEA Europe (EPSG:3035), Lambert's azimuthal equal-area projection: Snyder, Map
 * Projections, 1987, pages 187 to 190.
 */
const radians = Math.PI / 180;
const [originLongitude, originLatitude] = [10 * radians, 52 * radians];
const [falseEasting, falseNorthing] = [4_321_000, 3_210_000];

const { eccentricitySquared } = grs80;
const e = Math.sqrt(eccentricitySquared);

/** Snyder's q: twice the area between the equator and a latitude, for a radius of one. */
function areaTo(sin: number): number {
  const part = sin / (1 - eccentricitySquared * sin * sin) + Math.atanh(e * sin) / e;
  return (1 - eccentricitySquared) * part;
}

const areaToPole = areaTo(1);
const authalicRadius = equatorialRadius * Math.sqrt(areaToPole / 2);
const sinOrigin = areaTo(Math.sin(originLatitude)) / areaToPole;
const cosOrigin = Math.sqrt(1 - sinOrigin * sinOrigin);
/** What makes the scale at the origin equal in all directions. */
const stretch =
  (equatorialRadius * Math.cos(originLatitude)) /
  (Math.sqrt(1 - eccentricitySquared * Math.sin(originLatitude) ** 2) * authalicRadius * cosOrigin);

export const laeaEurope: Projection = {
  toPlane([longitude, latitude]) {
    const east = longitude * radians - originLongitude;
    const sin = areaTo(Math.sin(latitude * radians)) / areaToPole;
    const cos = Math.sqrt(Math.max(0, 1 - sin * sin));
    const along = cos * Math.cos(east);
    const scale = authalicRadius * Math.sqrt(2 / (1 + sinOrigin * sin + cosOrigin * along));
    return [
      falseEasting + scale * stretch * cos * Math.sin(east),
      falseNorthing + (scale / stretch) * (cosOrigin * sin - sinOrigin * along),
    ];
  },
  fromPlane([easting, northing]) {
    const x = (easting - falseEasting) / stretch;
    const y = (northing - falseNorthing) * stretch;
    const distance = Math.hypot(x, y);
    if (distance === 0) return [originLongitude / radians, originLatitude / radians];
    const angle = 2 * Math.asin(distance / (2 * authalicRadius));
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    const sinAuthalic = cos * sinOrigin + (y * sin * cosOrigin) / distance;
    const longitude =
      originLongitude + Math.atan2(x * sin, distance * cosOrigin * cos - y * sinOrigin * sin);
    return [longitude / radians, latitudeOf(sinAuthalic) / radians];
  },
};

/** The latitude of an authalic one, by the steps of Newton; three are exact to the micrometre. */
function latitudeOf(sinAuthalic: number): number {
  const q = sinAuthalic * areaToPole;
  let latitude = Math.asin(q / 2);
  for (let i = 0; i < 4; i++) {
    const sin = Math.sin(latitude);
    const w = 1 - eccentricitySquared * sin * sin;
    latitude +=
      ((w * w) / (2 * Math.cos(latitude))) * ((q - areaTo(sin)) / (1 - eccentricitySquared));
  }
  return latitude;
}
