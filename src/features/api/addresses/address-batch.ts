import type { FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { batchBudget, mostCandidates } from '#domain/geocoder/score/budget.ts';
import { textOrNull } from '#http/openapi/wire-types.ts';
import { responses, unavailable } from '#http/server/error-answers.ts';
import { openSlots, whileInSlot } from '#http/server/slots.ts';
import type { Server } from '#http/server/typed-server.ts';
import { rejectUnknownFields } from '#http/server/validation.ts';
import { takeTurn } from '#http/server/while-wanted.ts';
import { invalidInput, rejectSent } from '#tools/errors.ts';
import { addressAt, type Data, searchAddress } from '../../report/look-up.ts';
import { type ApiParts, dataUntil } from '../api-parts.ts';
import {
  checkOutline,
  EntryFailure,
  entryReader,
  mostEntries,
  orFailure,
  Reference,
  referenceOf,
  requestsOf,
  SentReference,
} from '../batch-entries.ts';
import { bothCoordinates, coordinates, type Point } from '../shared-schemas.ts';
import { addressExample, LocatedResult, pointExample } from './address-answer.ts';
import { addressOrParts, lineOf, resultFields, wholeQuery } from './address-query.ts';

/** Enough for the maximum number of longest addresses, with each letter escaped as `\u0391`. */
const bodyLimitBytes = 262_144;

const Entry = Type.Object(
  {
    ...addressOrParts,
    latitude: Type.Optional(coordinates.latitude),
    longitude: Type.Optional(coordinates.longitude),
    reference: Reference,
  },
  { title: 'BatchAddress', additionalProperties: false },
);

const listed =
  `1 to ${mostEntries} addresses or points. An entry has either \`address\` with optional hints, or ` +
  'the parts `street`, `house_number`, `postal_code` and `city` (of which `street` or `city` is ' +
  'required), or `latitude` and `longitude`.';

const Body = Type.Object(
  { requests: { ...requestsOf(Entry), description: listed }, ...resultFields },
  {
    title: 'AddressBatch',
    additionalProperties: false,
    examples: [
      {
        requests: [
          { reference: '17', address: 'Ερμού 15', postal_code: '10563' },
          { reference: '18', address: 'Egnatia 45', city: 'Thessaloniki' },
          { reference: '21', street: 'Εγνατία', house_number: '45', city: 'Θεσσαλονίκη' },
          { reference: '19', latitude: 37.98692, longitude: 23.73623 },
        ],
        limit: 1,
      },
    ],
  },
);

const Answer = Type.Object(
  {
    reference: SentReference,
    query: textOrNull(
      'The address as it was sent, its parts in one line, or `latitude, longitude`.',
    ),
    results: Type.Array(LocatedResult, { description: 'Best first; empty when nothing matches.' }),
    failure: EntryFailure,
  },
  { title: 'BatchAnswer' },
);

const exampleAnswers = [
  { reference: '18', query: 'Egnatia 45', results: [addressExample], failure: null },
  { reference: '19', query: '37.98692, 23.73623', results: [pointExample], failure: null },
];

/** A batch takes up to a quarter of a second of CPU, in small steps between other requests. */
const limits = { slots: 2, queue: 50 };

/** `POST /api/geocoding/batch/` */
export function registerAddressBatch(server: Server, parts: ApiParts): void {
  const slots = openSlots(limits, 'batches');
  server.post(
    '/api/geocoding/batch/',
    {
      bodyLimit: bodyLimitBytes,
      config: { entries: 'requests' },
      validatorCompiler: checkOutline(Body, 'requests'),
      schema: {
        operationId: 'addressBatch',
        summary: 'Geocode many addresses or points',
        description:
          `Geocodes up to ${mostEntries} addresses, with the same results as \`address-search\`, ` +
          'in the order of the request. An entry may have an address in one text or in parts. One ' +
          'with `latitude` and `longitude` instead gets the result of `reverse`. An invalid entry ' +
          'gets its error with the status in `failure`; ' +
          'the others are still looked up. An unknown field, also of an entry, is 400. All addresses of a batch together may have ' +
          `${mostCandidates.batch.toLocaleString('en')} candidates, ten times as many as one alone. ` +
          'Addresses beyond that are not looked up, and `failure` says so.',
        tags: ['Geocoding'],
        security: [],
        body: Body,
        response: responses(
          Type.Object(
            { answers: Type.Array(Answer, { description: 'One for each address, in order.' }) },
            {
              title: 'AddressBatchAnswer',
              description: 'What was found.',
              examples: [{ answers: exampleAnswers }],
            },
          ),
          {
            400: 'The list is missing, empty or too long, limit or min_confidence is wrong, or a field is unknown.',
            413: 'The body is too large.',
            415: 'The body is not JSON.',
            503: unavailable('The database'),
          },
        ),
      },
    },
    (request, reply) => {
      const { body } = request;
      rejectUnknownFields('requests', body.requests, Entry);
      return whileInSlot(slots, reply, signal => answerAll(parts, request, body, signal));
    },
  );
}

async function answerAll(
  parts: ApiParts,
  request: FastifyRequest,
  body: Static<typeof Body>,
  signal: AbortSignal,
) {
  const data = { ...dataUntil(signal, parts), budget: batchBudget() };
  const answers: Awaited<ReturnType<typeof answer>>[] = [];
  for (const entry of body.requests) {
    answers.push(await answer(data, request, entry, body));
    await takeTurn(signal);
  }
  return { answers };
}

const read = entryReader(Entry);

/** The results of one entry, or the problem with it. */
async function answer(
  data: Data,
  request: FastifyRequest,
  sent: unknown,
  { limit, min_confidence }: Pick<Static<typeof Body>, 'limit' | 'min_confidence'>,
) {
  const wanted = {
    ...(limit !== undefined && { limit }),
    ...(min_confidence !== undefined && { min_confidence }),
  };
  const { found, failure } = await orFailure(request, async () => {
    const entry = read(sent);
    const point = pointOf(entry);
    if (point) return resultsAt(data, point, min_confidence);
    return searchAddress(data, wholeQuery({ ...entry, ...wanted }));
  });
  return { ...asSent(sent), results: found ?? [], failure };
}

/** The point of an entry with coordinates instead of an address. */
function pointOf(entry: Static<typeof Entry>) {
  const { latitude, longitude, address, street, city, house_number, postal_code } = entry;
  const hasPoint = latitude !== undefined || longitude !== undefined;
  if (!hasPoint && [address, street, city, house_number].every(part => part === undefined)) {
    const expected = 'text of 3 to 256 characters';
    const instead = 'or street, city, or latitude and longitude in its place';
    const message = `address is missing: expected ${expected}, ${instead}`;
    throw invalidInput([{ field: 'address', code: 'missing', message }]);
  }
  if (!hasPoint) return undefined;
  const others = { address, street, house_number, postal_code, city };
  rejectSent(others, () => 'an address or latitude and longitude, got both');
  return bothCoordinates(latitude, longitude);
}

/** The result of `reverse` at a point, if its confidence is high enough. */
async function resultsAt(data: Data, { latitude, longitude }: Point, leastConfidence = 0) {
  const found = await addressAt(data, latitude, longitude);
  const isSure = found !== null && found.match.confidence >= leastConfidence;
  return isSure ? [found] : [];
}

/** The reference and query of an entry, for the answer, even if the entry is invalid. */
function asSent(entry: unknown) {
  const { reference: _, latitude, longitude, ...parts } = Object(entry) as Record<string, unknown>;
  const isPoint = typeof latitude === 'number' && typeof longitude === 'number';
  const texts = Object.entries(parts).filter(([, value]) => typeof value === 'string');
  const line = lineOf(Object.fromEntries(texts));
  const query = isPoint && parts.address === undefined ? `${latitude}, ${longitude}` : line;
  return { reference: referenceOf(entry), query: query || null };
}
