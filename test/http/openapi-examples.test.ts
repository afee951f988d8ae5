import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { after } from 'node:test';
import {
  type Media,
  type OpenApi,
  type Operation,
  responsesOf,
  type Schema,
} from '#http/openapi/document.ts';
import { signOnEnvironment } from '../auth/identity-provider.ts';
import { ktimaHere, newHome, serveHere } from '../commands/ktima.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { exampleZone } from '../zones/generated.ts';

/*
 * Each example request of the descriptions is sent to services with the sample data, and the example
 * of the response is compared with the answer. An example may leave out objects of a list.
 */

const home = newHome();
const zoneFile = temporaryFolder().put('zones.geojson', exampleZone);
await ktimaHere(home.env, ['import', 'zones', zoneFile, '--kind', 'wildfire', '--source', 'fires']);
await ktimaHere(home.env, ['import', 'buildings', 'examples/buildings.geojson']);
const env = { ...home.env, ...(await signOnEnvironment({ after })) };
const services = await serveHere(env, '--demo');
after(() => services.stop().then(home.remove));
const addClient = ['client', 'add', 'nightly', '--scopes', 'places,report', '--json'];
const { client_id, client_secret } = JSON.parse((await ktimaHere(env, addClient)).stdout);

/** The year of the examples. In a later one, years are moved, so that ages stay the same. */
const exampleYear = 2026;
const inAthens = new Date().toLocaleString('en', { timeZone: 'Europe/Athens', year: 'numeric' });
const passedYears = Number(inAthens) - exampleYear;

/** What another run answers otherwise, by the name of its field. */
const changing: Readonly<Record<string, RegExp>> = {
  access_token: /^eyJhbGciOi/,
  edition: /^\d+-[\w-]{12}$/,
  refresh_token: /^.{7,}$/,
  // The host of the provider.
  sign_on_name: /^(?:id\.example\.com|127\.0\.0\.1)$/,
  authorization_url: /^https?:\/\/[^/]+\/authorize\?client_id=ktima&/,
  ...Object.fromEntries(['kid', 'x', 'y'].map(name => [name, /^[\w-]+…?$/])),
  sid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  until: /^\d{10}$/,
  cursor: /^\d+\.[0-9a-f-]{36}$/,
  version: /^\d+\.\d+\.\d+$/,
  valuation_date: /^2\d{3}-\d\d-\d\d$/,
  dataset: /^2\d{3}-\d\d-\d\dT[\d:.]+Z-[0-9a-f]{12}$/,
  ...Object.fromEntries(
    ['loaded_at', 'generated_at', 'timeStamp'].map(name => [name, /^2\d{3}-\d\d-\d\dT[\d:.]+Z$/]),
  ),
};

function compare(example: unknown, answer: unknown, path: string): void {
  const name = path.slice(path.lastIndexOf('.') + 1);
  if (
    Array.isArray(example) &&
    example.some(one => typeof one === 'object' && !Array.isArray(one))
  ) {
    compareList(example, answer, path);
  } else if (typeof example === 'object' && example !== null) {
    assert.ok(typeof answer === 'object' && answer !== null, `${path}: ${answer}`);
    // What a report has only once data of the kind are loaded.
    const isOptional = (key: string) => /^(zones|buildings|grids|walking_\w+)$/.test(key);
    const names = Object.keys(answer).filter(key => !isOptional(key) || key in example);
    assert.deepEqual(names.sort(), Object.keys(example).sort(), path);
    for (const [key, value] of Object.entries(example)) {
      compare(value, (answer as Record<string, unknown>)[key], `${path}.${key}`);
    }
  } else if (example !== null && changing[name] && !path.includes('features')) {
    for (const one of [example, answer]) assert.match(String(one), changing[name], path);
  } else assert.deepEqual(inThisYear(name, withoutHost(answer)), withoutHost(example), path);
}

/** Each object of the example is among those of the answer, in this order. */
function compareList(example: readonly unknown[], answer: unknown, path: string): void {
  assert.ok(Array.isArray(answer), path);
  let from = 0;
  for (const one of example) {
    const failures: unknown[] = [];
    const at = answer.findIndex((other, i) => i >= from && isLike(one, other, path, failures));
    if (at === -1) throw failures.at(-1) ?? new Error(`${path}: no more objects`);
    from = at + 1;
  }
}

function isLike(example: unknown, answer: unknown, path: string, failures: unknown[]): boolean {
  try {
    compare(example, answer, path);
    return true;
  } catch (error) {
    failures.push(error);
    return false;
  }
}

function withoutHost(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/^https?:\/\/[^/]+/, '') : value;
}

function inThisYear(name: string, value: unknown): unknown {
  const isYear = name === 'year' || name === 'construction_year';
  return isYear && value !== null ? Number(value) - passedYears : value;
}

