import assert from 'node:assert/strict';
import test from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import Schema from 'typebox/schema';
import { type Media, type OpenApi, type Response, responsesOf } from '#http/openapi/document.ts';
import { inlineReferences } from '../inline-references.ts';
import { openTestService } from '../service.ts';

const { api, auth } = await openTestService();

test('both hosts describe themselves', async () => {
  for (const host of [api, auth]) {
    const description = (await host.inject('/openapi.json')).json();
    assert.equal(description.openapi, '3.1.0');
    assert.equal(description.info.version, '1.0.0');
    assert.deepEqual(description.security, [{ bearer: [] }]);
    assert.equal((await host.inject('/docs/')).statusCode, 200);
    const { valid, errors } = await new Validator().validate(description);
    assert.ok(valid, JSON.stringify(errors));
  }
});

test('forms are described as forms, the login as multipart first', async () => {
  const { paths } = (await auth.inject('/openapi.json')).json() as OpenApi;
  for (const [path, methods] of Object.entries(paths)) {
    const types = Object.keys(methods.post?.requestBody?.content ?? {});
    assert.ok(!types.includes('application/json'), path);
    if (path === '/auth/otp/login') assert.equal(types[0], 'multipart/form-data');
  }
});

test('every body has a name, every response its headers, and the text of 503 fits all causes', async () => {
  for (const host of [api, auth]) {
    const document = (await host.inject('/openapi.json')).json() as OpenApi;
    for (const operation of operationsOf(document.paths)) {
      const { operationId, requestBody = noBody } = operation;
      const responses = responsesOf(operation, document);
      for (const [body, { content = {} }] of Object.entries({
        request: requestBody,
        ...responses,
      })) {
        for (const { schema } of Object.values(content)) {
          const isNamed = /^#\/components\/schemas\/[A-Z]\w+$/.test(schema?.$ref ?? '');
          assert.ok(isNamed, `${operationId}: the schema of the body (${body}) needs a title`);
        }
      }
      for (const [status, { headers, description }] of Object.entries(responses)) {
        const where = `${operationId} ${status}`;
        assert.ok(headers?.['X-Request-Id'], where);
        assert.equal('Retry-After' in headers, ['429', '503', 'default'].includes(status), where);
        assert.doesNotMatch(description, /cannot be reached/, where);
      }
    }
  }
});

test('operations that read the database for every request list 503', async () => {
  const { paths } = (await api.inject('/openapi.json')).json() as OpenApi;
  const reading = ['addressSearch', 'addressBatch', 'reverse', 'suggest', 'kaekSearch'];
  const listed = operationsOf(paths)
    .filter(({ responses }) => '503' in responses)
    .map(({ operationId }) => operationId);
  assert.deepEqual(
    reading.filter(name => !listed.includes(name)),
    [],
  );
});

function operationsOf(paths: OpenApi['paths']) {
  const operations = Object.values(paths).flatMap(methods => Object.values(methods));
  assert.ok(operations.length > 5);
  return operations;
}

const noBody: Pick<Response, 'content'> = {};

test('every operation and parameter has a description, every successful body a valid example', async () => {
  for (const host of [api, auth]) {
    const document = (await host.inject('/openapi.json')).json();
    const { paths, tags = [] } = inlineReferences(document) as OpenApi;
    for (const operation of operationsOf(paths)) {
      const { operationId, parameters = [], responses } = operation;
      assert.ok(operation.summary && operation.description, `${operationId} needs a description`);
      const isListed = operation.tags?.every(tag => tags.some(({ name }) => name === tag));
      assert.ok(isListed, `${operationId} needs tags of the list in api.ts or auth.ts`);
      for (const { name, description } of parameters) {
        assert.ok(description, `${operationId}: ${name} needs a description`);
      }
      for (const media of Object.values(responses['200']?.content ?? {})) {
        checkExamples(media, `${operationId}: the response`);
      }
    }
  }
});

function checkExamples({ schema = {}, example }: Media, where: string) {
  const examples = example === undefined ? (schema.examples ?? []) : [example];
  assert.ok(schema.description, `${where} needs a description`);
  assert.ok(examples.length > 0, `${where} needs an example`);
  for (const one of examples) {
    assert.ok(Schema.Check(schema, one), `${where} has an example that breaks its schema`);
  }
}
