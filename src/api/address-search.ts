import Type from 'typebox';
import type { GeocodeQuery } from '../geocoder/geocode.ts';
import {
  addressBudget,
  type Budget,
  mostCandidates,
  TooManyCandidates,
} from '../geocoder/match/budget.ts';
import { errorResponses } from '../http/errors.ts';
import type { Server } from '../http/typed-server.ts';
import { type Data, searchAddress } from '../report/lookups.ts';
import { AddressResult } from './address-answer.ts';
import { addressOrParts, lineOf, resultFields, wholeQuery } from './address-query.ts';
import type { ApiParts } from './parts.ts';

const Query = Type.Object({ ...addressOrParts, ...resultFields });

const Answer = Type.Object(
  {
    query: Type.String({
      description: 'The address as it was sent; of a request in parts, the parts in one line.',
    }),
    results: Type.Array(AddressResult, { description: 'Best first; empty when nothing matches.' }),
    problem: Type.Optional(
      Type.String({ description: 'Why the address could not be looked up; absent when it was.' }),
    ),
  },
  { title: 'AddressSearchAnswer', description: 'What was found.' },
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
          'Coordinates of an address in Greece, with the level at which it matched and how sure ' +
          'that is. The address comes as one text in `address`, or in parts as `street`, ' +
          '`house_number`, `postal_code` and `city`: `street` or `city` is required then, and ' +
          '`address` beside `street` or `house_number` is 400. Greek and Greeklish, abbreviations, either grammatical case and ' +
          'small typing errors are understood. A missing house number never becomes another ' +
          'street or town: it is told in `faults`. Where the words fit more than ' +
          `${mostCandidates.address.toLocaleString('en')} candidates, as those of no usual ` +
          'address do, `results` is empty and `problem` says why.',
        tags: ['Geocoding'],
        security: [],
        querystring: Query,
        response: {
          200: Answer,
          ...errorResponses({ 400: 'A parameter is missing or not as described.' }),
        },
      },
    },
    async request => {
      const { results, problem } = await resultsOf(parts, wholeQuery(request.query));
      return { query: lineOf(request.query), results, ...(problem !== null && { problem }) };
    },
  );
}

/** The results of an address, also taken from the budget of its batch; or why there are none. */
export async function resultsOf(data: Data, query: GeocodeQuery, batch?: Budget) {
  try {
    return { results: await searchAddress(data, query, addressBudget(batch)), problem: null };
  } catch (error) {
    if (!(error instanceof TooManyCandidates)) throw error;
    return { results: [], problem: error.message };
  }
}
