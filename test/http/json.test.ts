import assert from 'node:assert/strict';
import test from 'node:test';
import { openTestService } from '../service.ts';
import { noJson } from './bad-input/hostile-values.ts';

const { api, auth, token } = await openTestService();

/** Sends a body to a path, whose host follows from it. */
const post = (url: string, payload: string | Buffer, type = 'application/json') => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': type };
  return (url.startsWith('/auth') ? auth : api).inject({ method: 'POST', url, headers, payload });
};
const around = (payload: string | Buffer) => post('/api/points-of-interest/', payload);
const logout = (payload: string | Buffer) => post('/auth/logout', payload);

test('invalid JSON is 400, on both hosts', async () => {
  for (const text of noJson) {
    for (const answer of [await around(text), await logout(text)]) {
      assert.equal(answer.statusCode, 400, text);
      assert.equal(answer.json().error, 400, text);
    }
  }
});

test('unusual but valid JSON has a defined response', async () => {
  const whole = '"latitude":38,"longitude":23';
  const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
  const expected = (await around(`{${whole}}`)).body;
  const cases: [name: string, text: string, status: number][] = [
    ['a name twice: the last counts', `{"latitude":"x","latitude":38,"longitude":23}`, 200],
    ['a name twice: the last is wrong', `{${whole},"latitude":"38"}`, 400],
    ['a byte order mark is passed over', `\ufeff{${whole}}`, 200],
    ['white space around', ` \t\r\n{${whole}}\n`, 200],
    ['names by escapes', `{"\\u006catitude":38,"longitude":23}`, 200],
    ['unknown fields', `{${whole},"x":{"y":[null]}}`, 200],
    ['deep nesting that nobody asked for', `{${whole},"x":${deep}}`, 200],
    ['deep nesting for a number', `{"latitude":${deep},"longitude":23}`, 400],
    ['a lone surrogate', `{${whole},"x":"\\ud800"}`, 200],
    ['__proto__', `{${whole},"__proto__":{"x":1}}`, 400],
    ['__proto__ by escapes', `{${whole},"\\u005f_proto__":{"x":1}}`, 400],
    ['__proto__ inside', `{${whole},"x":[{"__proto__":{"x":1}}]}`, 400],
    ['constructor.prototype', `{${whole},"constructor":{"prototype":{"x":1}}}`, 400],
    ['coordinates of a prototype', '{"__proto__":{"latitude":38,"longitude":23}}', 400],
  ];
  for (const [name, text, status] of cases) {
    const answer = await around(text);
    assert.equal(answer.statusCode, status, name);
    if (status === 200) assert.equal(answer.body, expected, name);
    const isNamed = /: expected no key `__proto__`/.test(answer.json().message);
    assert.equal(isNamed, /proto/.test(name), name);
  }
  assert.equal(({} as Record<string, unknown>).x, undefined);
});

test('numbers are read as they are written, to the ends of the range', async () => {
  const good = '-0 0.0 90 90.0 9e1 38.00000000000000000001 1e-400 5e-324';
  const bad = '90.0000000001 -90.0000000001 12345678901234567890 1e400 -1e400';
  for (const [texts, status] of [
    [good, 200],
    [bad, 400],
  ] as const) {
    for (const text of texts.split(' ')) {
      assert.equal((await around(`{"latitude":${text},"longitude":23}`)).statusCode, status, text);
    }
  }
  const bytes = async (latitude: string) =>
    (await around(`{"latitude":${latitude},"longitude":23}`)).body;
  for (const same of ['38', '38.0', '38.00', '3.8e1', '380e-1', '38.00000000000000000001']) {
    assert.equal(await bytes(same), await bytes('38.0'), same);
  }
  assert.equal(await bytes('-0'), await bytes('0'));
});

test('a body that is not UTF-8 is 400, and another declared charset is 415', async () => {
  for (const bytes of [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xf0, 0x80, 0x80, 0x80]]) {
    const [start, end] = ['{"latitude":38,"longitude":23,"x":"', '"}'].map(one => Buffer.from(one));
    for (const body of [Buffer.concat([start!, Buffer.from(bytes), end!]), Buffer.from(bytes)]) {
      for (const answer of [await around(body), await logout(body)]) {
        assert.equal(answer.statusCode, 400);
        assert.match(answer.json().message, /^request body: expected UTF-8/);
      }
    }
  }
  const declared = (type: string) =>
    post('/api/points-of-interest/', '{"latitude":38,"longitude":23}', type);
  for (const charset of ['utf-8', 'UTF8', '"utf-8"', 'us-ascii']) {
    assert.equal((await declared(`application/json; charset=${charset}`)).statusCode, 200, charset);
  }
  for (const charset of ['windows-1253', 'utf-16', '"iso-8859-7"', '']) {
    const answer = await declared(`application/json;charset=${charset}`);
    assert.equal(answer.statusCode, 415, charset);
    assert.equal(answer.json().message, 'Content-Type: expected charset=utf-8 or none');
  }
});

test('a login that is not UTF-8, or with NUL in the name, is 400', async () => {
  const logIn = (type: string, payload: string | Buffer) => post('/auth/otp/login', payload, type);
  const urlencoded = 'application/x-www-form-urlencoded';
  const part = (name: string) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n`;
  const parts = `${part('username')}\xff\r\n${part('password')}x\r\n--b--`;
  const multipart = Buffer.from(parts, 'latin1');
  const cases: [string, string | Buffer, RegExp][] = [
    ['application/json', '{"username":"a\\u0000","password":"x"}', /^username: .* without NUL$/],
    ['application/json', Buffer.from('{"username":"\xff","password":"x"}', 'latin1'), /UTF-8/],
    [urlencoded, 'username=a%00&password=x', /^username: .* without NUL$/],
    [urlencoded, 'username=%ff&password=x', /^form: expected UTF-8/],
    [urlencoded, Buffer.from('username=\xff&password=x', 'latin1'), /^request body: .*UTF-8/],
    ['multipart/form-data; boundary=b', multipart, /^request body: expected UTF-8/],
  ];
  for (const [type, body, message] of cases) {
    const answer = await logIn(type, body);
    assert.equal(answer.statusCode, 400, `${type} ${body}`);
    assert.match(answer.json().message, message);
  }
  assert.equal((await logIn(urlencoded, 'username=μαρία&password=x')).statusCode, 401);
  assert.equal((await logIn(`${urlencoded}; charset=utf-16`, 'username=a')).statusCode, 415);
});
