import Type, { type Static } from 'typebox';
import { addressLength, type GeocodeQuery } from '../geocoder/geocode.ts';
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
import type { ApiParts } from './parts.ts';

/** An address on the wire, as a person writes it. */
export const AddressText = Type.String({
  minLength: addressLength.least,
  maxLength: addressLength.most,
  description: 'In Greek or Latin letters, in any order, with or without accents.',
  examples: ['Βασ. Σοφίας 24, Αθήνα'],
});

/** An address and what may be known beside it, on the wire. */
export const addressFields = {
  address: AddressText,
  postal_code: Type.Optional(
    Type.String({
      pattern: '^[0-9]{3} ?[0-9]{2}$',
      'x-expected': 'five digits',
      description: 'Hint: the postal code.',
    }),
  ),
  city: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Hint: the town or municipality.' }),
  ),
};

/** Which results are wanted, on the wire. */
export const resultFields = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 20, default: 5, description: 'How many results at most.' }),
  ),
  min_confidence: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      default: 0,
      description: 'Leave out less sure results.',
    }),
  ),
};

const Query = Type.Object({ ...addressFields, ...resultFields });

const Answer = Type.Object(
  {
    query: Type.String({ description: 'The address as it was sent.' }),
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
          'Coordinates of an address anywhere in Greece, with the level at which it matched and ' +
          'how sure that is. Greek and Greeklish, abbreviations, either grammatical case and ' +
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
      const { results, problem } = await resultsOf(parts, geocodeQuery(request.query));
      return { query: request.query.address, results, ...(problem !== null && { problem }) };
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

/** What the geocoder is asked, from what the wire says. */
export function geocodeQuery({
  address,
  postal_code,
  city,
  limit,
  min_confidence,
}: Static<typeof Query>): GeocodeQuery {
  return {
    address,
    ...(postal_code !== undefined && { postalCode: postal_code.replace(' ', '') }),
    ...(city !== undefined && { city }),
    ...(limit !== undefined && { limit }),
    ...(min_confidence !== undefined && { minConfidence: min_confidence }),
  };
}
