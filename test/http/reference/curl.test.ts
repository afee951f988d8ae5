import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import test from 'node:test';
import { curlLine, placeholderAddress } from '../../../src/http/reference/curl.ts';
import type { Operation, Parameter } from '../../../src/http/reference/openapi.ts';

interface Call {
  readonly method?: string;
  readonly path?: string;
  readonly needsToken?: boolean;
  readonly operation?: Partial<Operation>;
}

/** The words that a shell hands to curl. */
function words({
  method = 'GET',
  path = '/things/',
  needsToken = false,
  operation,
}: Call): string[] {
  const line = curlLine({
    id: '',
    name: '',
    method,
    path,
    needsToken,
    operation: { responses: {}, ...operation },
  });
  const script = `curl() { printf '%s\\0' "$@"; }; ${line}`;
  const output = execFileSync('sh', ['-c', script], { encoding: 'utf8', env: { TOKEN: 't0k' } });
  return output.split('\0').slice(0, -1);
}

const query = (name: string, example: unknown): Parameter => ({ name, in: 'query', example });
const body = (type: string, example: unknown): Partial<Operation> => ({
  requestBody: { content: { [type]: { example } } },
});
const url = `${placeholderAddress}/things/`;

test('plain values stand in the URL', () => {
  const parameters = [query('postal_code', '10563'), query('build_area', 85)];
  assert.deepEqual(words({ operation: { parameters } }), [
    `${url}?postal_code=10563&build_area=85`,
  ]);
});

test('values that a URL would encode are left to curl, and stay readable', () => {
  const parameters = [query('address', 'Ερμού 10, Αθήνα'), query('limit', 5)];
  assert.deepEqual(words({ operation: { parameters } }), [
    ...['-G', url, '--data-urlencode', 'address=Ερμού 10, Αθήνα', '--data-urlencode', 'limit=5'],
  ]);
});

test('an optional parameter without an example is left out, a required one is not', () => {
  const schema = { type: 'integer' };
  const parameters = [
    { name: 'page', in: 'query', schema },
    { name: 'size', in: 'query', required: true, schema },
  ];
  assert.deepEqual(words({ operation: { parameters } }), [`${url}?size=0`]);
});

test('values of the path and of headers are filled in', () => {
  const parameters = [
    { name: 'kaek', in: 'path', required: true, example: '0500/1' },
    { name: 'Accept', in: 'header', example: 'application/geo+json' },
  ];
  assert.deepEqual(words({ path: '/parcels/{kaek}/', operation: { parameters } }), [
    ...[`${placeholderAddress}/parcels/0500%2F1/`, '-H', 'Accept: application/geo+json'],
  ]);
});

test('a token comes from the shell, and a JSON body goes as it is', () => {
  const operation = body('application/json', { name: "l'été" });
  assert.deepEqual(words({ method: 'POST', needsToken: true, operation }), [
    ...[url, '-H', 'Authorization: Bearer t0k', '-H', 'Content-Type: application/json'],
    ...['-d', `{"name":"l'été"}`],
  ]);
});

test('forms go field by field', () => {
  const form = { username: 'demo', password: '@home; $(id)' };
  const multipart = words({ method: 'POST', operation: body('multipart/form-data', form) });
  assert.deepEqual(multipart.slice(1), [
    ...['--form-string', 'username=demo', '--form-string', 'password=@home; $(id)'],
  ]);
  const type = 'application/x-www-form-urlencoded';
  const urlencoded = words({ method: 'POST', operation: body(type, { username: 'demo' }) });
  assert.deepEqual(urlencoded.slice(1), ['--data-urlencode', 'username=demo']);
});

test('the method is named where curl would take another', () => {
  assert.deepEqual(words({ method: 'POST' }), ['-X', 'POST', url]);
  assert.deepEqual(words({ method: 'DELETE' }), ['-X', 'DELETE', url]);
});

test('no value gets out of its quotes', () => {
  const hostile = `'; echo out; '$(echo out)\`echo out\`"\\`;
  assert.deepEqual(words({ operation: { parameters: [query('q', hostile)] } }), [
    ...['-G', url, '--data-urlencode', `q=${hostile}`],
  ]);
});
