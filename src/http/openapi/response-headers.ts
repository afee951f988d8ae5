import type { Header, OpenApi, Operation, Response } from './document.ts';

const headers: Readonly<Record<string, Header>> = {
  'X-Request-Id': {
    description: 'Names this request in the log: the id that was sent with it, else a new one.',
    required: true,
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'After how many seconds a retry makes sense.',
    schema: { type: 'integer', minimum: 1 },
  },
  ETag: {
    description: 'Changes with the data, the program and the settings; for `If-None-Match`.',
    schema: { type: 'string' },
  },
  Vary: {
    description: 'The request headers that the response depends on.',
    schema: { type: 'string' },
  },
  'Ktima-Ignored': {
    description: 'Unknown parameters that were ignored: at most five names, and how many more.',
    schema: { type: 'string' },
  },
  Location: {
    description: 'Where its state is, as a path of this host.',
    required: true,
    schema: { type: 'string', format: 'uri-reference' },
  },
  'Content-Disposition': {
    description: 'That the body is a file to be saved, with its name.',
    required: true,
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description:
      'The quotas of the caller, if there are some: `"minute";q=60;w=60` are 60 requests in 60 seconds.',
    schema: { type: 'string' },
  },
  RateLimit: {
    description:
      'What is left of them: `"minute";r=12;t=33` are 12 requests in the next 33 seconds.',
    schema: { type: 'string' },
  },
  'WWW-Authenticate': {
    description: 'How to authenticate: with a Bearer token.',
    required: true,
    schema: { type: 'string' },
  },
};

/** The headers of these statuses besides `X-Request-Id`; `default` includes 503. */
const headersByStatus: Readonly<Record<string, string>> = {
  401: 'WWW-Authenticate',
  429: 'Retry-After',
  503: 'Retry-After',
  default: 'Retry-After',
};

const rateLimits = ['RateLimit-Policy', 'RateLimit'];

/**
 * The headers that a route describes for its good response, and that its errors have as well. If it
 * has an ETag, both are for the good response only.
 */
const ofErrorsToo = new Set(['Cache-Control', 'Set-Cookie']);

/** Adds to every response the headers that it is sent with. */
export function withHeaders<Document extends Pick<OpenApi, 'paths' | 'components'>>(
  document: Document,
): Document {
  const paths = Object.entries(document.paths).map(([path, methods]) => {
    const described = Object.entries(methods).map(([name, one]) => [name, operation(one)]);
    return [path, Object.fromEntries(described)];
  });
  const text = JSON.stringify(paths);
  const used = Object.entries(headers).filter(([name]) => text.includes(`/headers/${name}"`));
  const components = { ...document.components, headers: Object.fromEntries(used) };
  return { ...document, paths: Object.fromEntries(paths), components };
}

function operation(one: Operation): Operation {
  const good = Object.entries(one.responses).find(([status]) => status.startsWith('2'))?.[1];
  const described = good?.headers?.ETag ? [] : Object.entries(good?.headers ?? {});
  const shared = Object.fromEntries(described.filter(([name]) => ofErrorsToo.has(name)));
  const responses = Object.entries(one.responses).map(([status, response]) => [
    status,
    { ...response, headers: { ...shared, ...headersOf(status, response, one) } },
  ]);
  return { ...one, responses: Object.fromEntries(responses) };
}

function headersOf(
  status: string,
  response: Response,
  { parameters = [], responses }: Operation,
): Response['headers'] {
  // An error depends on `Accept`.
  const isError = status === 'default' || Number(status) >= 400;
  const shared = ['ETag', 'Vary', 'Location', 'Content-Disposition'].filter(
    name => response.headers?.[name] || (isError && name === 'Vary'),
  );
  const isLimited = status.startsWith('2') || status === '429';
  const limits = isLimited && responses[429]?.headers?.RateLimit ? rateLimits : [];
  const mayIgnore = status === '200' && parameters.some(({ name }) => name === 'strict');
  const ignored = mayIgnore ? 'Ktima-Ignored' : [];
  const names = [...shared, 'X-Request-Id', headersByStatus[status] ?? [], limits, ignored].flat();
  const references = names.map(name => [name, { $ref: `#/components/headers/${name}` }]);
  return { ...response.headers, ...Object.fromEntries(references) };
}
