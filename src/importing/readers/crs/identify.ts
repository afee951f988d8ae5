import { canonicalEpsg } from '#tools/geo/crs.ts';
import { type Datum, datumNamed, datumOf, wrongDatum } from './datum.ts';
import {
  degreesIn,
  type Parameter,
  plainSystemName,
  type SystemDescription,
  shown,
} from './description.ts';

/** A system that is read. */
interface Known {
  readonly datum: Datum;
  /** The central meridian of a transverse Mercator; the spherical Mercator; none for degrees. */
  readonly projection?: number | 'sphere';
}

const systems: Readonly<Record<number, Known>> = {
  4326: { datum: 'WGS84' },
  4258: { datum: 'ETRS89' },
  4121: { datum: 'GGRS87' },
  2100: { datum: 'GGRS87', projection: 24 },
  3857: { datum: 'WGS84', projection: 'sphere' },
  25834: { datum: 'ETRS89', projection: 21 },
  25835: { datum: 'ETRS89', projection: 27 },
  32634: { datum: 'WGS84', projection: 21 },
  32635: { datum: 'WGS84', projection: 27 },
};

/** The system of a description. */
export interface Identified {
  /** Undefined if it is not known, or contradicts itself. */
  readonly epsg: number | undefined;
  /** What contradicts the system that it names, and what was expected. */
  readonly problem?: string;
}

/**
 * Finds the EPSG number of a described system: by its number, else its name, else its parts. All
 * that is given must agree with it.
 */
export function identify(description: SystemDescription): Identified {
  const named = numberNamed(description);
  const numbered = description.epsg === undefined ? undefined : canonicalEpsg(description.epsg);
  const epsg = numbered ?? named ?? numberOfParts(description);
  const known = epsg === undefined ? undefined : systems[epsg];
  if (!known) return { epsg };
  const isNamedOtherwise = named !== undefined && named !== epsg;
  const wrong = [
    ...(isNamedOtherwise ? [`its name is ${shown(description.name)}`] : []),
    ...wrongDatum(description, known.datum),
    ...wrongUnits(description, known),
    ...wrongProjection(description, known, numbered !== undefined),
  ];
  if (wrong.length === 0) return { epsg };
  return { epsg: undefined, problem: `it names EPSG:${epsg}, but ${wrong.join('; ')}` };
}

/** The number that the name of a system means. */
function numberNamed({ name = '', isProjected }: SystemDescription): number | undefined {
  const datum = datumNamed(name);
  const plain = plainSystemName(name);
  if (isProjected === undefined) return undefined;
  if (!isProjected) return numberOf({ datum });
  if (/pseudomercator|webmercator|mercatorauxiliarysphere/.test(plain)) return 3857;
  const zone = /utmzone(\d{1,2})n/.exec(plain)?.[1];
  if (zone !== undefined) return numberOf({ datum, projection: Number(zone) * 6 - 183 });
  return datum === 'GGRS87' ? 2100 : undefined;
}

/** The number of the system that the datum and the projection describe. */
function numberOfParts(description: SystemDescription): number | undefined {
  const { isProjected, method, parameters } = description;
  const datum = datumOf(description);
  if (!isProjected) return numberOf({ datum });
  if (isSpherical(method)) return numberOf({ datum, projection: 'sphere' });
  const projection = isTransverse(method) ? parameters.get('meridian') : undefined;
  if (projection === undefined) return undefined;
  const wrong = wrongParameters(description, expectedOf(projection), false);
  return wrong.length === 0 ? numberOf({ datum, projection }) : undefined;
}

/** The number of a datum and a projection, also of UTM zones elsewhere. */
function numberOf(of: {
  readonly datum: Datum | undefined;
  readonly projection?: Known['projection'];
}): number | undefined {
  const found = Object.keys(systems).find(
    epsg =>
      systems[Number(epsg)]!.datum === of.datum &&
      systems[Number(epsg)]!.projection === of.projection,
  );
  if (found !== undefined) return Number(found);
  const zone = typeof of.projection === 'number' ? (of.projection + 183) / 6 : Number.NaN;
  if (!Number.isInteger(zone)) return undefined;
  return of.datum === 'WGS84' ? 32_600 + zone : of.datum === 'ETRS89' ? 25_800 + zone : undefined;
}

function wrongUnits({ unit, angleUnit }: SystemDescription, known: Known): string[] {
  const isMetre = unit === undefined || Math.abs(unit.factor - 1) < 1e-9;
  const isDegree = angleUnit === undefined || degreesIn(angleUnit.factor) === 1;
  if (known.projection !== undefined && !isMetre) {
    return [`its unit is ${shown(unit!.name)} of ${unit!.factor} m, expected metres`];
  }
  return isDegree ? [] : [`its unit of angles is ${shown(angleUnit!.name)}, expected degrees`];
}

/** The parameters of a projection; those of the Greek Grid and of UTM differ in the meridian. */
function expectedOf(projection: Known['projection']): Readonly<Record<Parameter, number>> {
  if (typeof projection === 'number') {
    return { meridian: projection, scale: 0.9996, easting: 500_000, latitude: 0, northing: 0 };
  }
  return { meridian: 0, scale: 1, easting: 0, latitude: 0, northing: 0 };
}

function wrongProjection(
  description: SystemDescription,
  { projection }: Known,
  isNumbered: boolean,
): string[] {
  const { isProjected, method } = description;
  if (isProjected !== undefined && isProjected !== (projection !== undefined)) {
    return [isProjected ? 'it is projected' : 'it is in degrees'];
  }
  if (projection === undefined) return [];
  const isMethod =
    projection === 'sphere'
      ? /mercator/.test(plainSystemName(method ?? 'mercator')) && !isTransverse(method)
      : method === undefined
        ? isNumbered
        : isTransverse(method);
  if (!isMethod) {
    const expected = projection === 'sphere' ? 'the spherical Mercator' : 'Transverse Mercator';
    return [`its projection is ${shown(method)}, expected ${expected}`];
  }
  return wrongParameters(
    description,
    expectedOf(projection),
    isNumbered || projection === 'sphere',
  );
}

function isTransverse(method: string | undefined): boolean {
  return /^(transversemercator|gausskruger)/.test(plainSystemName(method ?? ''));
}

function isSpherical(method: string | undefined): boolean {
  return /auxiliarysphere|pseudomercator/.test(plainSystemName(method ?? ''));
}

/** A missing latitude and northing of the origin are 0. Others must be there, unless a number is. */
function wrongParameters(
  { parameters }: SystemDescription,
  expected: Readonly<Record<Parameter, number>>,
  mayBeMissing: boolean,
): string[] {
  const names = Object.keys(expected) as Parameter[];
  return names.flatMap(name => {
    const value = parameters.get(name);
    const isMissing = value === undefined && !mayBeMissing && expected[name] !== 0;
    const isWrong = value !== undefined && Math.abs(value - expected[name]) > 1e-7;
    if (!isMissing && !isWrong) return [];
    return [`its ${labels[name]} is ${value ?? 'missing'}, expected ${expected[name]}`];
  });
}

const labels: Readonly<Record<Parameter, string>> = {
  meridian: 'central meridian',
  scale: 'scale factor',
  easting: 'false easting',
  latitude: 'latitude of origin',
  northing: 'false northing',
};
