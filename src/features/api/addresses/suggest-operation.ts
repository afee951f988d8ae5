import Type from 'typebox';
import { addressLength } from '#domain/geocoder/geocode.ts';
import { type Level, levels } from '#domain/geocoder/geocode-result.ts';
import { number, oneOf, optional, text, textOrNull } from '#http/openapi/wire-types.ts';
import { responses, unavailable } from '#http/server/error-answers.ts';
import type { Server } from '#http/server/typed-server.ts';
import { whileWanted } from '#http/server/while-wanted.ts';
import { suggestAddresses } from '../../report/look-up.ts';
import { type ApiParts, dataUntil } from '../api-parts.ts';
import { AddressResult } from './address-answer.ts';
import { wantedFields, wantedOf } from './address-query.ts';

const Query = Type.Object({
  text: text('The typed text; the last word may be incomplete.', {
    minLength: 1,
    maxLength: addressLength.most,
    examples: ['Σκουφ'],
  }),
  limit: optional.whole('The maximum number of suggestions.', {
    minimum: 1,
    maximum: 10,
    default: 6,
  }),
  ...wantedFields,
});

const Answer = Type.Object(
  {
    query: text('The text as it was sent.'),
    suggestions: Type.Array(
      Type.Object(
        {
          id: text(
            'For `result_id` of address-search, which finds exactly this; for coordinates and a parcel, ' +
              'the address there.',
          ),
          kind: oneOf(
            ['address', 'street', 'settlement', 'postal_code', 'place', 'parcel', 'coordinates'],
            'The kind of suggestion; a place is found by its name, a parcel by five or more ' +
              'characters of its KAEK.',
          ),
          level: Type.Unsafe<Level | null>({
            type: ['string', 'null'],
            enum: [...levels, null],
            description: 'The `match.level` of its result; null if nothing is known there.',
          }),
          text: text(
            'The text to show; for coordinates, both numbers; for a parcel, its KAEK for ' +
              'kaek-search.',
          ),
          text_en: text('The same in Latin letters, by ELOT 743, with the English names of towns.'),
          also: textOrNull(
            'The typed name, if the suggestion shows another name of the street or place.',
          ),
          latitude: number('Degrees north, WGS84.'),
          longitude: number('Degrees east, WGS84.'),
          components: AddressResult.properties.components,
        },
        { title: 'Suggestion' },
      ),
      { description: 'Most likely first; empty if nothing starts with the text.' },
    ),
    problem: optional.text('Why the text was not looked up; absent if it was.'),
  },
  {
    title: 'SuggestAnswer',
    description: 'The suggestions for the text.',
    examples: [
      {
        query: 'Σκουφ',
        suggestions: [
          {
            id: 's5m6tak8nfs',
            kind: 'street',
            level: 'street',
            text: 'Σκούφου Γεωργίου, Αθήνα',
            text_en: 'Skoufou Georgiou, Athens',
            also: null,
            latitude: 37.9748916,
            longitude: 23.7341766,
            components: {
              street: 'Σκούφου Γεωργίου',
              house_number: null,
              postal_code: '10557',
              locality: null,
              municipality: 'Αθήνα',
              regional_unit: 'Κεντρικού Τομέα Αθηνών',
              region: 'Αττικής',
            },
          },
        ],
      },
    ],
  },
);

/** `GET /api/geocoding/suggest/` */
export function registerSuggest(server: Server, parts: ApiParts): void {
  server.get(
    '/api/geocoding/suggest/',
    {
      schema: {
        operationId: 'suggest',
        summary: 'Complete an address that is being typed',
        description:
          'Streets with their town, addresses, settlements, postal codes, named places and parcels ' +
          'that an unfinished text may become, one row for each street and town. Coordinates in WGS84 or the Greek ' +
          'Grid, in either order, are the point they mean. With `latitude` and `longitude`, ' +
          'what is near comes first among equals. If the words match too many candidates, which ' +
          'no usual text does, `suggestions` is empty and `problem` says why.',
        tags: ['Geocoding'],
        security: [],
        querystring: Query,
        response: responses(Answer, {
          400: 'A parameter is missing or not as described.',
          503: unavailable('The database'),
        }),
      },
    },
    ({ query }, reply) =>
      whileWanted(reply, async signal => {
        const { text, limit } = query;
        const { suggestions, problem } = await suggestAddresses(dataUntil(signal, parts), {
          text,
          ...(limit !== undefined && { limit }),
          ...wantedOf(query),
        });
        return { query: text, suggestions, ...(problem !== null && { problem }) };
      }),
  );
}
