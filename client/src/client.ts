import { KtimaApiError } from './api-error.ts';
import type { CallOptions } from './call.ts';
import {
  type Addresses,
  checkAddresses,
  type DescribedRequest,
  describeRequest,
} from './describe-request.ts';
import { oneTabAtATime } from './one-tab-at-a-time.ts';
import { type Calls, type OperationName, operations } from './operations.ts';
import { withRetries } from './retry.ts';
import { sender } from './send.ts';
import {
  type ClientCredentials,
  type HeldTokens,
  openProgramTokens,
  openSession,
  type SessionEnd,
  type TokenSource,
} from './session.ts';
import type { LoginInput, StartSessionInput } from './types.ts';

export type { FailureReason } from './api-error.ts';
export { KtimaApiError } from './api-error.ts';
export type { CallOptions, FileContent, SentFile } from './call.ts';
export type { Addresses, DescribedRequest } from './describe-request.ts';
export { tokenPlaceholder } from './describe-request.ts';
export { errorTypes } from './error-types.ts';
export type { Calls, OperationName } from './operations.ts';
export type { FinishedPortfolio, PortfolioRunOptions } from './run-portfolio.ts';
export { runPortfolio } from './run-portfolio.ts';
export type { ClientCredentials, SessionEnd } from './session.ts';
export type * from './types.ts';

export interface ClientOptions extends Addresses {
  /** The `fetch` to use; default: the global one. */
  readonly fetch?: typeof globalThis.fetch;
  /** The time limit of a call, including retries; default 10,000. */
  readonly timeoutMs?: number;
  /** The number of retries of a call, where a retry is safe; default 2. */
  readonly retries?: number;
  /** Returns a token of another identity provider for each call that needs one, in place of `login`. */
  readonly accessToken?: () => string | Promise<string>;
  /** The credentials of a program, in place of `login`: the client gets and renews tokens by them. */
  readonly credentials?: ClientCredentials;
  /**
   * Whether the token is sent with every call of the main API, for a service whose
   * KTIMA_REQUIRE_TOKEN is `all`; default false.
   */
  readonly tokenForAll?: boolean;
  /** Returns the language of messages and documents, for `Accept-Language`; default: none is sent. */
  readonly language?: () => string;
  /** Called once when a session ends: by `logout`, or because it can no longer be refreshed. */
  readonly onSessionEnd?: (why: SessionEnd) => void;
}

type SessionCall =
  | 'login'
  | 'refresh'
  | 'logout'
  | 'startSession'
  | 'refreshSession'
  | 'endSession';

/** Every operation as a method, and the session that some of them need. */
export interface Client extends Omit<Calls, SessionCall> {
  /** Logs in. Later calls send a token, which is kept in memory and refreshed automatically. */
  login(input: LoginInput, options?: CallOptions): Promise<void>;
  /** Ends the session here and at the service; does not fail if the session has already ended. */
  logout(options?: CallOptions): Promise<void>;
  /**
   * Logs in like `login`, but the browser keeps the refresh token in a cookie, which all its tabs
   * share. For pages of the console only. Returns whether the browser stored the cookie; without it
   * the session ends with its first token. Also false if the session was ended meanwhile.
   */
  startSession(input: StartSessionInput, options?: CallOptions): Promise<boolean>;
  /**
   * Continues the session of the cookie, as after a reload. If it is over, or belongs to another user
   * than the given one (`userId`), `onSessionEnd` is called.
   */
  resumeSession(userId?: string): void;
  /** Ends the session here only, when another tab has logged out. */
  forgetSession(): void;
  isLoggedIn(): boolean;
  /** The id of the user, the `sub` of the tokens; undefined while it is not known. */
  userId(): string | undefined;
  /** A current token, for requests that the client does not send; undefined without a login. */
  accessToken(): Promise<string | undefined>;
  /** The request of an operation, for display: it has a placeholder in place of the token. */
  describeRequest(operation: OperationName, input?: object): DescribedRequest;
}

/** A repeated login could count as a second failure, or use up a one-time password. */
const neverRepeated = new Set<OperationName>(['login', 'startSession']);

