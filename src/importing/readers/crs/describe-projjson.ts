import {
  degree,
  degreesIn,
  type Parameter,
  parameterNamed,
  type SystemDescription,
  shiftOf,
  type Unit,
} from './description.ts';
import { membersOf } from './json-text.ts';
import { parseSrsName } from './srs-name.ts';

type Members = ReturnType<typeof membersOf>;

/** Describes the coordinate system in PROJJSON, which GeoParquet contains; heights are ignored. */
export function describeProjJson(given: Members): SystemDescription {
  const bound = given.type === 'BoundCRS' ? given : undefined;
  const inBound = bound ? membersOf(bound.source_crs) : given;
  const system = Array.isArray(inBound.components) ? membersOf(inBound.components[0]) : inBound;
  const isProjected = isProjectedIn(system);
  const base = isProjected ? membersOf(system.base_crs) : system;
  const datum = membersOf(base.datum ?? base.datum_ensemble);
  const conversion = membersOf(system.conversion);
  const unit = unitOfAxes(system);
  return {
    name: textIn(system.name),
    isProjected,
    epsg: numberOf(system),
    baseName: isProjected ? textIn(base.name) : undefined,
    datum: textIn(datum.name),
    ellipsoid: ellipsoidOf(membersOf(datum.ellipsoid)),
    primeMeridian: angleIn(membersOf(datum.prime_meridian).longitude),
    unit,
    angleUnit: isProjected ? unitOfAxes(base) : unit,
    method: textIn(membersOf(conversion.method).name),
    parameters: parametersOf(conversion),
    toWgs84: shiftOf(
      listIn(membersOf(bound?.transformation).parameters).map(one => [
        textIn(one.name) ?? '',
        Number(one.value),
      ]),
    ),
  };
}

function isProjectedIn({ type, base_crs }: Members): boolean | undefined {
  if (type === 'ProjectedCRS' || base_crs !== undefined) return true;
  return typeof type === 'string' ? false : undefined;
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function listIn(value: unknown): Members[] {
  return Array.isArray(value) ? value.map(membersOf) : [];
}

function numberOf(system: Members): number | undefined {
  const { authority, code } = membersOf(system.id);
  return parseSrsName(`${authority}:${code}`).epsg;
}

function unitOfAxes(system: Members): Unit | undefined {
  const [axis] = listIn(membersOf(system.coordinate_system).axis);
  return axis && unitIn(axis.unit);
}

/** A unit is one of three names, or an object with its factor. */
function unitIn(value: unknown): Unit | undefined {
  if (value === 'metre') return { name: value, factor: 1 };
  if (value === 'degree') return { name: value, factor: degree };
  const { name, conversion_factor: factor } = membersOf(value);
  return typeof factor === 'number' ? { name: textIn(name) ?? '', factor } : undefined;
}

/** A number, or an object with value and unit. */
function lengthIn(value: unknown): number {
  const { value: inner, unit } = membersOf(value);
  return inner === undefined ? Number(value) : Number(inner) * (unitIn(unit)?.factor ?? 1);
}

function angleIn(value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const { unit } = membersOf(value);
  return unit === undefined ? Number(value) : lengthIn(value) / degree;
}

function ellipsoidOf(ellipsoid: Members): SystemDescription['ellipsoid'] {
  const { name, semi_major_axis, inverse_flattening, semi_minor_axis, radius } = ellipsoid;
  const radiusMetres = lengthIn(semi_major_axis ?? radius);
  if (Number.isNaN(radiusMetres)) return undefined;
  const minor = lengthIn(semi_minor_axis);
  const ofAxes = minor < radiusMetres ? radiusMetres / (radiusMetres - minor) : 0;
  const inverseFlattening = Number(inverse_flattening ?? ofAxes);
  return { name: textIn(name) ?? '', radiusMetres, inverseFlattening };
}

function parametersOf(conversion: Members): Map<Parameter, number> {
  const found = new Map<Parameter, number>();
  for (const { name, value, unit } of listIn(conversion.parameters)) {
    const parameter = parameterNamed(textIn(name) ?? '');
    const factor = unitIn(unit)?.factor ?? 1;
    const isAngle = parameter === 'latitude' || parameter === 'meridian';
    if (parameter)
      found.set(parameter, Number(value) * (isAngle && unit ? degreesIn(factor) : factor));
  }
  return found;
}
