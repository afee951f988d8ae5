import type { Polygon, Position, Ring } from '#tools/geo/polygon.ts';
import { innerSrs, type Srs } from '../crs/srs-name.ts';
import type { RawGeometry } from '../reader.ts';

/** The attributes of an element. */
export type Attributes = Readonly<Record<string, string>>;

const surfaces = ['Polygon', 'Surface', 'MultiSurface', 'MultiPolygon', 'CompositeSurface'];
const points = ['Point', 'MultiPoint'];
const curves = ['LineString', 'Curve', 'CompositeCurve', 'MultiLineString', 'MultiCurve'];
/** Elements that begin a line of their own, unless they are in a ring or another such element. */
const lineNames = ['LineString', 'Curve', 'CompositeCurve'];
const interiors = ['interior', 'innerBoundaryIs'];
const isBoundary = (name: string) =>
  name === 'exterior' || name === 'outerBoundaryIs' || interiors.includes(name);
// Elements allowed in a surface or a curve. Any other would be lost silently. The last line is KML's.
const innerElements = new Set(
  [
    ...surfaces,
    'surfaceMember surfaceMembers polygonMember patches PolygonPatch exterior interior',
    'outerBoundaryIs innerBoundaryIs LinearRing Ring curveMember Curve CompositeCurve segments',
    'MultiLineString MultiCurve lineStringMember curveMembers',
    'LineStringSegment LineString posList pos coordinates name description identifier',
    'extrude tessellate altitudeMode drawOrder',
  ].flatMap(line => line.split(' ')),
);

/** Curves that are not straight: a surface or a line with one has no coordinates. */
const arcs =
  /^(Arc(String)?(ByBulge)?|(Arc|Circle)ByCenterPoint|Circle|CubicSpline|BSpline|Bezier|Clothoid)$/;

/** What an element inherits from its parents. */
interface Scope {
  readonly srs: Srs | undefined;
  readonly dimension: number;
}

/** Builds one geometry from its elements, including the outermost. Names have no prefix. */
export interface GeometryGatherer {
  open(name: string, attributes: Attributes): void;
  close(name: string, text: string): void;
  /** The geometry, after its outermost element was closed; surfaces are a Polygon or MultiPolygon, curves a LineString or MultiLineString. */
  geometry(): RawGeometry;
}

/**
 * Gathers a geometry whose outermost element is `type`. `srs` is used where an element has no
 * `srsName`; any `srsName` must mean the same system. Throws a RangeError for unsupported content.
 */
export function gatherGeometry(type: string, srs: Srs | undefined): GeometryGatherer {
  const isSurface = surfaces.includes(type);
  const isPoint = points.includes(type);
  const isCurve = curves.includes(type);
  const scopes: Scope[] = [{ srs, dimension: 2 }];
  const polygons: Polygon[] = [];
  const lines: (readonly Position[])[] = [];
  let linesOpen = 0;
  let rings: Ring[] = [];
  let positions: Position[] = [];
  let inHole = false;
  let hasArcs = false;
  let isRingOpen = false;
  let form: CoordinatesForm = {};

  const closeRing = () => {
    if (positions.length === 0) throw new RangeError('geometry: a ring without positions');
    if (inHole !== rings.length > 0) {
      throw new RangeError('geometry: expected one exterior, then the interiors');
    }
    rings.push(positions);
    isRingOpen = false;
  };
  const closePolygon = () => {
    if (rings.length === 0) throw new RangeError('geometry: a polygon without exterior');
    polygons.push(rings);
  };

  return {
    open(name, attributes) {
      hasArcs ||= (isSurface || isCurve) && arcs.test(name);
      if ((isSurface || isCurve) && !hasArcs) refuseUnknown(name, attributes);
      if (isCurve && lineNames.includes(name) && linesOpen++ === 0) positions = [];
      scopes.push(innerScope(scopes.at(-1)!, attributes));
      if (name === 'Polygon' || name === 'PolygonPatch') rings = [];
      else if (name === 'LinearRing' || name === 'Ring') positions = [];
      else if (isBoundary(name)) {
        inHole = interiors.includes(name);
        positions = [];
        isRingOpen = true;
      } else if (name === 'coordinates') form = attributes;
    },
    close(name, text) {
      const { srs, dimension } = scopes.pop()!;
      if (hasArcs || !(isSurface || isPoint || isCurve)) return;
      const yFirst = srs?.latitudeFirst ?? false;
      if (name === 'posList') append(positions, parsePosList(text, dimension, yFirst));
      else if (name === 'pos') append(positions, parsePos(text, yFirst));
      else if (name === 'coordinates') append(positions, parseCoordinates(text, form, yFirst));
      else if (name === 'LinearRing' || name === 'Ring') closeRing();
      // GDAL writes a curve as a boundary, without a ring around it.
      else if (isBoundary(name) && isRingOpen && positions.length > 0) closeRing();
      else if (name === 'Polygon' || name === 'PolygonPatch') closePolygon();
      else if (isCurve && lineNames.includes(name) && --linesOpen === 0) lines.push(positions);
    },
    geometry() {
      if (type === 'Point') return { type, coordinates: onlyOne(positions) };
      if (type === 'MultiPoint') return { type, coordinates: positions };
      if (hasArcs) return { type: isCurve ? 'CompoundCurve' : 'CurvePolygon', coordinates: null };
      if (isCurve && lines.length === 1) return { type: 'LineString', coordinates: lines[0] };
      if (isCurve) return { type: 'MultiLineString', coordinates: lines };
      if (!isSurface) return { type, coordinates: null };
      return polygons.length === 1
        ? { type: 'Polygon', coordinates: polygons[0] }
        : { type: 'MultiPolygon', coordinates: polygons };
    },
  };
}

