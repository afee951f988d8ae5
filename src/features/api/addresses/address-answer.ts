import Type from 'typebox';
import { levels } from '#domain/geocoder/geocode-result.ts';
import { number, oneOf, optional, text, textOrNull, yesNo } from '#http/openapi/wire-types.ts';

const componentFields = {
  street: textOrNull('Name of the street.'),
  house_number: textOrNull('Number of the house.'),
  postal_code: textOrNull('Five digits.'),
  locality: textOrNull('Village, settlement or quarter.'),
  municipality: textOrNull('Municipality.'),
  regional_unit: textOrNull('Regional unit.'),
  region: textOrNull('Region.'),
};

/** An address match on the wire. */
export const AddressResult = Type.Object(
  {
    id: textOrNull(
      'For `result_id` of address-search, which then finds exactly this; it stays the same when data are ' +
        'imported. Null for a kilometre of a road.',
    ),
    latitude: number('Degrees north, WGS84.'),
    longitude: number('Degrees east, WGS84.'),
    formatted_address: text('In the format of the Greek post.'),
    formatted_address_en: text(
      'The same in Latin letters: streets by ELOT 743, towns by their English names.',
    ),
    match: Type.Object(
      {
        level: oneOf(
          levels,
          'The level of the match; `place` is a place that was found by its name, such as a ' +
            'hospital or a square.',
        ),
        confidence: number('Confidence, 0 to 1; 1 only for an exact and unambiguous match.'),
        accuracy_m: number('Possible error of the position in metres.'),
        partial: yesNo('Whether a part of the requested address was not found; see `faults`.'),
        faults: Type.Array(
          Type.Object(
            {
              field: text('The part of the address.'),
              code: text('The problem, as a code such as `set_aside`.'),
              details: Type.Array(Type.String(), {
                description: 'The names and numbers that `problem` has.',
              }),
              problem: text('The problem in words.'),
            },
            { title: 'AddressFault' },
          ),
          { description: 'The parts of the requested address that were not found.' },
        ),
        also_in: Type.Array(
          Type.Object(
            {
              town: text('Name of the town.'),
              id: text('For `result_id` of address-search.'),
              confidence: number('Confidence, 0 to 1.'),
            },
            { title: 'OtherTown' },
          ),
          { description: 'Up to five other towns where the same street and number fit as well.' },
        ),
      },
      { title: 'AddressMatch', description: 'How well it matches the requested address.' },
    ),
    bounds: Type.Unsafe<[number, number, number, number] | null>({
      type: ['array', 'null'],
      items: { type: 'number' },
      minItems: 4,
      maxItems: 4,
      description:
        'A box around it: west, south, east and north in degrees. Of a municipality from its ' +
        'border where that is imported; otherwise estimated from positions and their accuracy. ' +
        'Null for a house, and where only a position is known.',
    }),
    country_code: oneOf(['GR'], 'ISO 3166-1: always GR.'),
    components: Type.Object(componentFields, {
      title: 'AddressComponents',
      description: 'The address in its parts.',
    }),
    components_en: Type.Object(componentFields, {
      title: 'AddressComponentsEn',
      description: 'The same with the usual English names: Athens, Corfu, Crete.',
    }),
    components_elot: Type.Object(componentFields, {
      title: 'AddressComponentsElot',
      description: 'The same by ELOT 743: Athina, Kerkyra, Kritis.',
    }),
    source: text('The source of the data.'),
    distance_m: optional.number(
      'If coordinates were sent: metres from them to the position of the result.',
    ),
  },
  { title: 'Address', description: 'An address match.' },
);

/** The address at a point on the wire. */
export const PointResult = Type.Object(
  {
    ...AddressResult.properties,
    distance_m: number('Metres from the requested point to the position of the result.'),
  },
  { title: 'PointResult', description: 'The address at a point.' },
);

/** An address found by its text or by a point, on the wire. */
export const LocatedResult = Type.Object(AddressResult.properties, {
  title: 'LocatedResult',
  description: 'An address match.',
});

/** The match of `Egnatia 45 Thessaloniki` in the gazetteer. */
export const addressExample = {
  id: 'sgs59hankq2-45',
  latitude: 40.6396474,
  longitude: 22.9400352,
  formatted_address: 'Εγνατίας 45, 546 30 Θεσσαλονίκη',
  formatted_address_en: 'Egnatias 45, 546 30 Thessaloniki',
  match: {
    level: 'street',
    confidence: 0.9,
    accuracy_m: 427,
    partial: true,
    faults: [
      {
        field: 'house_number',
        code: 'number_in_range',
        details: [],
        problem: 'not in the data, but the street has such numbers here',
      },
    ],
    also_in: [],
  },
  bounds: null,
  country_code: 'GR',
  components: {
    street: 'Εγνατίας',
    house_number: '45',
    postal_code: '54630',
    locality: null,
    municipality: 'Θεσσαλονίκη',
    regional_unit: 'Θεσσαλονίκης',
    region: 'Κεντρικής Μακεδονίας',
  },
  components_en: {
    street: 'Egnatias',
    house_number: '45',
    postal_code: '54630',
    locality: null,
    municipality: 'Thessaloniki',
    regional_unit: 'Thessaloniki',
    region: 'Central Macedonia',
  },
  components_elot: {
    street: 'Egnatias',
    house_number: '45',
    postal_code: '54630',
    locality: null,
    municipality: 'Thessaloniki',
    regional_unit: 'Thessalonikis',
    region: 'Kentrikis Makedonias',
  },
  source: 'gazetteer',
};

/** The gazetteer's address at 37.98692, 23.73623. */
export const pointExample = {
  id: 'c10683',
  latitude: 37.9879799,
  longitude: 23.7346153,
  formatted_address: '106 83 Αθήνα',
  formatted_address_en: '106 83 Athens',
  match: {
    level: 'postal_code',
    confidence: 0.425,
    accuracy_m: 448,
    partial: false,
    faults: [],
    also_in: [],
  },
  bounds: [23.7295091, 37.9839555, 23.7397215, 37.9920043],
  country_code: 'GR',
  components: {
    street: null,
    house_number: null,
    postal_code: '10683',
    locality: null,
    municipality: 'Αθήνα',
    regional_unit: 'Κεντρικού Τομέα Αθηνών',
    region: 'Αττικής',
  },
  components_en: {
    street: null,
    house_number: null,
    postal_code: '10683',
    locality: null,
    municipality: 'Athens',
    regional_unit: 'Central Athens',
    region: 'Attica',
  },
  components_elot: {
    street: null,
    house_number: null,
    postal_code: '10683',
    locality: null,
    municipality: 'Athina',
    regional_unit: 'Kentrikou Tomea Athinon',
    region: 'Attikis',
  },
  source: 'gazetteer',
  distance_m: 184.29,
};
