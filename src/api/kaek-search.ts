import Type from 'typebox';
import { invalid, KtimaError } from '../errors.ts';
import { errorResponses } from '../http/errors.ts';
import type { Server } from '../http/server.ts';
import { kaekForm, type Parcel, parseKaek } from '../property/parcels.ts';
import type { Store } from '../store/store.ts';
import type { ApiParts } from './api.ts';
import { ParcelAnswer, parcelAnswer, parcelForm, Srid } from './parcel-answer.ts';

/** A cadastral code on the wire. */
export const KaekCode = Type.String({
  minLength: 1,
  maxLength: 64,
  'x-expected': kaekForm,
  description:
    'KAEK of a parcel, or of a unit on it. Spaces, dots, hyphens, case and Latin look-alikes ' +
    'do not matter.',
  examples: ['050099901001'],
});

const Query = Type.Object({ kaek_code: KaekCode, srid: Srid });

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
          200: ParcelAnswer,
          ...errorResponses({
            400: 'kaek_code is missing or no KAEK, or srid is not one of those listed.',
            404: 'No parcel with this code is loaded.',
            503: 'The database cannot be reached at the moment.',
          }),
        },
      },
    },
    async (request, reply) => {
      const form = parcelForm(request.headers.accept, request.query.srid);
      return parcelAnswer(reply, await parcelOfCode(store, request.query.kaek_code), form);
    },
  );
}

/** The parcel that a typed code means; INVALID_INPUT when it is none, NOT_FOUND when not loaded. */
export async function parcelOfCode(store: Store, typed: string): Promise<Parcel> {
  const kaek = parseKaek(typed);
  if (kaek === undefined) throw invalid('kaek_code', kaekForm);
  const parcel = await store.findParcel(kaek);
  if (!parcel) throw new KtimaError('NOT_FOUND', `kaek_code: no parcel ${kaek} is loaded`);
  return parcel;
}
