import type { IncomingMessage } from 'node:http';
import { KtimaError } from '../errors.ts';

const maxUrlLength = 8_192;
export const maxHeaders = 100;

/** What we look at of a request's headers before anything else. */
export interface RequestHead {
  hosts: number;
  requestId: string | undefined;
  contentLength: string | undefined;
  contentEncoding: string | undefined;
  transferEncoding: string | undefined;
}

/**
 * Reads the raw list of headers, once: Node's `headers` object is only made when asked for, and
 * most requests never need it. Also, it keeps the first of two `Host` and drops the other, by
 * which a proxy in front may have gone.
 */
export function readHead({ rawHeaders }: IncomingMessage): RequestHead {
  const seen: RequestHead = {
    hosts: 0,
    requestId: undefined,
    contentLength: undefined,
    contentEncoding: undefined,
    transferEncoding: undefined,
  };
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    // By length first: most headers are none of these.
    if (name.length === 4 && name.toLowerCase() === 'host') seen.hosts++;
    else if (name.length === 12 && name.toLowerCase() === 'x-request-id') {
      seen.requestId = rawHeaders[i + 1]!;
    } else if (name.length === 14 && name.toLowerCase() === 'content-length') {
      seen.contentLength = rawHeaders[i + 1]!;
    } else if (name.length === 16 && name.toLowerCase() === 'content-encoding') {
      seen.contentEncoding = rawHeaders[i + 1]!;
    } else if (name.length === 17 && name.toLowerCase() === 'transfer-encoding') {
      seen.transferEncoding = rawHeaders[i + 1]!;
    }
  }
  return seen;
}

/** The caller's own name for the request, when that is harmless. */
export function givenId({ requestId }: RequestHead): string | undefined {
  return requestId !== undefined && /^[\w.-]{1,64}$/.test(requestId) ? requestId : undefined;
}

/** What a proxy in front may have read otherwise: nothing that comes behind it is answered. */
export function ambiguityIn(raw: IncomingMessage, seen: RequestHead): KtimaError | undefined {
  if (raw.httpVersionMajor !== 1) {
    return new KtimaError('INVALID_INPUT', 'HTTP version: expected 1.0 or 1.1');
  }
  if (seen.hosts !== 1) return new KtimaError('INVALID_INPUT', 'Host: expected once');
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

/** Why a request is not let in at all. */
export function refusal(raw: IncomingMessage, seen: RequestHead): KtimaError | undefined {
  if (raw.url!.length > maxUrlLength) {
    return new KtimaError('URI_TOO_LONG', `URL: expected at most ${maxUrlLength} characters`);
  }
  if (raw.rawHeaders.length > 2 * maxHeaders) {
    return new KtimaError('HEADERS_TOO_LARGE', `headers: expected at most ${maxHeaders}`);
  }
  if (seen.contentEncoding !== undefined && seen.contentEncoding.toLowerCase() !== 'identity') {
    return new KtimaError(
      'UNSUPPORTED_MEDIA_TYPE',
      'Content-Encoding: bodies are taken uncompressed',
    );
  }
  return undefined;
}
