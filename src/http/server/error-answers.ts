import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { type Fault, type FaultCode, faultCodes, KtimaError, mostFaults } from '#tools/errors.ts';
import { allTypes, type ErrorKind, errorTypes, kindOfCode, typeOf } from '../errors/error-types.ts';
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

const FaultBody = Type.Object(
  {
    field: Type.String({
      description: 'The parameter or field; empty for the request as a whole.',
      examples: ['build_area'],
    }),
    code: Type.Enum(Object.keys(faultCodes) as FaultCode[], {
      type: 'string',
      description: 'What is wrong with it.',
    }),
    message: Type.String({ description: 'The same in words.' }),
    least: Type.Optional(Type.Number({ description: 'Of `out_of_range` and `too_short`.' })),
    most: Type.Optional(Type.Number({ description: 'Of `out_of_range` and `too_long`.' })),
    more_than: Type.Optional(Type.Number({ description: 'Of `out_of_range`.' })),
    allowed: Type.Optional(Type.Array(Type.String(), { description: 'Of `not_one_of`.' })),
    earliest: Type.Optional(
      Type.String({ description: 'Of `out_of_range`: the first day or quarter with data.' }),
    ),
    suggestion: Type.Optional(Type.String({ description: 'Of `unknown_field`, if one is near.' })),
  },
  { title: 'Fault', additionalProperties: false },
);

/** The same as problem details (RFC 9457), for clients that name their media type in Accept. */
export const ProblemBody = Type.Object(
  {
    type: Type.Enum(allTypes, {
      type: 'string',
      description: 'The kind of error. It is stable, the texts are not.',
    }),
    title: Type.String({ description: 'The kind of error in words.' }),
    status: Type.Integer({ description: 'The HTTP status of this response.' }),
    detail: Type.String({ description: 'The error: the field, and what was expected.' }),
    errors: Type.Array(FaultBody, {
      description: 'The faults that `detail` names, with their fields; empty for other errors.',
    }),
  },
  { title: 'Problem', additionalProperties: false, description: 'Why a request failed.' },
);

/** Our messages for errors that Fastify reports before a handler runs. */
const frameworkErrors: Readonly<Record<string, readonly [kind: ErrorKind, message: string]>> = {
  FST_ERR_BAD_URL: ['malformed_request', `path: expected ${percentEncoding}`],
  FST_ERR_MAX_PARAM_LENGTH: ['uri_too_long', 'path: expected parts of at most 100 characters'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [
    'malformed_request',
    'request body: expected a JSON object, got nothing',
  ],
  FST_ERR_CTP_INVALID_JSON_BODY: ['malformed_request', 'request body: not valid JSON'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'malformed_request',
    'Content-Length: does not match the size of the body',
  ],
};

/** An error as it is sent. */
export interface Described {
  readonly kind: ErrorKind;
  readonly message: string;
  readonly faults?: readonly Fault[];
}

/** The kind and the message of an error response. Unexpected errors get one without details. */
export function describeError(error: unknown): Described {
  if (error instanceof KtimaError) {
    const kind = kindOfCode(error.code);
    if (kind !== 'internal') return { kind, message: error.message, faults: error.faults };
  } else if (error instanceof Error) {
    const known = frameworkErrors[(error as { code?: string }).code ?? ''];
    if (known) return { kind: known[0], message: known[1] };
    const { statusCode = 500 } = error as { statusCode?: number };
    if (statusCode === 400) return { kind: 'malformed_request', message: 'request: malformed' };
  }
  return {
    kind: 'internal',
    message: 'internal error; report the X-Request-Id of this response to the operator',
  };
}

/** Fastify's error handler: by default the same body for every error. Logs unexpected errors. */
export function errorHandler(log: FastifyBaseLogger, send: SendError = sendError) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const error = withExpectation(thrown, request);
    const described = describeError(error);
    const { status } = errorTypes[described.kind];
    if (status === 500) log.error({ requestId: request.id, err: error }, 'request failed');
    // They were set before the handler failed.
    if (reply.hasHeader('etag')) reply.removeHeader('etag').removeHeader('cache-control');
    if (reply.hasHeader('ktima-ignored')) reply.removeHeader('ktima-ignored');
    const known = error instanceof KtimaError ? error : undefined;
    const challenge = known?.challenge ?? (status === 401 ? 'Bearer' : undefined);
    if (challenge !== undefined) reply.header('www-authenticate', challenge);
    if (known?.retryAfterSeconds !== undefined) {
      reply.header('retry-after', known.retryAfterSeconds);
    }
    return send(reply, described, error);
  };
}

type SendError = (reply: FastifyReply, described: Described, error: unknown) => FastifyReply;

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

export function sendError(reply: FastifyReply, described: Described): FastifyReply {
  addVary(reply, 'accept');
  const isProblem = wantsProblem(reply.request);
  return reply
    .code(errorTypes[described.kind].status)
    .type(isProblem ? problemJson : json)
    .send(JSON.stringify(errorBody(described, isProblem)));
}

/** Whether a client asked for problem details. */
export function wantsProblem({ headers }: FastifyRequest): boolean {
  return accepts(headers.accept, problemJson);
}

/** The body of an error in the form that was asked for. */
export function errorBody({ kind, message, faults = [] }: Described, isProblem: boolean) {
  const { status } = errorTypes[kind];
  if (!isProblem) return { error: status, message };
  const title = kind[0]!.toUpperCase() + kind.slice(1).replaceAll('_', ' ');
  const errors = faults.slice(0, mostFaults);
  return { type: typeOf(kind), title, status, detail: message, errors };
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

/** The responses of an operation: its good one, and errors from status and condition. */
export function responses(good: object, when: Readonly<Record<number, string>>) {
  return { 200: good, ...errorResponses(when) };
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
<style>:root { color-scheme: light dark; font: 1.125rem/1.5 system-ui; margin: 20vh auto; max-width: 32rem; padding: 0 1rem }</style>
<h1>${title}</h1>
<p>${text} <a href="/">${link}</a>
</html>
`);
  return true;
}
