import Type from 'typebox';
import { textOrNull } from './nullable.ts';

/** An address found, on the wire. */
export const AddressResult = Type.Object(
  {
    latitude: Type.Number({ description: 'Degrees north, WGS84.' }),
    longitude: Type.Number({ description: 'Degrees east, WGS84.' }),
    formatted_address: Type.String({ description: 'As the Greek post writes it.' }),
    formatted_address_en: Type.String({ description: 'The same in Latin letters, by ELOT 743.' }),
    match: Type.Object(
      {
        level: Type.Enum(
          ['house_number', 'interpolated', 'street', 'postal_code', 'locality', 'municipality'],
          { type: 'string', description: 'How exactly the address was found.' },
        ),
        confidence: Type.Number({
          description: 'How sure it is, 0 to 1; 1 only for an exact and unambiguous match.',
        }),
        accuracy_m: Type.Number({ description: 'How far off the position may be, in metres.' }),
        partial: Type.Boolean({
          description: 'Whether something asked for was not found as asked.',
        }),
        faults: Type.Array(
          Type.Object(
            {
              field: Type.String({ description: 'The part of the address.' }),
              problem: Type.String({ description: 'What is wrong with it, in words.' }),
            },
            { title: 'AddressFault' },
          ),
          { description: 'What was not found as asked.' },
        ),
      },
      { title: 'AddressMatch', description: 'How well it fits what was asked.' },
    ),
    components: Type.Object(
      {
        street: textOrNull('Name of the street.'),
        house_number: textOrNull('Number of the house.'),
        postal_code: textOrNull('Five digits.'),
        locality: textOrNull('Village, settlement or quarter.'),
        municipality: textOrNull('Municipality.'),
        regional_unit: textOrNull('Regional unit.'),
        region: textOrNull('Region.'),
      },
      { title: 'AddressComponents', description: 'The address in its parts.' },
    ),
    source: Type.String({ description: 'The data the answer rests on.' }),
  },
  { title: 'Address', description: 'An address found.' },
);

/** What is known at a point, on the wire. */
export const PointResult = Type.Object(
  {
    ...AddressResult.properties,
    distance_m: Type.Number({
      description: 'Metres from the point asked for to the position of the result.',
    }),
  },
  { title: 'PointResult', description: 'What is known at a point.' },
);
