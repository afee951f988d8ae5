import { type OperationName, operations } from './operations.ts';

/** The addresses of the two services. */
export interface Addresses {
  /** The main API, such as `http://127.0.0.1:8000`. */
  readonly apiUrl: string | URL;
  /** The authentication service, such as `http://127.0.0.1:8001`; required for its operations. */
  readonly authUrl?: string | URL | undefined;
}

/** A request as it is sent, without the token. */
export interface DescribedRequest {
  readonly method: string;
  readonly url: string;
  /** With a placeholder in place of a token, so that display does not reveal it. */
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON that is sent. */
  readonly body?: string;
  /** The fields that are sent as multipart/form-data. */
  readonly form?: Readonly<Record<string, string>>;
  /** Set when the browser sends and stores the cookie of the session. */
  readonly withCookie?: true;
}

/** The placeholder of the token in a described request. */
export const tokenPlaceholder = '<ACCESS_TOKEN>';

/** The request of an operation with an input. */
export function describeRequest(
  addresses: Addresses,
  operation: OperationName,
  input: object = {},
): DescribedRequest {
  const { host, method, path, needsToken, withCookie, input: kind } = operations[operation];
  const base = host === 'api' ? addresses.apiUrl : addresses.authUrl;
  if (base === undefined) throw new TypeError(`authUrl: needed for ${operation}`);
  const url = new URL(`.${path}`, withSlash(base));
  if (kind === 'query') url.search = new URLSearchParams(texts(input)).toString();
  return {
    method,
    url: url.href,
    headers: {
      accept: 'application/json',
      ...(needsToken && { authorization: `Bearer ${tokenPlaceholder}` }),
      ...(kind === 'json' && { 'content-type': 'application/json' }),
    },
    ...(kind === 'json' && { body: JSON.stringify(input) }),
    ...(kind === 'form' && { form: texts(input) }),
    ...(withCookie && { withCookie }),
  };
}

/** A service may be below a path of its host. */
function withSlash(address: string | URL): URL {
  const url = new URL(address);
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

function texts(input: object): Record<string, string> {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}
