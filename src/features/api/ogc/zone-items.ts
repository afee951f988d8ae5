import { type ParcelSrid, roundedPosition } from '#domain/property/parcels.ts';
import { everywhere } from '#domain/property/search-area.ts';
import { moveZone } from '#domain/zones/zone.ts';
import { type KindSource, toKindSources } from '#domain/zones/zone-answer.ts';
import { type FoundZone, type ZoneId, zonesOfArea } from '#domain/zones/zones-of-area.ts';
import { text } from '#http/openapi/wire-types.ts';
import type { Server } from '#http/server/typed-server.ts';
import type { StoreReader } from '#storage/store/store.ts';
import { KtimaError } from '#tools/errors.ts';
import type { ApiParts } from '../api-parts.ts';
import { ZoneKindName } from '../tiles/tile-json.ts';
import { ZoneItem, ZoneItems } from './feature-schemas.ts';
import { registerItems } from './items.ts';

const idFormat = 'the number of a source and that of a zone with - between, such as 7-12';

/** `GET /ogc/collections/zones-{kind}/items` and one of them by its id */
export function registerZoneItems(server: Server, parts: ApiParts): void {
  registerItems<FoundZone, string>(server, parts, {
    name: 'zones-:kind',
    params: { kind: ZoneKindName },
    one: 'zone',
    scope: 'zones',
    needs: 'The database, or the keys to check tokens,',
    after: text('Id after which the page begins; the link `next` has it.', {
      pattern: String.raw`^\d{1,15}-\d{1,15}$`,
      'x-expected': idFormat,
    }),
    list: {
      operationId: 'ogcZones',
      summary: 'Zones of a kind and of a box',
      description: 'The zones of a kind with their attributes, by source, by box and in pages.',
      response: ZoneItems,
      notFound: 'No zones of this kind are loaded.',
    },
    single: {
      operationId: 'ogcZone',
      summary: 'A zone by its id',
      description: 'The zone as a GeoJSON Feature. Ids change with each import.',
      response: ZoneItem,
      notFound: 'No zones of this kind are loaded, or none has this id.',
      idName: 'id',
      id: text('Identifier of the zone.', { examples: ['1-1'] }),
    },
    async open({ kind }, rows) {
      const sources = await zoneSourcesOf(rows, kind!);
      return {
        name: `zones-${kind}`,
        search(area, after) {
          const within = area === everywhere ? undefined : area;
          const last = after === undefined ? undefined : readId(after);
          return zonesOfArea(rows, sources, within, last);
        },
        async find(id) {
          const key = readId(id);
          const source = sources.find(one => one.id === key?.source);
          if (!source || !key) return undefined;
          const { number } = key;
          const [zone] = await rows.zonesOfSource(source.id, number - 1, 1, [number]);
          return zone && { zone, source };
        },
      };
    },
    toFeature: zoneFeature,
  });
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
