import Type from 'typebox';
import type { Server } from '../http/typed-server.ts';
import { placeTypes, radiusMetresByType } from '../property/place-types.ts';

/** The types of places on the wire. */
export const PlaceTypeName = Type.Enum([...placeTypes], {
  title: 'PlaceType',
  type: 'string',
  description: 'Kind of place.',
});

const types = placeTypes.map(place_type => ({
  place_type,
  radius_m: radiusMetresByType[place_type],
}));

/** `GET /api/points-of-interest/types/` */
export function registerPlaceTypes(server: Server): void {
  server.get(
    '/api/points-of-interest/types/',
    {
      schema: {
        operationId: 'pointOfInterestTypes',
        summary: 'List the types of places',
        description: 'Each type with the radius in which it is searched.',
        tags: ['Property'],
        security: [],
        response: {
          200: Type.Array(
            Type.Object(
              {
                place_type: PlaceTypeName,
                radius_m: Type.Number({ description: 'Search radius in metres.' }),
              },
              { title: 'PlaceTypeRadius', description: 'A type of places.' },
            ),
            {
              title: 'PlaceTypeRadii',
              description: 'The types.',
              examples: [types.slice(0, 2)],
            },
          ),
        },
      },
    },
    async () => types,
  );
}
