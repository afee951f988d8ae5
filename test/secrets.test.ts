import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import test from 'node:test';
import { secretIn } from './secrets.ts';

test('what looks like a secret is found in a log, what does not is left alone', () => {
  const hash = 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg';
  for (const text of [
    '{"msg":"login","password":"correct horse battery"}',
    '{"authorization":"Bearer eyJhbGciOiJFUzI1NiJ9.e30.AAAA"}',
    `{"refresh_token":"${hash}"}`,
    `{"cookie":"__Secure-ktima-session=${hash}"}`,
    '{"hash":"$argon2id$v=19$m=19456"}',
    `{"kty":"EC","d":"${hash}"}`,
    'otpauth://totp/Ktima:maria?secret=JBSWY3DPEHPK3PXP',
    'cannot reach postgres://ktima:secret@db/ktima',
  ]) {
    assert.notEqual(secretIn(text), undefined, text);
  }
  for (const text of [
    '{"level":30,"requestId":"5f0c4f3e-9a51-6d3a-1f0f-5a7700000001","route":"/auth/otp/login"}',
    'cannot reach db1:5432: connect ECONNREFUSED 127.0.0.1:5432',
  ]) {
    assert.equal(secretIn(text), undefined, text);
  }
});

test('a secret in a log fails the file of its test', () => {
  const script = `
    import test from 'node:test';
    import { holdNoSecret } from './test/secrets.ts';
    test('passes', () => {});
    setTimeout(() => holdNoSecret('a test', 'Bearer eyJhbGciOiJFUzI1NiJ9.e30.AAAA'), 50);`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  });
  assert.notEqual(status, 0);
  assert.match(stderr, /the log of a test holds a token/);
});
