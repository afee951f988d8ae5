import type { Position, Ring } from '#tools/geo/polygon.ts';
import type { RawGeometry } from '../reader.ts';

/** Geometries that are read, by the rules of GML 2. */
export const readGeometries = ['Point', 'LineString', 'Polygon'];

/** Elements inside a geometry. Any other would be lost silently. */
const innerElements = new Set(
  (
    'outerBoundaryIs innerBoundaryIs LinearRing coordinates extrude tessellate altitudeMode ' +
    'altitudeOffset drawOrder'
  ).split(' '),
);

/** Builds one geometry from its elements, including the outermost. Names have no prefix. */
export interface GeometryGatherer {
  open(name: string): void;
  close(name: string, text: string): void;
  /** The geometry, after its outermost element was closed. */
  geometry(): RawGeometry;
}

/** Gathers a geometry whose outermost element is `type`. Throws a RangeError for unknown content. */
export function gatherGeometry(type: string): GeometryGatherer {
  const rings: Ring[] = [];
  let positions: readonly Position[] = [];
  let inHole = false;
  return {
    open(name) {
      if (name !== type && type !== 'Point' && !innerElements.has(name)) {
        throw new RangeError(`geometry: ${name} is not understood`);
      }
      if (name === 'outerBoundaryIs' || name === 'innerBoundaryIs') {
        inHole = name === 'innerBoundaryIs';
      } else if (name === 'LinearRing') positions = [];
    },
    close(name, text) {
      if (name === 'coordinates') positions = parseCoordinates(text);
      if (name !== 'LinearRing') return;
      if (positions.length === 0) throw new RangeError('geometry: a ring without positions');
      if (inHole !== rings.length > 0) {
        throw new RangeError('geometry: expected one exterior, then the interiors');
      }
      rings.push(positions);
    },
    geometry() {
      if (type === 'LineString') return { type, coordinates: positions };
      if (type === 'Point') return { type, coordinates: onlyOne(positions) };
      if (rings.length === 0) throw new RangeError('geometry: a polygon without exterior');
      return { type, coordinates: rings };
    },
  };
}

function onlyOne(positions: readonly Position[]): Position {
  const [only, ...more] = positions;
  if (only !== undefined && more.length === 0) return only;
  throw new RangeError(`geometry: expected one position, got ${positions.length}`);
}

/** Longitude, latitude and perhaps a height, with commas between; then the next position. */
function parseCoordinates(text: string): Position[] {
  return text
    .trim()
    .split(/\s+/)
    .map(tuple => {
      const [longitude = '', latitude = ''] = tuple.split(',');
      return [toNumber(longitude), toNumber(latitude)];
    });
}

function toNumber(text: string): number {
  const number = Number(text);
  if (Number.isFinite(number) && text !== '') return number;
  throw new RangeError(`geometry: expected a number, got ${JSON.stringify(text.slice(0, 40))}`);
}
