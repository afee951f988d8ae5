import type { Position } from './polygon.ts';

/*
 * GGRS87 / Greek Grid, EPSG:2100, on which the Cadastre measures: a transverse Mercator on the
 * GRS80 ellipsoid, and a datum shift of some 325 m against WGS84.
 *
 * Written out because an import converts every corner of every parcel: more than twice as fast as
 * the general library that the tests hold it against, to which it is equal to micrometres.
 */
const equatorialRadius = 6_378_137;
const grs80 = ellipsoid(1 / 298.257222101);
const wgs84 = ellipsoid(1 / 298.257223563);
type Ellipsoid = ReturnType<typeof ellipsoid>;

/** What must be added to GGRS87, in Earth-centred metres, to have WGS84. */
const shift = { x: -199.87, y: 74.79, z: 246.62 };

const radians = Math.PI / 180;
const centralMeridian = 24 * radians;
const falseEasting = 500_000;

// Krüger's series in the third flattening n, to its fourth power: right to the micrometre.
const n = grs80.flattening / (2 - grs80.flattening);
const scaledRadius = 0.9996 * (equatorialRadius / (1 + n)) * (1 + n ** 2 / 4 + n ** 4 / 64);
const alpha = [
  n / 2 - (2 / 3) * n ** 2 + (5 / 16) * n ** 3 + (41 / 180) * n ** 4,
  (13 / 48) * n ** 2 - (3 / 5) * n ** 3 + (557 / 1440) * n ** 4,
  (61 / 240) * n ** 3 - (103 / 140) * n ** 4,
  (49561 / 161280) * n ** 4,
] as const;
const beta = [
  n / 2 - (2 / 3) * n ** 2 + (37 / 96) * n ** 3 - (1 / 360) * n ** 4,
  (1 / 48) * n ** 2 + (1 / 15) * n ** 3 - (437 / 1440) * n ** 4,
  (17 / 480) * n ** 3 - (37 / 840) * n ** 4,
  (4397 / 161280) * n ** 4,
] as const;
/** From the conformal latitude to the geodetic one. */
const delta = [
  2 * n - (2 / 3) * n ** 2 - 2 * n ** 3 + (116 / 45) * n ** 4,
  (7 / 3) * n ** 2 - (8 / 5) * n ** 3 - (227 / 45) * n ** 4,
  (56 / 15) * n ** 3 - (136 / 35) * n ** 4,
  (4279 / 630) * n ** 4,
] as const;
type Series = readonly [number, number, number, number];

function ellipsoid(flattening: number) {
  const eccentricitySquared = flattening * (2 - flattening);
  return {
    flattening,
    eccentricitySquared,
    secondEccentricitySquared: eccentricitySquared / (1 - eccentricitySquared),
    polarRadius: equatorialRadius * (1 - flattening),
  };
}

/** Greek Grid [easting, northing] in metres to WGS84 [longitude, latitude] in degrees. */
export function fromGreekGrid([easting, northing]: Position): Position {
  const eta = (easting - falseEasting) / scaledRadius;
  const xi = northing / scaledRadius;
  const [north, east] = complexSeries(beta, xi, eta);
  const sinConformal = Math.sin(xi - north) / Math.cosh(eta - east);
  const latitude = Math.asin(sinConformal) + sineSeries(delta, sinConformal);
  const longitude = centralMeridian + Math.atan2(Math.sinh(eta - east), Math.cos(xi - north));
  return moved(latitude, longitude, grs80, wgs84, 1);
}

/**
 * WGS84 [longitude, latitude] in degrees to Greek Grid [easting, northing] in metres.
 *
 * Heights get lost between the two datums, so that the plain formulas, there and back, miss by
 * up to 5 mm. One step of correction makes this the exact inverse of `fromGreekGrid`: whoever
 * loads Greek Grid coordinates gets the very same ones back.
 */
export function toGreekGrid(position: Position): Position {
  const near = plainToGreekGrid(position);
  const back = plainToGreekGrid(fromGreekGrid(near));
  return [2 * near[0] - back[0], 2 * near[1] - back[1]];
}

