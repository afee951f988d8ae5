import assert from 'node:assert/strict';
import test from 'node:test';
import { consoleOrigin, openTestService } from '../service.ts';

const { auth, users } = await openTestService();
await users.add('maria', 'a long enough password');
const open = ['/auth/otp/login', '/auth/token/refresh', '/auth/logout'] as const;
const withCookies = ['/auth/session', '/auth/session/refresh', '/auth/session/logout'];
const otherOrigins = [
  ...['https://evil.example', 'null', 'https://console.example.evil.example', '*'],
  ...['https://console.example:8443', 'http://console.example'],
  ...['HTTPS://CONSOLE.EXAMPLE', 'https://console.example/'],
];

function preflight(url: string, origin: string) {
  const asked = { method: 'POST', headers: 'content-type' };
  const headers = Object.fromEntries(
    Object.entries(asked).map(([name, value]) => [`access-control-request-${name}`, value]),
  );
  return auth.inject({ method: 'OPTIONS', url, headers: { origin, ...headers } });
}

function corsHeaders(headers: Record<string, unknown>): string[] {
  return Object.keys(headers).filter(name => name.startsWith('access-control-'));
}

test('a preflight of the console gets a response, which allows cookies only for sessions', async () => {
  for (const url of [...open, ...withCookies]) {
    const { statusCode, headers, body } = await preflight(url, consoleOrigin);
    assert.deepEqual([statusCode, body], [204, '']);
    assert.equal(headers['access-control-allow-origin'], consoleOrigin);
    assert.equal(headers['access-control-allow-methods'], 'POST');
    assert.equal(headers['access-control-allow-headers'], 'content-type');
    const cookies = withCookies.includes(url) ? 'true' : undefined;
    assert.equal(headers['access-control-allow-credentials'], cookies, url);
    assert.equal(headers.vary, 'origin');
    assert.ok(headers['x-request-id']);
  }
});

test('an operation of the session without an origin of the console is 403 and sets no cookie', async () => {
  // The content types that a form of another page can send without a preflight.
  const forms = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=X'];
  const types = [...forms, 'text/plain'];
  const payload = 'username=maria&password=a long enough password';
  for (const url of withCookies) {
    for (const [i, origin] of [...otherOrigins, '', undefined].entries()) {
      const headers = { ...(origin !== undefined && { origin }), 'content-type': types[i % 3] };
      const answer = await auth.inject({ method: 'POST', url, headers, payload });
      assert.equal(answer.statusCode, 403, `${url} ${origin}`);
      assert.match(answer.json().message, /^Origin: expected an origin of the console/);
      assert.equal(answer.headers['set-cookie'], undefined);
      assert.equal(answer.headers['cache-control'], 'no-store');
      assert.deepEqual(corsHeaders(answer.headers), []);
    }
  }
});

test('a console on another site gets 403 before its password is checked, and may read it', async () => {
  const headers = { origin: consoleOrigin, 'sec-fetch-site': 'cross-site' };
  const payload = { username: 'maria', password: 'wrong' };
  const answer = await auth.inject({ method: 'POST', url: '/auth/session', headers, payload });
  assert.equal(answer.statusCode, 403);
  assert.match(answer.json().message, /use POST \/auth\/otp\/login$/);
  assert.equal(answer.headers['access-control-allow-origin'], consoleOrigin);
});

test('the console may read responses and errors, with X-Request-Id and Retry-After', async () => {
  const login = (password: string) =>
    auth.inject({
      method: 'POST',
      url: '/auth/otp/login',
      headers: { origin: consoleOrigin },
      payload: { username: 'maria', password },
    });
  for (const [password, status] of [
    ['a long enough password', 200],
    ['wrong', 401],
    ['', 400],
  ] as const) {
    const { statusCode, headers } = await login(password);
    assert.equal(statusCode, status);
    assert.equal(headers['access-control-allow-origin'], consoleOrigin);
    assert.equal(headers['access-control-expose-headers'], 'x-request-id, retry-after');
    assert.equal(headers['access-control-allow-credentials'], undefined);
    assert.equal(headers.vary, status === 200 ? 'origin' : 'origin, accept');
  }
});

test('other origins, and requests without an origin, get no CORS headers', async () => {
  for (const url of ['/auth/otp/login', ...withCookies]) {
    for (const origin of otherOrigins) {
      const refused = await preflight(url, origin);
      assert.equal(refused.statusCode, 405, origin);
      assert.deepEqual(corsHeaders(refused.headers), [], origin);
      assert.equal(refused.headers.vary, 'origin, accept');
    }
  }
  for (const headers of [{ origin: 'https://evil.example' }, {}]) {
    const payload = { refresh_token: 'x' };
    const answer = await auth.inject({ method: 'POST', url: open[2], headers, payload });
    assert.equal(answer.statusCode, 204);
    assert.deepEqual(corsHeaders(answer.headers), []);
    assert.equal(answer.headers.vary, 'origin');
  }
});

test('other paths get no CORS headers, not even for the console', async () => {
  for (const url of ['/auth/ended-sessions', '/.well-known/jwks.json', '/readyz', '/nowhere']) {
    const headers = { origin: consoleOrigin };
    assert.deepEqual(corsHeaders((await auth.inject({ url, headers })).headers), [], url);
    assert.deepEqual(corsHeaders((await preflight(url, consoleOrigin)).headers), [], url);
  }
});

test('an OPTIONS that is no preflight is 405, as is a session by another method than POST', async () => {
  const headers = { origin: consoleOrigin };
  const answer = await auth.inject({ method: 'OPTIONS', url: '/auth/otp/login', headers });
  assert.equal(answer.statusCode, 405);
  for (const method of ['GET', 'PUT', 'DELETE'] as const) {
    for (const url of withCookies) {
      assert.equal((await auth.inject({ method, url, headers })).statusCode, 405);
    }
  }
});

// BREACH: the length of a compressed body would reveal what it contains.
test('no response of the authentication service is compressed', async () => {
  const headers = { 'accept-encoding': 'gzip, br, zstd' };
  const paths = '/openapi.json /docs/swagger-ui.js /.well-known/jwks.json /no-such';
  for (const url of paths.split(' ')) {
    assert.equal((await auth.inject({ url, headers })).headers['content-encoding'], undefined, url);
  }
  const payload = { username: 'maria', password: 'a long enough password' };
  const login = await auth.inject({ method: 'POST', url: '/auth/otp/login', payload, headers });
  assert.equal(login.statusCode, 200);
  assert.equal(login.headers['content-encoding'], undefined);
});
