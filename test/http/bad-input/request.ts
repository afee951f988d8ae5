import type { Described } from './description.ts';

export type Pair = readonly [name: string, value: string];

/** A request in parts, each of which can be broken by itself. Texts are bytes (Latin-1). */
export interface Draft {
  readonly operation: Described;
  readonly method: string;
  readonly path: string;
  /** Already percent-encoded. */
  readonly query: readonly Pair[];
  /** All but Host, Content-Type and Content-Length. */
  readonly headers: readonly Pair[];
  /** How the body's fields are written. */
  readonly form: Form | undefined;
  /** Fields of the body, each value as JSON. */
  readonly fields: readonly Pair[];
  /** The body and its type as they are, instead of what follows from form and fields. */
  readonly bytes?: Buffer | undefined;
  readonly contentType?: string | undefined;
}

export type Form = 'application/json' | 'application/x-www-form-urlencoded' | 'multipart/form-data';

/** A request ready to be sent, and what is expected of its answer. */
export interface Asked extends Draft {
  /** What is wrong with it, in words; nothing for a good one. */
  readonly faults: readonly string[];
  /** The statuses it may get; undefined for any that is described. */
  readonly expected: readonly number[] | undefined;
}

/** Placeholders for tokens until a request is sent, so that failures can be printed. */
export const accessTokenHere = 'ACCESS-TOKEN';
export const refreshTokenHere = `REFRESH-TOKEN-${'-'.repeat(29)}`;
export const cookieTokenHere = `COOKIE-TOKEN-${'-'.repeat(30)}`;
/** Placeholders for a client; they are as long as what replaces them. */
export const clientIdHere = `CLIENT-ID-${'-'.repeat(26)}`;
export const clientSecretHere = `CLIENT-SECRET-${'-'.repeat(35)}`;
/** A placeholder for the origin of the console. */
export const consoleOriginHere = 'CONSOLE-ORIGIN';

export const boundary = 'a-boundary-of-ours';

/** A text as the bytes of UTF-8, one character for each. */
export const utf8 = (text: string) => Buffer.from(text).toString('latin1');

/** Every byte of a text that is no letter or digit, percent-encoded; lone surrogates are U+FFFD. */
export function percentEncoded(text: string): string {
  const percent = (byte: string) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`;
  return utf8(text).replace(/[^\w.~-]/g, percent);
}

/** The bytes on the wire. */
export function bytesOf(draft: Draft): Buffer {
  const body = bodyOf(draft);
  const type = contentTypeOf(draft);
  const headers: Pair[] = [
    ...(draft.headers.some(([name]) => name === 'Host') ? [] : [['Host', 'localhost'] as const]),
    ...draft.headers,
    ...(type === undefined ? [] : [['Content-Type', type] as const]),
    ...(body.length > 0 || draft.form ? [['Content-Length', String(body.length)] as const] : []),
  ];
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const head = `${draft.method} ${targetOf(draft)} HTTP/1.1\r\n${lines}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}

export function targetOf({ path, query }: Draft): string {
  return query.length === 0 ? path : `${path}?${query.map(pair => pair.join('=')).join('&')}`;
}

function contentTypeOf({ form, bytes, contentType }: Draft): string | undefined {
  if (bytes || contentType !== undefined) return contentType;
  return form === 'multipart/form-data' ? `${form}; boundary=${boundary}` : form;
}

/** The body's bytes. */
export function bodyOf({ bytes, form, fields }: Draft): Buffer {
  if (bytes) return bytes;
  switch (form) {
    case 'application/json':
      return Buffer.from(jsonOf(fields));
    case 'application/x-www-form-urlencoded':
      return Buffer.from(fields.map(pair => urlencodedPair(pair)).join('&'));
    case 'multipart/form-data':
      return multipartOf(fields.map(([name, json]) => [name, textOf(json)]));
    default:
      return Buffer.alloc(0);
  }
}

/** JSON of fields, whose values are JSON already; unlike an object it may repeat a name. */
export function jsonOf(fields: readonly Pair[]): string {
  return `{${fields.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;
}

const urlencodedPair = ([name, json]: Pair) =>
  `${percentEncoded(name)}=${percentEncoded(textOf(json))}`;

/** A form has texts only: what JSON has beyond them is written as it is. */
function textOf(json: string): string {
  return json.startsWith('"') ? JSON.parse(json) : json;
}

/** A multipart body of text fields. */
function multipartOf(fields: readonly Pair[]): Buffer {
  const parts = fields.map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return Buffer.from(`${parts.join('')}--${boundary}--\r\n`);
}

/** A command line that sends the same again. */
export function asCommand(draft: Draft, address: string): string {
  const { hostname, port } = new URL(address);
  const bytes = bytesOf(draft).toString('latin1');
  const shown = bytes.length > 4_000 ? `${bytes.slice(0, 4_000)}… (${bytes.length} bytes)` : bytes;
  const inHex = (byte: string) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`;
  const escaped = shown.replace(/[^ -~]|[\\'%]/g, inHex);
  return `printf '${escaped}' | nc -q 1 ${hostname} ${port}`;
}