/** A client of both services. Throws a TypeError if an address is not a URL. */
export function createClient(options: ClientOptions): Client {
  checkAddresses(options);
  const { credentials } = options;
  if (credentials && !options.authUrl) throw new TypeError('authUrl: needed for credentials');
  const { timeoutMs = 10_000, retries = 2, onSessionEnd = () => {} } = options;
  const send = sender(options.fetch ?? globalThis.fetch.bind(globalThis));
  const session = openSession({
    refresh: token =>
      token === undefined ? calls.refreshSession() : calls.refresh({ refresh_token: token }),
    onEnd: onSessionEnd,
  });
  const tokens: TokenSource = options.accessToken
    ? { accessToken: options.accessToken }
    : credentials
      ? openProgramTokens(credentials, input => calls.token(input))
      : session;

  async function call(
    operation: OperationName,
    input?: object,
    own: CallOptions = {},
  ): Promise<unknown> {
    const { signal, timeoutMs: ownTimeoutMs = timeoutMs + waitedMs(input) } = own;
    const timeout = AbortSignal.timeout(ownTimeoutMs);
    const both = signal ? AbortSignal.any([signal, timeout]) : timeout;
    const request = withLanguage(describeRequest(options, operation, input), options.language);
    const policy = {
      retries: own.retries ?? retries,
      deadlineMs: performance.now() + ownTimeoutMs,
      isRepeatable: !neverRepeated.has(operation),
      signal: both,
    };
    try {
      const { host, needsToken, withCookie } = operations[operation];
      const isClosed = needsToken || (host === 'api' && options.tokenForAll);
      const attempt = () => (isClosed ? sendWithToken(request, both) : send(request, both));
      const work = () => withRetries(attempt, policy);
      return await (withCookie ? oneTabAtATime(work, both) : work());
    } catch (error) {
      const message = `no answer within ${ownTimeoutMs} ms`;
      const failure =
        error === timeout.reason
          ? new KtimaApiError(message, { reason: 'timeout', cause: error })
          : error;
      // The first call that fails is the cause: perhaps a refresh, inside another call.
      if (failure instanceof KtimaApiError) failure.host ??= operations[operation].host;
      throw failure;
    }
  }

  /** A token may be rejected before it expires, when keys change: then it is refreshed once. */
  async function sendWithToken(request: DescribedRequest, signal: AbortSignal): Promise<unknown> {
    const token = await orAborted(Promise.resolve(tokens.accessToken()), signal);
    try {
      return await send(request, signal, token);
    } catch (error) {
      const isRefused = error instanceof KtimaApiError && error.status === 401;
      if (!isRefused || token === undefined || !tokens.tokenOtherThan) throw error;
      const other = await orAborted(tokens.tokenOtherThan(token), signal);
      if (other === undefined) throw error;
      return send(request, signal, other);
    }
  }

  const calls = callsBy(call);

  /**
   * A refresh shows whether the browser has stored the cookie of a session that has just started. A
   * lost response shows nothing. An older cookie, or that of another tab, is another session.
   */
  async function hasCookie(started: HeldTokens, callOptions?: CallOptions): Promise<boolean> {
    try {
      return session.replace(started, await calls.refreshSession(callOptions));
    } catch (error) {
      const isRefused = error instanceof KtimaApiError && error.status === 401;
      return !isRefused && session.holds(started);
    }
  }

  /** The session would never be used. */
  function refuseWithCredentials(method: string): void {
    if (credentials) throw new TypeError(`${method}: this client has credentials of a program`);
  }

  const { refresh: _refresh, refreshSession: _refreshSession, ...rest } = calls;
  const { login, logout, startSession, endSession, ...others } = rest;
  return {
    ...others,
    login: async (input, callOptions) => {
      refuseWithCredentials('login');
      session.start(await login(input, callOptions));
    },
    startSession: async (input, callOptions) => {
      refuseWithCredentials('startSession');
      const started = session.start(await startSession(input, callOptions));
      return hasCookie(started, callOptions);
    },
    resumeSession: userId => {
      refuseWithCredentials('resumeSession');
      session.resume(userId);
      // Calls that need the token report a failure themselves.
      void session.accessToken().catch(() => {});
    },
    forgetSession: () => session.end('logged out'),
    logout: async callOptions => {
      if (!session.isOpen()) return;
      const refresh_token = session.refreshToken();
      // First here: even if the request fails, no later call sends the token.
      session.end('logged out');
      await (refresh_token === undefined
        ? endSession(callOptions)
        : logout({ refresh_token }, callOptions));
    },
    isLoggedIn: session.isOpen,
    userId: session.userId,
    accessToken: async () => tokens.accessToken(),
    describeRequest: (operation, input) => describeRequest(options, operation, input),
  };
}

function withLanguage(
  request: DescribedRequest,
  language: ClientOptions['language'],
): DescribedRequest {
  if (!language) return request;
  return { ...request, headers: { ...request.headers, 'accept-language': language() } };
}

/** How long the service was asked to wait. */
function waitedMs(input: { readonly wait?: unknown } = {}): number {
  return 1_000 * (Number(input.wait) || 0);
}

type Call = (operation: OperationName, input?: object, options?: CallOptions) => Promise<unknown>;

/** A method for each operation. */
function callsBy(call: Call): Calls {
  const calls = (Object.keys(operations) as OperationName[]).map(name => [
    name,
    operations[name].input === 'none'
      ? (options?: CallOptions) => call(name, undefined, options)
      : (input: object, options?: CallOptions) => call(name, input, options),
  ]);
  return Object.fromEntries(calls);
}

/** Stops waiting when the caller aborts; a pending refresh continues for the other callers. */
function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
