import Type from 'typebox';
import { responses, unavailable } from '#http/server/error-answers.ts';
import type { Server } from '#http/server/typed-server.ts';
import { whileWanted } from '#http/server/while-wanted.ts';
import { addressAt } from '../../report/look-up.ts';
import { type ApiParts, dataUntil } from '../api-parts.ts';
import { coordinates } from '../shared-schemas.ts';
import { PointResult, pointExample } from './address-answer.ts';

const Answer = Type.Object(
  {
    query: Type.Object(
      { latitude: Type.Number(), longitude: Type.Number() },
      { title: 'ReverseQuery', description: 'The point of the request.' },
    ),
    results: Type.Array(PointResult, { description: 'One, or none outside Greece.' }),
  },
  {
    title: 'ReverseAnswer',
    description: 'What was found.',
    examples: [{ query: { latitude: 37.98692, longitude: 23.73623 }, results: [pointExample] }],
  },
);

/** `GET /api/geocoding/reverse/` */
export function registerReverse(server: Server, parts: ApiParts): void {
  server.get(
    '/api/geocoding/reverse/',
    {
      schema: {
        operationId: 'reverse',
        summary: 'Find the address of a point',
        description:
          'Finds the address at a coordinate in Greece: a house only if the point is within 25 m of ' +
          'it, otherwise the street whose line is nearest, a settlement or a postal code. Where the ' +
          'map has no lines of streets, a street is chosen by one position, with a low confidence ' +
          'and a fault. ' +
          '`distance_m` is the distance to the result.',
        tags: ['Geocoding'],
        security: [],
        querystring: Type.Object(coordinates),
        response: responses(Answer, {
          400: 'A coordinate is missing, out of range or not a number.',
          503: unavailable('The database'),
        }),
      },
    },
    (request, reply) =>
      whileWanted(reply, async signal => {
        const { latitude, longitude } = request.query;
        const found = await addressAt(dataUntil(signal, parts), latitude, longitude);
        return { query: { latitude, longitude }, results: found ? [found] : [] };
      }),
  );
}
