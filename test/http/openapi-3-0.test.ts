import assert from 'node:assert/strict';
import test from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import Schema from 'typebox/schema';
import type { OpenApi, Operation } from '../../src/http/openapi/document.ts';
import { toOpenApi30 } from '../../src/http/openapi/version-3-0.ts';
import { inlineReferences } from '../inline-references.ts';
import { openTestService } from '../service.ts';

const { api, auth, token } = await openTestService();
const described = async (host: typeof api, version = '-3.0') =>
  (await host.inject(`/openapi${version}.json`)).json();

test('both hosts describe themselves in OpenAPI 3.0 too, with the same operations', async () => {
  for (const host of [api, auth]) {
    const document = await described(host);
    assert.equal(document.openapi, '3.0.3');
    const { valid, errors } = await new Validator().validate(document);
    assert.ok(valid, JSON.stringify(errors));
    const newer = await described(host, '');
    assert.ok((await new Validator().validate(newer)).valid);
    const names = ({ paths }: OpenApi) =>
      Object.values(paths).flatMap(methods => Object.values(methods).map(one => one.operationId));
    assert.deepEqual(names(document), names(newer));
    assert.deepEqual(
      Object.keys(document.components.schemas),
      Object.keys(newer.components.schemas),
    );
  }
});

/** A schema of 3.0 as JSON Schema, which the checker knows. */
function asJsonSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(asJsonSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]) => [
    key,
    key === 'enum' || key === 'example' ? value : asJsonSchema(value),
  ]);
  const { nullable, exclusiveMinimum, ...rest } = Object.fromEntries(entries);
  if (exclusiveMinimum === true) {
    rest.exclusiveMinimum = rest.minimum;
    delete rest.minimum;
  }
  return nullable === true ? { anyOf: [rest, { type: 'null' }] } : rest;
}

test('real answers, with nulls and without, are as the description in 3.0 says', async () => {
  const { paths } = inlineReferences((await described(api)) as OpenApi);
  const building = 'property_type=apartment&build_area=85&construction_year=1998';
  const batch = { requests: [{ kaek_code: '050681726003' }, { latitude: 38, longitude: 23 }, {}] };
  const requests: [string, object?][] = [
    [`/api/reconstruction-cost/?postal_code=10563&explain=true&${building}`],
    [`/api/property-report/?kaek_code=050681726003&${building}`],
    ['/api/property-report/?latitude=38.0005&longitude=23'],
    ['/api/property-report/batch/', batch],
    ['/api/reconstruction-cost/batch/', { requests: [{}, { postal_code: 'x' }] }],
    ['/api/geocoding/batch/', { addresses: [{ address: 'Μεγάλης Οδού 5' }, null] }],
    ['/api/points-of-interest/', { latitude: 38, longitude: 23 }],
    ['/ogc/collections'],
    ['/console.json'],
    ['/readyz'],
  ];
  for (const [url, payload] of requests) {
    const headers = { authorization: `Bearer ${token}` };
    const method = payload ? 'POST' : 'GET';
    const response = await api.inject({ method, url, headers, ...(payload && { payload }) });
    assert.equal(response.statusCode, 200, `${url} ${response.body}`);
    const methods = paths[url.split('?')[0]!] as Record<string, Operation>;
    const { schema } = methods[method.toLowerCase()]!.responses[200]!.content!['application/json']!;
    assert.ok(Schema.Check(asJsonSchema(schema) as object, response.json()), url);
  }
});

test('each keyword has its counterpart, and one without is an error', () => {
  const convert = (schema: object) => {
    const document = {
      info: { title: '', version: '' },
      paths: {},
      components: { schemas: { schema } },
    };
    const { components } = toOpenApi30(document as unknown as OpenApi);
    return (components as { schemas: { schema: object } }).schemas.schema;
  };
  const $ref = '#/components/schemas/x';
  const table: [object, object][] = [
    [{ type: ['string', 'null'] }, { type: 'string', nullable: true }],
    [{ anyOf: [{ $ref }, { type: 'null' }] }, { allOf: [{ $ref }], nullable: true }],
    [{ anyOf: [{ $ref }, { type: 'string' }] }, { anyOf: [{ $ref }, { type: 'string' }] }],
    [{ $ref }, { $ref }],
    [
      { $ref, description: 'x' },
      { description: 'x', allOf: [{ $ref }] },
    ],
    [{ const: 'a' }, { enum: ['a'] }],
    [
      { type: 'number', examples: [1, 2] },
      { type: 'number', example: 1 },
    ],
    [{ exclusiveMinimum: 0 }, { minimum: 0, exclusiveMinimum: true }],
    [
      { properties: { type: { const: 1 }, examples: { type: 'string' } } },
      { properties: { type: { enum: [1] }, examples: { type: 'string' } } },
    ],
  ];
  for (const [newer, older] of table) assert.deepEqual(convert(newer), older);
  assert.throws(() => convert({ prefixItems: [] }), /prefixItems: OpenAPI 3.0 does not have/);
  assert.throws(() => convert({ type: ['string', 'number'] }), /one type, or one and null/);
});

test('forms are described as forms, the login as multipart first', async () => {
  for (const version of ['', '-3.0']) {
    const { paths } = (await described(auth, version)) as OpenApi;
    for (const [path, methods] of Object.entries(paths)) {
      const types = Object.keys(methods.post?.requestBody?.content ?? {});
      assert.ok(!types.includes('application/json'), path);
      if (path === '/auth/otp/login') assert.equal(types[0], 'multipart/form-data');
    }
  }
});
