/** Why a call failed: the service said no, could not be reached, or took too long. */
export type FailureReason = 'answer' | 'network' | 'timeout';

interface Details {
  readonly reason: FailureReason;
  readonly status?: number;
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** What every failed call rejects with, but for one that its caller aborted. */
export class KtimaApiError extends Error {
  readonly reason: FailureReason;
  /** The HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The answer's `X-Request-Id`, which helps whoever runs the service to find it. */
  readonly requestId: string | undefined;
  /** After how many seconds a further try makes sense, where the service said so. */
  readonly retryAfter: number | undefined;

  constructor(message: string, { reason, status = 0, requestId, retryAfter, cause }: Details) {
    super(message, { cause });
    this.name = 'KtimaApiError';
    this.reason = reason;
    this.status = status;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}

/** The error of an answer that is not what it should be; `message` unless its body has one. */
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

/** Our services say what is wrong; a proxy on the way may answer with anything. */
function messageOf(body: string): string | undefined {
  try {
    const { message } = JSON.parse(body) as { message?: unknown };
    return typeof message === 'string' ? message : undefined;
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
