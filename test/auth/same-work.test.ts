import assert from 'node:assert/strict';
import type { AuthStore } from '#features/auth/auth-store.ts';
import { openOver, testOverEngines } from './engines.ts';

/** Notes every call of a store from now on. */
function listen(store: AuthStore): string[] {
  const calls: string[] = [];
  const methods = store as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const [name, real] of Object.entries(methods)) {
    methods[name] = (...args) => {
      calls.push(name);
      return real(...args);
    };
  }
  return calls;
}

testOverEngines('every rejected login runs the same store calls', async (t, engine) => {
  const { auth, users, authStore } = await openOver(t, { engine });
  const password = 'correct horse battery';
  for (const name of ['known', 'disabled', 'locked']) await users.add(name, password);
  await users.setDisabled('disabled', true);
  await users.addDemo('demo', 'ktima-demo');
  const login = async (username: string, given: string) => {
    const payload = { username, password: given };
    const { statusCode } = await auth.inject({ method: 'POST', url: '/auth/otp/login', payload });
    assert.equal(statusCode, 401);
  };
  for (let i = 0; i < 10; i++) await login('locked', 'wrong');
  const calls = listen(authStore);
  for (const [name, given] of [
    ['known', 'wrong'],
    ['unknown', 'wrong'],
    ['disabled', 'wrong'],
    ['disabled', password],
    ['locked', 'wrong'],
    ['locked', password],
    ['demo', 'wrong'],
    ['demo', 'ktima-demo'],
  ] as const) {
    calls.length = 0;
    await login(name, given);
    const wanted = ['readBuckets', 'findUser', 'hasSessionFrom', 'changeBuckets', 'addAuditEntry'];
    assert.deepEqual(calls, wanted, name);
  }
});
