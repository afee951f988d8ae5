import { isLatitudeFirst } from '../../geo/crs.ts';
import type { Position } from '../../geo/polygon.ts';
import type { Feature, FeatureReader } from '../readers/reader.ts';
import { isGreekGridName } from './column-names.ts';
import type { DatasetOptions } from './dataset.ts';
import type { Fields } from './fields.ts';
import { type GeometryReader, geometryReader } from './geometry.ts';

/** Columns that tell where something lies. */
export const positionColumns = ['latitude', 'longitude', 'x', 'y'];

/** A position in WGS84. */
interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * Opens the reading of where features lie: by their geometry, by columns of latitude and longitude
 * or by columns of x and y.
 */
export function openPositions(reader: FeatureReader, options: DatasetOptions) {
  const geometries = geometryReader(reader, options);
  let planar: GeometryReader | undefined;
  return (feature: Feature, fields: Fields): Place => {
    if (feature.geometry !== null) return placeOf(geometries.pointOnGlobe(feature.geometry));
    if (fields.textOrNull('latitude') !== null || !fields.has('x')) {
      const degrees = readDegrees(fields);
      return isOnOtherDatum(options) ? placeOf(geometries.onGlobe(degrees)) : placeOf(degrees);
    }
    planar ??= geometryReader(systemOfColumns(reader, fields.columnOf('x')!), options);
    return placeOf(planar.onGlobe([coordinate(fields, 'x'), coordinate(fields, 'y')]));
  };
}

function placeOf([longitude, latitude]: Position): Place {
  return { latitude, longitude };
}

function readDegrees(fields: Fields): Position {
  const latitude = fields.coordinate('latitude', -90, 90);
  return [fields.coordinate('longitude', -180, 180), latitude];
}

/** Degrees are those of WGS84 unless the operator names another system that has degrees. */
function isOnOtherDatum({ srid }: DatasetOptions): boolean {
  return srid !== undefined && isLatitudeFirst(srid);
}

const farthestMetres = 1e8;

function coordinate(fields: Fields, field: string): number {
  return fields.coordinate(field, -farthestMetres, farthestMetres);
}

/** Columns such as `X_EGSA` tell their system by their name. */
function systemOfColumns(reader: FeatureReader, column: string): FeatureReader {
  if (!isGreekGridName(column)) return { ...reader, assumesDegrees: true };
  return { ...reader, epsg: 2100, crsName: column };
}
