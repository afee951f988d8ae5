import Type from 'typebox';
import { invalid, KtimaError } from '../errors.ts';
import { preferredType } from '../http/accept.ts';
import { errorResponses } from '../http/errors.ts';
import type { Server } from '../http/server.ts';
import {
  kaekForm,
  type Parcel,
  parcelFeature,
  parcelSrids,
  parcelWkt,
  parseKaek,
} from '../property/parcels.ts';
import type { ApiParts } from './api.ts';

const geoJson = 'application/geo+json';

const Query = Type.Object({
  kaek_code: Type.String({
    minLength: 1,
    maxLength: 64,
    'x-expected': kaekForm,
    description:
      'KAEK of a parcel, or of a unit on it. Spaces, dots, hyphens, case and Latin look-alikes ' +
      'do not matter.',
    examples: ['050099901001'],
  }),
  srid: Type.Optional(
    Type.Enum([...parcelSrids], {
      type: 'integer',
      description: 'Coordinates of `geometry`: 4326 (WGS84) or 2100 (Greek Grid).',
      default: 4326,
    }),
  ),
});

const Answer = Type.Object(
  {
    kaek: Type.String({ description: "The parcel's 12 characters." }),
    area: Type.Number({ description: 'Square metres, as registered.' }),
    geometry: Type.String({ description: 'Well-known text, longitude before latitude.' }),
  },
  {
    description: 'The parcel; with `Accept: application/geo+json` as a GeoJSON Feature.',
    examples: [
      {
        kaek: '050099901001',
        area: 324.18,
        geometry:
          'POLYGON ((23.7362000 37.9868000, 23.7363579 37.9868561, 23.7362585 37.9870315, ' +
          '23.7361006 37.9869754, 23.7362000 37.9868000))',
      },
    ],
  },
);

/** `GET /api/geocoding/kaek-search/` */
export function registerKaekSearch(server: Server, { store }: ApiParts): void {
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
          200: Answer,
          ...errorResponses({
            400: 'kaek_code is missing or no KAEK, or srid is not one of those listed.',
            404: 'No parcel with this code is loaded.',
            503: 'The database cannot be reached at the moment.',
          }),
        },
      },
    },
    async (request, reply) => {
      const { kaek_code, srid = 4326 } = request.query;
      const asFeature =
        preferredType(request.headers.accept, ['application/json', geoJson]) === geoJson;
      // RFC 7946 §4: GeoJSON is WGS84 and nothing else.
      if (asFeature && srid !== 4326) throw invalid('srid', `4326 with Accept: ${geoJson}`);
      const parcel = await findParcel(kaek_code);
      reply.header('vary', 'accept');
      if (!asFeature) {
        return { kaek: parcel.kaek, area: parcel.areaM2, geometry: parcelWkt(parcel, srid) };
      }
      reply.type(geoJson);
      return JSON.stringify(parcelFeature(parcel));
    },
  );

  async function findParcel(typed: string): Promise<Parcel> {
    const kaek = parseKaek(typed);
    if (kaek === undefined) throw invalid('kaek_code', kaekForm);
    const parcel = await store.findParcel(kaek);
    if (!parcel) throw new KtimaError('NOT_FOUND', `kaek_code: no parcel ${kaek} is loaded`);
    return parcel;
  }
}
