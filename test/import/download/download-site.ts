import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import { startLocalServer } from '../../local-server.ts';

/** One file of a site, and how the site responds to requests for it. */
export interface Published {
  readonly body: Buffer;
  readonly etag?: string;
  readonly lastModified?: string;
  /** After how many bytes of the answer the connection is cut. */
  readonly cutAfter?: number;
  readonly ignoresRange?: boolean;
  readonly ignoresConditions?: boolean;
  readonly chunked?: boolean;
  /** Headers that replace the true ones. */
  readonly lies?: Readonly<Record<string, string>>;
}

/** A request as the site saw it. */
export interface Seen {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
}

type Handler = (request: IncomingMessage, response: ServerResponse, count: number) => void;

/** Starts a site on loopback until the test ends; `.md5` is absent unless the handler has it. */
export async function startSite(t: TestContext, handler: Handler, md5?: string) {
  const seen: Seen[] = [];
  let count = 0;
  const { port, url } = await startLocalServer(t, (request, response) => {
    seen.push({ path: request.url!, headers: request.headers });
    if (!request.url!.endsWith('.md5')) return handler(request, response, ++count);
    response.writeHead(md5 === undefined ? 404 : 200).end(md5);
  });
  const asked = () => seen.filter(({ path }) => !path.endsWith('.md5'));
  return { port, url: `${url}/area.osm.pbf`, asked };
}

/** Responds like a correct server, except for the deviations in `file`. */
export function publish(request: IncomingMessage, response: ServerResponse, file: Published): void {
  const { etag, lastModified } = file;
  if (etag) response.setHeader('ETag', etag);
  if (lastModified) response.setHeader('Last-Modified', lastModified);
  if (!file.ignoresConditions && isCurrent(request, file))
    return void response.writeHead(304).end();
  const from = file.ignoresRange ? undefined : rangeStart(request, file);
  if (from !== undefined && from >= file.body.length) return void response.writeHead(416).end();
  const body = file.body.subarray(from ?? 0);
  if (!file.chunked) response.setHeader('Content-Length', body.length);
  if (from !== undefined) {
    const { length } = file.body;
    response.setHeader('Content-Range', `bytes ${from}-${length - 1}/${length}`);
  }
  for (const [name, value] of Object.entries(file.lies ?? {})) response.setHeader(name, value);
  response.writeHead(from === undefined ? 200 : 206);
  send(response, body, file.cutAfter);
}

function isCurrent({ headers }: IncomingMessage, { etag, lastModified }: Published): boolean {
  if (headers['if-none-match']) return headers['if-none-match'] === etag;
  return lastModified !== undefined && headers['if-modified-since'] === lastModified;
}

function rangeStart({ headers }: IncomingMessage, file: Published): number | undefined {
  const start = /^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1];
  const wanted = headers['if-range'];
  const holds = wanted === undefined || wanted === file.etag || wanted === file.lastModified;
  return start !== undefined && (holds || file.ignoresConditions) ? Number(start) : undefined;
}

function send(response: ServerResponse, body: Buffer, cutAfter = Infinity): void {
  if (cutAfter >= body.length) return void response.end(body);
  response.flushHeaders();
  response.write(body.subarray(0, cutAfter), () => response.socket?.destroy());
}
