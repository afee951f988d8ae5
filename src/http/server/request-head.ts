import type { IncomingMessage } from 'node:http';
import { isIP, isIPv4, type Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { KtimaError } from '#tools/errors.ts';
import type { Server } from './typed-server.ts';
import { isPercentEncodedUtf8, percentEncoding } from './utf8.ts';

const maxUrlLength = 8_192;
export const maxHeaders = 100;
/** Node's parser reports both limits by the same error. */
export const headerLimits = `headers: expected at most ${maxHeaders}, and at most 16 kB together`;

/** The headers that are checked before anything else. */
export interface RequestHead {
  hosts: number;
  host: string;
  requestId: string | undefined;
  contentLength: string | undefined;
  contentEncoding: string | undefined;
  transferEncoding: string | undefined;
}

/**
 * Reads the raw list of headers. Node builds its `headers` object only on access, and most requests
 * do not need it. That object also hides a second `Host`, which a proxy may have used for routing.
 */
export function readHead(raw: IncomingMessage): RequestHead {
  const { rawHeaders } = raw;
  const seen: RequestHead = {
    hosts: 0,
    host: '',
    requestId: undefined,
    contentLength: undefined,
    contentEncoding: undefined,
    transferEncoding: undefined,
  };
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    // Compare the length first: it excludes most headers cheaply.
    if (name.length === 4 && name.toLowerCase() === 'host') {
      seen.hosts++;
      seen.host = rawHeaders[i + 1]!;
    } else if (name.length === 12 && name.toLowerCase() === 'x-request-id') {
      seen.requestId = rawHeaders[i + 1]!;
    } else if (name.length === 14 && name.toLowerCase() === 'content-length') {
      seen.contentLength = rawHeaders[i + 1]!;
    } else if (name.length === 16 && name.toLowerCase() === 'content-encoding') {
      seen.contentEncoding = rawHeaders[i + 1]!;
    } else if (name.length === 17 && name.toLowerCase() === 'transfer-encoding') {
      seen.transferEncoding = rawHeaders[i + 1]!;
    }
  }
  seen.host = (raw as Targeted).targetHost ?? seen.host;
  return seen;
}

