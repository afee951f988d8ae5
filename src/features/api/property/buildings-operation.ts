import Type, { type Static } from 'typebox';
import {
  buildingWkt,
  mostPositionsShown,
  type PlacedBuilding,
  toHundredths,
  toMillionths,
} from '#domain/zones/buildings.ts';
import {
  integerOrNull,
  number,
  numberOrNull,
  text,
  textOrNull,
  whole,
} from '#http/openapi/wire-types.ts';
import { responses, unavailable } from '#http/server/error-answers.ts';
import type { Server } from '#http/server/typed-server.ts';
import { compileValidatorWith } from '#http/server/validation.ts';
import { whileWanted } from '#http/server/while-wanted.ts';
import type { LoadedSource } from '#storage/store/store.ts';
import {
  type BuildingsHere,
  buildingsAtPoint,
  buildingsOfParcel,
} from '../../report/buildings-section.ts';
import { parcelOfCode } from '../../report/look-up.ts';
import { type ApiParts, dataUntil } from '../api-parts.ts';
import {
  checkCodeOrPoint,
  codeOrPoint,
  coordinates,
  loadedSources,
  toLoadedSources,
  withoutExample,
} from '../shared-schemas.ts';
import { exampleParcel } from './parcel-answer.ts';
import { KaekCode } from './parcel-operations.ts';

const BuildingsQuery = Type.Object({
  latitude: Type.Optional(coordinates.latitude),
  longitude: Type.Optional(coordinates.longitude),
  kaek_code: Type.Optional(withoutExample(KaekCode)),
});

/** Buildings that an answer lists. */
const mostListed = 50;

/** What a source records of a building, on the wire. */
export const buildingFields = {
  external_id: textOrNull('Its id in the source, such as way/123 of OpenStreetMap.'),
  name: textOrNull('Its name.'),
  use: textOrNull('Its use, in the words of the source.'),
  levels: numberOrNull('Levels above the ground.'),
  height_m: numberOrNull('Its height in metres.'),
  construction_year: integerOrNull('Its year of construction.'),
  material: textOrNull('Its material, in the words of the source.'),
  footprint_m2: number('The area of its outline on the Greek Grid, as areas of parcels.'),
  source: text('The source that has it.'),
};

/** The building of examples/buildings.geojson, for descriptions. */
export const exampleBuilding = {
  external_id: 'b-1',
  name: null,
  use: 'Κατοικία',
  levels: 4,
  height_m: null,
  construction_year: 1978,
  material: 'σκυρόδεμα',
  footprint_m2: 324.18,
  source: 'sample:buildings',
};

const BuildingBody = Type.Object(
  {
    ...buildingFields,
    share: numberOrNull('The share of its footprint on the parcel, 0 to 1; null without a parcel.'),
    geometry: textOrNull(
      `Well-known text, longitude before latitude; null for more than ${mostPositionsShown} positions.`,
    ),
  },
  { title: 'Building' },
);

/** The answer on the wire. */
export const BuildingsBody = Type.Object(
  {
    kaek: textOrNull('The parcel; null if none is loaded at the point.'),
    count: whole('How many buildings stand there, also those that are not listed.'),
    left_out: whole(
      'How many others have less than 5 % of their footprint on the parcel, and cover less than ' +
        '5 % of it: neighbours whose outline crosses the border.',
    ),
    footprint_m2: number(
      'What they cover of the parcel, without a parcel in all. Ground that several of them cover ' +
        'counts once.',
    ),
    overlap_m2: number(
      'How much more the sum of their footprints is: above 0 where buildings of a source overlap.',
    ),
    coverage: numberOrNull(
      'The share of the parcel that they cover, 0 to 1; null without a parcel.',
    ),
    floor_area_estimate_m2: numberOrNull(
      'An estimate: footprint times levels, of the buildings whose levels are known; null if of ' +
        'none. Where buildings overlap, the one with more levels counts.',
    ),
    floor_area_most_m2: numberOrNull(
      'The largest floor area that may stand there: as the estimate, with 12 levels where they are ' +
        'not known, and all of a building that lies mostly on the parcel; null without buildings.',
    ),
    levels_known: whole('Of how many buildings the levels are known.'),
    buildings: Type.Array(BuildingBody, {
      description: `The largest on the parcel first; at most ${mostListed}.`,
    }),
    sources: loadedSources('BuildingSource', 'The loaded sources of buildings.'),
  },
  {
    title: 'Buildings',
    description: 'What stands there.',
    examples: [
      {
        kaek: '050099901001',
        count: 1,
        left_out: 0,
        footprint_m2: 324.18,
        overlap_m2: 0,
        coverage: 1,
        floor_area_estimate_m2: 1296.71,
        floor_area_most_m2: 1296.71,
        levels_known: 1,
        buildings: [
          {
            ...exampleBuilding,
            share: 1,
            geometry: exampleParcel.geometry,
          },
        ],
        sources: [
          {
            source: 'sample:buildings',
            loaded_at: '2026-06-15T09:00:00.000Z',
            licence: 'not stated',
          },
        ],
      },
    ],
  },
);

