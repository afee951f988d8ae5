import { placeTypes } from '../../property/place-types.ts';
import type { NewPlace } from '../../store/store.ts';
import type { Row } from '../readers/csv.ts';
import { fieldsOf } from './fields.ts';

/** A row of `external_id,name_en,name_gr,place_category,place_type,latitude,longitude`. */
export function toPlace(row: Row): NewPlace {
  const fields = fieldsOf(row);
  return {
    external_id: fields.textOrNull('external_id'),
    name_en: fields.textOrNull('name_en'),
    name_gr: fields.textOrNull('name_gr'),
    place_category: fields.textOrNull('place_category'),
    place_type: fields.oneOf('place_type', placeTypes),
    latitude: fields.number('latitude', -90, 90),
    longitude: fields.number('longitude', -180, 180),
  };
}
