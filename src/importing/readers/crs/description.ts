/** A unit of length in metres, or of angle in radians. */
export interface Unit {
  readonly name: string;
  readonly factor: number;
}

/** What a file says about its coordinate system; undefined where it says nothing. */
export interface SystemDescription {
  readonly name: string | undefined;
  readonly isProjected: boolean | undefined;
  /** The number that an authority gave to the whole system. */
  readonly epsg: number | undefined;
  /** The name of the geographic system under a projected one. */
  readonly baseName: string | undefined;
  readonly datum: string | undefined;
  readonly ellipsoid: Ellipsoid | undefined;
  /** In degrees east of Greenwich. */
  readonly primeMeridian: number | undefined;
  readonly unit: Unit | undefined;
  /** The unit of the angles of a geographic system, also of one under a projected system. */
  readonly angleUnit: Unit | undefined;
  /** The method of the projection, and its parameters in metres and degrees. */
  readonly method: string | undefined;
  readonly parameters: ReadonlyMap<Parameter, number>;
  /** Translations in metres, rotations in seconds and the scale in millionths. */
  readonly toWgs84: readonly number[] | undefined;
}

interface Ellipsoid {
  readonly name: string;
  readonly radiusMetres: number;
  /** 0 for a sphere. */
  readonly inverseFlattening: number;
}

const parameterNames = {
  latitude: /^latitudeof(natural|false)?(origin|center)$/,
  meridian: /^centralmeridian$|^longitudeof(natural|false)?(origin|center)$/,
  scale: /^scalefactor(at(natural|false)origin)?$/,
  easting: /^falseeasting$/,
  northing: /^falsenorthing$/,
};

/** A parameter of a projection that is compared. */
export type Parameter = keyof typeof parameterNames;

/** The parameter of a name in any notation; undefined for others. */
export function parameterNamed(name: string): Parameter | undefined {
  const plain = plainSystemName(name);
  return (Object.keys(parameterNames) as Parameter[]).find(one => parameterNames[one].test(plain));
}

/** Lower case letters and digits: `GGRS87 / Greek Grid` is `ggrs87greekgrid`. */
export function plainSystemName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Radians of a degree. */
export const degree = Math.PI / 180;

/** The degrees of a unit of angle; files write the radians of a degree with some 15 digits. */
export function degreesIn(radians: number): number {
  return Math.abs(radians / degree - 1) < 1e-7 ? 1 : radians / degree;
}

/** The seven numbers of a shift to WGS84, from parameters such as `X-axis translation`. */
export function shiftOf(
  parameters: readonly (readonly [name: string, value: number])[],
): number[] | undefined {
  const find = (name: string) => parameters.find(([given]) => plainSystemName(given) === name)?.[1];
  const alongAxes = (what: string) => ['x', 'y', 'z'].map(axis => find(`${axis}axis${what}`));
  const [translations, rotations] = [alongAxes('translation'), alongAxes('rotation')];
  if (translations.every(value => value === undefined)) return undefined;
  const scale = find('scaledifference') ?? 0;
  // Written as a factor near 1, or as the difference in millionths.
  const millionths = Math.abs(scale - 1) < 0.5 ? (scale - 1) * 1e6 : scale;
  return [...[...translations, ...rotations].map(value => value ?? 0), millionths];
}

/** A name of the file for a message. */
export function shown(text: string | undefined): string {
  return text === undefined ? 'missing' : JSON.stringify(text.slice(0, 60));
}
