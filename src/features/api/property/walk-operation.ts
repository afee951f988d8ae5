import Type, { type Static } from 'typebox';
import { placeTypes } from '#domain/property/place-types.ts';
import type { PlaceIndex } from '#domain/property/places.ts';
import { feetOf, isOffGround } from '#domain/walking/feet.ts';
import type { WalkGraph } from '#domain/walking/graph.ts';
import { type ReachedPlace, reachedAreas, reachesEdge } from '#domain/walking/reached-area.ts';
import { metresWithin, search, walkTo } from '#domain/walking/search.ts';
import { feetOfPlace, findFeet, placesWithin, wayPositionOf } from '#domain/walking/walk-places.ts';
import { numberOrNull, orNull, text, whole } from '#http/openapi/wire-types.ts';
import { responses, unavailable } from '#http/server/error-answers.ts';
import { openSlots, whileInSlot } from '#http/server/slots.ts';
import type { Server } from '#http/server/typed-server.ts';
import { takeTurn } from '#http/server/while-wanted.ts';
import type { ApiParts } from '../api-parts.ts';
import { coordinates, type Point } from '../shared-schemas.ts';
import { PlaceTypeName, toHundredths } from './points-of-interest.ts';

/** A whole number from 1 to 60. */
const limit = '(?:[1-9]|[1-5][0-9]|60)';

const WalkQuery = Type.Object({
  ...coordinates,
  minutes: text('One to five whole numbers from 1 to 60, with commas between, in any order.', {
    pattern: `^${limit}(?:,${limit}){0,4}$`,
    'x-expected': 'one to five whole numbers from 1 to 60, with commas between',
    examples: ['5,10'],
  }),
});

const Polygon = Type.Object(
  {
    type: Type.Literal('Polygon'),
    coordinates: Type.Array(Type.Array(Type.Array(Type.Number())), {
      description: 'Rings of longitude and latitude: the outer one, then holes.',
    }),
  },
  { title: 'WalkPolygon', description: 'A polygon of GeoJSON.' },
);

const WalkArea = Type.Object(
  {
    type: Type.Literal('Feature'),
    geometry: orNull(Polygon, 'The area; null if no way is near.'),
    properties: Type.Object(
      {
        minutes: whole('Minutes on foot.'),
        places: whole('How many places are reached in this time.'),
        place_types: Type.Array(
          Type.Object(
            { place_type: PlaceTypeName, count: whole('How many.') },
            { title: 'PlaceTypeCount' },
          ),
          { description: 'The same by type, without types that have none.' },
        ),
        reaches_edge: orNull(
          Type.Boolean(),
          'Whether the area comes to the edge of the loaded streets and houses, to 50 m: what lies ' +
            'beyond is not known, so more may be reached. Null if that edge is not known.',
        ),
      },
      { title: 'WalkAreaProperties' },
    ),
  },
  { title: 'WalkArea', description: 'What is reached within some minutes.' },
);

type WalkNote = 'with_slopes' | 'no_way' | 'not_loaded';

const WalkAreas = Type.Object(
  {
    type: Type.Literal('FeatureCollection'),
    walking_note: Type.Unsafe<WalkNote | null>({
      type: ['string', 'null'],
      enum: ['with_slopes', 'no_way', 'not_loaded', null],
      description:
        '`with_slopes`: slopes count, by Tobler’s function, where an elevation is loaded. With the ' +
        'other notes there is no area. `no_way`: no way to walk on is within 500 m; `not_loaded`: no ' +
        'ways are loaded.',
    }),
    walking_snap_m: numberOrNull('Metres from the point to the nearest way; null without one.'),
    walking_doubt: Type.Unsafe<'off_ground' | null>({
      type: ['string', 'null'],
      enum: ['off_ground', null],
      description:
        '`off_ground`: within 100 m there is no way on the ground, so the walk starts on a bridge or ' +
        'in a tunnel.',
    }),
    features: Type.Array(WalkArea, { description: 'An area for each time, the smallest first.' }),
  },
  {
    title: 'WalkAreas',
    description: 'The areas as GeoJSON.',
    examples: [
      {
        type: 'FeatureCollection',
        walking_note: 'no_way',
        walking_snap_m: null,
        walking_doubt: null,
        features: [5, 10].map(minutes => ({
          type: 'Feature',
          geometry: null,
          properties: { minutes, places: 0, place_types: [], reaches_edge: null },
        })),
      },
    ],
  },
);

