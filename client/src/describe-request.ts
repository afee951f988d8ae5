import type { FileContent, SentFile } from './call.ts';
import { type OperationName, operations, type Route } from './operations.ts';

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
  /** The file that is sent. */
  readonly file?: FileContent;
  /** Set when the response is a file. */
  readonly isFile?: true;
  /** Set when the browser sends and stores the cookie of the session. */
  readonly withCookie?: true;
}

/** Throws for an address that is no URL of a web server, such as `localhost:8000`. */
export function checkAddresses({ apiUrl, authUrl }: Addresses): void {
  for (const [name, address] of Object.entries({ apiUrl, authUrl })) {
    if (address === undefined && name === 'authUrl') continue;
    const isUrl = /^https?:\/\//i.test(String(address)) && URL.canParse(String(address));
    if (isUrl) continue;
    throw new TypeError(`${name}: expected http:// or https:// and a host, got ${address}`);
  }
}

/** The placeholder of the token in a described request. */
export const tokenPlaceholder = '<ACCESS_TOKEN>';

/** The request of an operation with an input. */
export function describeRequest(
  addresses: Addresses,
  operation: OperationName,
  input: object = {},
): DescribedRequest {
  const route = operations[operation];
  const base = route.host === 'api' ? addresses.apiUrl : addresses.authUrl;
  if (base === undefined) throw new TypeError(`authUrl: needed for ${operation}`);
  return requestOf(base, route, input);
}

/** The request of a route. Fields of the input that the path names are sent in the path only. */
export function requestOf(base: string | URL, route: Route, whole: object): DescribedRequest {
  const { method, needsToken, isFile, hasKey, withCookie, input: kind, besideBody = [] } = route;
  const { path, input: filled } = fillPath(route.path, whole);
  const isSent = kind === 'file';
  const { file, idempotency_key: key, ...fields } = filled as Partial<SentFile>;
  const url = new URL(`.${path}`, withSlash(base));
  if (isSent && file === undefined) throw new TypeError('file: needed');
  const isInQuery = (name: string) => kind === 'query' || isSent || besideBody.includes(name);
  url.search = new URLSearchParams(texts(only(fields, isInQuery))).toString();
  const input = only(fields, name => !isInQuery(name));
  return {
    method,
    url: url.href,
    headers: {
      accept: `${isFile ? '*/*' : 'application/json'}, application/problem+json`,
      ...(needsToken && { authorization: `Bearer ${tokenPlaceholder}` }),
      ...(kind === 'json' && { 'content-type': 'application/json' }),
      ...(isSent && { 'content-type': 'application/octet-stream' }),
      // A retry after a lost response starts no second run.
      ...(hasKey && { 'idempotency-key': key ?? crypto.randomUUID() }),
      ...(kind === 'urlencoded' && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(kind === 'json' && { body: JSON.stringify(input) }),
    ...(kind === 'urlencoded' && { body: new URLSearchParams(texts(input)).toString() }),
    ...(kind === 'form' && { form: texts(input) }),
    ...(isSent && { file: file! }),
    ...(isFile && { isFile }),
    ...(withCookie && { withCookie }),
  };
}

/** Replaces each `{name}` of a path by that field, and removes the field from the input. */
function fillPath(template: string, whole: object): { path: string; input: object } {
  const input: Record<string, unknown> = { ...whole };
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => segmentOf(name, input[name]));
  for (const name of names) delete input[name];
  return { path, input };
}

/** A URL drops a segment of dots, so such a value would reach another path. */
function segmentOf(name: string, value: unknown): string {
  const text = String(value ?? '');
  if (/^\.{0,2}$/.test(text)) throw new TypeError(`${name}: needed in the path`);
  return encodeURIComponent(text);
}

/** A service may be below a path of its host. */
function withSlash(address: string | URL): URL {
  const url = new URL(address);
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

function only(input: object, isWanted: (name: string) => boolean): object {
  return Object.fromEntries(Object.entries(input).filter(([name]) => isWanted(name)));
}

function texts(input: object): Record<string, string> {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}
