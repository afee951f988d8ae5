import type { ErrorCode } from '#tools/errors.ts';

/** A kind of error response: when a client gets it, and what it does then. */
interface ErrorType {
  readonly status: number;
  readonly when: string;
  readonly remedy: string;
}

/** Codes that only the command line and the start of the service have, or that are not sent. */
type Unsent = 'BAD_SETTING' | 'BAD_DATA' | 'USAGE' | 'CLIENT_LEFT';

/** Kinds of errors that the framework reports, before a handler runs. */
type Early = 'malformed_request' | 'no_such_path' | 'method_not_allowed' | 'internal';

const later = 'Wait `Retry-After` seconds and try again.';
const correct = 'Correct the request; it fails again as it is.';

/**
 * All kinds of error responses, by the last part of `type`. docs/errors.md, the descriptions and both
 * clients have them from here.
 */
export const errorTypes = {
  invalid_input: {
    status: 400,
    when: 'A parameter or field is missing or not as described; `errors` has each.',
    remedy: 'Correct the fields that `errors` names.',
  },
  malformed_request: {
    status: 400,
    when: 'The request is no valid HTTP, or its text is not UTF-8.',
    remedy: correct,
  },
  unauthenticated: {
    status: 401,
    when: 'There is no valid token, or user name, password or one-time password are wrong.',
    remedy:
      'Get a new token, once; then ask the user to log in. `errors` names `otp` if that is missing or wrong.',
  },
  forbidden: {
    status: 403,
    when: 'The token does not have the scope, or the page is of another origin.',
    remedy: 'Ask the operator for the scope that `WWW-Authenticate` names.',
  },
  not_found: {
    status: 404,
    when: 'The data do not have what was asked for.',
    remedy: 'Treat it as an answer: nothing is known.',
  },
  not_ready: {
    status: 404,
    when: 'The portfolio has no result yet, or its run failed.',
    remedy: 'Read its state; with `wait=30` the answer comes when it changes.',
  },
  no_such_path: { status: 404, when: 'No operation has this path.', remedy: correct },
  method_not_allowed: {
    status: 405,
    when: 'The path has no operation of this method.',
    remedy: 'Use one that `Allow` names.',
  },
  not_acceptable: {
    status: 406,
    when: 'The service does not make the only format that `Accept` names.',
    remedy: 'Accept another one.',
  },
  payload_too_large: {
    status: 413,
    when: 'The body is larger than the operation takes.',
    remedy: 'Send it in parts.',
  },
  uri_too_long: { status: 414, when: 'The URL or a part of it is too long.', remedy: correct },
  unsupported_media_type: {
    status: 415,
    when: 'The media type, its charset or the coding of the body is another one than described.',
    remedy: correct,
  },
  no_cost_mapping: {
    status: 422,
    when: 'The loaded cost data have no rate or index value for it.',
    remedy: 'Treat it as an answer: no cost is known. The sentence names what there is.',
  },
  key_reused: {
    status: 422,
    when: 'The `Idempotency-Key` was sent before with another request.',
    remedy: 'Use a new key for each new request.',
  },
  throttled: {
    status: 429,
    when: 'A quota is used up, or too many logins failed.',
    remedy: later,
  },
  queue_full: {
    status: 429,
    when: 'Too many portfolios of the caller wait or run.',
    remedy: 'Wait for the end of one, or delete it.',
  },
  still_running: {
    status: 429,
    when: 'This portfolio waits or runs already.',
    remedy: 'Wait for its end.',
  },
  no_room: {
    status: 429,
    when: 'The caller has too many portfolios, or too many bytes of them.',
    remedy: 'Delete one, or wait until one expires.',
  },
  headers_too_large: {
    status: 431,
    when: 'The request has too many headers, or too long ones.',
    remedy: correct,
  },
  internal: {
    status: 500,
    when: 'An error inside the service.',
    remedy: 'Report the `X-Request-Id` to the operator.',
  },
  busy: { status: 503, when: 'Too many requests at once.', remedy: later },
  too_long: {
    status: 503,
    when: 'The request took longer than the service works on one.',
    remedy: later,
  },
  batch_full: {
    status: 503,
    when: 'Of an entry: the entries before it used up what a batch may have.',
    remedy: 'Send the entry again in another batch.',
  },
  unavailable: {
    status: 503,
    when: 'The database, the keys or an index cannot be used at the moment.',
    remedy: later,
  },
} as const satisfies Readonly<Record<Lowercase<Exclude<ErrorCode, Unsent>> | Early, ErrorType>>;

/** The last part of `type`. */
export type ErrorKind = keyof typeof errorTypes;

/** `type` of a problem (RFC 9457). */
export function typeOf(kind: ErrorKind): string {
  return `urn:ktima:error:${kind}`;
}

/** All values of `type`. */
export const allTypes = Object.keys(errorTypes).map(kind => typeOf(kind as ErrorKind));

/** The kind of a code; that of an error that is not sent is `internal`. */
export function kindOfCode(code: ErrorCode): ErrorKind {
  const kind = code.toLowerCase();
  return kind in errorTypes ? (kind as ErrorKind) : 'internal';
}
