import Type from 'typebox';
import { errorResponses, unavailable } from '../../../gate/http/error-answers.ts';
import { openSlots } from '../../../gate/http/overload.ts';
import type { Server } from '../../../gate/http/typed-server.ts';
import { type ParcelSrid, roundedPosition } from '../../../land/property/parcels.ts';
import type { Place } from '../../../land/property/places.ts';
import { placeOfId, placesOfArea } from '../../../land/property/places-of-area.ts';
import { readBbox } from '../../../land/property/search-area.ts';
import { KtimaError } from '../../../tools/errors.ts';
import type { ApiParts } from '../api-parts.ts';
import { sridOf } from './crs-parameter.ts';
import { PlaceItem, PlaceItems } from './feature-schemas.ts';
import { checkDatetime, ItemQuery, itemsQuery } from './item-parameters.ts';
import { pageLimits, sendItem, sendItems } from './send-items.ts';

const path = '/ogc/collections/places/items';

const Query = itemsQuery(
  Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Id after which the page begins; the link `next` has it.',
  }),
);

const tokensUnavailable = unavailable('The keys to check tokens');

/** `GET /ogc/collections/places/items` and one of them by its id */
export function registerPlaceItems(server: Server, parts: ApiParts): void {
  const slots = openSlots(pageLimits, 'pages of places');
  server.get(
    path,
    {
      config: { scope: 'places' },
      schema: {
        operationId: 'ogcPlaces',
        summary: 'Places of a box',
        description:
          'Points of interest of all types in the order of their ids, by box and in pages.',
        tags: ['GIS'],
        querystring: Query,
        response: {
          200: PlaceItems,
          ...errorResponses({
            400: 'A parameter is not as described, comes twice or is unknown.',
            503: tokensUnavailable,
          }),
        },
      },
    },
    (request, reply) => {
      const { query } = request;
      checkDatetime(query.datetime);
      const area = readBbox('bbox', query.bbox, sridOf(query['bbox-crs']));
      const srid = sridOf(query.crs);
      const search = () => ({
        batches: placesOfArea(parts.snapshot(), area, query.after ?? -1),
        toFeature: (place: Place) => placeFeature(place, srid),
      });
      return sendItems(request, reply, query, slots, search, parts.clock());
    },
  );
  server.get(
    `${path}/:id`,
    {
      config: { scope: 'places' },
      schema: {
        operationId: 'ogcPlace',
        summary: 'A place by its id',
        description: 'The place as a GeoJSON Feature.',
        tags: ['GIS'],
        params: Type.Object({
          id: Type.String({ description: 'Identifier of the place.', examples: ['70'] }),
        }),
        querystring: ItemQuery,
        response: {
          200: PlaceItem,
          ...errorResponses({
            400: 'A parameter is not as described or is unknown.',
            404: 'There is no place with this id.',
            503: tokensUnavailable,
          }),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const place = /^\d+$/.test(id) ? placeOfId(parts.snapshot(), Number(id)) : undefined;
      if (!place) throw new KtimaError('NOT_FOUND', 'there is no place with this id');
      const { crs } = request.query;
      return sendItem(request, reply, placeFeature(place, sridOf(crs)), 'places', crs);
    },
  );
}

function placeFeature({ id, latitude, longitude, ...properties }: Place, srid: ParcelSrid) {
  // Degrees are given as they were imported, as in the other operations.
  const here = [longitude, latitude] as const;
  const coordinates = srid === 4326 ? here : roundedPosition(here, srid);
  const geometry = coordinates.every(Number.isFinite) ? { type: 'Point', coordinates } : null;
  return { type: 'Feature', id, geometry, properties };
}
