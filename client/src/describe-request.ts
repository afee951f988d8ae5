import { type OperationName, operations } from './operations.ts';

/** Where the two services are. */
export interface Addresses {
  /** The main API, such as `http://127.0.0.1:8000`. */
  readonly apiUrl: string | URL;
  /** The authentication service, such as `http://127.0.0.1:8001`; needed by what it serves. */
  readonly authUrl?: string | URL | undefined;
}

/** A request as it goes over the wire, but for the token. */
export interface DescribedRequest {
  readonly method: string;
  readonly url: string;
  /** With a placeholder where a token is needed: what is shown must not give one away. */
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON that is sent. */
  readonly body?: string;
  /** The fields that are sent as multipart/form-data. */
  readonly form?: Readonly<Record<string, string>>;
}

/** What stands for the token in a described request. */
export const tokenPlaceholder = '<ACCESS_TOKEN>';

/** The request that an operation makes with an input. */
export function describeRequest(
  addresses: Addresses,
  operation: OperationName,
  input: object = {},
): DescribedRequest {
  const { host, method, path, needsToken, input: kind } = operations[operation];
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
  };
}

/** A service may stand below a path of its host. */
function withSlash(address: string | URL): URL {
  const url = new URL(address);
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

function texts(input: object): Record<string, string> {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}
