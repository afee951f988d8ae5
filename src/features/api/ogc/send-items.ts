import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Batch } from '#domain/property/search-area.ts';
import { sendText } from '#http/server/send-json.ts';
import { type Slots, whileInSlot } from '#http/server/slots.ts';
import { takeTurn } from '#http/server/while-wanted.ts';
import type { Store, StoreReader } from '#storage/store/store.ts';
import { invalid, type KtimaError } from '#tools/errors.ts';
import { geoJson, json } from '../shared-schemas.ts';
import { contentCrs } from './crs-parameter.ts';
import { type ItemsQuery, mostFeatures, usualLimit } from './item-parameters.ts';
import { linker, pathWith } from './links.ts';

/** A page ends early rather than hold more of this in memory. */
const mostBytes = 2 ** 23;

/** A page ends early after this number of rows: twice as many as it can have. */
const mostRows = 2 * mostFeatures;

/** A page without features does not end early, because GDAL takes it for the last one. */
const mostRowsForNothing = 10 * mostFeatures;

/** Other requests get a turn after this many characters of JSON, and after each batch of rows. */
const bytesAtATime = 2 ** 18;

/** The number of pages that are made at once, each with some megabytes, and of those that wait. */
export const pageLimits = { slots: 4, queue: 100 };

/** A GeoJSON Feature; its id is where a page ends. */
interface Feature {
  readonly id: string | number;
}

/** The features of a page as JSON; `next` is the key after which the next page begins, if any. */
interface Page {
  readonly features: readonly string[];
  readonly next: string | number | undefined;
}

/** How the features of a page are found. */
interface Search<Row> {
  /** Rows in the order of their keys. */
  readonly batches: AsyncIterable<Batch<Row, string | number>>;
  readonly toFeature: (row: Row) => Feature;
}

/** A page is of one moment: two imports in it would repeat features, and leave out others. */
export type AtOneMoment = Pick<Store, 'atOneMoment'>;

/** What a page is made of. */
interface PageSource<Row> {
  readonly store: AtOneMoment;
  readonly open: (rows: StoreReader) => Promise<Search<Row>>;
}

/** Sends a page of features as a FeatureCollection. */
export async function sendItems<Row>(
  request: FastifyRequest,
  reply: FastifyReply,
  query: ItemsQuery,
  slots: Slots,
  { store, open }: PageSource<Row>,
  now: Date,
): Promise<FastifyReply> {
  const { limit = usualLimit } = query;
  const page = await whileInSlot(slots, reply, signal =>
    store.atOneMoment(async rows => takePage(await open(rows), limit, signal), signal),
  );
  const link = linker(request);
  const links = [link('self', request.raw.url!, geoJson)];
  if (page.next !== undefined)
    links.push(link('next', pathWith(request, 'after', String(page.next)), geoJson));
  const head = {
    type: 'FeatureCollection',
    timeStamp: now.toISOString(),
    numberReturned: page.features.length,
    links,
  };
  const text = `${JSON.stringify(head).slice(0, -1)},"features":[${page.features.join(',')}]}`;
  reply.headers(contentCrs(query.crs)).type(geoJson);
  return sendText(reply, Buffer.from(text));
}

async function takePage<Row>(
  { batches, toFeature }: Search<Row>,
  limit: number,
  signal: AbortSignal,
): Promise<Page> {
  const features: string[] = [];
  let [rows, bytes, lastTurn] = [0, 0, 0];
  let last: Feature['id'] | undefined;
  for await (const { found, rows: read, end } of batches) {
    for (const row of found) {
      if (features.length === limit || bytes > mostBytes) return { features, next: last };
      const feature = toFeature(row);
      const text = JSON.stringify(feature);
      features.push(text);
      bytes += text.length;
      last = feature.id;
      if (bytes - lastTurn < bytesAtATime) continue;
      lastTurn = bytes;
      await takeTurn(signal);
    }
    rows += read;
    if (rows >= mostRows && features.length > 0) return { features, next: end };
    if (rows >= mostRowsForNothing && end !== undefined) throw tooManyAround(rows);
    await takeTurn(signal);
  }
  return { features, next: undefined };
}

function tooManyAround(rows: number): KtimaError {
  const read = rows.toLocaleString('en');
  return invalid('bbox', `a smaller box: ${read} features around it were read, and none is in it`);
}

/** Sends a single feature with its links. */
export function sendItem(
  request: FastifyRequest,
  reply: FastifyReply,
  feature: { readonly id: string | number },
  collection: string,
  crs: string | undefined,
): string {
  const link = linker(request);
  const links = [
    link('self', `/ogc/collections/${collection}/items/${encodeURIComponent(feature.id)}`, geoJson),
    link('collection', `/ogc/collections/${collection}`, json),
  ];
  reply.headers(contentCrs(crs)).type(geoJson);
  return JSON.stringify({ ...feature, links });
}
