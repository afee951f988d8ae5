import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { type ErrorCode, KtimaError } from '#tools/errors.ts';
import { acceptedLanguage, acceptedType, accepts, addVary } from './accept.ts';
import { percentEncoding } from './utf8.ts';

/** The body of every error response, on both hosts. */
export const ErrorBody = Type.Object(
  {
    error: Type.Integer({ description: 'The HTTP status of this response.', examples: [400] }),
    message: Type.String({
      description: 'The error: the field, and what was expected.',
    }),
  },
  { title: 'Error', additionalProperties: false, description: 'Why a request failed.' },
);

/** The same as problem details (RFC 9457), for clients that name their media type in Accept. */
const ProblemBody = Type.Object(
  {
    type: Type.String({
      description: 'The kind of error. It is stable, the texts are not.',
      examples: ['urn:ktima:error:invalid_input'],
    }),
    title: Type.String({ description: 'The kind of error in words.' }),
    status: Type.Integer({ description: 'The HTTP status of this response.' }),
    detail: Type.String({ description: 'The error: the field, and what was expected.' }),
  },
  { title: 'Problem', additionalProperties: false, description: 'Why a request failed.' },
);

const statusByCode: Readonly<Record<ErrorCode, number>> = {
  INVALID_INPUT: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  NOT_ACCEPTABLE: 406,
  PAYLOAD_TOO_LARGE: 413,
  URI_TOO_LONG: 414,
  UNSUPPORTED_MEDIA_TYPE: 415,
  NO_COST_MAPPING: 422,
  KEY_REUSED: 422,
  THROTTLED: 429,
  HEADERS_TOO_LARGE: 431,
  BUSY: 503,
  TOO_LONG: 503,
  // Of an entry of a batch, not of a whole response.
  BATCH_FULL: 503,
  // It is not sent: the connection is closed.
  CLIENT_LEFT: 503,
  UNAVAILABLE: 503,
  // Only the command line and the start of the service throw these.
  BAD_SETTING: 500,
  BAD_DATA: 500,
  SUMS_UNCLEAR: 500,
  USAGE: 500,
};

/** Our messages for errors that Fastify reports before a handler runs. */
const frameworkErrors: Readonly<Record<string, { status: number; message: string }>> = {
  FST_ERR_BAD_URL: { status: 400, message: `path: expected ${percentEncoding}` },
  FST_ERR_MAX_PARAM_LENGTH: {
    status: 414,
    message: 'path: expected parts of at most 100 characters',
  },
  FST_ERR_CTP_EMPTY_JSON_BODY: {
    status: 400,
    message: 'request body: expected a JSON object, got nothing',
  },
  FST_ERR_CTP_INVALID_JSON_BODY: { status: 400, message: 'request body: not valid JSON' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    status: 400,
    message: 'Content-Length: does not match the size of the body',
  },
};

/** Status and message of an error response. Unexpected errors get a message without details. */
export function describeError(error: unknown): { status: number; message: string } {
  if (error instanceof KtimaError) {
    const status = statusByCode[error.code];
    if (status !== 500) return { status, message: error.message };
  } else if (error instanceof Error) {
    const known = frameworkErrors[(error as { code?: string }).code ?? ''];
    if (known) return known;
    const { statusCode = 500 } = error as { statusCode?: number };
    if (statusCode === 400) return { status: 400, message: 'request: malformed' };
  }
  return {
    status: 500,
    message: 'internal error; report the X-Request-Id of this response to the operator',
  };
}

/** Fastify's error handler: by default the same body for every error. Logs unexpected errors. */
export function errorHandler(log: FastifyBaseLogger, send: SendError = sendError) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const error = withExpectation(thrown, request);
    const { status, message } = describeError(error);
    if (status === 500) log.error({ requestId: request.id, err: error }, 'request failed');
    // They were set before the handler failed.
    if (reply.hasHeader('etag')) reply.removeHeader('etag').removeHeader('cache-control');
    const known = error instanceof KtimaError ? error : undefined;
    const challenge = known?.challenge ?? (status === 401 ? 'Bearer' : undefined);
    if (challenge !== undefined) reply.header('www-authenticate', challenge);
    if (known?.retryAfterSeconds !== undefined) {
      reply.header('retry-after', known.retryAfterSeconds);
    }
    return send(reply, status, message, error);
  };
}

