import { type ParcelSrid, roundedPosition } from '#domain/property/parcels.ts';
import type { Batch, SearchArea } from '#domain/property/search-area.ts';
import { gridArea, type SourcedBuilding } from '#domain/zones/buildings.ts';
import { moveZone } from '#domain/zones/zone.ts';
import { text } from '#http/openapi/wire-types.ts';
import type { Server } from '#http/server/typed-server.ts';
import type { StoreReader } from '#storage/store/store.ts';
import type { ApiParts } from '../api-parts.ts';
import { toBuildingFields } from '../property/buildings-operation.ts';
import { BuildingItem, BuildingItems } from './feature-schemas.ts';
import { afterNumber, readNumber, registerItems } from './items.ts';

/** `GET /ogc/collections/buildings/items` and one of them by its id */
export function registerBuildingItems(server: Server, parts: ApiParts): void {
  registerItems<SourcedBuilding, number>(server, parts, {
    name: 'buildings',
    one: 'building',
    scope: 'zones',
    needs: 'The database, or the keys to check tokens,',
    after: afterNumber,
    list: {
      operationId: 'ogcBuildings',
      summary: 'Buildings of a box',
      description: 'The buildings of all sources in the order of their ids, by box and in pages.',
      response: BuildingItems,
    },
    single: {
      operationId: 'ogcBuilding',
      summary: 'A building by its id',
      description: 'The building as a GeoJSON Feature. Ids change with each import.',
      response: BuildingItem,
      notFound: 'There is no building with this id.',
      idName: 'id',
      id: text('Identifier of the building.', { examples: ['1'] }),
    },
    open: async (_, rows) => ({
      name: 'buildings',
      search: (area, after = 0) => buildingsOfArea(rows, area, after),
      async find(text) {
        const id = readNumber(text) ?? 0;
        return (await rows.buildingsAfter(id - 1, 1)).find(one => one.id === id);
      },
    }),
    toFeature: buildingFeature,
  });
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
    properties: toBuildingFields({
      ...building,
      footprintM2: gridArea(geometry),
    }),
  };
}
