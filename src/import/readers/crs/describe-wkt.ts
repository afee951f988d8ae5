import {
  degreesIn,
  type Parameter,
  parameterNamed,
  type SystemDescription,
  shiftOf,
  type Unit,
} from './description.ts';
import {
  innerElement,
  innerElements,
  numbersOf,
  parseWkt,
  textOf,
  type WktElement,
} from './wkt-tree.ts';

const geographic = ['GEOGCS', 'GEOGCRS', 'GEOGRAPHICCRS', 'GEODCRS', 'GEODETICCRS'];
const projected = ['PROJCS', 'PROJCRS', 'PROJECTEDCRS'];
const bases = [...geographic, 'BASEGEOGCRS', 'BASEGEODCRS'];
const units = ['UNIT', 'LENGTHUNIT', 'ANGLEUNIT'];

/**
 * Describes the coordinate system in a well-known text, of version 1 (OGC or ESRI) or 2; undefined
 * if it is neither geographic nor projected. Heights are ignored.
 */
export function describeWkt(text: string): SystemDescription | undefined {
  const outer = parseWkt(text);
  const bound = outer?.keyword === 'BOUNDCRS' ? outer : undefined;
  const inBound = bound
    ? innerElement(innerElement(bound, 'SOURCECRS'), ...compounds, ...systems)
    : outer;
  const system =
    inBound && compounds.includes(inBound.keyword) ? innerElement(inBound, ...systems) : inBound;
  if (!system || !systems.includes(system.keyword)) return undefined;
  return describe(system, bound);
}

const compounds = ['COMPD_CS', 'COMPOUNDCRS'];
const systems = [...geographic, ...projected];

function describe(system: WktElement, bound: WktElement | undefined): SystemDescription {
  const isProjected = projected.includes(system.keyword);
  const base = isProjected ? innerElement(system, ...bases) : system;
  const datum = innerElement(base, 'DATUM', 'GEODETICDATUM', 'TRF', 'ENSEMBLE');
  const conversion = innerElement(system, 'CONVERSION') ?? system;
  const unit = unitOf(system);
  const angleUnit = isProjected ? unitOf(base) : unit;
  return {
    name: textOf(system),
    isProjected,
    epsg: numberOf(system),
    baseName: isProjected ? textOf(base) : undefined,
    datum: textOf(datum),
    ellipsoid: ellipsoidOf(innerElement(datum, 'SPHEROID', 'ELLIPSOID')),
    primeMeridian: numbersOf(innerElement(base, 'PRIMEM', 'PRIMEMERIDIAN'))[0],
    unit,
    angleUnit,
    method: textOf(innerElement(conversion, 'PROJECTION', 'METHOD')),
    parameters: parametersOf(conversion),
    toWgs84: bound ? shiftIn(bound) : shiftOfDatum(datum),
  };
}

function numberOf(system: WktElement): number | undefined {
  const authority = innerElements(system, 'AUTHORITY', 'ID').find(element =>
    /^(EPSG|ESRI)$/i.test(textOf(element) ?? ''),
  );
  const code = Number(authority?.values[1]);
  return Number.isInteger(code) ? code : undefined;
}

/** The unit of the coordinates: of the system, or in version 2 perhaps of each axis. */
function unitOf(system: WktElement | undefined): Unit | undefined {
  const axis = innerElement(system, 'AXIS');
  const unit = innerElement(system, ...units) ?? innerElement(axis, ...units);
  const [factor] = numbersOf(unit);
  return factor === undefined ? undefined : { name: textOf(unit) ?? '', factor };
}

function ellipsoidOf(element: WktElement | undefined): SystemDescription['ellipsoid'] {
  const [radius, inverseFlattening] = numbersOf(element);
  if (radius === undefined || inverseFlattening === undefined) return undefined;
  const metres = numbersOf(innerElement(element, ...units))[0] ?? 1;
  return { name: textOf(element) ?? '', radiusMetres: radius * metres, inverseFlattening };
}

function parametersOf(conversion: WktElement): Map<Parameter, number> {
  const found = new Map<Parameter, number>();
  for (const element of innerElements(conversion, 'PARAMETER')) {
    const parameter = parameterNamed(textOf(element) ?? '');
    const [value] = numbersOf(element);
    if (parameter && value !== undefined) found.set(parameter, value * parameterFactor(element));
  }
  return found;
}

/** Version 2 gives the unit of each parameter; degrees stay degrees. */
function parameterFactor(element: WktElement): number {
  const unit = innerElement(element, ...units, 'SCALEUNIT');
  const [factor = 1] = numbersOf(unit);
  return unit?.keyword === 'ANGLEUNIT' ? degreesIn(factor) : factor;
}

function shiftOfDatum(datum: WktElement | undefined): number[] | undefined {
  const shift = innerElement(datum, 'TOWGS84');
  return shift && numbersOf(shift);
}

function shiftIn(bound: WktElement): number[] | undefined {
  const transformation = innerElement(bound, 'ABRIDGEDTRANSFORMATION');
  const parameters = transformation ? innerElements(transformation, 'PARAMETER') : [];
  return shiftOf(parameters.map(one => [textOf(one) ?? '', numbersOf(one)[0] ?? 0]));
}
