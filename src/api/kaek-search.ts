import Type from 'typebox';
import { errorResponses, unavailable } from '../http/errors.ts';
import type { Server } from '../http/typed-server.ts';
import { kaekFormat } from '../property/kaek.ts';
import { parcelOfCode } from '../report/lookups.ts';
import { ParcelResponse, parcelFormat, renderParcel, Srid } from './parcel-answer.ts';
import type { ApiParts } from './parts.ts';

/** A cadastral code on the wire. */
export const KaekCode = Type.String({
  minLength: 1,
  maxLength: 64,
  'x-expected': kaekFormat,
  description:
    'KAEK of a parcel, or of a unit on it. Spaces, dots, hyphens, case and Latin look-alikes ' +
    'do not matter.',
  examples: ['050099901001'],
});

const Query = Type.Object({ kaek_code: KaekCode, srid: Srid });

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
        querystring: Query,
        response: {
          200: ParcelResponse,
          ...errorResponses({
            400: 'kaek_code is missing or not a KAEK, or srid is not one of those listed.',
            404: 'No parcel with this code is loaded.',
            503: unavailable('The database'),
          }),
        },
      },
    },
    async (request, reply) => {
      const format = parcelFormat(request.headers.accept, request.query.srid);
      return renderParcel(reply, await parcelOfCode(parts, request.query.kaek_code), format);
    },
  );
}
