import Type from 'typebox';
import { errorResponses } from '../../gate/http/error-answers.ts';
import { openBodyMemory, sendJson } from '../../gate/http/send-json.ts';
import type { Server } from '../../gate/http/typed-server.ts';
import type { Snapshot } from '../../keep/store/store.ts';
import { placeTypes, radiusMetresByType } from '../../land/property/place-types.ts';
import { nearby } from '../../land/property/places.ts';
import { renderNearby } from '../../land/property/places-json.ts';
import type { ApiParts } from './api-parts.ts';
import { coordinates, numberOrNull, textOrNull } from './shared-schemas.ts';

const Coordinates = Type.Object(coordinates, {
  title: 'Coordinates',
  examples: [{ latitude: 37.9755, longitude: 23.7348 }],
});

/** The types of places on the wire. */
export const PlaceTypeName = Type.Enum([...placeTypes], {
  title: 'PlaceType',
  type: 'string',
  description: 'Kind of place.',
});

/** A place on the wire. */
export const PointOfInterest = Type.Object(
  {
    id: Type.Integer({ description: 'Identifier; it stays the same after a new import.' }),
    external_id: textOrNull('Identifier in the source dataset.'),
    name_en: textOrNull('English name.'),
    name_gr: textOrNull('Greek name.'),
    place_category: textOrNull('Category label as supplied by the source.'),
    place_type: PlaceTypeName,
    latitude: numberOrNull('Latitude of the point.'),
    longitude: numberOrNull('Longitude of the point.'),
    distance: numberOrNull('Metres from the queried coordinate, rounded to 2 decimals.'),
  },
  { title: 'PointOfInterest', description: 'A place and its distance.' },
);

/** The JSON array of the places around a point, for this operation and for the report. */
export function pointsAround(
  { places, placeJsonBytes }: Snapshot,
  latitude: number,
  longitude: number,
  allocate?: (bytes: number) => Buffer,
): Buffer {
  return renderNearby(placeJsonBytes, nearby(places, latitude, longitude), allocate);
}

/** `POST /api/points-of-interest/` */
export function registerPointsOfInterest(server: Server, { snapshot }: ApiParts): void {
  const bodyMemory = openBodyMemory();
  server.post(
    '/api/points-of-interest/',
    {
      config: { scope: 'places' },
      schema: {
        operationId: 'pointsOfInterest',
        summary: 'List points of interest near a coordinate',
        description:
          'Lists every place within the radius of its type, nearest first, with distances on the ' +
          'WGS84 geodesic. The array is empty if nothing is in range.',
        tags: ['Property'],
        body: Coordinates,
        response: {
          200: Type.Array(PointOfInterest, {
            title: 'PointsOfInterest',
            description: 'The places, nearest first.',
            examples: [
              [
                {
                  id: 71,
                  external_id: 'sample/metro-syntagma',
                  name_en: 'Syntagma',
                  name_gr: 'Σύνταγμα',
                  place_category: 'railway=station',
                  place_type: 'metro_station',
                  latitude: 37.97518,
                  longitude: 23.73568,
                  distance: 85.09,
                },
              ],
            ],
          }),
          ...errorResponses({
            400: 'A coordinate is missing, out of range or not a number.',
            413: 'The body is too large.',
            415: 'The body is not JSON.',
            503: 'Tokens cannot be checked at the moment, or there are too many requests at once; `Retry-After` says when to try again.',
          }),
        },
      },
    },
    (request, reply) => {
      const { latitude, longitude } = request.body;
      const allocate = (bytes: number) => bodyMemory(reply.raw, bytes);
      return sendJson(reply, pointsAround(snapshot(), latitude, longitude, allocate));
    },
  );
}

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
