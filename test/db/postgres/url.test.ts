import assert from 'node:assert/strict';
import test from 'node:test';
import { differOnlyInLogin, readPostgresUrl, sessionFor } from '#storage/db/postgres/url.ts';

test('a URL with several hosts becomes one URL per host, in order', () => {
  const { servers, session } = readPostgresUrl(
    'postgres://u:p%40w@one:5432,two:5433,[::1]:5434/db?target_session_attrs=read-write&application_name=x',
  );
  assert.equal(session, 'read-write');
  assert.deepEqual(servers, [
    { name: 'one:5432', url: 'postgres://u:p%40w@one:5432/db?application_name=x' },
    { name: 'two:5433', url: 'postgres://u:p%40w@two:5433/db?application_name=x' },
    { name: '[::1]:5434', url: 'postgres://u:p%40w@[::1]:5434/db?application_name=x' },
  ]);
});

test('sslmode means what it means to libpq', () => {
  const [server] = readPostgresUrl('postgres://host/db?sslmode=require').servers;
  assert.equal(server!.url, 'postgres://host/db?sslmode=require&uselibpqcompat=true');
});

test('PGSSLMODE is used if the URL has no parameter about encryption', t => {
  process.env.PGSSLMODE = 'require';
  t.after(() => delete process.env.PGSSLMODE);
  const one = (url: string) => readPostgresUrl(url).servers[0]!.url;
  assert.equal(one('postgres://h/db'), 'postgres://h/db?sslmode=require&uselibpqcompat=true');
  assert.match(one('postgres://h/db?sslmode=verify-full'), /sslmode=verify-full/);
  assert.deepEqual(readPostgresUrl('postgres://host/db').plainText, []);
});

test('optional parts of a URL may be omitted', () => {
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
    'postgres://u:1?geheim@host/db',
    'postgres://u:1?geheim=x@host/db',
    'postgres://u:geheim@%zz/db',
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

test('an unknown, misspelt, repeated or meaningless parameter is refused with what to write', () => {
  const cases: [query: string, message: RegExp][] = [
    ['ssl_mode=verify-full', /^TEST_URL, ssl_mode: there is no such parameter; .* mean sslmode\?$/],
    ['sslMode=verify-full', /mean sslmode\?$/],
    ['sslmod=verify-full', /mean sslmode\?$/],
    ['ssl-root-cert=ca.pem', /mean sslrootcert\?$/],
    ['target_session_attr=any', /mean target_session_attrs\?$/],
    ['usr=x', /mean user\?$/],
    [
      'schema=public',
      /^TEST_URL, schema: there is no such parameter; expected one of application_name, /,
    ],
    ['__proto__=x', /there is no such parameter/],
    ['constructor=x', /there is no such parameter/],
    ['=x', /there is no such parameter/],
    ['ssl=true', /^TEST_URL, ssl: is not accepted; write sslmode=verify-full/],
    ['connect_timeout=5', /is not accepted; KTIMA_POSTGRES_TIMEOUT_MS sets/],
    ['pgbouncer=true', /is not accepted; set KTIMA_POSTGRES_POOLER/],
    ['dbname=ktima', /write the database after the host/],
    ['sslmode=disable&sslmode=require', /^TEST_URL, sslmode: expected once$/],
    ['sslmode=', /sslmode: expected one of disable, prefer, require, verify-ca, verify-full$/],
    ['sslmode=allow', /sslmode: expected one of/],
    ['sslmode=verify-ca', /verify-ca needs the file of the CA in sslrootcert/],
    ['target_session_attrs=master', /target_session_attrs: expected one of any, read-write/],
    ['port=5432,5433', /port: expected a number$/],
    ['host=other', /host: expected without hosts before the path, got both$/],
  ];
  for (const [query, message] of cases) {
    assert.throws(
      () => readPostgresUrl(`postgres://u:p@host/db?${query}`, 'TEST_URL'),
      { code: 'BAD_SETTING', message },
      query,
    );
  }
});

test('connections in plain text to other hosts are listed', () => {
  const cases: [url: string, plainText: string[]][] = [
    ['postgres://db1,localhost,db2:5433/db', ['db1', 'db2:5433']],
    ['postgres://10.0.0.1/db?sslmode=disable', ['10.0.0.1']],
    ['postgres://[fd00::1]:5432/db', ['[fd00::1]:5432']],
    ['postgres:///db?host=db1', ['db1']],
    ['postgres://localhost.example/db', ['localhost.example']],
    ['postgres://127.0.0.1.example/db', ['127.0.0.1.example']],
    ['postgres://db1/db?sslmode=require', []],
    ['postgres://db1/db?sslmode=prefer', []],
    ['postgres://db1/db?sslrootcert=/ca.pem', []],
    ['postgres://127.0.0.1:5432,127.9.9.9,[::1],localhost:5432/db', []],
    ['postgres:///db', []],
    ['postgres://u@/db?host=/run/pg', []],
    ['postgres://u@%2Frun%2Fpg/db', []],
  ];
  for (const [url, plainText] of cases) {
    assert.deepEqual(readPostgresUrl(url).plainText, plainText, url);
  }
});

test('a new user and password may be used at once, any other change not', () => {
  const old = 'postgres://ktima:first@db1,db2:5433/db?sslmode=require&application_name=a';
  const cases: [url: string, isOnlyLogin: boolean][] = [
    ['postgres://ktima:second@db1,db2:5433/db?sslmode=require&application_name=a', true],
    ['postgresql://other:p%40ss@db1,db2:5433/db?application_name=a&sslmode=require', true],
    ['postgres://db1,db2:5433/db?sslmode=require&application_name=a&user=u&password=p', true],
    ['postgres://ktima:first@db1,db2:5433/db?sslmode=disable&application_name=a', false],
    ['postgres://ktima:first@db1,db2:5433/db', false],
    ['postgres://ktima:first@db1,db2:5433/db2?sslmode=require&application_name=a', false],
    ['postgres://ktima:first@db1,db2:5434/db?sslmode=require&application_name=a', false],
    ['postgres://ktima:first@db2:5433,db1/db?sslmode=require&application_name=a', false],
    ['postgres://ktima:first@db1/db?sslmode=require&application_name=a', false],
    [`${old}&target_session_attrs=standby`, false],
  ];
  for (const [url, isOnlyLogin] of cases) {
    assert.equal(differOnlyInLogin(readPostgresUrl(url), readPostgresUrl(old)), isOnlyLogin, url);
  }
});

test('a database that is written uses a writable server, whatever is preferred', () => {
  for (const asked of [undefined, 'any', 'primary', 'prefer-standby', 'read-write'] as const) {
    assert.equal(sessionFor(asked, true), 'read-write');
  }
  for (const asked of ['standby', 'read-only'] as const) {
    assert.throws(() => sessionFor(asked, true, 'TEST_URL'), {
      code: 'BAD_SETTING',
      message: /^TEST_URL, target_session_attrs: expected read-write/,
    });
    assert.equal(sessionFor(asked, false), asked);
  }
  assert.equal(sessionFor(undefined, false), 'any');
});