/** What only this run knows: a client, and tokens and the cookie of the last answers. */
const known = { cookie: '', access_token: '', refresh_token: '', client_id, client_secret };

async function send(url: string, method: string, accept: string, body?: object | string) {
  const response = await fetch(url, {
    method,
    headers: {
      accept,
      origin: services.api,
      cookie: known.cookie,
      // A client that sends its secret in the form authenticates in no other way.
      ...(!(body instanceof URLSearchParams) && { authorization: `Bearer ${known.access_token}` }),
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    },
    ...(body && { body: body as FormData }),
  });
  const cookie = response.headers.get('set-cookie');
  if (cookie) known.cookie = cookie.split(';')[0]!;
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  const answer = isJson ? await response.json() : await response.text();
  const where = `${method} ${url}: ${response.status} ${JSON.stringify(answer).slice(0, 200)}`;
  assert.ok(response.status === 200 || response.status === 204, where);
  if (answer.refresh_token) known.refresh_token = answer.refresh_token;
  return { answer, where, response };
}

async function logIn(): Promise<void> {
  const credentials = JSON.stringify({ username: 'demo', password: 'ktima-demo' });
  const url = `${services.auth}/auth/otp/login`;
  known.access_token = (await send(url, 'POST', '*/*', credentials)).answer.access_token;
}

const descriptions = { api: describedAt('api'), auth: describedAt('auth') };

function describedAt(host: 'api' | 'auth'): OpenApi {
  return JSON.parse(readFileSync(`docs/openapi/${host}.json`, 'utf8'));
}

function urlOf(host: 'api' | 'auth', template: string, { parameters = [] }: Operation): string {
  const query = new URLSearchParams();
  let path = template;
  for (const { name, in: place, example } of parameters) {
    // A cursor is that of another database.
    if (example === undefined || name === 'since') continue;
    const value = name === 'construction_year' ? Number(example) + passedYears : example;
    if (place === 'path') path = path.replace(`{${name}}`, String(value));
    else query.set(name, String(value));
  }
  return `${services[host]}${path}${query.size > 0 ? `?${query}` : ''}`;
}

function exampleOf(host: 'api' | 'auth', { example, schema }: Media): unknown {
  return example ?? named(host, schema)?.examples?.[0];
}

function named(host: 'api' | 'auth', schema: Schema | undefined): Schema | undefined {
  const name = schema?.$ref?.split('/').at(-1);
  return name === undefined ? schema : descriptions[host].components?.schemas?.[name];
}

/** The example of a body; of a form, the examples of the fields that are needed. */
function bodyOf(
  host: 'api' | 'auth',
  { operationId, requestBody }: Operation,
): string | URLSearchParams | undefined {
  if (operationId === 'token') {
    return new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
  }
  if (operationId === 'revoke') {
    return new URLSearchParams({ token: 'unknown', client_id, client_secret });
  }
  // Forms are accepted as JSON too, which is not described.
  const media =
    requestBody?.content['application/json'] ?? requestBody?.content['multipart/form-data'];
  if (!media) return undefined;
  const { properties = {}, required = [] } = named(host, media.schema) ?? {};
  const fields = required.map(name => [name, properties[name]?.examples?.[0]]);
  const body = (exampleOf(host, media) ?? Object.fromEntries(fields)) as Record<string, unknown>;
  if ('refresh_token' in body) body.refresh_token = known.refresh_token;
  return JSON.stringify(body);
}

for (const host of ['auth', 'api'] as const) {
  test(`what the description of ${host} shows is what the service answers`, async () => {
    await logIn();
    for (const [path, methods] of Object.entries(descriptions[host].paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        // Portfolios have ids of their own: test/api/portfolios.test.ts.
        if (operation.tags?.includes('Portfolios')) continue;
        const url = urlOf(host, path, operation);
        const { content = { '*/*': {} } } = operation.responses[200] ?? {};
        for (const [type, media] of Object.entries(content)) {
          // It needs a Chromium: test/services/print-pdf.test.ts.
          if (type === 'application/pdf') continue;
          const body = bodyOf(host, operation);
          const { answer, where } = await send(url, method.toUpperCase(), type, body);
          const example = exampleOf(host, media);
          if (example === '(bytes)') assert.ok(answer.length > 0, where);
          // What the caller has used, and the keys of this service, are no example's.
          else if (operation.operationId === 'usage') {
            assert.deepEqual(Object.keys(answer), Object.keys(example as object), where);
          } else if (example !== undefined) compare(example, answer, operation.operationId!);
        }
        for (const [status, { content: failure }] of Object.entries(
          responsesOf(operation, descriptions[host]),
        )) {
          const example = failure?.['application/json']?.example as { error?: unknown } | undefined;
          // The operation of OAuth 2.0 has its codes instead.
          if (typeof example?.error === 'number') assert.equal(example.error, Number(status));
        }
      }
    }
  });
}
