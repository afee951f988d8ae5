import Type from 'typebox';
import { errorResponses, unavailable } from '../../../gate/http/error-answers.ts';
import { openSlots } from '../../../gate/http/overload.ts';
import type { Server } from '../../../gate/http/typed-server.ts';
import type { StoreReader } from '../../../keep/store/store.ts';
import { type ParcelSrid, roundedPosition } from '../../../land/property/parcels.ts';
import { readBbox } from '../../../land/property/search-area.ts';
import { moveZone } from '../../../land/zones/zone.ts';
import { type KindSource, toKindSources } from '../../../land/zones/zone-answer.ts';
import { type FoundZone, type ZoneId, zonesOfArea } from '../../../land/zones/zones-of-area.ts';
import { KtimaError } from '../../../tools/errors.ts';
import type { ApiParts } from '../api-parts.ts';
import { ZoneKindName } from '../tile-json.ts';
import { sridOf } from './crs-parameter.ts';
import { ZoneItem, ZoneItems } from './feature-schemas.ts';
import { checkDatetime, ItemQuery, itemsQuery } from './item-parameters.ts';
import { pageLimits, sendItem, sendItems } from './send-items.ts';

const path = '/ogc/collections/zones-:kind/items';
const idFormat = 'the number of a source and that of a zone with - between, such as 7-12';

const Query = itemsQuery(
  Type.String({
    pattern: String.raw`^\d{1,15}-\d{1,15}$`,
    'x-expected': idFormat,
    description: 'Id after which the page begins; the link `next` has it.',
  }),
);

const unavailableHere = unavailable('The database, or the keys to check tokens,');

/** `GET /ogc/collections/zones-{kind}/items` and one of them by its id */
export function registerZoneItems(server: Server, parts: ApiParts): void {
  const slots = openSlots(pageLimits, 'pages of zones');
  server.get(
    path,
    {
      config: { scope: 'zones' },
      schema: {
        operationId: 'ogcZones',
        summary: 'Zones of a kind and of a box',
        description: 'The zones of a kind with their attributes, by source, by box and in pages.',
        tags: ['GIS'],
        params: Type.Object({ kind: ZoneKindName }),
        querystring: Query,
        response: {
          200: ZoneItems,
          ...errorResponses({
            400: 'A parameter is not as described, comes twice or is unknown.',
            404: 'No zones of this kind are loaded.',
            503: unavailableHere,
          }),
        },
      },
    },
    async (request, reply) => {
      const { query, params } = request;
      checkDatetime(query.datetime);
      const area = readBbox('bbox', query.bbox, sridOf(query['bbox-crs']));
      const srid = sridOf(query.crs);
      const after = query.after === undefined ? undefined : readId(query.after);
      const sources = await zoneSourcesOf(parts.store, params.kind);
      const within = query.bbox === undefined ? undefined : area;
      const search = (signal: AbortSignal) => ({
        batches: zonesOfArea(parts.store.until(signal), sources, within, after),
        toFeature: (zone: FoundZone) => zoneFeature(zone, srid),
      });
      return sendItems(request, reply, query, slots, search, parts.clock());
    },
  );
  server.get(
    `${path}/:id`,
    {
      config: { scope: 'zones' },
      schema: {
        operationId: 'ogcZone',
        summary: 'A zone by its id',
        description: 'The zone as a GeoJSON Feature. Ids change with each import.',
        tags: ['GIS'],
        params: Type.Object({
          kind: ZoneKindName,
          id: Type.String({ description: 'Identifier of the zone.', examples: ['1-1'] }),
        }),
        querystring: ItemQuery,
        response: {
          200: ZoneItem,
          ...errorResponses({
            400: 'A parameter is not as described or is unknown.',
            404: 'No zones of this kind are loaded, or none has this id.',
            503: unavailableHere,
          }),
        },
      },
    },
    async (request, reply) => {
      const { kind, id } = request.params;
      const { crs } = request.query;
      const sources = await zoneSourcesOf(parts.store, kind);
      const key = readId(id);
      const source = sources.find(one => one.id === key?.source);
      const [zone] =
        source && key
          ? await parts.store.zonesOfSource(source.id, key.number - 1, 1, [key.number])
          : [];
      if (!source || !zone) throw new KtimaError('NOT_FOUND', 'there is no zone with this id');
      const feature = zoneFeature({ zone, source }, sridOf(crs));
      return sendItem(request, reply, feature, `zones-${kind}`, crs);
    },
  );
}

/** The sources of a kind in the order of their numbers. Throws NOT_FOUND if there are none. */
export async function zoneSourcesOf(
  store: Pick<StoreReader, 'zoneSources'>,
  kind: string,
): Promise<KindSource[]> {
  const sources = toKindSources(await store.zoneSources());
  const own = sources.filter(source => source.kind.kind === kind);
  if (own.length === 0) throw new KtimaError('NOT_FOUND', 'no zones of this kind are loaded');
  return own.toSorted((a, b) => a.id - b.id);
}

function readId(text: string): ZoneId | undefined {
  const [, source, number] = /^(\d{1,15})-(\d{1,15})$/.exec(text) ?? [];
  return number === undefined ? undefined : { source: Number(source), number: Number(number) };
}

function zoneFeature({ zone, source }: FoundZone, srid: ParcelSrid) {
  const { number, label, attributes, geometry } = zone;
  return {
    type: 'Feature',
    id: `${source.id}-${number}`,
    geometry: moveZone(geometry, position => roundedPosition(position, srid)),
    properties: { label, source: source.source, ...attributes },
  };
}
