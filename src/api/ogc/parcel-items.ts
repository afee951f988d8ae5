import Type from 'typebox';
import { invalid, KtimaError } from '../../errors.ts';
import { errorResponses, unavailable } from '../../http/errors.ts';
import type { Server } from '../../http/typed-server.ts';
import { kaekFormat, parseKaek } from '../../property/kaek.ts';
import { type ParcelSrid, parcelFeature } from '../../property/parcels.ts';
import { readBbox } from '../../property/read-bbox.ts';
import { parcelsOfArea, type SearchArea } from '../../property/search-area.ts';
import type { ApiParts } from '../parts.ts';
import { sridOf } from './crs.ts';
import { checkDatetime } from './datetime.ts';
import { ParcelItem, ParcelItems } from './feature-schemas.ts';
import { ItemQuery, itemsQuery } from './parameters.ts';
import { limitOf, sendItem, sendItems } from './send-items.ts';

const path = '/ogc/collections/parcels/items';

const Query = itemsQuery(
  Type.String({
    minLength: 1,
    maxLength: 64,
    'x-expected': kaekFormat,
    description: 'KAEK after which the page begins; the link `next` has it.',
  }),
);

/** Parcels read from the database at a time. */
const mostAtATime = 500;

/** `GET /ogc/collections/parcels/items` and one of them by its KAEK */
export function registerParcelItems(server: Server, parts: ApiParts): void {
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
      const batch = Math.min(limitOf(query) + 1, mostAtATime);
      const features = featuresOf(parts, area, afterCode(query.after), batch, sridOf(query.crs));
      return sendItems(request, reply, query, features, parts.clock());
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

async function* featuresOf(
  { store }: ApiParts,
  area: SearchArea,
  after: string,
  batch: number,
  srid: ParcelSrid,
) {
  for await (const parcel of parcelsOfArea(store.parcelsIn, area, after, batch)) {
    yield parcelFeature(parcel, srid);
  }
}

function afterCode(text: string | undefined): string {
  if (text === undefined) return '';
  const kaek = parseKaek(text);
  if (kaek === undefined) throw invalid('after', kaekFormat);
  return kaek;
}
