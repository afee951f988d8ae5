/**
 * The error codes. They are stable and independent of HTTP: `http/errors.ts` maps them to statuses,
 * and the command line prints a sentence on standard error.
 */
export type ErrorCode =
  | 'INVALID_INPUT'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'NOT_ACCEPTABLE'
  | 'PAYLOAD_TOO_LARGE'
  | 'URI_TOO_LONG'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'NO_COST_MAPPING'
  | 'KEY_REUSED'
  | 'HEADERS_TOO_LARGE'
  | 'THROTTLED'
  | 'BUSY'
  | 'TOO_LONG'
  | 'BATCH_FULL'
  | 'CLIENT_LEFT'
  | 'UNAVAILABLE'
  | 'BAD_SETTING'
  | 'BAD_DATA'
  | 'SUMS_UNCLEAR'
  | 'USAGE';

/** An error with a stable code and a message that may be shown to the client or operator. */
export class KtimaError extends Error {
  readonly code: ErrorCode;
  /** The seconds after which a retry makes sense; set for THROTTLED, BUSY, TOO_LONG and UNAVAILABLE. */
  readonly retryAfterSeconds: number | undefined;
  /** The `WWW-Authenticate` of the response, if it is not the usual one. */
  readonly challenge: string | undefined;
  /** The faults that the message names, each with its field. */
  readonly faults: readonly string[];

  constructor(
    code: ErrorCode,
    message: string,
    options: ErrorOptions & {
      retryAfterSeconds?: number;
      challenge?: string;
      faults?: readonly string[];
    } = {},
  ) {
    super(message, options);
    this.name = 'KtimaError';
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.challenge = options.challenge;
    this.faults = options.faults ?? [message];
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

/** A message names at most this many faults. */
export const mostFaults = 10;

/** The error for several faults. A fault that was found twice is named once. */
export function invalidInput(found: readonly string[]): KtimaError {
  const faults = [...new Set(found)];
  const more = faults.length - mostFaults;
  const named = faults.slice(0, mostFaults).join('; ');
  const message = more > 0 ? `${named}; and ${more} more` : named;
  return new KtimaError('INVALID_INPUT', message, { faults });
}

/** Throws INVALID_INPUT if some of these fields have a value, with a fault for each of them. */
export function rejectSent(
  fields: Readonly<Record<string, unknown>>,
  expected: (field: string) => string,
): void {
  const sent = Object.keys(fields).filter(field => fields[field] !== undefined);
  if (sent.length > 0) {
    throw invalidInput(sent.map(field => `${field}: expected ${expected(field)}`));
  }
}

/**
 * Runs all steps, also after one has failed, and returns their results. Throws one INVALID_INPUT
 * with the faults of all steps; if there are none, the first other error.
 */
export function collectFaults<Results extends readonly unknown[]>(
  ...steps: { readonly [Step in keyof Results]: () => Results[Step] }
): Results {
  const errors: unknown[] = [];
  const results = steps.map(step => {
    try {
      return step();
    } catch (error) {
      errors.push(error);
      return undefined;
    }
  });
  if (errors.length === 0) return results as unknown as Results;
  const faults = errors.flatMap(faultsOf);
  throw faults.length > 0 ? invalidInput(faults) : errors[0];
}

/** The faults of an INVALID_INPUT; other errors have none. */
export function faultsOf(error: unknown): readonly string[] {
  return error instanceof KtimaError && error.code === 'INVALID_INPUT' ? error.faults : [];
}
