import { fold } from '#domain/geocoder/text/fold.ts';
import { type PlaceType, placeTypeNamed, placeTypes } from '#domain/property/place-types.ts';
import type { NewPlace } from '#storage/store/store.ts';
import { plainName } from '#tools/notation/column-names.ts';
import { otherNamesOf } from './column-fields.ts';
import type { Dataset, DatasetOptions } from './dataset.ts';
import { type Fields, openFields } from './fields.ts';
import { neededPosition, openPositions, positionColumns } from './position-columns.ts';

const columns = [
  'external_id',
  'name_en',
  'name_gr',
  'place_category',
  'place_type',
  ...positionColumns,
];

const otherNames = otherNamesOf({
  name_gr: 'Όνομα, Ονομασία, Επωνυμία, name, name:el',
  name_en: 'name:en',
  place_type: 'Τύπος, Είδος, Τύπος σημείου, Είδος σημείου, type',
  place_category: 'Κατηγορία, category',
});

/** Places with the columns of the API's fields, and a geometry or coordinate columns. */
export const places: Dataset<'places'> = {
  layer: 'places',
  columns,
  otherNames,
  open(reader, options) {
    const positionOf = openPositions(reader, options);
    const fieldsOf = openFields(reader, options, otherNames);
    return feature => {
      const fields = fieldsOf(feature);
      const isTyped = options.type?.all && options.type.ofValue.size === 0;
      fields.need([...(isTyped ? [] : ['place_type']), ...neededPosition(feature, fields)]);
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
  const value = fields.textOrNull('place_type') ?? '';
  const type = given?.ofValue.get(plainName(value)) ?? given?.all;
  if (type !== undefined) return type;
  const named = placeTypeNamed(fold(value));
  if (named !== undefined) return named;
  return fields.oneOf('place_type', placeTypes, '; --type VALUE=TYPE translates other words');
}