/** The kinds of errors that have no code. */
const kindByStatus: Readonly<Record<number, string>> = {
  400: 'malformed_request',
  404: 'no_such_path',
  405: 'method_not_allowed',
  414: 'uri_too_long',
};

/** The kind of an error, as `type` names it. */
function kindOf(status: number, error: unknown): string {
  if (error instanceof KtimaError && status !== 500) return error.code.toLowerCase();
  return kindByStatus[status] ?? 'internal';
}

/** Sends the body of an error response. */
type SendError = (
  reply: FastifyReply,
  status: number,
  message: string,
  error: unknown,
) => FastifyReply;

/** Fastify's errors for a body do not name the media types and the length that the route accepts. */
function withExpectation(error: unknown, { routeOptions }: FastifyRequest): unknown {
  const { code } = error as { code?: string };
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    const expected = (routeOptions.schema?.consumes ?? [json]).join(' or ');
    const message = `Content-Type: expected ${expected}`;
    return new KtimaError('UNSUPPORTED_MEDIA_TYPE', message, { cause: error });
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const most = routeOptions.bodyLimit!.toLocaleString('en');
    const message = `request body: expected at most ${most} bytes`;
    return new KtimaError('PAYLOAD_TOO_LARGE', message, { cause: error });
  }
  return error;
}

export function sendError(
  reply: FastifyReply,
  status: number,
  message: string,
  error?: unknown,
): FastifyReply {
  addVary(reply, 'accept');
  reply.code(status);
  if (!accepts(reply.request.headers.accept, problemJson)) {
    return reply.type(json).send(JSON.stringify({ error: status, message }));
  }
  const kind = kindOf(status, error);
  const title = kind[0]!.toUpperCase() + kind.slice(1).replaceAll('_', ' ');
  const type = `urn:ktima:error:${kind}`;
  return reply.type(problemJson).send(JSON.stringify({ type, title, status, detail: message }));
}

/** The description of a 503; `what` is the part that the operation needs. */
export function unavailable(what: string): string {
  return (
    `${what} cannot be used at the moment (out of reach, too slow, full or damaged), there are ` +
    'too many requests at once, or this one took too long; `Retry-After` says when to try again.'
  );
}

const json = 'application/json';
const problemJson = 'application/problem+json';

function exampleOf(status: string) {
  return { error: Number(status), message: 'what is wrong, in words' };
}

/** The bodies of an error response, for the description. */
export function errorContent(example?: object) {
  return {
    [json]: { schema: ErrorBody, ...(example && { example }) },
    [problemJson]: { schema: ProblemBody },
  };
}

/** OpenAPI error responses of an operation, from status and condition. */
export function errorResponses(when: Readonly<Record<number, string>>) {
  return Object.fromEntries(
    Object.entries(when).map(([status, description]) => [
      status,
      { description, content: errorContent(exampleOf(status)) },
    ]),
  );
}

/** The paths of programs, which get JSON whatever they prefer. */
const programPaths = ['/api/', '/auth/', '/ogc/', '/tiles/', '/.well-known/'];

const texts = {
  el: ['Η σελίδα δεν υπάρχει', 'Η διεύθυνση είναι λάθος ή παλιά.', 'Άνοιγμα του Ktima'],
  en: ['There is no such page', 'The address is wrong or old.', 'Open Ktima'],
} as const;

/** Responds 404 with a page to a reader who prefers one; false if the response must be JSON. */
export function sendMissingPage(request: FastifyRequest, reply: FastifyReply): boolean {
  if (request.method !== 'GET' || programPaths.some(path => request.raw.url!.startsWith(path))) {
    return false;
  }
  addVary(reply, 'accept');
  const offered = ['application/json', 'text/html'] as const;
  if (acceptedType(request.headers.accept, offered) !== 'text/html') return false;
  const language = acceptedLanguage(request, reply) ?? 'en';
  const [title, text, link] = texts[language];
  reply
    .code(404)
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} · Ktima</title>
<h1>${title}</h1>
<p>${text} <a href="/">${link}</a>
</html>
`);
  return true;
}
