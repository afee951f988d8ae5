import { type ParcelSrid, roundedPosition } from '#domain/property/parcels.ts';
import type { Place } from '#domain/property/places.ts';
import { placeOfId, placesOfArea } from '#domain/property/places-of-area.ts';
import { text } from '#http/openapi/wire-types.ts';
import type { Server } from '#http/server/typed-server.ts';
import type { ApiParts } from '../api-parts.ts';
import { PlaceItem, PlaceItems } from './feature-schemas.ts';
import { afterNumber, readNumber, registerItems } from './items.ts';
import type { AtOneMoment } from './send-items.ts';

/** `GET /ogc/collections/places/items` and one of them by its id */
export function registerPlaceItems(server: Server, parts: ApiParts): void {
  const { clock, store, edition } = parts;
  // Places are in memory, and answered while the database is away.
  const inMemory = { clock, store: { atOneMoment: read => read(store) } as AtOneMoment };
  registerItems<Place, number>(server, inMemory, {
    name: 'places',
    one: 'place',
    scope: 'places',
    needs: 'The keys to check tokens',
    after: afterNumber,
    list: {
      operationId: 'ogcPlaces',
      summary: 'Places of a box',
      description:
        'Points of interest of all types in the order of their ids, by box and in pages.',
      response: PlaceItems,
    },
    single: {
      operationId: 'ogcPlace',
      summary: 'A place by its id',
      description: 'The place as a GeoJSON Feature.',
      response: PlaceItem,
      notFound: 'There is no place with this id.',
      idName: 'id',
      id: text('Identifier of the place.', { examples: ['70'] }),
    },
    async open() {
      const taken = edition();
      return {
        name: 'places',
        search: (area, after = -1) => placesOfArea(taken, area, after),
        find: async id => placeOfId(taken, readNumber(id) ?? -1),
      };
    },
    toFeature: placeFeature,
  });
}

function placeFeature({ id, latitude, longitude, ...properties }: Place, srid: ParcelSrid) {
  // Degrees are given as they were imported, as in the other operations.
  const here = [longitude, latitude] as const;
  const coordinates = srid === 4326 ? here : roundedPosition(here, srid);
  const geometry = coordinates.every(Number.isFinite) ? { type: 'Point', coordinates } : null;
  return { type: 'Feature', id, geometry, properties };
}
