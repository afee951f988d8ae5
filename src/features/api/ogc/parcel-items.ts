import Type from 'typebox';
import { errorResponses, unavailable } from '../../../gate/http/error-answers.ts';
import { openSlots } from '../../../gate/http/overload.ts';
import type { Server } from '../../../gate/http/typed-server.ts';
import { kaekFormat, longestKaek, parseKaek, parseKaekStart } from '../../../land/property/kaek.ts';
import { type Parcel, parcelFeature } from '../../../land/property/parcels.ts';
import { parcelsOfArea } from '../../../land/property/parcels-of-area.ts';
import { readBbox } from '../../../land/property/search-area.ts';
import { invalid, KtimaError } from '../../../tools/errors.ts';
import type { ApiParts } from '../api-parts.ts';
import { sridOf } from './crs-parameter.ts';
import { ParcelItem, ParcelItems } from './feature-schemas.ts';
import { checkDatetime, ItemQuery, itemsQuery } from './item-parameters.ts';
import { pageLimits, sendItem, sendItems } from './send-items.ts';

const path = '/ogc/collections/parcels/items';

const Query = itemsQuery(
  Type.String({
    minLength: 1,
    maxLength: longestKaek,
    'x-expected': kaekFormat,
    description:
      'KAEK, or the beginning of one, after which the page begins; the link `next` has it.',
  }),
);

/** `GET /ogc/collections/parcels/items` and one of them by its KAEK */
export function registerParcelItems(server: Server, parts: ApiParts): void {
  const slots = openSlots(pageLimits, 'pages of parcels');
  server.get(
    path,
    {
      schema: {
        operationId: 'ogcParcels',
        summary: 'Parcels of a box',
        description: 'Parcels in the order of their KAEK, by box and in pages.',
        tags: ['GIS'],
        security: [],
        querystring: Query,
        response: {
          200: ParcelItems,
          ...errorResponses({
            400: 'A parameter is not as described, comes twice or is unknown.',
            503: unavailable('The database'),
          }),
        },
      },
    },
    (request, reply) => {
      const { query } = request;
      checkDatetime(query.datetime);
      const area = readBbox('bbox', query.bbox, sridOf(query['bbox-crs']));
      const [after, srid] = [afterCode(query.after), sridOf(query.crs)];
      const search = (signal: AbortSignal) => ({
        batches: parcelsOfArea(parts.store.until(signal), area, after),
        toFeature: (parcel: Parcel) => parcelFeature(parcel, srid),
      });
      return sendItems(request, reply, query, slots, search, parts.clock());
    },
  );
  server.get(
    `${path}/:kaek`,
    {
      schema: {
        operationId: 'ogcParcel',
        summary: 'A parcel by its KAEK',
        description: 'The parcel as a GeoJSON Feature.',
        tags: ['GIS'],
        security: [],
        params: Type.Object({
          kaek: Type.String({
            description: 'KAEK of the parcel, or of a unit on it.',
            examples: ['050099901001'],
          }),
        }),
        querystring: ItemQuery,
        response: {
          200: ParcelItem,
          ...errorResponses({
            400: 'A parameter is not as described or is unknown.',
            404: 'No parcel with this id is loaded.',
            503: unavailable('The database'),
          }),
        },
      },
    },
    async (request, reply) => {
      const { crs } = request.query;
      const kaek = parseKaek(request.params.kaek);
      const parcel = kaek === undefined ? undefined : await parts.store.findParcel(kaek);
      if (!parcel) throw new KtimaError('NOT_FOUND', 'there is no parcel with this id');
      return sendItem(request, reply, parcelFeature(parcel, sridOf(crs)), 'parcels', crs);
    },
  );
}

function afterCode(text: string | undefined): string {
  if (text === undefined) return '';
  const kaek = parseKaek(text) ?? parseKaekStart(text);
  if (kaek === undefined) throw invalid('after', kaekFormat);
  return kaek;
}
