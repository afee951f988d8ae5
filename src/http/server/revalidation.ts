import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { FastifyRequest, FastifySchema, preHandlerHookHandler } from 'fastify';
import { addVary, preferredType } from './accept.ts';
import { ownUrl } from './request-head.ts';
import type { Server } from './typed-server.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the responses of this route depend on, instead of `Versions.answers`. */
    version?: () => string | Promise<string>;
    /** `no-store` for responses that no cache may keep; others get a tag. */
    cache?: 'no-store';
  }
}

/** What the responses of a server depend on besides their request. */
export interface Versions {
  /** Changes with the program and the settings. */
  readonly program: () => string;
  /** Changes with the data. It may be older than the data that are read next, never newer. */
  readonly answers: () => string | Promise<string>;
  /** Whether the responses of a path have links, which depend on the host of the request. */
  readonly hasLinks: (path: string) => boolean;
  /** What a response depends on of its caller; undefined if the request needed no token. */
  readonly callerOf: (request: FastifyRequest) => string | undefined;
}

/**
 * Gives each response of the GET routes registered after this whose path is covered an ETag and
 * `Cache-Control`, and answers 304 without a look-up to a client that has the current one. It runs
 * as the last hook before the handler, so token and parameters are checked first. Responses to
 * requests with a token are for private caches only.
 */
export function revalidateResponses(
  server: Server,
  covers: (path: string) => boolean,
  versions: Versions,
): void {
  server.addHook('onRoute', route => {
    if ((route.method !== 'GET' && route.method !== 'HEAD') || !covers(route.url)) return;
    const { cache, version = versions.answers } = route.config ?? {};
    const base = versions.hasLinks(route.url) ? ownUrl : () => '';
    const types = contentTypes(route.schema);
    const hook = cache ? forbidStoring : revalidator(versions, version, base, types);
    route.preHandler = [...[route.preHandler ?? []].flat(), hook];
    const isOpen = route.schema?.security?.length === 0;
    if (route.schema) route.schema = cache ? noStore(route.schema) : tagged(route.schema, isOpen);
  });
}

const forbidStoring: preHandlerHookHandler = (_request, reply, done) => {
  reply.header('cache-control', 'no-store');
  done();
};

function revalidator(
  { program, callerOf }: Versions,
  version: Versions['answers'],
  base: (request: FastifyRequest) => string,
  types: readonly string[],
): preHandlerHookHandler {
  const prefixOf = tagPrefixes(program);
  const vary = types.length > 1 ? 'accept-encoding, accept' : 'accept-encoding';
  return (request, reply, done) => {
    const respond = (version: string) => {
      const { headers, raw } = request;
      const caller = callerOf(request);
      const type = types.length > 1 ? preferredType(headers.accept, types) : '';
      const prefix = prefixOf(version, `${base(request)} ${type} ${caller ?? ''}`);
      const etag = `"${prefix}${checksumOf(raw.url!)}"`;
      // Weak, because one tag is used for every compression and some bodies have their time.
      reply.header('cache-control', caching(caller === undefined)).header('etag', `W/${etag}`);
      addVary(reply, caller === undefined ? vary : `${vary}, authorization`);
      if (isKnown(headers['if-none-match'], etag)) reply.code(304).send();
      else done();
    };
    const known = version();
    if (typeof known === 'string') respond(known);
    else known.then(respond, done);
  };
}

/** The most prefixes of one version. There are few hosts, but clients choose what they send. */
const mostPrefixes = 100;

/** Makes the prefix of the tags of a version, for a host, a media type and the scopes of a caller. */
function tagPrefixes(program: () => string) {
  const known = new Map<string, string>();
  let current = '';
  return (version: string, kind: string): string => {
    if (version !== current || known.size > mostPrefixes) known.clear();
    current = version;
    let prefix = known.get(kind);
    if (prefix === undefined) {
      prefix = shortHash(JSON.stringify([program(), version, kind]), 12);
      known.set(kind, prefix);
    }
    return prefix;
  };
}

/**
 * Ten digits for a URL, so that a tag of another resource does not hide that this one does not
 * exist. They need not be unique: a client sends the tag that it got at the same URL.
 */
function checksumOf(url: string): string {
  return String(crc32(url)).padStart(10, '0');
}

/** Clients ask again each time, so that they see new data at once; mostly they get 304. */
function caching(isOpen: boolean): string {
  return isOpen ? 'no-cache' : 'private, no-cache';
}

/** A tag that changes with the content. */
export function etagOf(content: Buffer): string {
  return `"${shortHash(content, 22)}"`;
}

function shortHash(content: Buffer | string, length: number): string {
  return hash('sha256', content, 'base64url').slice(0, length);
}

/**
 * Whether `If-None-Match` lists a tag (RFC 9110 §13.1.2), by weak comparison, because a proxy may
 * have weakened ours. `*` is not a tag: only a look-up tells whether the resource exists.
 */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some(tag => tag.trim().replace(/^W\//, '') === etag);
}

/** A response of a route's schema, as far as it is described here. */
type Described = Readonly<{ content?: object; headers?: object }>;

function responsesOf({ response = {} }: FastifySchema): [string, Described][] {
  return Object.entries(response as Record<string, Described>);
}

/** The media types that a route chooses from by `Accept`. */
function contentTypes(schema: FastifySchema = {}): string[] {
  const good = responsesOf(schema).find(([status]) => status === '200')?.[1];
  return Object.keys(good?.content ?? {});
}

function withHeaders(schema: FastifySchema, headers: object): [string, Described][] {
  return responsesOf(schema).map(([status, response]) => [
    status,
    status.startsWith('2')
      ? { ...response, headers: { ...response.headers, ...headers } }
      : response,
  ]);
}

function noStore(schema: FastifySchema): FastifySchema {
  return { ...schema, response: Object.fromEntries(withHeaders(schema, cacheControl('no-store'))) };
}

function tagged(schema: FastifySchema, isOpen: boolean): FastifySchema {
  const headers = {
    ...cacheControl(caching(isOpen)),
    // Described once for all, in openapi/response-headers.ts.
    ETag: { type: 'string' },
    Vary: { type: 'string' },
  };
  const unchanged = { description: '`If-None-Match` names this version.', headers, type: 'null' };
  return {
    ...schema,
    response: { ...Object.fromEntries(withHeaders(schema, headers)), 304: unchanged },
  };
}

/** A response's `Cache-Control`, for the schema of a route. */
export function cacheControl(value: string) {
  const description = `\`${value}\`: whether and how long caches may store this response.`;
  return { 'Cache-Control': { type: 'string', description } };
}
