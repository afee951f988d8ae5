import { on } from 'node:events';
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as overHttp,
} from 'node:http';
import { request as overHttps } from 'node:https';
import { KtimaError } from '../../errors.ts';

const mostRedirects = 5;
const redirects = new Set([301, 302, 303, 307, 308]);
const longestRetryAfterSeconds = 60;

/** What a host answered; `close` frees the connection of a body that is not read to its end. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** In chunks, once; a cut or a silence ends it with an error that may pass. */
  readonly body: AsyncGenerator<Buffer>;
  close(): void;
}

/**
 * Asks for an address and follows up to five redirects, never from https to http. The answer may
 * have any status; it has to be closed.
 */
export async function get(
  url: URL,
  headers: OutgoingHttpHeaders,
  idleMilliseconds: number,
): Promise<Answer> {
  let here = url;
  for (let followed = 0; followed <= mostRedirects; followed++) {
    const answer = await ask(here, headers, idleMilliseconds);
    if (!redirects.has(answer.status)) return answer;
    answer.close();
    here = redirected(here, answer.headers.location);
  }
  throw unavailable(url, `the host redirects more than ${mostRedirects} times`);
}

/** Where a redirect leads: http or https only, and never from https to http. */
export function redirected(from: URL, location: string | undefined): URL {
  const to = location === undefined ? null : URL.parse(location, from.href);
  if (!to) throw unavailable(from, 'the host redirects to no valid address');
  if (to.protocol === 'https:' || (to.protocol === 'http:' && from.protocol === 'http:')) return to;
  const way = `from ${from.protocol.slice(0, -1)} to ${to.protocol.slice(0, -1)}`;
  throw unavailable(from, `the host redirects ${way}, which is not followed`);
}

/** The error for a status that brings no file; one that may pass has `retryAfterSeconds`. */
export function refused(url: URL, { status, headers }: Answer): KtimaError {
  const told = statuses[status] ?? 'the host gave no file';
  const passing = status === 408 || status === 429 || status >= 500;
  const asked = Number(headers['retry-after'] ?? 0) || 0;
  const retryAfterSeconds = Math.max(0, Math.min(asked, longestRetryAfterSeconds));
  return unavailable(url, `${told} (status ${status})`, passing ? { retryAfterSeconds } : {});
}

/** An UNAVAILABLE that names the address, without a password or a token that may stand in it. */
export function unavailable(
  url: URL,
  problem: string,
  options: ErrorOptions & { retryAfterSeconds?: number } = {},
): KtimaError {
  return new KtimaError('UNAVAILABLE', `${shown(url)}: ${problem}`, options);
}

/** An address as it may be shown: without user, password and query. */
export function shown(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname}`;
}

/** Whether a later try may succeed. */
export function mayPass(error: unknown): error is KtimaError {
  return error instanceof KtimaError && error.retryAfterSeconds !== undefined;
}

/** Whether the host was not even found: as often a misspelt name as a network that is down. */
export function neverReached(error: KtimaError): boolean {
  const { code } = (error.cause ?? {}) as NodeJS.ErrnoException;
  return code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'ECONNREFUSED';
}

const statuses: Readonly<Record<number, string>> = {
  401: 'the host asks for a login',
  403: 'the host does not give this file to us',
  404: 'the host has no such file',
  410: 'the host no longer has this file',
  429: 'the host asks us to come back later',
};

/** Failures of the network; all of them may pass. */
const failures: Readonly<Record<string, string>> = {
  ENOTFOUND: 'there is no host of this name',
  EAI_AGAIN: 'the name of the host cannot be looked up now',
  ECONNREFUSED: 'the host refuses the connection',
  ECONNRESET: 'the connection was cut',
  ERR_STREAM_PREMATURE_CLOSE: 'the connection was cut',
  EPIPE: 'the connection was cut',
  ETIMEDOUT: 'the host does not answer',
  ENETUNREACH: 'the network is not reachable',
  ENETDOWN: 'the network is not reachable',
  EHOSTUNREACH: 'the host is not reachable',
};

const finalFailures: readonly (readonly [RegExp, string])[] = [
  [/^HPE_/, 'the host does not answer in HTTP'],
  [/^EPROTO$|^ERR_SSL_/, 'the host does not answer in https'],
  [/CERT|SIGNATURE|ISSUER/, 'the certificate of the host is not to be trusted'],
];

function ask(url: URL, headers: OutgoingHttpHeaders, idleMilliseconds: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? overHttps : overHttp;
    // Packed on the way, lengths and ranges would count other bytes than those of the file.
    const fixed = { 'User-Agent': 'ktima', 'Accept-Encoding': 'identity' };
    const asked = request(url, { headers: { ...fixed, ...headers } });
    const timer = setTimeout(() => asked.destroy(silence()), idleMilliseconds);
    asked.on('response', response => {
      clearTimeout(timer);
      resolve(answerOf(url, response, idleMilliseconds));
    });
    asked.on('error', cause => reject(networkProblem(url, cause)));
    asked.on('close', () => {
      clearTimeout(timer);
      reject(networkProblem(url, { code: 'ECONNRESET' }));
    });
    asked.end();
  });
}

function answerOf(url: URL, response: IncomingMessage, idleMilliseconds: number): Answer {
  // It may be cut while nobody reads it; whoever reads it then is told.
  response.on('error', () => {});
  // A stream read in the usual way drops what it holds when it is cut: it might never get ahead.
  const chunks = on(response, 'data', {
    close: ['end', 'close'],
    highWaterMark: 16,
    lowWaterMark: 4,
  }) as AsyncIterable<[Buffer]>;
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: bodyOf(url, response, chunks, idleMilliseconds),
    close: () => void response.destroy(),
  };
}

async function* bodyOf(
  url: URL,
  response: IncomingMessage,
  chunks: AsyncIterable<[Buffer]>,
  idleMilliseconds: number,
): AsyncGenerator<Buffer> {
  let reading = true;
  // Only the host's silence counts: a slow disk on our side must not cut the connection.
  const timer = setTimeout(() => reading && response.destroy(silence()), idleMilliseconds);
  try {
    for await (const [chunk] of chunks) {
      reading = false;
      yield chunk;
      reading = true;
      timer.refresh();
    }
    if (!response.complete) throw networkProblem(url, { code: 'ECONNRESET' });
  } catch (cause) {
    throw networkProblem(url, cause);
  } finally {
    clearTimeout(timer);
  }
}

function silence(): NodeJS.ErrnoException {
  return Object.assign(new Error('the host kept silent'), { code: 'ETIMEDOUT' });
}

function networkProblem(url: URL, cause: unknown): KtimaError {
  if (cause instanceof KtimaError) return cause;
  const { code = '', message } = cause as NodeJS.ErrnoException;
  const told = failures[code];
  if (told) return unavailable(url, told, { cause, retryAfterSeconds: 0 });
  const final = finalFailures.find(([pattern]) => pattern.test(code))?.[1];
  return unavailable(url, final ?? `cannot be fetched: ${code} ${message}`, { cause });
}
