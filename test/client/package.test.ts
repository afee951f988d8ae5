import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';

const manifest = JSON.parse(readFileSync('client/package.json', 'utf8'));

test('the package compiles to plain modules with types that stand alone', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'ktima-client-'));
  t.after(() => rmSync(folder, { recursive: true }));
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

test('every call of the client stands in its README', () => {
  const readme = readFileSync('client/README.md', 'utf8');
  const operations = readFileSync('client/src/operations.ts', 'utf8');
  for (const [, name] of operations.matchAll(/^ {2}(\w+): \{ host/gm)) {
    if (name !== 'refresh') assert.match(readme, new RegExp(`\`?${name}\``), name);
  }
});
