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

const type = (status: number, when: string, remedy: string): ErrorType => ({
  status,
  when,
  remedy,
});

const later = 'Wait `Retry-After` seconds and try again.';
const correct = 'Correct the request; it fails again as it is.';

/**
 * All kinds of error responses, by the last part of `type`. docs/errors.md, the descriptions and both
 * clients have them from here.
 */
export const errorTypes = {
  invalid_input: type(
    400,
    'A parameter or field is missing or not as described; `errors` has each.',
    'Correct the fields that `errors` names.',
  ),
  malformed_request: type(400, 'The request is no valid HTTP, or its text is not UTF-8.', correct),
  unauthenticated: type(
    401,
    'There is no valid token, or user name, password or one-time password are wrong.',
    'Get a new token, once; then ask the user to log in. `errors` names `otp` if that is missing or wrong.',
  ),
  forbidden: type(
    403,
    'The token does not have the scope, or the page is of another origin.',
    'Ask the operator for the scope that `WWW-Authenticate` names.',
  ),
  not_found: type(
    404,
    'The data do not have what was asked for.',
    'Treat it as an answer: nothing is known.',
  ),
  not_ready: type(
    404,
    'The portfolio has no result yet, or its run failed.',
    'Read its state; with `wait=30` the answer comes when it changes.',
  ),
  no_such_path: type(404, 'No operation has this path.', correct),
  method_not_allowed: type(
    405,
    'The path has no operation of this method.',
    'Use one that `Allow` names.',
  ),
  not_acceptable: type(
    406,
    'The service does not make the only format that `Accept` names.',
    'Accept another one.',
  ),
  payload_too_large: type(413, 'The body is larger than the operation takes.', 'Send it in parts.'),
  uri_too_long: type(414, 'The URL or a part of it is too long.', correct),
  unsupported_media_type: type(
    415,
    'The media type, its charset or the coding of the body is another one than described.',
    correct,
  ),
  no_cost_mapping: type(
    422,
    'The loaded cost data have no rate or index value for it.',
    'Treat it as an answer: no cost is known. The sentence names what there is.',
  ),
  key_reused: type(
    422,
    'The `Idempotency-Key` was sent before with another request.',
    'Use a new key for each new request.',
  ),
  throttled: type(429, 'A quota is used up, or too many logins failed.', later),
  queue_full: type(
    429,
    'Too many portfolios of the caller wait or run.',
    'Wait for the end of one, or delete it.',
  ),
  still_running: type(429, 'This portfolio waits or runs already.', 'Wait for its end.'),
  no_room: type(
    429,
    'The caller has too many portfolios, or too many bytes of them.',
    'Delete one, or wait until one expires.',
  ),
  headers_too_large: type(431, 'The request has too many headers, or too long ones.', correct),
  internal: type(500, 'An error inside the service.', 'Report the `X-Request-Id` to the operator.'),
  busy: type(503, 'Too many requests at once.', later),
  too_long: type(503, 'The request took longer than the service works on one.', later),
  batch_full: type(
    503,
    'Of an entry: the entries before it used up what a batch may have.',
    'Send the entry again in another batch.',
  ),
  unavailable: type(503, 'The database, the keys or an index cannot be used at the moment.', later),
} satisfies Readonly<Record<Lowercase<Exclude<ErrorCode, Unsent>> | Early, ErrorType>>;

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
