import { isLatitudeFirst } from '../../geo/crs.ts';
import type { Position } from '../../geo/polygon.ts';
import { isGreekGridName } from '../../notation/column-names.ts';
import type { Feature, FeatureReader } from '../readers/reader.ts';
import type { DatasetOptions } from './dataset.ts';
import type { Fields } from './fields.ts';
import { type GeometryReader, geometryReader } from './geometry.ts';

/** The coordinate columns. */
export const positionColumns = ['latitude', 'longitude', 'x', 'y'];

/** WGS84 coordinates in degrees. */
interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * Makes a function that reads the position of a feature: from its geometry, from the columns latitude
 * and longitude, or from the columns x and y.
 */
export function openPositions(reader: FeatureReader, options: DatasetOptions) {
  const geometries = geometryReader(reader, options);
  let planar: GeometryReader | undefined;
  return (feature: Feature, fields: Fields): Coordinates => {
    if (feature.geometry !== null) return coordinatesOf(geometries.pointOnGlobe(feature.geometry));
    if (fields.textOrNull('latitude') !== null || !fields.has('x')) {
      const degrees = readDegrees(fields);
      return isOnOtherDatum(options)
        ? coordinatesOf(geometries.onGlobe(degrees))
        : coordinatesOf(degrees);
    }
    planar ??= geometryReader(systemOfColumns(reader, fields.columnOf('x')!), options);
    return coordinatesOf(planar.onGlobe(readPlane(fields, planar.epsg)));
  };
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
  return srid !== undefined && isLatitudeFirst(srid);
}

/** Without a coordinate system, a number that is too large for degrees is refused with advice. */
const farthestUnknown = 1e8;

function readPlane(fields: Fields, epsg: number | undefined): Position {
  if (epsg !== undefined && !isLatitudeFirst(epsg)) return [fields.metres('x'), fields.metres('y')];
  const degrees = (field: string) => fields.coordinate(field, -farthestUnknown, farthestUnknown);
  return [degrees('x'), degrees('y')];
}

/** The name of a column such as `X_EGSA` contains its coordinate system. */
function systemOfColumns(reader: FeatureReader, column: string): FeatureReader {
  if (!isGreekGridName(column)) return { ...reader, assumesDegrees: true };
  return { ...reader, epsg: 2100, crsName: column };
}
