import { placeTypes } from '../../property/place-types.ts';
import type { NewPlace } from '../../store/store.ts';
import type { Feature } from '../readers/reader.ts';
import type { Dataset } from './dataset.ts';
import { type Fields, openFields } from './fields.ts';
import { type GeometryReader, geometryReader } from './geometry.ts';

const columns = [
  'external_id',
  'name_en',
  'name_gr',
  'place_category',
  'place_type',
  'latitude',
  'longitude',
];

/** Places with the wire's columns: from CSV with coordinates in columns, or with a geometry. */
export const places: Dataset<'places'> = {
  layer: 'places',
  columns,
  open(reader, options) {
    const geometries = geometryReader(reader, options);
    const fieldsOf = openFields(reader, options);
    return feature => {
      const fields = fieldsOf(feature);
      return { ...described(fields), ...position(feature, fields, geometries) };
    };
  },
};

function described(fields: Fields): Omit<NewPlace, 'latitude' | 'longitude'> {
  return {
    external_id: fields.textOrNull('external_id'),
    name_en: fields.textOrNull('name_en'),
    name_gr: fields.textOrNull('name_gr'),
    place_category: fields.textOrNull('place_category'),
    place_type: fields.oneOf('place_type', placeTypes),
  };
}

function position(
  feature: Feature,
  fields: Fields,
  { pointOnGlobe }: GeometryReader,
): Pick<NewPlace, 'latitude' | 'longitude'> {
  if (feature.geometry !== null) {
    const [longitude, latitude] = pointOnGlobe(feature.geometry);
    return { latitude, longitude };
  }
  return {
    latitude: fields.coordinate('latitude', -90, 90),
    longitude: fields.coordinate('longitude', -180, 180),
  };
}
