import assert from 'node:assert/strict';
import test from 'node:test';
import { pino } from 'pino';
import Type from 'typebox';
import { describeRoutes, withNamedSchemas } from '#http/openapi/describe-routes.ts';
import { responsesOf } from '#http/openapi/document.ts';
import { errorResponses } from '#http/server/error-answers.ts';
import { createServer } from '#http/server/server.ts';

const server = createServer({ log: pino({ level: 'silent' }), accessLog: false });
await describeRoutes(server, {
  title: 'Things',
  summary: 'Things of all kinds',
  text: 'What there is.',
  tags: [{ name: 'Things', description: 'All of them.' }],
});
const Thing = Type.Object({ name: Type.String() }, { title: 'Thing', description: 'One.' });
server.get(
  '/things/',
  {
    schema: {
      summary: 'List things',
      tags: ['Things'],
      response: {
        200: Type.Array(Thing, { title: 'Things' }),
        ...errorResponses({ 503: 'Late.' }),
      },
    },
  },
  () => [],
);
await server.ready();
const description = (await server.inject('/openapi.json')).json();

test('only routes with a summary are described, and not the page itself', () => {
  assert.equal(description.openapi, '3.1.0');
  assert.deepEqual(Object.keys(description.paths), ['/things/']);
  assert.deepEqual(
    description.servers.map(({ url }: { url: string }) => url),
    ['.'],
  );
});

test('a schema with a title is described once, by that name, and referred to', () => {
  const { schemas } = description.components;
  assert.deepEqual(Object.keys(schemas), ['Thing', 'Things', 'Error', 'Fault', 'Problem']);
  const list = { type: 'array', items: { $ref: '#/components/schemas/Thing' } };
  assert.deepEqual(schemas.Things, list);
  const responses = responsesOf(description.paths['/things/'].get, description);
  const schemaOf = (status: string) => responses[status]!.content!['application/json']!.schema;
  assert.deepEqual(schemaOf('200'), { $ref: '#/components/schemas/Things' });
  for (const status of ['400', '503', 'default']) {
    assert.deepEqual(schemaOf(status), { $ref: '#/components/schemas/Error' }, status);
  }
});

test('two different schemas with one title are an error; a field called title is not', () => {
  const document = (...schemas: object[]) => {
    const responses = schemas.map((schema, i) => [
      200 + i,
      { description: '', content: { 'application/json': { schema } } },
    ]);
    return { paths: { '/': { get: { responses: Object.fromEntries(responses) } } } };
  };
  const [a, b] = [
    { title: 'A', type: 'string' },
    { title: 'A', type: 'number' },
  ];
  assert.throws(() => withNamedSchemas(document(a, b)), /two schemas with the title A differ/);
  assert.doesNotThrow(() => withNamedSchemas(document(a, { ...a, examples: ['x'] })));
  const field = { type: 'object', properties: { title: { type: 'string' } } };
  const harmless = document(field, { type: 'object', examples: [{ title: 'A' }] });
  assert.deepEqual(withNamedSchemas(harmless).paths, harmless.paths);
});

test('the reference page and its files are served with a strict policy', async () => {
  for (const [name, type] of [
    ['', 'text/html'],
    ['reference.js', 'text/javascript'],
    ['reference.css', 'text/css'],
    ['swagger-ui.js', 'text/javascript'],
    ['swagger-ui.css', 'text/css'],
  ] as const) {
    const file = await server.inject(`/docs/${name}`);
    assert.equal(file.statusCode, 200, name);
    assert.equal(file.headers['content-type'], `${type}; charset=utf-8`);
    assert.equal(file.headers['x-content-type-options'], 'nosniff');
    const policy = file.headers['content-security-policy'] as string;
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/);
    assert.doesNotMatch(policy, /unsafe|https?:/);
    assert.match(file.headers.etag as string, /^W\/"/);
    const known = { 'if-none-match': file.headers.etag as string };
    assert.equal((await server.inject({ url: `/docs/${name}`, headers: known })).statusCode, 304);
  }
});

test('the page is the same for every Host, and loads nothing but its own files', async () => {
  const { body } = await server.inject('/docs/');
  for (const host of ['ktima.gr', 'evil.example', '[::1]:8000']) {
    assert.equal((await server.inject({ url: '/docs/', headers: { host } })).body, body);
  }
  assert.doesNotMatch(body, /<style|\son\w+=|\sstyle=|<script>/);
  const addresses = [...body.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address!);
  assert.equal(addresses.length, 6);
  for (const address of addresses)
    assert.match(address, /^([\w-]+\.(js|css)|data:,|\.\.\/openapi\.json)$/);
});

test('errors with the same text are described once, those with another text beside them', () => {
  const { responses } = description.components;
  const { get } = description.paths['/things/'];
  assert.deepEqual(get.responses['503'], { $ref: '#/components/responses/ServiceUnavailable' });
  assert.deepEqual(get.responses.default, { $ref: '#/components/responses/OtherErrors' });
  assert.ok(responses.ServiceUnavailable.description);
  assert.equal(get.responses['200'].$ref, undefined);
});
