import { type Coded, inEnglish, type Sentence } from './notation/sentences.ts';

/**
 * The error codes. They are stable and independent of HTTP: `http/errors/error-types.ts` has their
 * statuses, and the command line prints a sentence on standard error.
 */
export type ErrorCode =
  | 'INVALID_INPUT'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'NOT_READY'
  | 'NOT_ACCEPTABLE'
  | 'PAYLOAD_TOO_LARGE'
  | 'URI_TOO_LONG'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'NO_COST_MAPPING'
  | 'KEY_REUSED'
  | 'HEADERS_TOO_LARGE'
  | 'THROTTLED'
  | 'QUEUE_FULL'
  | 'STILL_RUNNING'
  | 'NO_ROOM'
  | 'BUSY'
  | 'TOO_LONG'
  | 'BATCH_FULL'
  | 'CLIENT_LEFT'
  | 'UNAVAILABLE'
  | 'BAD_SETTING'
  | 'BAD_DATA'
  | 'USAGE';

/** What may be wrong with a field. Programs read these codes, so they are stable. */
export const faultCodes = {
  missing: 'it is required',
  unknown_field: 'the operation does not have it; `suggestion` is a name that is nearly the same',
  repeated: 'it was sent more than once',
  not_text: 'it is not a text',
  not_a_number: 'it is not a number',
  not_a_whole_number: 'it is not a whole number',
  not_a_boolean: 'it is neither true nor false',
  out_of_range: 'it is below `least`, above `most`, not above `more_than`, or before `earliest`',
  not_one_of: 'it is none of `allowed`',
  too_short: 'it has fewer than `least` characters',
  too_long: 'it has more than `most` characters',
  conflict: 'it does not go together with what else was sent, or needs it',
  not_found: 'the data do not have what it names',
  not_valid: 'it is not as described, in another way',
} as const;
export type FaultCode = keyof typeof faultCodes;

/** A fault of a field, which is empty for the request as a whole. */
export interface Fault {
  readonly field: string;
  readonly code: FaultCode;
  /** The sentence about it; faults with the same sentence are named once. */
  readonly message: string;
  readonly least?: number;
  readonly most?: number;
  readonly more_than?: number;
  readonly allowed?: readonly string[];
  readonly suggestion?: string;
  /** The first day or quarter that there are data of. */
  readonly earliest?: string;
}

type FaultValues = Omit<Fault, 'field' | 'code' | 'message'>;

/** A fault of a field, with what was expected. */
export function faultOf(
  field: string,
  expected: string,
  code: FaultCode = 'not_valid',
  values?: FaultValues,
): Fault {
  return { field, code, message: `${field}: expected ${expected}`, ...values };
}

/** An error with a stable code and a message that may be shown to the client or operator. */
export class KtimaError extends Error {
  readonly code: ErrorCode;
  /** The seconds after which a retry makes sense; set for THROTTLED, BUSY, TOO_LONG and UNAVAILABLE. */
  readonly retryAfterSeconds: number | undefined;
  /** The `WWW-Authenticate` of the response, if it is not the usual one. */
  readonly challenge: string | undefined;
  /** The faults that the message names; those of INVALID_INPUT and of some others. */
  readonly faults: readonly Fault[];
  /** The message as data, if it was made of a sentence. */
  readonly said: Coded<string> | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: ErrorOptions & {
      retryAfterSeconds?: number;
      challenge?: string;
      faults?: readonly Fault[];
      said?: Coded<string>;
    } = {},
  ) {
    super(message, options);
    this.name = 'KtimaError';
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.challenge = options.challenge;
    const own =
      code === 'INVALID_INPUT' ? [{ field: '', code: 'not_valid', message } as const] : [];
    this.faults = options.faults ?? own;
    this.said = options.said;
  }
}

/** The error of a command that is used wrongly. */
export const usageError = (message: string, options?: ErrorOptions) =>
  new KtimaError('USAGE', message, options);

/** The error of a file or database that is not as expected. */
export const badData = (message: string, options?: ErrorOptions) =>
  new KtimaError('BAD_DATA', message, options);

/** The error of a setting, or of what it names. */
export const badSetting = (message: string, options?: ErrorOptions) =>
  new KtimaError('BAD_SETTING', message, options);

/** An error whose message is a sentence, which it has as data too. */
export function failure(
  code: ErrorCode,
  said: Sentence,
  options?: ConstructorParameters<typeof KtimaError>[2],
): KtimaError {
  return new KtimaError(code, inEnglish(said), { ...options, said });
}

/** Restores the class of an error from a worker thread, which keeps only the fields. */
export function fromThread(error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== 'KtimaError') return error;
  const { code, message, ...options } = error as KtimaError;
  return new KtimaError(code, message, { ...options, cause: error.cause } as object);
}

/**
 * The sentence for the operator at the terminal. It has the reason why a database cannot be reached;
 * clients do not get that.
 */
export function sentenceOf({ message, retryAfterSeconds, cause }: KtimaError): string {
  return retryAfterSeconds && cause instanceof Error ? `${message} (${cause.message})` : message;
}

/** The error for an invalid parameter or field, with what was expected. */
export function invalid(...fault: Parameters<typeof faultOf>): KtimaError {
  return invalidInput([faultOf(...fault)]);
}

/** The error for a value that is none of those allowed. */
export function noneOf(field: string, allowed: readonly string[], how = 'one'): KtimaError {
  return invalid(field, `${how} of ${allowed.join(', ')}`, 'not_one_of', { allowed });
}

/** The error for a parameter that names what the data do not have. */
export function notFound(field: string, what: string): KtimaError {
  const message = `${field}: ${what}`;
  return new KtimaError('NOT_FOUND', message, { faults: [{ field, code: 'not_found', message }] });
}

/** A message names at most this many faults. */
export const mostFaults = 10;

/** The error for several faults. A sentence that was found twice is named once. */
export function invalidInput(faults: readonly Fault[]): KtimaError {
  const sentences = [...new Set(faults.map(({ message }) => message))];
  const more = sentences.length - mostFaults;
  const named = sentences.slice(0, mostFaults).join('; ');
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
    throw invalidInput(sent.map(field => faultOf(field, expected(field), 'conflict')));
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
export function faultsOf(error: unknown): readonly Fault[] {
  return error instanceof KtimaError && error.code === 'INVALID_INPUT' ? error.faults : [];
}
