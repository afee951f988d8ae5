import { placeTypes } from '../../property/place-types.ts';
import type { NewPlace } from '../../store/store.ts';
import type { Dataset } from './dataset.ts';
import { type Fields, openFields } from './fields.ts';
import { openPositions, positionColumns } from './positions.ts';

const columns = [
  'external_id',
  'name_en',
  'name_gr',
  'place_category',
  'place_type',
  ...positionColumns,
];

/** Places with the columns of the API's fields, and a geometry or coordinate columns. */
export const places: Dataset<'places'> = {
  layer: 'places',
  columns,
  open(reader, options) {
    const positionOf = openPositions(reader, options);
    const fieldsOf = openFields(reader, options);
    return feature => {
      const fields = fieldsOf(feature);
      return { ...described(fields), ...positionOf(feature, fields) };
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
