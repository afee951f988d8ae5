/**
 * Every failure Ktima names. Codes are stable and know no HTTP: `http/errors.ts`
 * turns them into statuses, the command line into a sentence on standard error.
 */
export type ErrorCode =
  | 'INVALID_INPUT'
  | 'UNAUTHENTICATED'
  | 'NOT_FOUND'
  | 'PAYLOAD_TOO_LARGE'
  | 'URI_TOO_LONG'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'NO_COST_MAPPING'
  | 'HEADERS_TOO_LARGE'
  | 'THROTTLED'
  | 'BUSY'
  | 'UNAVAILABLE'
  | 'BAD_SETTING'
  | 'BAD_DATA'
  | 'USAGE';

/** A failure with a stable code and a message fit to be shown to whoever caused it. */
export class KtimaError extends Error {
  readonly code: ErrorCode;
  /** After how many seconds a retry makes sense; set on THROTTLED, BUSY and UNAVAILABLE. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: ErrorOptions & { retryAfterSeconds?: number } = {},
  ) {
    super(message, options);
    this.name = 'KtimaError';
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** An error as it was before it came out of a thread, which leaves its fields but not its class. */
export function fromThread(error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== 'KtimaError') return error;
  const { code, message, retryAfterSeconds, cause } = error as KtimaError;
  const options = retryAfterSeconds === undefined ? { cause } : { cause, retryAfterSeconds };
  return new KtimaError(code, message, options);
}

/** The error for a bad parameter or field: says which, and what was expected instead. */
export function invalid(field: string, expected: string): KtimaError {
  return new KtimaError('INVALID_INPUT', `${field}: expected ${expected}`);
}
