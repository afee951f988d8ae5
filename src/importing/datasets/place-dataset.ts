import { type PlaceType, placeTypes } from '#domain/property/place-types.ts';
import type { NewPlace } from '#storage/store/store.ts';
import { plainName } from '#tools/notation/column-names.ts';
import { type Dataset, type DatasetOptions, Refused } from './dataset.ts';
import { type Fields, openFields } from './fields.ts';
import { openPositions, positionColumns } from './position-columns.ts';

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
      return { ...described(fields, options), ...positionOf(feature, fields) };
    };
  },
};

function described(
  fields: Fields,
  options: DatasetOptions,
): Omit<NewPlace, 'latitude' | 'longitude'> {
  return {
    external_id: fields.textOrNull('external_id'),
    name_en: fields.textOrNull('name_en'),
    name_gr: fields.textOrNull('name_gr'),
    place_category: fields.textOrNull('place_category'),
    place_type: typeOf(fields, options),
  };
}

function typeOf(fields: Fields, { type: given }: DatasetOptions): PlaceType {
  if (given?.all && given.ofValue.size === 0) return given.all;
  if (!fields.has('place_type')) {
    throw new Refused(
      'place_type',
      'a column of this name, --map place_type=COLUMN or --type TYPE',
    );
  }
  const value = fields.textOrNull('place_type') ?? '';
  const type = given?.ofValue.get(plainName(value)) ?? given?.all;
  if (type !== undefined) return type;
  return fields.oneOf('place_type', placeTypes, '; --type VALUE=TYPE translates other words');
}
