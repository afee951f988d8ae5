import type { Fault, Problem } from './types.ts';

/** Why a call failed: an error response, no connection, or a time-out. */
export type FailureReason = 'answer' | 'network' | 'timeout';

interface Details {
  readonly reason: FailureReason;
  readonly status?: number;
  readonly type?: Problem['type'] | undefined;
  readonly errors?: readonly Fault[];
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** The error of every failed call, except of a call that its caller aborted. */
export class KtimaApiError extends Error {
  readonly reason: FailureReason;
  /** The HTTP status; 0 when there was no response. */
  readonly status: number;
  /** The kind of error, one of `errorTypes`; undefined if the response was not of our services. */
  readonly type: Problem['type'] | undefined;
  /** The faults that the message names, with their fields; empty for other errors. */
  readonly errors: readonly Fault[];
  /** The `X-Request-Id` of the response, by which the operator finds it in the logs. */
  readonly requestId: string | undefined;
  /** Seconds to wait before a retry, if the service sent `Retry-After`. */
  readonly retryAfter: number | undefined;
  /**
   * The service that failed: `auth` also for a call of the API whose token could not be refreshed.
   * Undefined outside a call.
   */
  host: 'api' | 'auth' | undefined;

  constructor(message: string, details: Details) {
    const { reason, status = 0, type, errors = [], requestId, retryAfter, cause } = details;
    super(message, { cause });
    this.name = 'KtimaApiError';
    this.reason = reason;
    this.status = status;
    this.type = type;
    this.errors = errors;
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
  const said = readBody(body);
  return new KtimaApiError(said.message ?? message, {
    reason: 'answer',
    status,
    type: said.type,
    errors: said.errors,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: secondsOf(headers.get('retry-after')),
    cause,
  });
}

/** The error in a body of our services; a proxy may have sent any other body. */
function readBody(body: string): Pick<KtimaApiError, 'type' | 'errors'> & { message?: string } {
  try {
    // The third is that of OAuth 2.0, which only `token` has.
    const { type, detail, errors, message, error_description } = JSON.parse(body);
    const text: unknown = detail ?? message ?? error_description;
    return {
      type: typeof type === 'string' ? (type as Problem['type']) : undefined,
      errors: Array.isArray(errors) ? errors : [],
      ...(typeof text === 'string' && { message: text }),
    };
  } catch {
    return { type: undefined, errors: [] };
  }
}

/** `Retry-After` in seconds, from either of its forms (RFC 9110 §10.2.3). */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header);
  const time = Date.parse(header);
  return Number.isNaN(time) ? undefined : Math.max(0, Math.ceil((time - Date.now()) / 1_000));
}
