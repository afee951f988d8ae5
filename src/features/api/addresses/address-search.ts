import Type, { type Static } from 'typebox';
import type { GeocodeQuery } from '#domain/geocoder/geocode.ts';
import { mostCandidates, TooManyCandidates } from '#domain/geocoder/score/budget.ts';
import { optional, text } from '#http/openapi/wire-types.ts';
import { responses, unavailable } from '#http/server/error-answers.ts';
import type { Server } from '#http/server/typed-server.ts';
import { whileWanted } from '#http/server/while-wanted.ts';
import { collectFaults, rejectSent } from '#tools/errors.ts';
import { addressOfId, type Data, searchAddress } from '../../report/look-up.ts';
import { type ApiParts, dataUntil } from '../api-parts.ts';
import { AddressResult, addressExample } from './address-answer.ts';
import {
  AddressId,
  addressOrParts,
  lineOf,
  resultFields,
  wantedFields,
  wantedOf,
  wholeQuery,
} from './address-query.ts';

const Query = Type.Object({
  ...addressOrParts,
  result_id: Type.Optional(AddressId),
  ...resultFields,
  ...wantedFields,
});

const Answer = Type.Object(
  {
    query: text(
      'The address or the id of the request; for a request in parts, the parts in one line.',
    ),
    results: Type.Array(AddressResult, { description: 'Best first; empty when nothing matches.' }),
    problem: optional.text('Why the address was not looked up; absent if it was.'),
  },
  {
    title: 'AddressSearchAnswer',
    description: 'What was found.',
    examples: [{ query: 'Egnatia 45 Thessaloniki', results: [addressExample] }],
  },
);

/** `GET /api/geocoding/address-search/` */
export function registerAddressSearch(server: Server, parts: ApiParts): void {
  server.get(
    '/api/geocoding/address-search/',
    {
      schema: {
        operationId: 'addressSearch',
        summary: 'Geocode an address',
        description:
          'Finds the coordinates of an address in Greece, with the level and the confidence of the ' +
          'match. Send the address as one text in `address`, or in parts as `street`, ' +
          '`house_number`, `postal_code` and `city`. With parts, `street` or `city` is required, ' +
          'and `address` together with `street` or `house_number` is 400. Greek and Greeklish, ' +
          'abbreviations, either grammatical case and small typing errors are understood. If a ' +
          'house number is not found, the result stays in its street and town, and `faults` reports ' +
          'it. Coordinates in `address`, in degrees or in metres of the Greek Grid, give the result ' +
          'of `reverse`. With `result_id`, the `id` of a suggestion or a result, the result is just that; an id is ' +
          'valid as long as the data have it. With `latitude` and `longitude`, what is near is ' +
          'preferred among results that fit alike. If the words match more than ' +
          `${mostCandidates.address.toLocaleString('en')} candidates, which no usual address does, ` +
          '`results` is empty and `problem` says why.',
        tags: ['Geocoding'],
        security: [],
        querystring: Query,
        response: responses(Answer, {
          400: 'A parameter is missing or not as described.',
          404: 'The data do not have what the id means.',
          503: unavailable('The database'),
        }),
      },
    },
    ({ query }, reply) =>
      whileWanted(reply, async signal => {
        const data = dataUntil(signal, parts);
        const [wanted, asked] = collectFaults(
          () => wantedOf(query),
          () => idOrAddress(query),
        );
        if ('result_id' in asked) {
          return { query: asked.result_id, results: [await addressOfId(data, asked.result_id)] };
        }
        const { results, problem } = await resultsOf(data, { ...asked, ...wanted });
        return { query: lineOf(query), results, ...(problem !== null && { problem }) };
      }),
  );
}

/** The id of a request, or its address. Throws INVALID_INPUT if it has both. */
function idOrAddress(query: Static<typeof Query>): { readonly result_id: string } | GeocodeQuery {
  const { result_id, address, street, house_number, postal_code, city } = query;
  if (result_id === undefined) return wholeQuery(query);
  rejectSent(
    { address, street, house_number, postal_code, city },
    field => `result_id or ${field}, got both; leave one of them out`,
  );
  return { result_id };
}

/** The results of an address, or the problem. */
async function resultsOf(data: Data, query: GeocodeQuery) {
  try {
    return { results: await searchAddress(data, query), problem: null };
  } catch (error) {
    if (!(error instanceof TooManyCandidates)) throw error;
    return { results: [], problem: error.message };
  }
}