function plainToGreekGrid(position: Position): Position {
  const [longitude, latitude] = moved(
    position[1] * radians,
    position[0] * radians,
    wgs84,
    grs80,
    -1,
  );
  const sin = Math.sin(latitude * radians);
  const e = Math.sqrt(grs80.eccentricitySquared);
  const t = Math.sinh(Math.atanh(sin) - e * Math.atanh(e * sin));
  const fromMeridian = longitude * radians - centralMeridian;
  const xi = Math.atan2(t, Math.cos(fromMeridian));
  const eta = Math.asinh(Math.sin(fromMeridian) / Math.hypot(t, Math.cos(fromMeridian)));
  const [north, east] = complexSeries(alpha, xi, eta);
  return [falseEasting + scaledRadius * (eta + east), scaledRadius * (xi + north)];
}

/** From one datum to the other through Earth-centred space: radians in, [x°, y°] out. */
function moved(
  latitude: number,
  longitude: number,
  from: Ellipsoid,
  to: Ellipsoid,
  sign: 1 | -1,
): Position {
  const sin = Math.sin(latitude);
  const normal = equatorialRadius / Math.sqrt(1 - from.eccentricitySquared * sin * sin);
  const planar = normal * Math.cos(latitude);
  const x = planar * Math.cos(longitude) + sign * shift.x;
  const y = planar * Math.sin(longitude) + sign * shift.y;
  const z = normal * (1 - from.eccentricitySquared) * sin + sign * shift.z;
  return [Math.atan2(y, x) / radians, latitudeOf(Math.sqrt(x * x + y * y), z, to) / radians];
}

/** Bowring's closed formula; near the surface it errs by less than a micrometre. */
function latitudeOf(planar: number, z: number, to: Ellipsoid): number {
  const tangent = (z * equatorialRadius) / (planar * to.polarRadius);
  const cos = 1 / Math.sqrt(1 + tangent * tangent);
  const sin = tangent * cos;
  return Math.atan(
    (z + to.secondEccentricitySquared * to.polarRadius * sin ** 3) /
      (planar - to.eccentricitySquared * equatorialRadius * cos ** 3),
  );
}

/** Σ cₖ sin 2k(ξ + iη): its real and imaginary parts, by the formulas of multiple angles. */
function complexSeries(c: Series, xi: number, eta: number): Position {
  const [s1, c1] = [Math.sin(2 * xi), Math.cos(2 * xi)];
  const grown = Math.exp(2 * eta);
  const [h1, k1] = [(grown - 1 / grown) / 2, (grown + 1 / grown) / 2];
  const [s2, c2, h2, k2] = [2 * s1 * c1, c1 * c1 - s1 * s1, 2 * h1 * k1, k1 * k1 + h1 * h1];
  const [s3, c3, h3, k3] = [
    s2 * c1 + c2 * s1,
    c2 * c1 - s2 * s1,
    h2 * k1 + k2 * h1,
    k2 * k1 + h2 * h1,
  ];
  const [s4, c4, h4, k4] = [2 * s2 * c2, c2 * c2 - s2 * s2, 2 * h2 * k2, k2 * k2 + h2 * h2];
  return [
    c[0] * s1 * k1 + c[1] * s2 * k2 + c[2] * s3 * k3 + c[3] * s4 * k4,
    c[0] * c1 * h1 + c[1] * c2 * h2 + c[2] * c3 * h3 + c[3] * c4 * h4,
  ];
}

/** Σ cₖ sin 2kχ, given the sine of χ. */
function sineSeries(c: Series, sin: number): number {
  const [s1, c1] = [2 * sin * Math.sqrt(1 - sin * sin), 1 - 2 * sin * sin];
  const [s2, c2] = [2 * s1 * c1, c1 * c1 - s1 * s1];
  return c[0] * s1 + c[1] * s2 + c[2] * (s2 * c1 + c2 * s1) + c[3] * (2 * s2 * c2);
}
