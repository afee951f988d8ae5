import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import type { operations as ApiOperations } from '../../client/src/api-types.ts';
import { requestOf } from '../../client/src/describe-request.ts';
import { operations, type RawInput } from '../../client/src/operations.ts';
import { isMadeFrom } from '../../scripts/client-types.ts';
import type { OpenApi } from '../../src/http/openapi/document.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** The table of operations as the descriptions of both hosts have it. */
function describedOperations(): Record<string, object> {
  const rows: Record<string, object> = {};
  for (const host of ['api', 'auth'] as const) {
    const text = readFileSync(`docs/openapi/${host}.json`, 'utf8');
    const { paths, security = [] }: OpenApi = JSON.parse(text);
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        const { operationId: id = '', parameters, requestBody } = operation;
        if (operation.tags?.some(tag => tag === 'GIS' || tag === 'Map')) continue;
        const [type] = Object.keys(requestBody?.content ?? {});
        const body = type === 'application/json' ? 'json' : 'form';
        rows[id in rows ? host + id.charAt(0).toUpperCase() + id.slice(1) : id] = {
          host,
          method: method.toUpperCase(),
          path,
          input: type ? body : parameters ? 'query' : 'none',
          needsToken: (operation.security ?? security).length > 0,
          ...(operation.tags?.includes('Console') && { withCookie: true }),
        };
      }
    }
  }
  return rows;
}

test('the client calls every operation as described', () => {
  assert.deepEqual(operations, describedOperations());
});

test('a field that the path names is sent in the path only, and its type is required', () => {
  const route = {
    host: 'api',
    method: 'GET',
    path: '/items/{kaek}/',
    input: 'query',
    needsToken: false,
  } as const;
  const urlOf = (input: object) => requestOf('http://localhost:1/below', route, input).url;
  const crs = 'http://www.opengis.net/def/crs/EPSG/0/2100';
  const full: RawInput<ApiOperations['ogcParcel']> = { kaek: '05/1 ά', crs };
  const query = new URLSearchParams({ crs });
  assert.equal(urlOf(full), `http://localhost:1/below/items/05%2F1%20%CE%AC/?${query}`);
  // @ts-expect-error: the parameter of the path is missing.
  const without: RawInput<ApiOperations['ogcParcel']> = { crs };
  for (const input of [without, { kaek: '' }, { kaek: '..' }]) {
    assert.throws(() => urlOf(input), { name: 'TypeError', message: 'kaek: needed in the path' });
  }
});

test('types that were not made from the description are detected', () => {
  for (const host of ['api', 'auth']) {
    const description = readFileSync(`docs/openapi/${host}.json`, 'utf8');
    const types = readFileSync(`client/src/${host}-types.ts`, 'utf8');
    assert.ok(isMadeFrom(description, types), host);
    assert.ok(!isMadeFrom(description, types.replace('number', 'string')), 'changed by hand');
    assert.ok(!isMadeFrom(description.replace('string', 'number'), types), 'changed routes');
    assert.ok(!isMadeFrom(description, ''), 'missing');
  }
});

const manifest = JSON.parse(readFileSync('client/package.json', 'utf8'));

test('the package compiles to plain modules with types that need no other package', async t => {
  const { path: folder } = temporaryFolder(t);
  execFileSync('node_modules/.bin/tsc', ['-p', 'client/tsconfig.json', '--outDir', folder]);
  for (const path of Object.values<string>(manifest.exports['.'])) {
    assert.ok(globSync(path.replace('./dist', folder)).length === 1, path);
  }
  const { createClient } = await import(join(folder, 'client.js'));
  const addresses = { apiUrl: 'http://localhost:1', authUrl: 'http://localhost:2' };
  assert.equal(createClient(addresses).describeRequest('health').url, 'http://localhost:1/healthz');
});

test('the package has no dependencies, and imports nothing from outside', () => {
  assert.equal(manifest.dependencies, undefined);
  for (const file of globSync('client/src/*.ts')) {
    const imports = [...readFileSync(file, 'utf8').matchAll(/from '([^']+)'/g)];
    for (const [, path] of imports) assert.match(path!, /^\.\/[\w-]+\.ts$/, file);
  }
});

test('every call of the client is in its README', () => {
  const readme = readFileSync('client/README.md', 'utf8');
  for (const name of Object.keys(operations)) {
    if (name === 'refresh') continue;
    const isListed = new RegExp(`\`?${name}\``).test(readme);
    assert.ok(isListed, `add ${name} to the table of operations in client/README.md`);
  }
});

test('every operation has its types under short names', () => {
  const types = readFileSync('client/src/types.ts', 'utf8');
  for (const [name, { input }] of Object.entries(operations)) {
    for (const kind of input === 'none' ? ['Answer'] : ['Input', 'Answer']) {
      const short = name.charAt(0).toUpperCase() + name.slice(1) + kind;
      const line = `export type ${short} = ${kind}<'${name}'>;`;
      assert.ok(types.includes(line), `add this line to client/src/types.ts: ${line}`);
    }
  }
});
