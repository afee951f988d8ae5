import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import type { operations as ApiOperations } from '../../client/src/api-types.ts';
import type { RawInput } from '../../client/src/call.ts';
import { requestOf } from '../../client/src/describe-request.ts';
import { operations } from '../../client/src/operations.ts';
import { clientOperations } from '../../scripts/client-operations.ts';
import { isMadeFrom } from '../../scripts/client-types.ts';
import { temporaryFolder } from '../temporary-folder.ts';

test('the table of operations and the types are those of the descriptions', () => {
  const [api, auth] = ['api', 'auth'].map(host =>
    JSON.parse(readFileSync(`docs/openapi/${host}.json`, 'utf8')),
  );
  for (const [path, text] of Object.entries(clientOperations({ api, auth }))) {
    assert.equal(readFileSync(path, 'utf8'), text, `${path}: run npm run openapi`);
  }
});

test('a row has host, path, kind of input, token and cookie; GIS and map programs have none', () => {
  const { pointsOfInterest, startSession, authHealth } = operations;
  const path = '/api/points-of-interest/';
  const json = { host: 'api', method: 'POST', path, input: 'json', needsToken: true };
  assert.deepEqual(pointsOfInterest, json);
  const form = { host: 'auth', method: 'POST', path: '/auth/session', input: 'form' };
  assert.deepEqual(startSession, { ...form, needsToken: false, withCookie: true });
  const none = { host: 'auth', method: 'GET', path: '/healthz', input: 'none' };
  assert.deepEqual(authHealth, { ...none, needsToken: false });
  assert.equal(operations.reverse.input, 'query');
  assert.deepEqual(
    Object.keys(operations).filter(name => /^ogc|Tile/.test(name)),
    [],
  );
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
