import Type from 'typebox';
import { KtimaError } from '../../errors.ts';
import { errorResponses, unavailable } from '../../http/errors.ts';
import { openSlots } from '../../http/overload.ts';
import type { Server } from '../../http/typed-server.ts';
import { type ParcelSrid, roundedPosition } from '../../property/parcels.ts';
import { type Batch, readBbox, type SearchArea } from '../../property/search-area.ts';
import type { ReadZone, StoreReader } from '../../store/store.ts';
import { type KindSource, toKindSources } from '../../zones/answer.ts';
import { levelOfBox, runsInBox } from '../../zones/cells.ts';
import { coverageNumber, linesOf, type ZoneGeometry } from '../../zones/zone.ts';
import type { ApiParts } from '../parts.ts';
import { ZoneKindName } from '../tile-json.ts';
import { sridOf } from './crs.ts';
import { ZoneItem, ZoneItems } from './feature-schemas.ts';
import { checkDatetime, ItemQuery, itemsQuery } from './parameters.ts';
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
      const hasBox = query.bbox !== undefined;
      const search = (signal: AbortSignal) => ({
        batches: zonesOfArea(parts.store.until(signal), sources, area, hasBox, after),
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

interface ZoneId {
  readonly source: number;
  readonly number: number;
}

function readId(text: string): ZoneId | undefined {
  const [, source, number] = /^(\d{1,15})-(\d{1,15})$/.exec(text) ?? [];
  return number === undefined ? undefined : { source: Number(source), number: Number(number) };
}

interface FoundZone {
  readonly zone: ReadZone;
  readonly source: KindSource;
}

/** The rows of the first and of the largest batch, and the positions that a batch should have. */
const [firstRows, mostRows, enoughPositions] = [16, 512, 20_000];

/** The zones of an area, by source and number, after one of them. */
async function* zonesOfArea(
  store: StoreReader,
  sources: readonly KindSource[],
  area: SearchArea,
  hasBox: boolean,
  after: ZoneId | undefined,
): AsyncGenerator<Batch<FoundZone, string>> {
  const numbers = hasBox ? await numbersIn(store, sources, area) : undefined;
  let rows = firstRows;
  for (const source of sources) {
    if (after && source.id < after.source) continue;
    const wanted = numbers ? (numbers.get(source.id) ?? []) : undefined;
    let last = after?.source === source.id ? after.number : coverageNumber;
    for (;;) {
      const zones = await store.zonesOfSource(source.id, last, rows, wanted);
      last = zones.at(-1)?.number ?? last;
      const found = zones.filter(({ geometry }) => !hasBox || area.meets(asPolygon(geometry)));
      const isLast = zones.length < rows;
      const isEnd = isLast && source === sources.at(-1);
      const end = isEnd ? undefined : `${source.id}-${last}`;
      yield { found: found.map(zone => ({ zone, source })), rows: zones.length, end };
      const positions = zones.reduce(
        (sum, { geometry }) => sum + linesOf(geometry).flat().length,
        0,
      );
      rows = positions > enoughPositions ? Math.max(1, rows >> 2) : Math.min(mostRows, 2 * rows);
      if (isLast) break;
    }
  }
}

/** Pieces that are read to find the zones of a box, and the widest level of its cells. */
const [mostPieces, widestLevel] = [50_000, 7];

/** The numbers of zones around an area by source; undefined if it is too large to look for them. */
async function numbersIn(
  store: StoreReader,
  sources: readonly KindSource[],
  { boxes }: SearchArea,
): Promise<ReadonlyMap<number, number[]> | undefined> {
  if (boxes.some(box => levelOfBox(box) < widestLevel)) return undefined;
  const found = new Map(sources.map(({ id }) => [id, new Set<number>()]));
  const others = toKindSources(await store.zoneSources()).filter(({ id }) => !found.has(id));
  const except = others.map(({ id }) => id);
  for (const box of boxes) {
    const pieces = await store.zonePieces(runsInBox(box), except, mostPieces + 1);
    if (pieces.length > mostPieces) return undefined;
    for (const { sourceId, part } of pieces) found.get(sourceId)?.add(part);
  }
  return new Map([...found].map(([id, numbers]) => [id, [...numbers].sort((a, b) => a - b)]));
}

/** A line there and back has no inside, so that only its edges meet a box. */
function asPolygon(geometry: ZoneGeometry): Parameters<SearchArea['meets']>[0] {
  if (geometry.type === 'Polygon' || geometry.type === 'MultiPolygon') return { geometry };
  const coordinates = linesOf(geometry).map(line => [[...line, ...line.toReversed()]]);
  return { geometry: { type: 'MultiPolygon', coordinates } };
}

function zoneFeature({ zone, source }: FoundZone, srid: ParcelSrid) {
  const { number, label, attributes, geometry } = zone;
  return {
    type: 'Feature',
    id: `${source.id}-${number}`,
    geometry: inSystem(geometry, srid),
    properties: { label, source: source.source, ...attributes },
  };
}

function inSystem({ type, coordinates }: ZoneGeometry, srid: ParcelSrid) {
  const convert = (value: unknown): unknown => {
    const list = value as readonly unknown[];
    if (typeof list[0] !== 'number') return list.map(convert);
    return roundedPosition(list as unknown as readonly [number, number], srid);
  };
  return { type, coordinates: convert(coordinates) };
}
