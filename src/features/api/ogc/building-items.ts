import Type from 'typebox';
import { errorResponses, unavailable } from '../../../gate/http/error-answers.ts';
import { openSlots } from '../../../gate/http/overload.ts';
import type { Server } from '../../../gate/http/typed-server.ts';
import type { StoreReader } from '../../../keep/store/store.ts';
import { type ParcelSrid, roundedPosition } from '../../../land/property/parcels.ts';
import { type Batch, readBbox, type SearchArea } from '../../../land/property/search-area.ts';
import { gridArea, type SourcedBuilding } from '../../../land/zones/buildings.ts';
import { moveZone } from '../../../land/zones/zone.ts';
import { KtimaError } from '../../../tools/errors.ts';
import type { ApiParts } from '../api-parts.ts';
import { toBuildingFields } from '../buildings-operation.ts';
import { sridOf } from './crs-parameter.ts';
import { BuildingItem, BuildingItems } from './feature-schemas.ts';
import { checkDatetime, ItemQuery, itemsQuery } from './item-parameters.ts';
import { pageLimits, sendItem, sendItems } from './send-items.ts';

const path = '/ogc/collections/buildings/items';

const Query = itemsQuery(
  Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Id after which the page begins; the link `next` has it.',
  }),
);

const unavailableHere = unavailable('The database, or the keys to check tokens,');

/** `GET /ogc/collections/buildings/items` and one of them by its id */
export function registerBuildingItems(server: Server, parts: ApiParts): void {
  const slots = openSlots(pageLimits, 'pages of buildings');
  server.get(
    path,
    {
      config: { scope: 'zones' },
      schema: {
        operationId: 'ogcBuildings',
        summary: 'Buildings of a box',
        description: 'The buildings of all sources in the order of their ids, by box and in pages.',
        tags: ['GIS'],
        querystring: Query,
        response: {
          200: BuildingItems,
          ...errorResponses({
            400: 'A parameter is not as described, comes twice or is unknown.',
            503: unavailableHere,
          }),
        },
      },
    },
    (request, reply) => {
      const { query } = request;
      checkDatetime(query.datetime);
      const area = readBbox('bbox', query.bbox, sridOf(query['bbox-crs']));
      const srid = sridOf(query.crs);
      const search = (signal: AbortSignal) => ({
        batches: buildingsOfArea(parts.store.until(signal), area, query.after ?? 0),
        toFeature: (building: SourcedBuilding) => buildingFeature(building, srid),
      });
      return sendItems(request, reply, query, slots, search, parts.clock());
    },
  );
  server.get(
    `${path}/:id`,
    {
      config: { scope: 'zones' },
      schema: {
        operationId: 'ogcBuilding',
        summary: 'A building by its id',
        description: 'The building as a GeoJSON Feature. Ids change with each import.',
        tags: ['GIS'],
        params: Type.Object({
          id: Type.String({ description: 'Identifier of the building.', examples: ['1'] }),
        }),
        querystring: ItemQuery,
        response: {
          200: BuildingItem,
          ...errorResponses({
            400: 'A parameter is not as described or is unknown.',
            404: 'There is no building with this id.',
            503: unavailableHere,
          }),
        },
      },
    },
    async (request, reply) => {
      const { crs } = request.query;
      const id = /^\d{1,15}$/.test(request.params.id) ? Number(request.params.id) : 0;
      const [building] = await parts.store.buildingsAfter(id - 1, 1);
      if (building?.id !== id) {
        throw new KtimaError('NOT_FOUND', 'there is no building with this id');
      }
      return sendItem(request, reply, buildingFeature(building, sridOf(crs)), 'buildings', crs);
    },
  );
}

/** Buildings of an area that are found by their position, and those of a batch in the order of ids. */
const [mostNear, rowsAtATime] = [2_000, 500];

async function* buildingsOfArea(
  store: StoreReader,
  area: SearchArea,
  after: number,
): AsyncGenerator<Batch<SourcedBuilding, number>> {
  const [box] = area.boxes;
  const near = area.boxes.length === 1 ? await store.buildingsIn(box!, mostNear) : undefined;
  if (near) {
    const later = near.filter(one => one.id > after && area.meets(one));
    yield { found: later.sort((a, b) => a.id - b.id), rows: near.length, end: undefined };
    return;
  }
  for (let last: number | undefined = after; last !== undefined; ) {
    const rows: SourcedBuilding[] = await store.buildingsAfter(last, rowsAtATime);
    last = rows.length < rowsAtATime ? undefined : rows.at(-1)!.id;
    yield { found: rows.filter(area.meets), rows: rows.length, end: last };
  }
}

function buildingFeature(building: SourcedBuilding, srid: ParcelSrid) {
  const { id, geometry } = building;
  return {
    type: 'Feature',
    id,
    geometry: moveZone(geometry, position => roundedPosition(position, srid)),
    properties: toBuildingFields(building, gridArea(geometry)),
  };
}