/** `GET /api/buildings/` */
export function registerBuildings(server: Server, parts: ApiParts): void {
  server.get(
    '/api/buildings/',
    {
      config: { scope: 'zones' },
      validatorCompiler: compileValidatorWith({}, (query, wrong) =>
        checkCodeOrPoint(query, wrong, 'latitude and longitude, or kaek_code'),
      ),
      schema: {
        operationId: 'buildings',
        summary: 'Find the buildings on a parcel',
        description:
          'The imported buildings on a parcel, by `kaek_code`, or by `latitude` and `longitude`: ' +
          'those on the parcel under the point, or without one those that contain it. If two ' +
          'sources have the same building, the one loaded last counts. Without `sources` no ' +
          'buildings are loaded; no building in the answer is no proof that none stands there.',
        tags: ['Property'],
        querystring: BuildingsQuery,
        response: responses(BuildingsBody, {
          400: 'Both or neither of the coordinates and kaek_code were sent, too many buildings lie around the parcel, or a parameter is not as described.',
          404: 'No parcel with this code is loaded.',
          503: unavailable('The database, or the keys to check tokens,'),
        }),
      },
    },
    async (request, reply) =>
      whileWanted(reply, async signal => {
        const { store } = dataUntil(signal, parts);
        const here = await buildingsFor(store, request.query);
        return toBuildingsBody(here, await store.loadedSources());
      }),
  );
}

async function buildingsFor(
  store: ReturnType<typeof dataUntil>['store'],
  query: Static<typeof BuildingsQuery>,
): Promise<BuildingsHere> {
  const at = codeOrPoint(query);
  if (typeof at === 'string') return buildingsOfParcel(store, await parcelOfCode({ store }, at));
  return buildingsAtPoint(store, at.latitude, at.longitude);
}

/** Writes the answer. */
export function toBuildingsBody(
  here: BuildingsHere,
  sources: readonly LoadedSource[],
): Static<typeof BuildingsBody> {
  const { parcel, buildings, leftOut, coverage, floorAreaM2, mostFloorAreaM2 } = here;
  return {
    kaek: parcel?.kaek ?? null,
    count: buildings.length,
    left_out: leftOut,
    footprint_m2: here.footprintM2,
    overlap_m2: here.overlapM2,
    coverage,
    floor_area_estimate_m2: floorAreaM2,
    floor_area_most_m2: mostFloorAreaM2,
    levels_known: buildings.filter(({ levels }) => levels !== null).length,
    buildings: buildings.slice(0, mostListed).map(toBuildingBody),
    sources: toLoadedSources(sources, 'buildings'),
  };
}

function toBuildingBody(building: PlacedBuilding): Static<typeof BuildingBody> {
  const share = building.share === null ? null : toMillionths(building.share);
  return { ...toBuildingFields(building), share, geometry: buildingWkt(building) };
}

/** What a source records of a building. */
export function toBuildingFields(building: Omit<PlacedBuilding, 'share'>) {
  return {
    external_id: building.externalId,
    name: building.name,
    use: building.use,
    levels: building.levels,
    height_m: building.heightMetres,
    construction_year: building.constructionYear,
    material: building.material,
    footprint_m2: toHundredths(building.footprintM2),
    source: building.source,
  };
}
