import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { jwtVerify } from 'jose';
import { audience, issuer, now } from '../service.ts';
import { openOver } from './engines.ts';
import { assertSame, password, statusOf } from './with-maria.ts';

const service = await openOver({ after });
const { auth, users, keys } = service;
await users.add('Maria', password, 'maria@example.gr');
await users.add('gone', password);
await users.setDisabled('gone', true);

const boundary = 'X-BOUNDARY';
const multipart = (...parts: string[]) =>
  `${parts.map(p => `--${boundary}\r\n${p}\r\n`).join('')}--${boundary}--\r\n`;
const field = (name: string, value: string) =>
  `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;
const form = (username: string, password: string) =>
  multipart(field('username', username), field('password', password));

function post(payload: string | Buffer, type = `multipart/form-data; boundary=${boundary}`) {
  const headers = type === '' ? {} : { 'content-type': type };
  return auth.inject({ method: 'POST', url: '/auth/otp/login', headers, payload });
}

test('the right password gives a token in the shape of RFC 6749', async () => {
  const response = await post(form('Maria', password));
  assert.equal(response.statusCode, 200);
  assert.equal(response.headers['cache-control'], 'no-store');
  const { access_token, refresh_token, ...rest } = response.json();
  assert.match(refresh_token, /^[\w-]{43}$/);
  const ring = await keys.current();
  assert.deepEqual(rest, { token_type: 'Bearer', expires_in: 3600 });
  const options = { issuer, audience, currentDate: now };
  const { payload, protectedHeader } = await jwtVerify(access_token, ring.publicKeys.find, options);
  assert.deepEqual(protectedHeader, { alg: 'ES256', typ: 'at+jwt', kid: ring.kid });
  assert.equal(payload.iat, now.getTime() / 1000);
  assert.equal(payload.exp, now.getTime() / 1000 + 3600);
  assert.ok(payload.sub && payload.jti && payload.sid);
  assert.equal(await statusOf(service, access_token), 200, 'the token opens the main API');
});

test('urlencoded and JSON bodies are accepted too', async () => {
  const body = { username: 'Maria', password };
  const encoded = `${new URLSearchParams(body)}`;
  assert.equal((await post(encoded, 'application/x-www-form-urlencoded')).statusCode, 200);
  assert.equal((await post(JSON.stringify(body), 'application/json')).statusCode, 200);
});

test('name or e-mail, in any case or Unicode form, mean one user', async () => {
  const names = ['maria', 'MARIA', ' Maria ', 'ｍａｒｉａ', 'maria@example.gr', 'MARIA@EXAMPLE.GR'];
  for (const name of names) assert.equal((await post(form(name, password))).statusCode, 200, name);
});

test('wrong password, unknown and disabled user get one and the same 401', async () => {
  const answers = await Promise.all([
    post(form('Maria', 'wrong horse battery')),
    post(form('nobody', password)),
    post(form('gone', password)),
    post(form('gone', 'wrong')),
    post(form("' OR 1=1 --", 'x')),
    post('{"username":"\\ud800","password":"x"}', 'application/json'),
    post(form('Maria', ' correct horse battery')),
    post(form('Maria', 'Correct horse battery')),
  ]);
  assertSame(answers);
  assert.equal(answers[0]!.statusCode, 401);
  assert.equal(answers[0]!.headers['www-authenticate'], 'Bearer');
  assert.deepEqual(answers[0]!.json(), { error: 401, message: 'user name or password is wrong' });
});

test('odd but legal passwords are verified exactly', async () => {
  const passwords = [
    ...['x'.repeat(64), 'x'.repeat(72), 'x'.repeat(73), 'ω'.repeat(1024), '😀'.repeat(512)],
    ...['nul\0inside it', '  leading and trailing  ', 'Λέξεις της Άννας'],
  ];
  for (const [i, password] of passwords.entries()) {
    await users.add(`odd${i}`, password);
    const login = (p: string) =>
      post(JSON.stringify({ username: `odd${i}`, password: p }), 'application/json');
    assert.equal((await login(password)).statusCode, 200, password);
    assert.equal((await login(`${password.slice(0, -1)}y`)).statusCode, 401, password);
    assert.equal((await login(password.normalize('NFD'))).statusCode, 200, password);
  }
  const long = JSON.stringify({ username: 'odd0', password: 'x'.repeat(1025) });
  assert.equal((await post(long, 'application/json')).statusCode, 400);
});

test('a missing, empty or repeated field is 400 and named', async () => {
  const given = field('password', 'a');
  const cases: [parts: string[], message: RegExp][] = [
    [[field('username', 'a')], /^password is missing/],
    [[given], /^username is missing/],
    [[field('username', ''), given], /^username: expected text of 1 to 256/],
    [[field('username', 'a'), field('username', 'b'), given], /^username: expected one value/],
    [[field('USERNAME', 'a'), given], /^username is missing/],
    [[field('username', 'x'.repeat(257)), given], /^username: expected text/],
  ];
  for (const [parts, message] of cases) {
    const response = await post(multipart(...parts));
    assert.equal(response.statusCode, 400, parts.join());
    assert.match(response.json().message, message);
  }
  const wrong = '{} [] null {"username":"a","password":5} {"username":null,"password":"a"}';
  for (const json of [...wrong.split(' '), '{"username":["Maria"],"password":"a"}']) {
    assert.equal((await post(json, 'application/json')).statusCode, 400, json);
  }
  const nothing = await service.auth.inject({ method: 'POST', url: '/auth/otp/login' });
  const needed = 'request body: expected an object with username, password (optional: otp)';
  assert.deepEqual([nothing.statusCode, nothing.json().message], [400, needed]);
  for (const form of ['username=a&username=b&password=c', '']) {
    assert.equal((await post(form, 'application/x-www-form-urlencoded')).statusCode, 400, form);
  }
});

test('malformed multipart is 400, 413 or 415, never a 5xx and never a hang', async () => {
  const good = form('Maria', password);
  const given = field('password', 'a');
  const cases: [name: string, body: string, type?: string][] = [
    ['unterminated', good.slice(0, -10)],
    // A part beyond the limit of the parser that was cut ended the process.
    ['ten parts, unterminated', `--${boundary}\r\n\r\n`.repeat(10)],
    [
      'ten parts of a second boundary, unterminated',
      `--${boundary}\r\n\r\n`.repeat(10),
      `multipart/form-data; boundary=other; boundary=${boundary}`,
    ],
    ['cut in the middle of a value', good.slice(0, 90)],
    ['empty body', ''],
    ['another boundary', good.replaceAll(boundary, 'OTHER')],
    ['no boundary', good, 'multipart/form-data'],
    ['a boundary without a value', good, 'multipart/form-data; boundary'],
    ['a boundary that is no text', good, 'multipart/form-data; boundary=\xff'],
    ['quotes in a boundary', good, 'multipart/form-data; boundary="; x="'],
    ['an empty boundary', good, 'multipart/form-data; boundary='],
    ['a boundary of 300 bytes', good, `multipart/form-data; boundary=${'b'.repeat(300)}`],
    ['a nameless part', multipart('Content-Disposition: form-data\r\n\r\nx', given)],
    ...['name', 'name=', 'name=""', `filename*=utf-8''a.txt`].map((more): [string, string] => {
      const part = `Content-Disposition: form-data; ${more}\r\n\r\nx`;
      return [`a part with ${more}`, multipart(part, given)];
    }),
    ['a part without headers', multipart('\r\nx', given)],
    ['a file', multipart(field('username"; filename="a', 'x'), given)],
    ['500 headers', multipart(`${'X-A: 1\r\n'.repeat(500)}${field('username', 'a')}`)],
    ['500 parts', multipart(...Array.from({ length: 200 }, (_, i) => field(`f${i}`, 'x')))],
    ['a huge field', multipart(field('username', 'a'), field('password', 'x'.repeat(10_000)))],
    ['a huge body', multipart(field('username', 'a'), field('password', 'x'.repeat(100_000)))],
    ['a huge name', multipart(field('n'.repeat(5_000), 'a'))],
    ['only dashes', '--'.repeat(2_000)],
    ['headers that never end', good.replace('"\r\n\r\n', '"\0\n\r\n')],
    ['nothing but the end of a header', multipart('Content-Disposition')],
    ['__proto__', multipart(field('__proto__', 'a'), field('password', 'x'))],
  ];
  for (const [name, body, contentType] of cases) {
    const response = await post(body, contentType);
    const told = `${name}: ${response.statusCode} ${response.body}`;
    assert.ok([400, 413, 415].includes(response.statusCode), told);
    assert.equal(response.json().error, response.statusCode);
  }
});

test('a multipart part that is no field is rejected, also in a valid form', async () => {
  const fields = [field('username', 'Maria'), field('password', password)];
  const others = ['attachment; name="x"', 'form-data'].map(one => `Content-Disposition: ${one}`);
  for (const headers of ['', 'X-Nothing: 1', ...others]) {
    const part = `${headers}\r\n\r\nx`;
    for (const parts of [
      [part, ...fields],
      [...fields, part],
    ]) {
      const response = await post(multipart(...parts));
      assert.equal(response.statusCode, 400, headers);
      assert.match(response.json().message, /^multipart: expected a name on every part/);
    }
  }
  const long = 'n'.repeat(65);
  const named = await post(multipart(...fields, field(long, 'x')));
  assert.equal(named.statusCode, 413, 'too long a name is neither taken nor cut');
  const encoded = `username=a&password=b&${long}=c`;
  const urlencoded = await post(encoded, 'application/x-www-form-urlencoded');
  assert.equal(urlencoded.statusCode, 413);
  assert.ok(urlencoded.body.length < 200, 'nor repeated');
  for (const refused of [named, urlencoded]) {
    assert.equal(refused.json().message, 'form: expected names of at most 64 characters');
  }
  const valued = await post(multipart(...fields, field('more', 'x'.repeat(9_000))));
  assert.deepEqual(valued.json(), { error: 413, message: 'more: expected at most 8192 bytes' });
  const around = `before\r\n${multipart(...fields)}after\r\n--${boundary}\r\n`;
  assert.equal((await post(around)).statusCode, 200, 'what stands around the parts is no part');
  const quoted = `multipart/form-data; charset=utf-8; boundary="${boundary}"`;
  assert.equal((await post(multipart(...fields), quoted)).statusCode, 200);
});

test('a part of a form that is not UTF-8 by its headers is 415, unless its text is the same in UTF-8', async () => {
  const part = (...headers: string[]) =>
    [...headers, 'Content-Disposition: form-data; name="password"', '', password].join('\r\n');
  const charsets = ['utf-16le', 'utf-7', '', ' utf-16'];
  const refused = [
    ...charsets.map(charset => `Content-Type: text/plain; charset=${charset}`),
    'content-type: text/plain;\r\n charset=utf-16',
    'Content-Type: text/plain; charset=iso-8859-1\r\nX-Greek: α',
    'Content-Transfer-Encoding: base64',
    'CONTENT-TRANSFER-ENCODING: quoted-printable',
  ];
  for (const header of refused) {
    const response = await post(multipart(field('username', 'Maria'), part(header)));
    assert.equal(response.statusCode, 415, header);
    assert.match(response.json().message, /^Content-(Type|Transfer-Encoding): expected/);
  }
  for (const header of [
    'Content-Type: text/plain; charset=UTF-8',
    'Content-Type: text/plain; charset=ISO-8859-1\r\nContent-Transfer-Encoding: 8bit',
    'Content-Type: text/plain; charset="windows-1253"',
    'Content-Type: text/plain',
    'Content-Transfer-Encoding: 8bit',
  ]) {
    const response = await post(multipart(field('username', 'Maria'), part(header)));
    assert.equal(response.statusCode, 200, header);
  }
});

// Each would keep the service busy for minutes with a pattern that is not linear.
test('blanks in the header of a part cost nothing, however many', async () => {
  const blanks = ' '.repeat(15_000);
  for (const [header, status] of [
    [`Content-Transfer-Encoding:${blanks}a\nb`, 415],
    [`Content-Transfer-Encoding:${blanks}8bit\t`, 200],
    [`Content-Type: text/plain;${blanks}charset=iso-8859-1${'\t'.repeat(500)}x`, 415],
  ] as const) {
    const name = field('username', 'Maria');
    const part = `${header}\r\n${field('password', password)}`;
    assert.equal((await post(multipart(name, part))).statusCode, status, header.slice(0, 30));
  }
});

test('the largest allowed form is accepted', async () => {
  const others = Array.from({ length: 5 }, (_, i) => field(`other${i}`, 'x'.repeat(2_500)));
  const response = await post(
    multipart(field('username', 'Maria'), field('password', password), field('otp', ''), ...others),
  );
  assert.equal(response.statusCode, 200);
});

test('other media types are 415', async () => {
  for (const type of ['text/plain', 'application/xml', 'multipart/mixed; boundary=x', '']) {
    assert.equal((await post('username=Maria', type)).statusCode, 415, type);
  }
});
