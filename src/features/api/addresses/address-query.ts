import Type, { type Static } from 'typebox';
import { addressLength, type GeocodeQuery } from '#domain/geocoder/geocode.ts';
import { type Level, levels } from '#domain/geocoder/geocode-result.ts';
import { idFormat, idPattern } from '#domain/geocoder/ids.ts';
import { type Wanted, withinBoxes } from '#domain/geocoder/wanted.ts';
import { readBbox } from '#domain/property/search-area.ts';
import { Bbox } from '#http/openapi/bbox-parameter.ts';
import { optional, text } from '#http/openapi/wire-types.ts';
import { collectFaults, invalid, invalidInput, rejectSent } from '#tools/errors.ts';
import { bothCoordinates, coordinates, wholePostalCode } from '../shared-schemas.ts';

/** An address on the wire, as a person writes it. */
export const AddressText = text(
  'In Greek or Latin letters, in any order, with or without accents.',
  {
    minLength: addressLength.least,
    maxLength: addressLength.most,
    examples: ['Egnatia 45 Thessaloniki'],
  },
);

/** An address with hints, on the wire. */
const addressFields = {
  address: AddressText,
  postal_code: optional.text('Hint: the postal code.', { ...wholePostalCode }),
  city: optional.text('Hint: the town or municipality.', { minLength: 1, maxLength: 100 }),
};

/** An address on the wire as one text, or in parts. */
export const addressOrParts = {
  address: Type.Optional(AddressText),
  street: optional.text('Instead of `address`: the name of the street, such as Ερμού.', {
    minLength: 1,
    maxLength: 200,
  }),
  house_number: optional.text('With `street`: the house number.', {
    pattern: '^[1-9][0-9]{0,3} ?[A-Za-zΑ-Ωα-ω]?( ?[-–/] ?[1-9][0-9]{0,3} ?[A-Za-zΑ-Ωα-ω]?)?$',
    'x-expected': 'a house number such as 24, 24Α or 24-26',
  }),
  postal_code: addressFields.postal_code,
  city: addressFields.city,
};

/** Limits of the results, on the wire. */
export const resultFields = {
  limit: optional.whole('The maximum number of results.', { minimum: 1, maximum: 20, default: 5 }),
  min_confidence: optional.number('Omit results with a lower confidence.', {
    minimum: 0,
    maximum: 1,
    default: 0,
  }),
};

/** The id of a suggestion or result, on the wire. */
export const AddressId = text('Instead of `address`: the id of a suggestion or of a result.', {
  pattern: idPattern,
  'x-expected': idFormat,
});

const anyLevel = `(${levels.join('|')})`;

/** Where to look and at which levels, on the wire. */
export const wantedFields = {
  latitude: Type.Optional(coordinates.latitude),
  longitude: Type.Optional(coordinates.longitude),
  bbox: Type.Optional(Bbox),
  levels: optional.text(
    `Only these values of \`match.level\`, with commas between: ${levels.join(', ')}.`,
    {
      pattern: `^${anyLevel}(,${anyLevel}){0,6}$`,
      'x-expected': `one or more of ${levels.join(', ')}, with commas between`,
    },
  ),
};

const WantedQuery = Type.Object(wantedFields);

/** Where to look and at which levels. Throws INVALID_INPUT for half a point and for a wrong box. */
export function wantedOf({
  latitude,
  longitude,
  bbox,
  levels: named,
}: Static<typeof WantedQuery>): Pick<Wanted, 'near' | 'isWithin' | 'levels'> {
  const hasPoint = latitude !== undefined || longitude !== undefined;
  const [near, isWithin] = collectFaults(
    () => (hasPoint ? bothCoordinates(latitude, longitude) : undefined),
    () => (bbox === undefined ? undefined : withinBoxes(readBbox('bbox', bbox).boxes)),
  );
  return {
    ...(near && { near }),
    ...(isWithin && { isWithin }),
    ...(named !== undefined && { levels: named.split(',') as Level[] }),
  };
}

const WholeQuery = Type.Object({ ...addressOrParts, ...resultFields });
const TextQuery = Type.Object({ ...addressFields, ...resultFields });

/** The geocoder's query for an address in one text. */
function geocodeQuery({
  address,
  postal_code,
  city,
  limit,
  min_confidence,
}: Static<typeof TextQuery>): GeocodeQuery {
  return {
    address,
    ...(postal_code !== undefined && { postalCode: postal_code.replace(' ', '') }),
    ...(city !== undefined && { city }),
    ...(limit !== undefined && { limit }),
    ...(min_confidence !== undefined && { minConfidence: min_confidence }),
  };
}

/** The geocoder's query for an address in one text or in parts. */
export function wholeQuery(query: Static<typeof WholeQuery>): GeocodeQuery {
  const { address, street, house_number, city, ...rest } = query;
  if (address !== undefined) {
    rejectSent(
      { street, house_number },
      () => 'address or street, got both; leave one of them out',
    );
    return geocodeQuery({ ...rest, address, ...(city !== undefined && { city }) });
  }
  if (street !== undefined) {
    const town = city === undefined ? {} : { city };
    const number = house_number === undefined ? {} : { houseNumber: house_number };
    return { ...geocodeQuery({ ...rest, ...town, address: street }), isStreet: true, ...number };
  }
  if (house_number !== undefined) throw invalid('house_number', 'together with street', 'conflict');
  if (city === undefined) {
    const expected = `text of ${addressLength.least} to ${addressLength.most} characters`;
    const message = `address is missing: expected ${expected}, or street or city in its place`;
    throw invalidInput([{ field: 'address', code: 'missing', message }]);
  }
  return geocodeQuery({ ...rest, city, address: '' });
}

/** An address in one line, sent as one text or in parts. */
export function lineOf(query: Static<typeof WholeQuery>): string {
  const { address, street, house_number, postal_code, city } = query;
  if (address !== undefined) return address;
  const lines = [
    [street, house_number],
    [postal_code, city],
  ];
  return lines
    .map(parts => parts.filter(Boolean).join(' '))
    .filter(Boolean)
    .join(', ');
}
