import {
  degreesIn,
  type Parameter,
  parameterNamed,
  type SystemDescription,
  shiftOf,
  type Unit,
} from './description.ts';

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

/** An element of well-known text: its keyword, and its values and inner elements in order. */
interface WktElement {
  /** In capitals. */
  readonly keyword: string;
  readonly values: readonly (string | number | WktElement)[];
}

/** Real definitions have at most ten levels. */
const deepest = 50;

/** The marks, words and quoted texts of well-known text; brackets may be round too. */
const tokens = /"(?:[^"]|"")*"|[[\](),]|[^\s[\](),"]+/g;

/**
 * Parses the first element of a well-known text, in version 1 or 2; undefined if there is none, or
 * if it is nested too deep. Missing brackets at the end are ignored.
 */
function parseWkt(text: string): WktElement | undefined {
  const found = text.match(tokens) ?? [];
  let at = 0;
  const element = (depth: number): WktElement | undefined => {
    const keyword = found[at]!.toUpperCase();
    at += 2;
    const values: WktElement['values'][number][] = [];
    while (at < found.length && !isClosing(found[at])) {
      if (isOpening(found[at + 1])) {
        const inner = depth < deepest ? element(depth + 1) : undefined;
        if (!inner) return undefined;
        values.push(inner);
      } else if (found[at] !== ',') values.push(readValue(found[at]!));
      at++;
    }
    return { keyword, values };
  };
  return /^\w/.test(found[0] ?? '') && isOpening(found[1]) ? element(0) : undefined;
}

function isOpening(token: string | undefined): boolean {
  return token === '[' || token === '(';
}

function isClosing(token: string | undefined): boolean {
  return token === ']' || token === ')';
}

function readValue(token: string): string | number {
  if (token.startsWith('"')) return token.slice(1, -1).replaceAll('""', '"');
  return Number.isNaN(Number(token)) ? token : Number(token);
}

/** The inner elements with one of some keywords, in order. */
function innerElements({ values }: WktElement, ...keywords: readonly string[]): WktElement[] {
  return values.filter(
    value => typeof value === 'object' && keywords.includes(value.keyword),
  ) as WktElement[];
}

/** The first inner element with one of some keywords. */
function innerElement(
  element: WktElement | undefined,
  ...keywords: readonly string[]
): WktElement | undefined {
  return element && innerElements(element, ...keywords)[0];
}

/** The first text among the values: the name of nearly every element. */
function textOf(element: WktElement | undefined): string | undefined {
  return element?.values.find(value => typeof value === 'string');
}

/** The numbers among the values. */
function numbersOf(element: WktElement | undefined): number[] {
  return element?.values.filter(value => typeof value === 'number') ?? [];
}
