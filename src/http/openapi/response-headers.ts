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
  { parameters = [] }: Operation,
): Response['headers'] {
  // An error depends on `Accept`.
  const isError = status === 'default' || Number(status) >= 400;
  const shared = ['ETag', 'Vary'].filter(
    name => response.headers?.[name] || (isError && name === 'Vary'),
  );
  const mayIgnore = status === '200' && parameters.some(({ name }) => name === 'strict');
  const ignored = mayIgnore ? 'Ktima-Ignored' : [];
  const names = [...shared, 'X-Request-Id', headersByStatus[status] ?? [], ignored].flat();
  const references = names.map(name => [name, { $ref: `#/components/headers/${name}` }]);
  return { ...response.headers, ...Object.fromEntries(references) };
}
