import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { openKeys } from '../../src/auth/keys.ts';
import { openSeal } from '../../src/auth/seal.ts';
import { openSqliteAuthStore } from '../../src/auth/sqlite.ts';
import { openTestService } from '../service.ts';

const keyOptions = {
  seal: openSeal(undefined),
  leadSeconds: 600,
  rotateDays: 90,
  clock: () => new Date('2026-06-15T09:00:00Z'),
};

test('the first start makes a key, the next ones find it', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'ktima-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const kids: string[] = [];
  for (let start = 0; start < 2; start++) {
    const store = openSqliteAuthStore(join(folder, 'auth.db'));
    kids.push((await (await openKeys(store, keyOptions)).current()).kid);
    await store.close();
  }
  assert.equal(kids[0], kids[1]);
});

test('two instances that start at once agree on one key', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'ktima-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const stores = [0, 1].map(() => openSqliteAuthStore(join(folder, 'auth.db')));
  const [a, b] = await Promise.all(stores.map(store => openKeys(store, keyOptions)));
  assert.equal((await a!.current()).kid, (await b!.current()).kid);
  for (const store of stores) await store.close();
});

test('the public set shows no private part', async () => {
  const { auth, keys } = await openTestService();
  const response = await auth.inject('/.well-known/jwks.json');
  assert.equal(response.statusCode, 200);
  const [jwk] = response.json().keys;
  assert.deepEqual(Object.keys(jwk).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
  assert.equal(jwk.kid, (await keys.current()).kid);
});
