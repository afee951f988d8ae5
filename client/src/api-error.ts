/** Why a call failed: an error response, no connection, or a time-out. */
export type FailureReason = 'answer' | 'network' | 'timeout';

interface Details {
  readonly reason: FailureReason;
  readonly status?: number;
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** The error of every failed call, except of a call that its caller aborted. */
export class KtimaApiError extends Error {
  readonly reason: FailureReason;
  /** The HTTP status; 0 when there was no response. */
  readonly status: number;
  /** The `X-Request-Id` of the response, by which the operator finds it in the logs. */
  readonly requestId: string | undefined;
  /** Seconds to wait before a retry, if the service sent `Retry-After`. */
  readonly retryAfter: number | undefined;
  /**
   * The service that failed: `auth` also for a call of the API whose token could not be refreshed.
   * Undefined outside a call.
   */
  host: 'api' | 'auth' | undefined;

  constructor(message: string, { reason, status = 0, requestId, retryAfter, cause }: Details) {
    super(message, { cause });
    this.name = 'KtimaApiError';
    this.reason = reason;
    this.status = status;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}

/** The error of an unexpected response; `message` is used if its body has none. */
export function errorOfAnswer(
  { status, headers }: Response,
  body: string,
  message = `the service answered ${status}`,
  cause?: unknown,
): KtimaApiError {
  return new KtimaApiError(messageOf(body) ?? message, {
    reason: 'answer',
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: secondsOf(headers.get('retry-after')),
    cause,
  });
}

/** The message in a body of our services; a proxy may have sent any other body. */
function messageOf(body: string): string | undefined {
  try {
    // The second is that of OAuth 2.0, which only `token` has.
    const { message, error_description } = JSON.parse(body) as Record<string, unknown>;
    const text = message ?? error_description;
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}

/** `Retry-After` in seconds, from either of its forms (RFC 9110 §10.2.3). */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header);
  const time = Date.parse(header);
  return Number.isNaN(time) ? undefined : Math.max(0, Math.ceil((time - Date.now()) / 1_000));
}
