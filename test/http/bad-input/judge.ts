import assert from 'node:assert/strict';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { Compile } from 'typebox/schema';
import type { Response, Schema } from '#http/openapi/document.ts';
import type { Answer } from './connection.ts';
import { responseFor } from './description.ts';
import type { Asked } from './request.ts';

/** Internal details: frames of a stack, SQL and its errors, paths of a machine. */
const inside =
  /\n\s+at |node:internal|node_modules|file:\/\/|\.ts:\d|SQLITE|SQLSTATE|SELECT .* FROM|syntax error at|\/(home|root|usr|var|tmp|opt)\//i;

/** Holds an answer against the description; throws what is wrong with it. */
export function judge(asked: Asked, answer: Answer): void {
  const { status, headers } = answer;
  assert.match(headers.get('x-request-id') ?? '', /^[\w.-]{1,64}$/, 'X-Request-Id');
  assert.ok(status < 500 || status === 501, `a status of ${status}`);
  const { expected } = asked;
  assert.ok(!expected || expected.includes(status), unexpected(expected, answer));
  if (status === 401) {
    const challenge = headers.get('www-authenticate') ?? '';
    if (isOAuth(asked)) assert.equal(challenge, 'Basic realm="ktima"');
    else assert.match(challenge, /^Bearer( error="invalid_token")?$/);
  }
  if (status === 429) assert.match(headers.get('retry-after') ?? '', /^\d+$/);
  if (status === 405 && asked.method !== 'CONNECT') assert.ok(headers.has('allow'), 'Allow');
  if (status === 308) judgeRedirect(asked, headers.get('location') ?? '');
  else judgeBody(asked, answer);
}

/** Of the one operation whose errors are those of RFC 6749. */
function isOAuth({ operation, method }: Asked): boolean {
  return /^auth (token|revoke)$/.test(operation.name) && method === operation.method;
}

/** What to do about a status that is not expected. */
function unexpected(expected: Asked['expected'], { status, body }: Answer): string {
  const message = `got ${status}, expected ${expected}: ${body.subarray(0, 400)}`;
  if (status !== 400 || !expected?.includes(200)) return message;
  return (
    `${message}\nIf a text parameter accepts less than its schema says, add good values to ` +
    '`meaningful` in test/http/bad-input/good-requests.ts.'
  );
}

function judgeRedirect({ path }: Asked, location: string): void {
  // A request may name a host in its first line (RFC 9112 §3.2.2), to which nothing is sent.
  const own = path.replace(/^http:\/\/[^/]*/, '');
  assert.equal(location, `${own}/`, 'a redirect to the path with its slash');
  assert.doesNotMatch(location, /^\/[/\\]|evil/);
}

/** Of the operation itself, not of another method or path. */
function isDescribed({ operation, method }: Asked, status: number): boolean {
  if (operation.path === '' || status === 405 || status === 501) return false;
  return method === operation.method || method === 'HEAD';
}

function judgeBody(asked: Asked, { status, headers, body }: Answer): void {
  const response = isDescribed(asked, status) ? responseFor(asked.operation, status) : undefined;
  assert.ok(response || !isDescribed(asked, status), `${status} is not described`);
  const isRead = headers.get('connection') !== 'close';
  if ((asked.method === 'HEAD' && isRead) || status === 204 || status === 304)
    assert.equal(body.length, 0);
  else judgeText(response, { status, headers, body }, isOAuth(asked));
}

const decoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  identity: bytes => bytes,
  gzip: gunzipSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

function judgeText(
  response: Response | undefined,
  { status, headers, body }: Omit<Answer, 'ms'>,
  mayBeOAuth: boolean,
): void {
  const [type] = (headers.get('content-type') ?? '').split(';');
  if (response && type === tileType) {
    judgeHeaders(response, headers);
    return;
  }
  // Throws on what is no UTF-8.
  const plain = decoders[headers.get('content-encoding') ?? 'identity']!(body);
  const text = new TextDecoder('utf-8', { fatal: true }).decode(plain);
  if (status >= 400) judgeError(status, headers.get('content-type'), text, mayBeOAuth);
  assert.ok(response || status >= 400, `${status} is not described`);
  if (!response) return;
  judgeHeaders(response, headers);
  const media = response.content?.[type!];
  assert.ok(media, `Content-Type ${type} is not described for ${status}`);
  const value = /\bjson$/.test(type!) ? JSON.parse(text) : text;
  assert.ok(checkerOf(media.schema!)(value), `a body that is not as described: ${text}`);
}

/** Its bytes are no text. */
const tileType = 'application/vnd.mapbox-vector-tile';

/** Headers of the transport, of compression and for browsers, which need no description. */
const undescribed =
  /^(connection|keep-alive|date|content-(type|length|encoding|security-policy)|transfer-encoding|vary|access-control-.*)$/;

function judgeHeaders({ headers: described = {} }: Response, headers: Answer['headers']): void {
  const names = new Set(Object.keys(described).map(name => name.toLowerCase()));
  for (const name of headers.keys()) {
    assert.ok(names.has(name) || undescribed.test(name), `the header ${name} is not described`);
  }
  for (const [name, { required }] of Object.entries(described)) {
    assert.ok(!required || headers.has(name.toLowerCase()), `the header ${name} was not sent`);
  }
}

function judgeError(
  status: number,
  type: string | undefined,
  text: string,
  mayBeOAuth: boolean,
): void {
  assert.match(type ?? '', /^application\/json; charset=utf-8$/);
  const error = JSON.parse(text);
  // The body of RFC 6749 §5.2.
  if (mayBeOAuth && 'error_description' in error) {
    assert.deepEqual(Object.keys(error), ['error', 'error_description'], text);
    assert.match(error.error, /^[a-z_]+$/);
    assert.doesNotMatch(error.error_description, inside);
    return;
  }
  assert.deepEqual(Object.keys(error), ['error', 'message'], text);
  assert.equal(error.error, status);
  assert.ok(typeof error.message === 'string' && error.message.length > 0, text);
  const faults = error.message.split('; ');
  assert.ok(faults.length <= 12, `many faults: ${text}`);
  assert.ok(
    faults.every((fault: string) => fault.length < 400),
    `a long message: ${text}`,
  );
  assert.doesNotMatch(error.message, inside);
}

const checkers = new Map<Schema, (value: unknown) => boolean>();

function checkerOf(schema: Schema): (value: unknown) => boolean {
  const known = checkers.get(schema);
  if (known) return known;
  const compiled = Compile(schema as Parameters<typeof Compile>[0]);
  const check = (value: unknown) => compiled.Check(value);
  checkers.set(schema, check);
  return check;
}
