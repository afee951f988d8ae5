/**
 * The error codes. They are stable and independent of HTTP: `http/errors.ts` maps them to statuses,
 * and the command line prints a sentence on standard error.
 */
export type ErrorCode =
  | 'INVALID_INPUT'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'PAYLOAD_TOO_LARGE'
  | 'URI_TOO_LONG'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'NO_COST_MAPPING'
  | 'HEADERS_TOO_LARGE'
  | 'THROTTLED'
  | 'BUSY'
  | 'TOO_LONG'
  | 'BATCH_FULL'
  | 'CLIENT_LEFT'
  | 'UNAVAILABLE'
  | 'BAD_SETTING'
  | 'BAD_DATA'
  | 'USAGE';

/** An error with a stable code and a message that may be shown to the client or operator. */
export class KtimaError extends Error {
  readonly code: ErrorCode;
  /** The seconds after which a retry makes sense; set for THROTTLED, BUSY, TOO_LONG and UNAVAILABLE. */
  readonly retryAfterSeconds: number | undefined;
  /** The `WWW-Authenticate` of the response, if it is not the usual one. */
  readonly challenge: string | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: ErrorOptions & { retryAfterSeconds?: number; challenge?: string } = {},
  ) {
    super(message, options);
    this.name = 'KtimaError';
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.challenge = options.challenge;
  }
}

/** Restores the class of an error from a worker thread, which keeps only the fields. */
export function fromThread(error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== 'KtimaError') return error;
  const { code, message, retryAfterSeconds, cause } = error as KtimaError;
  const options = retryAfterSeconds === undefined ? { cause } : { cause, retryAfterSeconds };
  return new KtimaError(code, message, options);
}

/**
 * The sentence for the operator at the terminal. It has the reason why a database cannot be reached;
 * clients do not get that.
 */
export function sentenceOf({ message, retryAfterSeconds, cause }: KtimaError): string {
  return retryAfterSeconds && cause instanceof Error ? `${message} (${cause.message})` : message;
}

/** The error for an invalid parameter or field, with what was expected. */
export function invalid(field: string, expected: string): KtimaError {
  return new KtimaError('INVALID_INPUT', `${field}: expected ${expected}`);
}
