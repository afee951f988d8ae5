import Type from 'typebox';
import { KtimaError } from '../errors.ts';
import { errorResponses, unavailable } from '../http/errors.ts';
import type { Server } from '../http/typed-server.ts';
import { parcelUnder } from '../report/lookups.ts';
import { noParcelHere } from '../report/subject.ts';
import { coordinates } from './coordinates.ts';
import { ParcelResponse, parcelFormat, renderParcel, Srid } from './parcel-answer.ts';
import type { ApiParts } from './parts.ts';

const Query = Type.Object({ ...coordinates, srid: Srid });

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
        querystring: Query,
        response: {
          200: ParcelResponse,
          ...errorResponses({
            400: 'A coordinate is missing, out of range or not a number.',
            404: 'No loaded parcel contains this point.',
            503: unavailable('The database'),
          }),
        },
      },
    },
    async (request, reply) => {
      const { latitude, longitude, srid } = request.query;
      const format = parcelFormat(request.headers.accept, srid);
      const parcel = await parcelUnder(parts, latitude, longitude);
      if (!parcel) throw new KtimaError('NOT_FOUND', noParcelHere);
      return renderParcel(reply, parcel, format);
    },
  );
}
