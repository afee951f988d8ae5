import { placeTypes } from '../../property/place-types.ts';
import type { NewPlace } from '../../store/store.ts';
import type { Feature } from '../readers/reader.ts';
import type { Dataset } from './dataset.ts';
import { fieldsOf } from './fields.ts';
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
    return feature => ({ ...described(feature), ...position(feature, geometries) });
  },
};

function described({ properties }: Feature): Omit<NewPlace, 'latitude' | 'longitude'> {
  const fields = fieldsOf(properties);
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
  { pointOnGlobe }: GeometryReader,
): Pick<NewPlace, 'latitude' | 'longitude'> {
  if (feature.geometry !== null) {
    const [longitude, latitude] = pointOnGlobe(feature.geometry);
    return { latitude, longitude };
  }
  const fields = fieldsOf(feature.properties);
  return {
    latitude: fields.number('latitude', -90, 90),
    longitude: fields.number('longitude', -180, 180),
  };
}
