import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { createClient } from '../../client/src/client.ts';
import { requestOf } from '../../client/src/describe-request.ts';
import { operations } from '../../client/src/operations.ts';
import type { PortfolioRowsInput } from '../../client/src/types.ts';
import { pythonClient } from '../../scripts/python-client.ts';
import { typeScriptClient } from '../../scripts/typescript-client.ts';

test('the table of operations and the types are those of the descriptions', () => {
  const [api, auth] = ['api', 'auth'].map(host =>
    JSON.parse(readFileSync(`docs/openapi/${host}.json`, 'utf8')),
  );
  const files = { ...typeScriptClient({ api, auth }), ...pythonClient({ api, auth }) };
  for (const [path, text] of Object.entries(files)) {
    assert.equal(readFileSync(path, 'utf8'), text, `${path}: run npm run openapi`);
  }
});

test('a row has host, path, kind of input, token and cookie; GIS and map programs have none', () => {
  const { pointsOfInterest, startSession, authHealth } = operations;
  const path = '/api/points-of-interest/';
  const json = { host: 'api', method: 'POST', path, input: 'json', needsToken: true };
  assert.deepEqual(pointsOfInterest, { ...json, besideBody: ['walk', 'strict'] });
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
  const path = '/items/{id}/';
  const route = { host: 'api', method: 'GET', path, input: 'query', needsToken: false } as const;
  const urlOf = (input: object) => requestOf('http://localhost:1/below', route, input).url;
  const full: PortfolioRowsInput = { id: '05/1 ά', text: 'Βόλος' };
  const query = new URLSearchParams({ text: 'Βόλος' });
  assert.equal(urlOf(full), `http://localhost:1/below/items/05%2F1%20%CE%AC/?${query}`);
  // @ts-expect-error: the parameter of the path is missing.
  const without: PortfolioRowsInput = { text: 'Βόλος' };
  for (const input of [without, { id: '' }, { id: '..' }]) {
    assert.throws(() => urlOf(input), { name: 'TypeError', message: 'id: needed in the path' });
  }
});

const manifest = JSON.parse(readFileSync('client/package.json', 'utf8'));

test('the package has the compiler of the repository, pinned without a download address', () => {
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
  const { typescript } = read('client/package.json').devDependencies;
  assert.equal(typescript, read('package.json').devDependencies.typescript);
  const { packages } = read('client/package-lock.json');
  assert.equal(packages['node_modules/typescript'].version, typescript);
  for (const [path, { integrity, resolved }] of Object.entries<Record<string, string>>(packages)) {
    if (path === '') continue;
    assert.match(integrity ?? '', /^sha512-/, path);
    assert.equal(resolved, undefined, path);
  }
});

test('the package has no dependencies, and imports nothing from outside', () => {
  assert.equal(manifest.dependencies, undefined);
  for (const file of globSync('client/src/*.ts')) {
    const imports = [...readFileSync(file, 'utf8').matchAll(/from '([^']+)'/g)];
    for (const [, path] of imports) assert.match(path!, /^\.\/[\w-]+\.ts$/, file);
  }
});

test('the README has exactly the methods of the client that are operations', () => {
  const readme = readFileSync('client/README.md', 'utf8');
  const [, table] = /^## Operations$(.*?)^## /ms.exec(readme)!;
  const rows = [...table!.matchAll(/^\| (`.*?) \|/gm)].map(([, names]) => names!);
  const listed = rows.flatMap(names => [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name!));
  const methods = Object.keys(createClient({ apiUrl: 'http://localhost:1' }));
  const called = methods.filter(name => name in operations);
  assert.deepEqual(listed.sort(), called.sort(), 'the table of operations in client/README.md');
  for (const name of methods) assert.ok(readme.includes(name), `${name} is not explained`);
});
