import { setTimeout as pause } from 'node:timers/promises';
import { KtimaError } from '#tools/errors.ts';

/** A remote service, and the credentials of a client of it. */
export interface RemoteOptions {
  readonly url: string;
  /** The authentication service; by default the one that the service names in `/console.json`. */
  readonly authUrl?: string | undefined;
  readonly clientId: string;
  readonly clientSecret: string;
  /** How to wait before another try; default: on a timer. */
  readonly wait?: Wait;
}

type Wait = (milliseconds: number, signal?: AbortSignal) => Promise<unknown>;

/** Sends a request to a path of a service, again while it may pass. Throws unless it succeeded. */
export type SendTo = (path: string, init?: RequestInit) => Promise<Response>;

/** Tries in a row that may fail for a while; the last waits for about a minute. */
const mostTries = 8;
/** The service may ask for longer, such as until tomorrow: then the run ends. */
const longestWaitSeconds = 600;
/** For the slowest line that sends a whole file. */
const requestMs = 3_600_000;
/** A token is renewed before it expires on the way. */
const renewEarlyMs = 30_000;

/** Connects to a service; finds its authentication service, and gets the first token. */
export async function openRemoteService(options: RemoteOptions): Promise<SendTo> {
  const base = readUrl('--url', options.url);
  const send = sender(options.wait ?? waitOnTimer);
  const authUrl = options.authUrl ?? (await authUrlOf(send, base));
  const tokenUrl = at(readUrl('--auth-url', authUrl), 'auth/token');
  if (!isSafe(tokenUrl)) {
    const reason = 'the secret would be sent without encryption';
    throw usage(`--auth-url: expected an address that begins with https://, ${reason}`);
  }
  let token = await newToken(send, tokenUrl, options);
  return (path, init) =>
    send(at(base, path), async () => {
      if (Date.now() > token.until) token = await newToken(send, tokenUrl, options);
      return { ...init, headers: { ...init?.headers, authorization: `Bearer ${token.text}` } };
    });
}

function usage(message: string): KtimaError {
  return new KtimaError('USAGE', message);
}

function readUrl(option: string, text: string): URL {
  const url = URL.parse(text.endsWith('/') ? text : `${text}/`);
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url;
  throw usage(`${option}: expected an address that begins with https:// or http://, got ${text}`);
}

function at(base: URL, path: string): URL {
  return new URL(path, base);
}

function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

type Init = () => Promise<RequestInit>;
type Send = (url: URL, init?: Init) => Promise<Response>;

async function authUrlOf(send: Send, base: URL): Promise<string> {
  const { auth_url } = await jsonOf<{ auth_url: string | null }>(
    await send(at(base, 'console.json')),
  );
  if (auth_url !== null) return auth_url;
  throw usage(`${base.href} names no authentication service; give it as --auth-url`);
}

async function newToken(send: Send, url: URL, { clientId, clientSecret }: RemoteOptions) {
  const askedAt = Date.now();
  // RFC 6749 §2.3.1: both are encoded as in a form before they are joined.
  const [id, secret] = [clientId, clientSecret].map(encodeURIComponent);
  const init: Init = async () => ({
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token, expires_in } = await jsonOf<{ access_token: string; expires_in: number }>(
    await send(url, init),
  );
  return { text: access_token, until: askedAt + expires_in * 1_000 - renewEarlyMs };
}

const waitOnTimer: Wait = (milliseconds, signal) => pause(milliseconds, undefined, { signal });

/** Sends requests, and what may pass again. */
function sender(wait: Wait): Send {
  return async (url, init = async () => ({})) => {
    for (let tries = 1; ; tries++) {
      const request = await init();
      try {
        return await sendOnce(url, request);
      } catch (error) {
        request.signal?.throwIfAborted();
        const seconds = error instanceof KtimaError ? error.retryAfterSeconds : undefined;
        if (seconds === undefined || seconds > longestWaitSeconds || tries === mostTries)
          throw error;
        await wait(1_000 * Math.max(2 ** (tries - 1), seconds), request.signal ?? undefined);
      }
    }
  };
}

async function sendOnce(url: URL, init: RequestInit): Promise<Response> {
  const limit = AbortSignal.timeout(requestMs);
  const signal = init.signal ? AbortSignal.any([limit, init.signal]) : limit;
  const reached = <T>(work: Promise<T>) =>
    work.catch(error => {
      throw notReached(url, error);
    });
  const response = await reached(fetch(url, { ...init, signal, redirect: 'manual' }));
  if (response.ok) return response;
  const text = await reached(response.text());
  const after = Number(response.headers.get('retry-after') ?? '1');
  const mayPass = [429, 502, 503, 504].includes(response.status);
  const message = `${url.href}: ${messageIn(text) ?? `the service answered ${response.status}`}`;
  const seconds = Number.isFinite(after) ? after : 1;
  if (mayPass) throw new KtimaError('UNAVAILABLE', message, { retryAfterSeconds: seconds });
  throw usage(message);
}

/** The JSON of a response. */
export async function jsonOf<T>(response: Response): Promise<T> {
  try {
    return (await response.json()) as T;
  } catch {
    throw usage(`${response.url}: expected JSON of a Ktima service, got something else`);
  }
}

/** The message in an error body of ours; the second field is that of OAuth 2.0. */
function messageIn(text: string): string | undefined {
  try {
    const { message, error_description } = JSON.parse(text);
    const found = message ?? error_description;
    return typeof found === 'string' ? found : undefined;
  } catch {
    return undefined;
  }
}

/** Node's codes for certificates that it does not trust. */
const certificateCode = /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY|DECRYPT)|ERR_TLS/;

function notReached(url: URL, error: Error): KtimaError {
  const cause = (error.cause ?? error) as Error & { code?: string };
  if (certificateCode.test(cause.code ?? '')) {
    const hint = 'NODE_EXTRA_CA_CERTS=FILE names the certificate of the authority that signed it';
    return usage(`${url.host}: its certificate is not trusted (${cause.message}); ${hint}`);
  }
  const reason = cause.message || cause.code || cause.name;
  const message = `${url.host} cannot be reached: ${reason}`;
  // A name that does not exist does not exist a minute later either.
  if (cause.code === 'ENOTFOUND') return usage(message);
  return new KtimaError('UNAVAILABLE', message, { retryAfterSeconds: 1 });
}
