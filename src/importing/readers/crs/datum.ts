import { plainSystemName, type SystemDescription, shown } from './description.ts';

/** The datums of the systems that are read. */
export type Datum = 'WGS84' | 'ETRS89' | 'GGRS87';

/** The names of each datum, and of systems on it, as `plainSystemName` writes them. */
const datumNames: readonly (readonly [Datum, RegExp])[] = [
  ['GGRS87', /(ggrs|hgrs|egsa|εγσα)(19)?87|greekgeodeticref|greekgrid/],
  ['ETRS89', /etrs(19)?89|europeanterrestrialref/],
  ['WGS84', /wgs(19)?84|worldgeodeticsystem(19)?84|popularvisuali[sz]ation/],
];
/** Programs write such names for a datum without one, with the name of its ellipsoid in them. */
const unnamed = /unknown|unnamed|undefined|unspecified|notspecified|^d?grs(19)?80$/;

/** The shift of each datum to WGS84, as geo/ellipsoid.ts applies it. */
const shifts: Readonly<Record<Datum, readonly number[]>> = {
  GGRS87: [-199.87, 74.79, 246.62],
  ETRS89: [0, 0, 0],
  WGS84: [0, 0, 0],
};
/** Metres, seconds of arc and millionths: each moves a position by at most 10 cm. */
const mostDeviation = [0.1, 0.1, 0.1, 0.003, 0.003, 0.003, 0.015];

/** The datum that a name of a datum or a system means. */
export function datumNamed(name: string | undefined): Datum | undefined {
  const plain = plainSystemName(name ?? '');
  if (unnamed.test(plain)) return undefined;
  return datumNames.find(([, names]) => names.test(plain))?.[0];
}

/** The datum by its name or, if it has none, by its shift. */
export function datumOf({ datum, toWgs84 }: SystemDescription): Datum | undefined {
  const named = datumNamed(datum);
  if (named || !toWgs84 || !unnamed.test(plainSystemName(datum ?? ''))) return named;
  return (['GGRS87', 'WGS84'] as const).find(one => isShift(toWgs84, one));
}

function isShift(toWgs84: readonly number[], datum: Datum): boolean {
  return mostDeviation.every(
    (most, i) => Math.abs((toWgs84[i] ?? 0) - (shifts[datum][i] ?? 0)) <= most,
  );
}

/** The ellipsoids of all datums differ by a tenth of a millimetre. */
const usualEllipsoid = { radiusMetres: 6_378_137, inverseFlattening: 298.257223 };

/** What does not fit the expected datum. */
export function wrongDatum(description: SystemDescription, expected: Datum): string[] {
  const { name, baseName, datum, primeMeridian = 0, toWgs84 } = description;
  const wrong: string[] = [];
  const isUnnamed = datum === undefined || unnamed.test(plainSystemName(datum));
  if (!isUnnamed && datumNamed(datum) !== expected) {
    wrong.push(`its datum is ${shown(datum)}, expected ${expected}`);
  }
  for (const other of [name, baseName]) {
    if ((datumNamed(other) ?? expected) === expected) continue;
    wrong.push(`${shown(other)} is on another datum than ${expected}`);
  }
  if (toWgs84 && !isShift(toWgs84, expected)) {
    wrong.push(`its TOWGS84 is ${toWgs84.join(', ')}, expected ${shifts[expected].join(', ')}`);
  }
  if (primeMeridian !== 0) wrong.push(`its prime meridian is ${primeMeridian}, expected 0`);
  return [...wrong, ...wrongEllipsoid(description)];
}

function wrongEllipsoid({ ellipsoid, datum }: SystemDescription): string[] {
  if (!ellipsoid) return [];
  const { name, radiusMetres, inverseFlattening } = ellipsoid;
  const isSphere = inverseFlattening === 0 && /popularvisuali/.test(plainSystemName(datum ?? ''));
  const isUsual =
    Math.abs(radiusMetres - usualEllipsoid.radiusMetres) < 0.5 &&
    (isSphere || Math.abs(inverseFlattening - usualEllipsoid.inverseFlattening) < 1e-4);
  const said = `${shown(name)} (${radiusMetres}, ${inverseFlattening})`;
  return isUsual ? [] : [`its ellipsoid is ${said}, expected GRS 1980 or WGS 84`];
}
