import { setTimeout as pause } from 'node:timers/promises';
import type { LoadedSource } from '../../../keep/store/store.ts';
import { KtimaError } from '../../../tools/errors.ts';

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

/** A service that answers batches. */
export interface RemoteService {
  readonly sources: () => Promise<readonly LoadedSource[]>;
  /** Sends a batch to a path of `/api/`; returns its answers, one for each entry. */
  readonly batch: <Answer>(
    path: string,
    body: object,
    signal?: AbortSignal,
  ) => Promise<readonly Answer[]>;
}

/** Tries in a row that may fail for a while; the last waits for about a minute. */
const mostTries = 8;
/** The service may ask for longer, such as until tomorrow: then the run ends. */
const longestWaitSeconds = 600;
const requestMs = 120_000;
/** A token is renewed before it expires on the way. */
const renewEarlyMs = 30_000;

/** Connects to a service; finds its authentication service, and gets the first token. */
export async function openRemoteService(options: RemoteOptions): Promise<RemoteService> {
  const base = readUrl('--url', options.url);
  const send = sender(options.wait ?? waitOnTimer);
  const authUrl = options.authUrl ?? (await authUrlOf(send, base));
  const tokenUrl = at(readUrl('--auth-url', authUrl), 'auth/token');
  if (!isSafe(tokenUrl)) {
    const reason = 'the secret would be sent without encryption';
    throw usage(`--auth-url: expected an address that begins with https://, ${reason}`);
  }
  let token = await newToken(send, tokenUrl, options);
  const fresh = async () => {
    if (Date.now() > token.until) token = await newToken(send, tokenUrl, options);
    return { authorization: `Bearer ${token.text}` };
  };
  return {
    sources: async () => sourcesOf(await send(at(base, 'readyz'))),
    async batch(path, body, signal) {
      const url = at(base, `api/${path}`);
      const headers = { 'content-type': 'application/json' };
      const answer = await send(url, async () => ({
        method: 'POST',
        headers: { ...headers, ...(await fresh()) },
        body: JSON.stringify(body),
        ...(signal && { signal }),
      }));
      return (answer as { answers: [] }).answers;
    },
  };
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
type Send = (url: URL, init?: Init) => Promise<unknown>;

async function authUrlOf(send: Send, base: URL): Promise<string> {
  const { auth_url } = (await send(at(base, 'console.json'))) as { auth_url: string | null };
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
  const { access_token, expires_in } = (await send(url, init)) as {
    access_token: string;
    expires_in: number;
  };
  return { text: access_token, until: askedAt + expires_in * 1_000 - renewEarlyMs };
}

function sourcesOf(ready: unknown): LoadedSource[] {
  const { layers } = ready as {
    layers: (Omit<LoadedSource, 'loadedAt'> & { loaded_at: string })[];
  };
  return layers.map(({ loaded_at, ...source }) => ({ ...source, loadedAt: loaded_at }));
}

const waitOnTimer: Wait = (milliseconds, signal) => pause(milliseconds, undefined, { signal });

/** Sends requests and returns the JSON of their answers. Retries what may pass. */
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

async function sendOnce(url: URL, init: RequestInit): Promise<unknown> {
  const limit = AbortSignal.timeout(requestMs);
  const signal = init.signal ? AbortSignal.any([limit, init.signal]) : limit;
  const response = await fetch(url, { ...init, signal, redirect: 'manual' }).catch(error => {
    throw notReached(url, error);
  });
  const text = await response.text().catch(error => {
    throw notReached(url, error);
  });
  if (response.status === 200) return parsed(url, text);
  const after = Number(response.headers.get('retry-after') ?? '1');
  const mayPass = [429, 502, 503, 504].includes(response.status);
  const message = `${url.href}: ${messageIn(text) ?? `the service answered ${response.status}`}`;
  const seconds = Number.isFinite(after) ? after : 1;
  if (mayPass) throw new KtimaError('UNAVAILABLE', message, { retryAfterSeconds: seconds });
  throw usage(message);
}

function parsed(url: URL, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw usage(`${url.href}: expected JSON of a Ktima service, got something else`);
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