/** Whether a text is a name, an IPv4 address or an IPv6 address in brackets, perhaps with a port. */
function isPlainHost(host: string): boolean {
  return /^(\[[0-9a-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i.test(host);
}

/** An absolute request target, as a client sends it to a proxy (RFC 9112, section 3.2.2). */
const absoluteTarget = /^https?:\/\/([^/?#]+)(.*)$/is;

/** A request whose target had a host. */
interface Targeted extends IncomingMessage {
  targetHost?: string | undefined;
}

/**
 * Reduces an absolute request target to its path and query. Its host becomes the Host of the
 * request, as RFC 9112 (section 3.2.2) requires. Targets of other forms stay as they are.
 */
export function takePathOfTarget(raw: Targeted): void {
  // Fast path: nearly every target is a path.
  if (raw.url!.startsWith('/')) return;
  const [, host, path = ''] = absoluteTarget.exec(raw.url!) ?? [];
  if (host === undefined) return;
  raw.targetHost = host;
  raw.headers.host = host;
  raw.url = path.startsWith('/') ? path : `/${path}`;
}

/** The client's own request id, if it has only safe characters. */
export function clientRequestId({ requestId }: RequestHead): string | undefined {
  return requestId !== undefined && /^[\w.-]{1,64}$/.test(requestId) ? requestId : undefined;
}

/**
 * An error for a request that a proxy may have read differently (request smuggling). The connection
 * must be closed after it.
 */
export function findAmbiguity(raw: IncomingMessage, seen: RequestHead): KtimaError | undefined {
  if (raw.httpVersionMajor !== 1) {
    return new KtimaError('INVALID_INPUT', 'HTTP version: expected 1.0 or 1.1');
  }
  // HTTP/1.0 has no Host, and some health checks send none (RFC 9112, section 3.2).
  const isOptional = raw.httpVersion === '1.0' && seen.hosts === 0;
  if (seen.hosts !== 1 && !isOptional) {
    return new KtimaError('INVALID_INPUT', 'Host: expected once');
  }
  if (seen.transferEncoding !== undefined && seen.transferEncoding.toLowerCase() !== 'chunked') {
    return new KtimaError('UNSUPPORTED_MEDIA_TYPE', 'Transfer-Encoding: expected chunked alone');
  }
  return undefined;
}

/**
 * Whether an HTTP/1.0 request has a transfer coding, which that version does not have. A proxy in
 * front may have read another end of its body, so the connection is closed after the response
 * (RFC 9112, section 6.1).
 */
export function hasFaultyFraming(raw: IncomingMessage, seen: RequestHead): boolean {
  return raw.httpVersion === '1.0' && seen.transferEncoding !== undefined;
}

/** An error for a request that is rejected because of its head: URL, headers or content coding. */
export function findHeadError(raw: IncomingMessage, seen: RequestHead): KtimaError | undefined {
  if (raw.url!.length > maxUrlLength) {
    return new KtimaError('URI_TOO_LONG', `URL: expected at most ${maxUrlLength} characters`);
  }
  if (!isPercentEncodedUtf8(raw.url!)) {
    return new KtimaError('INVALID_INPUT', `URL: expected ${percentEncoding}`);
  }
  // An empty one is valid (RFC 9112, section 3.2).
  if (seen.host !== '' && !isPlainHost(seen.host)) {
    const expected = 'a host name or IP address, with or without a port';
    return new KtimaError('INVALID_INPUT', `Host: expected ${expected}`);
  }
  if (raw.rawHeaders.length > 2 * maxHeaders) {
    return new KtimaError('HEADERS_TOO_LARGE', headerLimits);
  }
  if (seen.contentEncoding !== undefined && seen.contentEncoding.toLowerCase() !== 'identity') {
    return new KtimaError(
      'UNSUPPORTED_MEDIA_TYPE',
      'Content-Encoding: expected an uncompressed body',
    );
  }
  return undefined;
}

const decoration = 'publicUrl';

/** Sets the public URL of a server, for `publicUrlOf` and `ownUrl`. */
export function setPublicUrl(server: Server, publicUrl: URL | undefined): void {
  const url = publicUrl && (publicUrl.origin + publicUrl.pathname).replace(/(?<!\/)\/+$/, '');
  server.decorate(decoration, url);
}

/** KTIMA_PUBLIC_URL, or KTIMA_PUBLIC_AUTH_URL, without a slash at the end; undefined if not set. */
export function publicUrlOf({ server }: Pick<FastifyRequest, 'server'>): string | undefined {
  return server.getDecorator<string | undefined>(decoration);
}

/**
 * What absolute addresses of this service begin with, without a slash at the end: its public URL;
 * else the `Host` of the request if it is loopback or the address that the connection came in on;
 * else that address and port. So no header chooses where links lead.
 */
export function ownUrl(request: FastifyRequest): string {
  const { headers, raw } = request;
  return publicUrlOf(request) ?? hostUrl(headers.host, raw.socket);
}

/**
 * The origin of a request with this `Host`, which came in on the local address of a socket. A closed
 * one has none; its answer reaches no client.
 */
export function hostUrl(
  host: string | undefined,
  { localAddress = '127.0.0.1', localPort = 80 }: Pick<Socket, 'localAddress' | 'localPort'>,
): string {
  const [address] = unmapped(localAddress).split('%', 1);
  const own = new URL(`http://${address!.includes(':') ? `[${address}]` : address}:${localPort}`);
  const asked = URL.parse(`http://${host}`);
  const isOwn = asked && (isLoopback(asked.hostname) || asked.hostname === own.hostname);
  return isOwn ? asked.origin : own.origin;
}

/** Whether a host name or IP address, also one in brackets, is this machine's own. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/.test(hostname);
}

/**
 * The IP address of the client. A trusted proxy sends it in X-Forwarded-For; if that text is no IP
 * address, the function returns the address of the connection.
 */
export function clientIpOf({ ip, raw }: Pick<FastifyRequest, 'ip' | 'raw'>): string {
  const address = isIP(ip) ? ip : (raw.socket.remoteAddress ?? '');
  return unmapped(address);
}

/** An IP address, in the form of IPv4 if it is one that was mapped to IPv6. */
function unmapped(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/**
 * The network by which clients are counted: the whole IPv4 address, or the first 64 bits of an IPv6
 * address, because one customer usually has all addresses of a /64.
 */
export function networkOf(ipAddress: string): string {
  const plain = unmapped(ipAddress.split('%', 1)[0]!);
  if (isIPv4(plain) || !isIP(plain)) return plain;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const groups = tail === undefined ? before : [...before, ...zeros, ...after];
  const network = groups.slice(0, 4).map(group => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
