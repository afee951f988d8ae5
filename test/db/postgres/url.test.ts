import assert from 'node:assert/strict';
import test from 'node:test';
import { differOnlyInLogin, readPostgresUrl } from '#storage/db/postgres/url.ts';

test('a URL keeps its login, host and parameters', () => {
  const url = 'postgres://u:p%40w@[::1]:5434/db?application_name=x';
  assert.deepEqual(readPostgresUrl(url), { name: '[::1]:5434', url, isPlainText: false });
});

test('several hosts, and parameters that choose among them, are refused with what to use', () => {
  const cases: [url: string, message: RegExp][] = [
    ['postgres://u:geheim@one:5432,two:5433/db', /^TEST_URL: expected one host, got several; name/],
    ['postgres://u:geheim@one%2Ctwo/db', /^TEST_URL: expected one host, got several/],
    ['postgres:///db?host=one,two', /^TEST_URL: expected one host, got several/],
    ...[
      'target_session_attrs=read-write',
      'targetServerType=primary',
      'load_balance_hosts=random',
      'loadBalanceHosts=true',
    ].map((query): [string, RegExp] => [
      `postgres://u:geheim@one/db?${query}`,
      new RegExp(`^TEST_URL, ${query.split('=')[0]}: is not accepted; name one address`),
    ]),
  ];
  for (const [url, message] of cases) {
    assert.throws(
      () => readPostgresUrl(url, 'TEST_URL'),
      (error: Error & { code: string }) =>
        error.code === 'BAD_SETTING' &&
        message.test(error.message) &&
        /HAProxy \(deploy\/haproxy\.cfg\), PgBouncer or Patroni$/.test(error.message) &&
        !/geheim/.test(error.message),
      url,
    );
  }
});

test('sslmode means what it means to libpq', () => {
  const { url } = readPostgresUrl('postgres://host/db?sslmode=require');
  assert.equal(url, 'postgres://host/db?sslmode=require&uselibpqcompat=true');
});

test('PGSSLMODE is used if the URL has no parameter about encryption', t => {
  process.env.PGSSLMODE = 'require';
  t.after(() => delete process.env.PGSSLMODE);
  const one = (url: string) => readPostgresUrl(url).url;
  assert.equal(one('postgres://h/db'), 'postgres://h/db?sslmode=require&uselibpqcompat=true');
  assert.match(one('postgres://h/db?sslmode=verify-full'), /sslmode=verify-full/);
  assert.equal(readPostgresUrl('postgres://host/db').isPlainText, false);
});

test('optional parts of a URL may be omitted', () => {
  const one = (url: string) => readPostgresUrl(url).url;
  assert.equal(one('postgres://host/db'), 'postgres://host/db');
  assert.equal(one('postgresql://host'), 'postgres://host/');
  assert.equal(one('postgres:///db'), 'postgres://localhost/db');
  assert.equal(one('postgres://u@/db?host=/run/pg'), 'postgres://u@/db?host=%2Frun%2Fpg');
  assert.equal(one('postgres://u@%2Frun%2Fpg/db'), 'postgres://u@/db?host=%2Frun%2Fpg');
});

test('a wrong URL is refused in a sentence that does not repeat the password', () => {
  for (const url of [
    'postgres://u:geheim@ho st/db',
    'postgres://u:geheim@host:port/db',
    'postgres://u:geheim@host:99999/db',
    'postgres://u:geheim@a,b:x/db',
    'postgres://u:geheim@host/db#part',
    'postgres://u:geheim@host/db?sslmode=geheim',
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
    ['port=5432,5433', /port: expected a number$/],
    ['host=other', /host: expected without a host before the path, got both$/],
  ];
  for (const [query, message] of cases) {
    assert.throws(
      () => readPostgresUrl(`postgres://u:p@host/db?${query}`, 'TEST_URL'),
      { code: 'BAD_SETTING', message },
      query,
    );
  }
});

test('connections in plain text to another host are noticed', () => {
  const cases: [url: string, isPlainText: boolean][] = [
    ['postgres://db2:5433/db', true],
    ['postgres://10.0.0.1/db?sslmode=disable', true],
    ['postgres://[fd00::1]:5432/db', true],
    ['postgres:///db?host=db1', true],
    ['postgres://localhost.example/db', true],
    ['postgres://127.0.0.1.example/db', true],
    ['postgres://db1/db?sslmode=require', false],
    ['postgres://db1/db?sslmode=prefer', false],
    ['postgres://db1/db?sslrootcert=/ca.pem', false],
    ['postgres://127.0.0.1:5432/db', false],
    ['postgres://127.9.9.9/db', false],
    ['postgres://[::1]/db', false],
    ['postgres://localhost:5432/db', false],
    ['postgres:///db', false],
    ['postgres://u@/db?host=/run/pg', false],
    ['postgres://u@%2Frun%2Fpg/db', false],
  ];
  for (const [url, isPlainText] of cases) {
    assert.equal(readPostgresUrl(url).isPlainText, isPlainText, url);
  }
});

test('a new user and password may be used at once, any other change not', () => {
  const old = 'postgres://ktima:first@db1:5433/db?sslmode=require&application_name=a';
  const cases: [url: string, isOnlyLogin: boolean][] = [
    ['postgres://ktima:second@db1:5433/db?sslmode=require&application_name=a', true],
    ['postgresql://other:p%40ss@db1:5433/db?application_name=a&sslmode=require', true],
    ['postgres://db1:5433/db?sslmode=require&application_name=a&user=u&password=p', true],
    ['postgres://ktima:first@db1:5433/db?sslmode=disable&application_name=a', false],
    ['postgres://ktima:first@db1:5433/db', false],
    ['postgres://ktima:first@db1:5433/db2?sslmode=require&application_name=a', false],
    ['postgres://ktima:first@db1:5434/db?sslmode=require&application_name=a', false],
    ['postgres://ktima:first@db2:5433/db?sslmode=require&application_name=a', false],
    ['postgres://ktima:first@db1/db?sslmode=require&application_name=a', false],
    [`${old}&options=-cwork_mem%3D1MB`, false],
  ];
  for (const [url, isOnlyLogin] of cases) {
    assert.equal(differOnlyInLogin(readPostgresUrl(url), readPostgresUrl(old)), isOnlyLogin, url);
  }
});
