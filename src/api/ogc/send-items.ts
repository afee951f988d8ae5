import { setImmediate } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendText } from '../../http/send-json.ts';
import { geoJson, json } from '../media-types.ts';
import { contentCrs } from './crs.ts';
import { linker, pathWith } from './links.ts';
import { type ItemsQuery, usualLimit } from './parameters.ts';

/** A page ends early rather than hold more of this in memory. */
const mostBytes = 2 ** 23;

/** Other requests get a turn after this many features. */
const featuresAtATime = 200;

/** A GeoJSON Feature; its id is where a page ends. */
interface Feature {
  readonly id: string | number;
}

/** The features of a page as JSON; `next` is the id of the last one if more follow. */
interface Page {
  readonly features: readonly string[];
  readonly next: string | undefined;
}

/** The limit of a query. */
export function limitOf({ limit = usualLimit }: ItemsQuery): number {
  return limit;
}

/** Sends a page of features as a FeatureCollection. */
export async function sendItems(
  request: FastifyRequest,
  reply: FastifyReply,
  query: ItemsQuery,
  features: AsyncIterable<Feature> | Iterable<Feature>,
  now: Date,
): Promise<FastifyReply> {
  const page = await takePage(features, limitOf(query));
  const link = linker(request);
  const links = [link('self', request.raw.url!, geoJson)];
  if (page.next !== undefined)
    links.push(link('next', pathWith(request, 'after', page.next), geoJson));
  const head = {
    type: 'FeatureCollection',
    timeStamp: now.toISOString(),
    numberReturned: page.features.length,
    links,
  };
  const text = `${JSON.stringify(head).slice(0, -1)},"features":[${page.features.join(',')}]}`;
  reply.headers(contentCrs(query.crs)).type(geoJson);
  return sendText(request, reply, Buffer.from(text));
}

async function takePage(
  features: AsyncIterable<Feature> | Iterable<Feature>,
  limit: number,
): Promise<Page> {
  const taken: string[] = [];
  let bytes = 0;
  let last: Feature | undefined;
  for await (const feature of features) {
    if (taken.length === limit || bytes > mostBytes) {
      return { features: taken, next: String(last!.id) };
    }
    const text = JSON.stringify(feature);
    bytes += text.length;
    last = feature;
    if (taken.push(text) % featuresAtATime === 0) await setImmediate();
  }
  return { features: taken, next: undefined };
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
