import { KtimaError } from '../../errors.ts';

const mostRedirects = 5;
const longestRetryAfterSeconds = 60;

/** The response of a host; `close` frees the connection of a body that is not read to its end. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** In chunks, once. An interruption or a timeout throws an error that can be retried. */
  readonly body: AsyncGenerator<Uint8Array>;
  close(): void;
}

/**
 * Requests a URL and follows up to five redirects, never from https to http. The response may have
 * any status; the caller closes it.
 */
export async function get(
  url: URL,
  headers: Record<string, string>,
  idleMilliseconds: number,
): Promise<Answer> {
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort({ code: 'ETIMEDOUT' }), idleMilliseconds);
  const close = () => {
    clearTimeout(timer);
    ending.abort();
  };
  try {
    const response = await follow(url, { headers, signal: ending.signal, redirect: 'manual' });
    timer.refresh();
    return {
      status: response.status,
      headers: response.headers,
      body: bodyOf(url, response, timer),
      close,
    };
  } catch (cause) {
    close();
    throw networkProblem(url, cause);
  }
}

async function follow(url: URL, init: RequestInit): Promise<Response> {
  let here = url;
  for (let followed = 0; followed <= mostRedirects; followed++) {
    const response = await fetch(withoutLogin(here), {
      ...init,
      headers: { ...requestHeaders(here), ...init.headers },
    });
    if (![301, 302, 303, 307, 308].includes(response.status)) return response;
    await response.body?.cancel();
    here = redirected(here, response.headers.get('location') ?? undefined);
  }
  throw unavailable(url, `the host redirects more than ${mostRedirects} times`);
}

function requestHeaders({ username, password }: URL): Record<string, string> {
  // If the transfer were compressed, lengths and ranges would count other bytes than those of the
  // file.
  const fixed = { 'User-Agent': 'ktima', 'Accept-Encoding': 'identity' };
  if (username === '' && password === '') return fixed;
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  return { ...fixed, Authorization: `Basic ${login.toString('base64')}` };
}

/** A URL without user name and password. */
export function withoutLogin(url: URL): string {
  return Object.assign(new URL(url), { username: '', password: '', hash: '' }).href;
}

/** Where a redirect leads: http or https only, and never from https to http. */
export function redirected(from: URL, location: string | undefined): URL {
  const to = location === undefined ? null : URL.parse(location, from.href);
  if (!to) throw unavailable(from, 'the host redirects to no valid address');
  if (to.protocol === 'https:' || (to.protocol === 'http:' && from.protocol === 'http:')) return to;
  const way = `from ${from.protocol.slice(0, -1)} to ${to.protocol.slice(0, -1)}`;
  throw unavailable(from, `the host redirects ${way}, which is not followed`);
}

/** Each chunk must be used before the next is read: an interruption drops waiting chunks. */
async function* bodyOf(
  url: URL,
  response: Response,
  timer: NodeJS.Timeout,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of response.body ?? []) {
      yield chunk;
      timer.refresh();
    }
  } catch (cause) {
    throw networkProblem(url, cause);
  }
}

const statuses: Readonly<Record<number, string>> = {
  401: 'the host asks for a login',
  403: 'the host does not give this file to us',
  404: 'the host has no such file',
  410: 'the host no longer has this file',
  429: 'the host asks to try again later',
};

/** The error for a status without a file; a temporary one has `retryAfterSeconds`. */
export function refused(url: URL, { status, headers }: Answer): KtimaError {
  const problem = `${statuses[status] ?? 'the host gave no file'} (status ${status})`;
  if (status !== 408 && status !== 429 && status < 500) return unavailable(url, problem);
  const asked = Number(headers.get('retry-after')) || 0;
  const retryAfterSeconds = Math.max(0, Math.min(asked, longestRetryAfterSeconds));
  return unavailable(url, problem, { retryAfterSeconds });
}

/** An UNAVAILABLE that names the URL without password and token. */
export function unavailable(
  url: URL,
  problem: string,
  options: ErrorOptions & { retryAfterSeconds?: number } = {},
): KtimaError {
  return new KtimaError('UNAVAILABLE', `${shown(url)}: ${problem}`, options);
}

/** A URL as it may be shown: without user, password and query. */
export function shown(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname}`;
}

/** Whether a later try may succeed. */
export function mayPass(error: unknown): error is KtimaError {
  return error instanceof KtimaError && error.retryAfterSeconds !== undefined;
}

/** Whether the host was not even found: as often a misspelt name as a network that is down. */
export function neverReached({ cause }: KtimaError): boolean {
  return ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED'].includes(codeOf(cause));
}

/** Failures of the network by their code, and whether they may pass. */
const failures: readonly (readonly [RegExp, string, mayPass: boolean])[] = [
  [/^ENOTFOUND$/, 'there is no host of this name', true],
  [/^EAI_AGAIN$/, 'the name of the host cannot be looked up now', true],
  [/^ECONNREFUSED$/, 'the host refuses the connection', true],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'the connection was cut', true],
  [/TIMEDOUT$|_TIMEOUT$/, 'the host does not answer', true],
  [/^(ENET|EHOST)/, 'the network or the host is not reachable', true],
  [/^HTTPParserError$/, 'the host does not answer in HTTP', false],
  [/^EPROTO$|^ERR_SSL_/, 'the host does not answer in https', false],
  [/CERT|SIGNATURE|ISSUER/, 'the certificate of the host is not trusted', false],
];

function networkProblem(url: URL, cause: unknown): KtimaError {
  if (cause instanceof KtimaError) return cause;
  const code = codeOf(cause);
  const [, problem, passes] = failures.find(([pattern]) => pattern.test(code)) ?? [];
  if (problem === undefined) {
    return unavailable(url, `cannot be fetched (${wordsOf(cause)}); check the address`, { cause });
  }
  return unavailable(url, problem, { cause, ...(passes ? { retryAfterSeconds: 0 } : {}) });
}

/** The message of an error, or of the one that `fetch` wraps as "fetch failed". */
function wordsOf(error: unknown): string {
  const { message, cause } = error as Partial<Error>;
  return cause instanceof Error ? cause.message : (message ?? String(error));
}

/** The code of an error or of the one that `fetch` wraps; some have only a name. */
function codeOf(error: unknown): string {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: Partial<Error> };
  return code ?? (cause as { code?: string } | undefined)?.code ?? cause?.name ?? '';
}
