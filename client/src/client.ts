import { KtimaApiError } from './api-error.ts';
import type { CallOptions } from './call.ts';
import { type Addresses, type DescribedRequest, describeRequest } from './describe-request.ts';
import { type Calls, type OperationName, operations } from './operations.ts';
import { withRetries } from './retry.ts';
import { sender } from './send.ts';
import { openSession, type SessionEnd } from './session.ts';
import type { LoginInput } from './types.ts';

export type { FailureReason } from './api-error.ts';
export { KtimaApiError } from './api-error.ts';
export type { CallOptions } from './call.ts';
export type { Addresses, DescribedRequest } from './describe-request.ts';
export { tokenPlaceholder } from './describe-request.ts';
export type { Answer, Calls, Input, OperationName } from './operations.ts';
export type { SessionEnd } from './session.ts';
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
  /** Called once when a session ends: by `logout`, or because it can no longer be refreshed. */
  readonly onSessionEnd?: (why: SessionEnd) => void;
}

/** Every operation as a method, and the session that some of them need. */
export interface Client extends Omit<Calls, 'login' | 'refresh' | 'logout'> {
  /** Logs in. Later calls send a token, which is kept in memory and refreshed automatically. */
  login(input: LoginInput, options?: CallOptions): Promise<void>;
  /** Ends the session here and at the service; does not fail if the session has already ended. */
  logout(options?: CallOptions): Promise<void>;
  isLoggedIn(): boolean;
  /** The request of an operation, for display: it has a placeholder in place of the token. */
  describeRequest(operation: OperationName, input?: object): DescribedRequest;
}

/** A repeated login could count as a second failure, or use up a one-time password. */
const neverRepeated: OperationName = 'login';

/** A client of both services. */
export function createClient(options: ClientOptions): Client {
  const { timeoutMs = 10_000, retries = 2, onSessionEnd = () => {} } = options;
  const send = sender(options.fetch ?? globalThis.fetch.bind(globalThis));
  const session = openSession({
    refresh: refresh_token => call('refresh', { refresh_token }) as ReturnType<Calls['refresh']>,
    onEnd: onSessionEnd,
  });

  async function call(
    operation: OperationName,
    input?: object,
    { signal, timeoutMs: ownTimeoutMs = timeoutMs }: CallOptions = {},
  ): Promise<unknown> {
    const timeout = AbortSignal.timeout(ownTimeoutMs);
    const both = signal ? AbortSignal.any([signal, timeout]) : timeout;
    const request = describeRequest(options, operation, input);
    const policy = {
      retries,
      deadlineMs: performance.now() + ownTimeoutMs,
      isRepeatable: operation !== neverRepeated,
      signal: both,
    };
    try {
      const { needsToken } = operations[operation];
      const attempt = () => (needsToken ? sendWithToken(request, both) : send(request, both));
      return await withRetries(attempt, policy);
    } catch (error) {
      if (error !== timeout.reason) throw error;
      const message = `no answer within ${ownTimeoutMs} ms`;
      throw new KtimaApiError(message, { reason: 'timeout', cause: error });
    }
  }

  /** A token may be rejected before it expires, when keys change: then it is refreshed once. */
  async function sendWithToken(request: DescribedRequest, signal: AbortSignal): Promise<unknown> {
    const given = options.accessToken ?? session.accessToken;
    const token = await orAborted(Promise.resolve(given()), signal);
    try {
      return await send(request, signal, token);
    } catch (error) {
      const isRefused = error instanceof KtimaApiError && error.status === 401;
      if (!isRefused || token === undefined || options.accessToken) throw error;
      const other = await orAborted(session.tokenOtherThan(token), signal);
      if (other === undefined) throw error;
      return send(request, signal, other);
    }
  }

  const calls = Object.fromEntries(
    (Object.keys(operations) as OperationName[]).map(name => [
      name,
      operations[name].input === 'none'
        ? (callOptions?: CallOptions) => call(name, undefined, callOptions)
        : (input: object, callOptions?: CallOptions) => call(name, input, callOptions),
    ]),
  ) as unknown as Calls;
  const { login, refresh: _refresh, logout, ...rest } = calls;
  return {
    ...rest,
    login: async (input, callOptions) => session.start(await login(input, callOptions)),
    logout: async callOptions => {
      const refresh_token = session.refreshToken();
      // First here: even if the request fails, no later call sends the token.
      session.end('logged out');
      if (refresh_token !== undefined) await logout({ refresh_token }, callOptions);
    },
    isLoggedIn: session.isOpen,
    describeRequest: (operation, input) => describeRequest(options, operation, input),
  };
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
