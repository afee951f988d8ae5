import Type, { type Static } from 'typebox';
import type { PackedPlaces } from '#domain/property/pack-places.ts';
import { placeTypes, radiusMetresByType } from '#domain/property/place-types.ts';
import { nearby } from '#domain/property/places.ts';
import { renderNearby } from '#domain/property/places-json.ts';
import type { WalkGraph } from '#domain/walking/graph.ts';
import type { Walk } from '#domain/walking/search.ts';
import {
  doubtOf,
  findFeet,
  type NoWalk,
  noWalkNotes,
  type WalkDoubt,
  walkDoubts,
  walkToPlaces,
} from '#domain/walking/walk-places.ts';
import { number, numberOrNull, optional, textOrNull, whole } from '#http/openapi/wire-types.ts';
import { responses } from '#http/server/error-answers.ts';
import { openBodyMemory, sendJson } from '#http/server/send-json.ts';
import type { Server } from '#http/server/typed-server.ts';
import { takeTurn, whileWanted } from '#http/server/while-wanted.ts';
import type { Edition } from '#storage/store/store.ts';
import type { ApiParts } from '../api-parts.ts';
import { coordinates, type Point } from '../shared-schemas.ts';

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
    id: whole('Identifier; it stays the same after a new import.'),
    external_id: textOrNull('Identifier in the source dataset.'),
    name_en: textOrNull('English name.'),
    name_gr: textOrNull('Greek name.'),
    place_category: textOrNull('Category label as supplied by the source.'),
    place_type: PlaceTypeName,
    latitude: numberOrNull('Latitude of the point.'),
    longitude: numberOrNull('Longitude of the point.'),
    distance: numberOrNull('Metres from the queried coordinate, rounded to 2 decimals.'),
    walking_distance_m: Type.Optional(
      numberOrNull('With `walk=true`: metres of the quickest way on foot, rounded to 2 decimals.'),
    ),
    walking_minutes: Type.Optional(
      numberOrNull(
        'With `walk=true`: minutes on foot, rounded to 1 decimal, at 80 m a minute and half of ' +
          'that on steps. With the note `with_slopes`, slopes count.',
      ),
    ),
    walking_note: Type.Optional(
      Type.Unsafe<NoWalk | 'with_slopes' | null>({
        type: ['string', 'null'],
        enum: ['with_slopes', ...noWalkNotes, null],
        description:
          'With `walk=true`. `with_slopes`: slopes count, by Tobler’s function, where an elevation ' +
          'is loaded. With the other notes, distance and minutes are null. ' +
          '`no_way`: no way to walk on leads there; `beyond_5_km`: the way is longer; ' +
          '`not_loaded`: no ways are loaded.',
      }),
    ),
    walking_snap_m: Type.Optional(
      numberOrNull(
        'With `walk=true`: metres from the queried coordinate to the way where the walk starts. ' +
          'They are part of `walking_distance_m`.',
      ),
    ),
    walking_doubt: Type.Optional(
      Type.Unsafe<WalkDoubt | null>({
        type: ['string', 'null'],
        enum: [...walkDoubts, null],
        description:
          'With `walk=true`. `long_detour`: the way is 500 m or more and five times the straight ' +
          'line or more, so a way may be missing on the map. `off_ground`: within 100 m of the ' +
          'coordinate or of the place there is no way on the ground, so the walk starts or ends on ' +
          'a bridge or in a tunnel.',
      }),
    ),
  },
  { title: 'PointOfInterest', description: 'A place and its distance.' },
);

const WalkingQuery = Type.Object({
  walk: optional.yesNo(
    'Whether each place has `walking_distance_m`, `walking_minutes`, `walking_note`, ' +
      '`walking_snap_m` and `walking_doubt`.',
    { default: false },
  ),
});

/** The JSON array of the places around a point, with how one walks there. */
export async function walkedPoints(
  { places, placeJsonBytes, ways: graph }: Edition,
  { latitude, longitude }: Point,
  signal: AbortSignal,
): Promise<Buffer> {
  const found = nearby(places, latitude, longitude);
  const rows = [...found.rows];
  const points: Static<typeof PointOfInterest>[] = JSON.parse(
    renderNearby(placeJsonBytes, found).toString(),
  );
  await findFeet(graph, places, rows, () => takeTurn(signal));
  const walks = walkToPlaces(graph, places, { latitude, longitude }, rows);
  return Buffer.from(
    JSON.stringify(points.map((point, i) => ({ ...point, ...walkBody(graph, walks[i]!, point) }))),
  );
}

function walkBody(
  graph: WalkGraph,
  walk: Walk | NoWalk,
  { distance }: Static<typeof PointOfInterest>,
) {
  const isWalk = typeof walk !== 'string';
  return {
    walking_distance_m: isWalk ? toHundredths(walk.metres) : null,
    walking_minutes: isWalk ? Math.round(walk.minutes * 10) / 10 : null,
    walking_note: isWalk ? (walk.withSlopes ? 'with_slopes' : null) : walk,
    walking_snap_m: isWalk ? toHundredths(walk.from.gapMetres) : null,
    walking_doubt: isWalk ? doubtOf(graph, walk, distance!) : null,
  };
}

/** Metres to the centimetre. */
export function toHundredths(metres: number): number {
  return Math.round(metres * 100) / 100;
}

/** The JSON array of the places around a point, for this operation and for the report. */
export function pointsAround(
  { places, placeJsonBytes }: PackedPlaces,
  latitude: number,
  longitude: number,
  allocate?: (bytes: number) => Buffer,
): Buffer {
  return renderNearby(placeJsonBytes, nearby(places, latitude, longitude), allocate);
}

/** `POST /api/points-of-interest/` */
export function registerPointsOfInterest(server: Server, { edition }: ApiParts): void {
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
          'WGS84 geodesic. The array is empty if nothing is in range. `walk=true` adds the way on foot.',
        tags: ['Property'],
        querystring: WalkingQuery,
        body: Coordinates,
        response: responses(
          Type.Array(PointOfInterest, {
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
          {
            400: 'A coordinate is missing, out of range or not a number, or `walk` is neither true nor false.',
            413: 'The body is too large.',
            415: 'The body is not JSON.',
            503: 'Tokens cannot be checked at the moment, or there are too many requests at once; `Retry-After` says when to try again.',
          },
        ),
      },
    },
    (request, reply) => {
      const { latitude, longitude } = request.body;
      if (request.query.walk) {
        return whileWanted(reply, async signal =>
          sendJson(reply, await walkedPoints(edition(), request.body, signal)),
        );
      }
      const allocate = (bytes: number) => bodyMemory(reply.raw, bytes);
      return sendJson(reply, pointsAround(edition(), latitude, longitude, allocate));
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
                radius_m: number('Search radius in metres.'),
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
