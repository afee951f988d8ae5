import assert from 'node:assert/strict';
import test from 'node:test';
import { readPostgresUrl } from '../../src/db/postgres-url.ts';

test('a URL with several hosts becomes one URL a host, in order', () => {
  const { servers, session } = readPostgresUrl(
    'postgres://u:p%40w@one:5432,two:5433,[::1]:5434/db?target_session_attrs=read-write&sslmode=verify-full',
  );
  assert.equal(session, 'read-write');
  assert.deepEqual(servers, [
    { name: 'one:5432', url: 'postgres://u:p%40w@one:5432/db?sslmode=verify-full' },
    { name: 'two:5433', url: 'postgres://u:p%40w@two:5433/db?sslmode=verify-full' },
    { name: '[::1]:5434', url: 'postgres://u:p%40w@[::1]:5434/db?sslmode=verify-full' },
  ]);
});

test('what may be left out may be left out', () => {
  const one = (url: string) => readPostgresUrl(url).servers[0]!.url;
  assert.equal(one('postgres://host/db'), 'postgres://host/db');
  assert.equal(one('postgresql://host'), 'postgres://host/');
  assert.equal(one('postgres:///db'), 'postgres://localhost/db');
  assert.equal(one('postgres://u@/db?host=/run/pg'), 'postgres://u@/db?host=%2Frun%2Fpg');
  assert.equal(one('postgres://u@%2Frun%2Fpg/db'), 'postgres://u@/db?host=%2Frun%2Fpg');
  assert.equal(readPostgresUrl('postgres://host/db').session, undefined);
});

test('a wrong URL is refused in a sentence that does not repeat the password', () => {
  for (const url of [
    'postgres://u:geheim@ho st/db',
    'postgres://u:geheim@host:port/db',
    'postgres://u:geheim@host:99999/db',
    'postgres://u:geheim@a,b:x/db',
    'postgres://u:geheim@host/db#part',
    'postgres://u:geheim@host/db?target_session_attrs=geheim',
    'mysql://u:geheim@host/db',
  ]) {
    assert.throws(
      () => readPostgresUrl(url),
      (error: Error & { code: string }) =>
        error.code === 'BAD_SETTING' && !/geheim/.test(error.message),
      url,
    );
  }
});
