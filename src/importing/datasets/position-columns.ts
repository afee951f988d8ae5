import type { Box } from '#tools/geo/box.ts';
import { isInDegrees } from '#tools/geo/crs.ts';
import type { Position } from '#tools/geo/polygon.ts';
import { isGreekGridName } from '#tools/notation/column-names.ts';
import type { Feature, FeatureReader } from '../readers/reader.ts';
import { type DatasetOptions, expectedUnswapped, Refused } from './dataset.ts';
import type { Fields } from './fields.ts';
import { boxOf, type GeometryReader, geometryReader } from './geometry-column.ts';

/** The coordinate columns. */
export const positionColumns = ['latitude', 'longitude', 'x', 'y'];

/** The columns that a position needs, where the feature has no geometry. */
export function neededPosition({ geometry }: Feature, fields: Fields): readonly string[] {
  return geometry !== null || fields.has('x') ? [] : ['latitude', 'longitude'];
}

/** WGS84 coordinates in degrees. */
interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * Makes a function that reads the position of a feature: from its geometry, from the columns latitude
 * and longitude, or from the columns x and y. If it has several of them, they must agree.
 */
export function openPositions(reader: FeatureReader, options: DatasetOptions) {
  const geometries = geometryReader(reader, options);
  let planar: GeometryReader | undefined;
  const inDegrees = (fields: Fields): Position => {
    const degrees = readDegrees(fields);
    return isOnOtherDatum(options) ? geometries.onGlobe(degrees) : degrees;
  };
  const onPlane = (fields: Fields): Position => {
    planar ??= geometryReader(systemOfColumns(reader, fields.columnOf('x')!), options);
    return planar.onGlobe(readPlane(fields, planar.epsg));
  };
  return (feature: Feature, fields: Fields): Coordinates => {
    const hasDegrees = fields.textOrNull('latitude') !== null;
    const hasPlane = fields.has('x');
    if (feature.geometry !== null) {
      const { point, box } = geometries.pointOnGlobe(feature.geometry);
      if (hasDegrees) refuseFarFrom(box, 'geometry', () => inDegrees(fields));
      if (hasPlane && isGreekGridName(fields.columnOf('x')!)) {
        refuseFarFrom(box, 'geometry', () => onPlane(fields));
      }
      return coordinatesOf(point);
    }
    if (!hasDegrees && hasPlane) return coordinatesOf(onPlane(fields));
    const degrees = inDegrees(fields);
    if (hasPlane && isGreekGridName(fields.columnOf('x')!)) {
      refuseFarFrom(boxOf(degrees), 'latitude', () => onPlane(fields));
    }
    return coordinatesOf(degrees);
  };
}

/** Rounded coordinates, and a gate instead of the middle of a plot, are no contradiction. */
const mostMetresApart = 100;
const metresOfDegree = 111_000;

/**
 * Throws if columns give a position beyond the box of the one that is used, or have it swapped. A
 * position that cannot be read does not count.
 */
export function refuseFarFrom(box: Box, field: string, read: () => Position): void {
  const [longitude, latitude] = positionOrNone(read) ?? [box.west, box.south];
  const high = mostMetresApart / metresOfDegree;
  const wide = high / Math.cos((Math.min(Math.abs(box.south), 89) * Math.PI) / 180);
  const isNear =
    latitude >= box.south - high &&
    latitude <= box.north + high &&
    longitude >= box.west - wide &&
    longitude <= box.east + wide;
  if (isNear) return;
  const shown = (x: number, y: number) => `${y.toFixed(5)}, ${x.toFixed(5)}`;
  const expected = `the position of the other columns, at most ${mostMetresApart} m away`;
  const used = shown((box.west + box.east) / 2, (box.south + box.north) / 2);
  throw new Refused(field, expected, `${used} and ${shown(longitude, latitude)}`);
}

function positionOrNone(read: () => Position): Position | undefined {
  try {
    return read();
  } catch (error) {
    const isSwapped = error instanceof Refused && error.reason.endsWith(expectedUnswapped);
    if (error instanceof Refused && !isSwapped) return undefined;
    throw error;
  }
}

function coordinatesOf([longitude, latitude]: Position): Coordinates {
  return { latitude, longitude };
}

function readDegrees(fields: Fields): Position {
  const latitude = fields.coordinate('latitude', -90, 90);
  return [fields.coordinate('longitude', -180, 180), latitude];
}

/** Degrees are WGS84 unless `--srid` names another system in degrees. */
function isOnOtherDatum({ srid }: DatasetOptions): boolean {
  return srid !== undefined && isInDegrees(srid);
}

/** Without a coordinate system, a number that is too large for degrees is refused with advice. */
const farthestUnknown = 1e8;

function readPlane(fields: Fields, epsg: number | undefined): Position {
  if (epsg !== undefined && !isInDegrees(epsg)) return [fields.metres('x'), fields.metres('y')];
  const degrees = (field: string) => fields.coordinate(field, -farthestUnknown, farthestUnknown);
  return [degrees('x'), degrees('y')];
}

/** The name of a column such as `X_EGSA` contains its coordinate system. */
function systemOfColumns(reader: FeatureReader, column: string): FeatureReader {
  if (!isGreekGridName(column)) return { ...reader, assumesDegrees: true };
  return { ...reader, epsg: 2100, crsName: column };
}