/** The widest areas take half a second: those that wait are answered before they are too late. */
const limits = { slots: 2, queue: 16 };

/** `GET /api/walk/` */
export function registerWalk(server: Server, { store, edition }: ApiParts): void {
  const slots = openSlots(limits, 'walks');
  server.get(
    '/api/walk/',
    {
      config: { scope: 'places' },
      schema: {
        operationId: 'walk',
        summary: 'Show what is reached on foot',
        description:
          'The areas that one reaches on foot in some minutes, along ways of OpenStreetMap, and how ' +
          'many places are reached. One walks 80 m a minute, and half of that on steps. With the ' +
          'note `with_slopes`, slopes count. Ways are followed up to 5 km. A place counts if its own ' +
          'way takes at most these minutes.',
        tags: ['Property'],
        querystring: WalkQuery,
        response: responses(WalkAreas, {
          400: 'A coordinate or `minutes` is missing or not as described.',
          503: unavailable('The keys to check tokens'),
        }),
      },
    },
    async ({ query }, reply) =>
      whileInSlot(slots, reply, async signal => {
        const { places, ways: graph } = edition();
        const minutes = [...new Set(query.minutes.split(',').map(Number))].sort((a, b) => a - b);
        const rows = placesWithin(
          places,
          query.latitude,
          query.longitude,
          metresWithin(graph, minutes.at(-1)!),
        );
        const turn = () => takeTurn(signal);
        await findFeet(graph, places, rows, turn);
        // What is known of the ways is in memory, and answered while the database is away.
        const edge = await store.extentOf('addresses').catch(() => undefined);
        return areasAround(graph, places, query, minutes, rows, edge, turn);
      }),
  );
}

async function areasAround(
  graph: WalkGraph,
  places: PlaceIndex,
  point: Point,
  limits: readonly number[],
  rows: readonly number[],
  edge: Parameters<typeof reachesEdge>[1] | undefined,
  turn: () => Promise<void>,
): Promise<Static<typeof WalkAreas>> {
  const from = feetOf(graph, point.latitude, point.longitude);
  const [nearest] = from;
  const reached = nearest && search(graph, from, metresWithin(graph, limits.at(-1)!));
  const found = rows.flatMap((row): (ReachedPlace & { readonly row: number })[] => {
    const way = reached && walkTo(graph, reached, feetOfPlace(graph, places, row));
    return way && way.minutes <= limits.at(-1)!
      ? [{ row, foot: way.to, minutes: way.minutes, ...wayPositionOf(places, row) }]
      : [];
  });
  const areas = reached && (await reachedAreas(graph, reached, point, found, limits, turn));
  const none = graph.from.length === 0 ? 'not_loaded' : 'no_way';
  return {
    type: 'FeatureCollection',
    walking_note: reached ? (reached.withSlopes ? 'with_slopes' : null) : none,
    walking_snap_m: nearest ? toHundredths(nearest.gapMetres) : null,
    walking_doubt: nearest && isOffGround(graph, nearest.edge) ? 'off_ground' : null,
    features: limits.map((minutes, i) => ({
      type: 'Feature',
      geometry: areas ? { type: 'Polygon', coordinates: areas[i]! } : null,
      properties: {
        minutes,
        ...countsOf(
          places,
          found.filter(place => place.minutes <= minutes).map(({ row }) => row),
        ),
        reaches_edge: areas && edge ? reachesEdge(areas[i]!, edge) : null,
      },
    })),
  };
}

function countsOf({ types }: PlaceIndex, rows: readonly number[]) {
  const counts = placeTypes.map((place_type, type) => ({
    place_type,
    count: rows.filter(row => types[row] === type).length,
  }));
  return { places: rows.length, place_types: counts.filter(({ count }) => count > 0) };
}
