import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import { errorTypes } from '#http/errors/error-types.ts';
import { text } from '#http/openapi/wire-types.ts';
import { type Described, ErrorBody, sendError } from '#http/server/error-answers.ts';
import { KtimaError } from '#tools/errors.ts';

/** The only media type of a request for a token (RFC 6749 §4.4.2). */
export const formType = 'application/x-www-form-urlencoded';

/** The codes of RFC 6749 §5.2, and one of §4.1.2.1 for when to try again. */
type OAuthCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'unsupported_grant_type'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'temporarily_unavailable';

const OAuthError = Type.Object(
  {
    error: text('A code of RFC 6749 §5.2.', { examples: ['invalid_client'] }),
    error_description: text('The error in words.'),
  },
  { title: 'OAuthError', description: 'Why no token was issued (RFC 6749 §5.2).' },
);

/** Malformed HTTP and overload are answered before the operation is known. */
const mayBeUsual = ['400', '503'];
const OAuthOrUsualError = Type.Unsafe({
  title: 'OAuthOrUsualError',
  anyOf: [OAuthError, ErrorBody],
});

const refusals: Readonly<Record<number, readonly [OAuthCode, string]>> = {
  400: ['invalid_request', 'A field is missing or wrong, or the client may not have the scope.'],
  401: [
    'invalid_client',
    'The client is unknown, disabled, expired or temporarily locked, or its credentials are wrong.',
  ],
  413: ['invalid_request', 'The body is too large.'],
  415: ['invalid_request', `The body is not ${formType}.`],
  429: [
    'temporarily_unavailable',
    'Too many attempts from this IP address failed; retry after `Retry-After` seconds.',
  ],
  503: [
    'temporarily_unavailable',
    'The database cannot be used at the moment; retry after `Retry-After` seconds.',
  ],
};

/** An error whose OAuth code does not follow from its status. */
export class TokenError extends KtimaError {
  readonly oauthCode: OAuthCode;

  constructor(oauthCode: OAuthCode, message: string) {
    super('INVALID_INPUT', message);
    this.oauthCode = oauthCode;
  }
}

/** Sends an error with the body of RFC 6749 §5.2. */
export function sendOAuthError(reply: FastifyReply, described: Described, error: unknown) {
  const { message } = described;
  const { status } = errorTypes[described.kind];
  const refusal = refusals[status];
  // Errors of any request, which the description lists for every operation.
  if (!refusal) return sendError(reply, described);
  if (status === 401) reply.header('www-authenticate', 'Basic realm="ktima"');
  return reply
    .code(status)
    .type('application/json')
    .send(
      JSON.stringify({
        error: error instanceof TokenError ? error.oauthCode : refusal[0],
        // RFC 6749 §5.2 allows no other characters.
        error_description: message.replaceAll(/["\\]/g, "'").replaceAll(/[^ -~]/g, '?'),
      }),
    );
}

/** The error responses, for the description. */
export function oauthResponses() {
  return Object.fromEntries(
    Object.entries(refusals).map(([status, [error, description]]) => {
      const example = { error, error_description: 'what is wrong, in words' };
      const schema = mayBeUsual.includes(status) ? OAuthOrUsualError : OAuthError;
      const content = { 'application/json': { schema, example } };
      return [status, { description, content }];
    }),
  );
}
