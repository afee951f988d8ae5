import Type from 'typebox';
import { kaekFormat, longestKaek } from '#domain/property/kaek.ts';
import { optional, text } from '#http/openapi/wire-types.ts';
import { errorResponses, responses, unavailable } from '#http/server/error-answers.ts';
import type { Server } from '#http/server/typed-server.ts';
import { failure } from '#tools/errors.ts';
import { parcelOfCode, parcelUnder } from '../../report/look-up.ts';
import type { ApiParts } from '../api-parts.ts';
import { coordinates } from '../shared-schemas.ts';
import {
  ParcelResponse,
  parcelFormat,
  renderParcel,
  Srid,
  WithAttributes,
} from './parcel-answer.ts';

/** A cadastral code on the wire. */
export const KaekCode = text(
  'KAEK of a parcel, or of a unit on it. Spaces, dots, hyphens, case and Latin look-alikes ' +
    'do not matter.',
  { minLength: 1, maxLength: longestKaek, 'x-expected': kaekFormat, examples: ['050099901001'] },
);

/** `GET /api/geocoding/kaek-search/` */
export function registerKaekSearch(server: Server, parts: ApiParts): void {
  server.get(
    '/api/geocoding/kaek-search/',
    {
      schema: {
        operationId: 'kaekSearch',
        summary: 'Search a parcel by KAEK code',
        description: "A parcel's area and outline by its cadastral code.",
        tags: ['Geocoding'],
        security: [],
        querystring: Type.Object({ kaek_code: KaekCode, srid: Srid, attributes: WithAttributes }),
        response: responses(ParcelResponse, {
          400: 'kaek_code is missing or not a KAEK, or another parameter is not one of those listed.',
          404: 'No parcel with this code is loaded.',
          503: unavailable('The database'),
        }),
      },
    },
    async (request, reply) => {
      const format = parcelFormat(request.headers.accept, request.query);
      return renderParcel(reply, await parcelOfCode(parts, request.query.kaek_code), format);
    },
  );
}

/** `GET /api/geocoding/parcel-at/` */
export function registerParcelAt(server: Server, parts: ApiParts): void {
  server.get(
    '/api/geocoding/parcel-at/',
    {
      schema: {
        operationId: 'parcelAt',
        summary: 'Find the parcel under a point',
        description:
          'Finds the parcel that contains a coordinate. The border belongs to the parcel, holes do ' +
          'not. If parcels overlap or share the border, the smallest is returned.',
        tags: ['Geocoding'],
        security: [],
        querystring: Type.Object({
          ...coordinates,
          srid: Srid,
          attributes: WithAttributes,
          or_empty: optional.yesNo(
            'Whether a point without a parcel is answered by 204 without a body, in place of ' +
              '404, which browsers log as an error.',
            { default: false },
          ),
        }),
        response: {
          200: ParcelResponse,
          204: {
            type: 'null',
            description: 'With `or_empty=true`: no loaded parcel contains this point.',
          },
          ...errorResponses({
            400: 'A coordinate is missing, out of range or not a number.',
            404: 'No loaded parcel contains this point.',
            503: unavailable('The database'),
          }),
        },
      },
    },
    async (request, reply) => {
      const { latitude, longitude, or_empty } = request.query;
      const format = parcelFormat(request.headers.accept, request.query);
      const parcel = await parcelUnder(parts, latitude, longitude);
      if (!parcel && or_empty) return reply.code(204).send();
      if (!parcel) throw failure('NOT_FOUND', { code: 'no_parcel_here' });
      return renderParcel(reply, parcel, format);
    },
  );
}