function refuseUnknown(name: string, attributes: Attributes): void {
  if (!innerElements.has(name)) throw new RangeError(`geometry: ${name} is not understood`);
  if (attributes['xlink:href'] !== undefined) {
    throw new RangeError(`geometry: ${name} refers to another place (xlink:href)`);
  }
}

function innerScope(outer: Scope, { srsName, srsDimension }: Attributes): Scope {
  if (srsName === undefined && srsDimension === undefined) return outer;
  const dimension = srsDimension === undefined ? outer.dimension : Number(srsDimension);
  if (dimension !== 2 && dimension !== 3) {
    throw new RangeError(`geometry: expected an srsDimension of 2 or 3, got ${srsDimension}`);
  }
  return { srs: innerSrs(outer.srs, srsName), dimension };
}

/** Appends positions. A curve starts where the one before ended: that position is not repeated. */
function append(positions: Position[], more: readonly Position[]): void {
  const last = positions.at(-1);
  const [first] = more;
  const joined = last && first && last[0] === first[0] && last[1] === first[1];
  for (let i = joined ? 1 : 0; i < more.length; i++) positions.push(more[i]!);
}

function onlyOne(positions: readonly Position[]): Position {
  const [only, ...more] = positions;
  if (only !== undefined && more.length === 0) return only;
  throw new RangeError(`geometry: expected one position, got ${positions.length}`);
}

/** The position of a `gml:pos`, x first: its numbers are those of one position. */
export function parsePos(text: string, yFirst: boolean): Position[] {
  const { length } = numbersIn(text);
  if (length > 3) throw new RangeError(`geometry: ${length} numbers, expected one position`);
  return parsePosList(text, length === 3 ? 3 : 2, yFirst);
}

/** The positions of a `gml:posList`, x first; throws a RangeError for a non-number. */
export function parsePosList(text: string, dimension: number, yFirst: boolean): Position[] {
  const numbers = numbersIn(text);
  if (numbers.length % dimension !== 0) {
    throw new RangeError(`geometry: ${numbers.length} numbers, expected ${dimension} a position`);
  }
  const positions: Position[] = [];
  for (let i = 0; i < numbers.length; i += dimension) {
    positions.push(position(numbers[i]!, numbers[i + 1]!, yFirst));
  }
  return positions;
}

function numbersIn(text: string): string[] {
  const trimmed = text.trim();
  return trimmed === '' ? [] : trimmed.split(/\s+/);
}

/** The notation of the older `gml:coordinates`; a missing attribute means GML's default. */
export interface CoordinatesForm {
  readonly decimal?: string;
  readonly cs?: string;
  readonly ts?: string;
}

/** The positions of a `gml:coordinates`, x first; throws a RangeError for a non-number. */
export function parseCoordinates(text: string, form: CoordinatesForm, yFirst: boolean): Position[] {
  const { decimal = '.', cs = ',', ts = ' ' } = form;
  const tuples = text.trim().split(ts.trim() === '' ? /\s+/ : ts);
  return tuples.map(tuple => {
    const [first = '', second = ''] = tuple.split(cs);
    return position(first.replace(decimal, '.'), second.replace(decimal, '.'), yFirst);
  });
}

function position(first: string, second: string, yFirst: boolean): Position {
  const a = toNumber(first);
  const b = toNumber(second);
  return yFirst ? [b, a] : [a, b];
}

function toNumber(text: string): number {
  const number = Number(text);
  if (Number.isFinite(number) && text !== '') return number;
  throw new RangeError(`geometry: expected a number, got ${JSON.stringify(text.slice(0, 40))}`);
}
