import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { portOf } from '#http/server/lifecycle.ts';
import { createClient } from '../../client/src/client.ts';
import { signIn } from '../../console/src/tools/session/sign-in.ts';
import { findStayObstacle } from '../../console/src/tools/session/stay-signed-in.ts';
import { consoleOrigin, openTestService } from '../service.ts';

test('a browser can keep a session over TLS or on loopback, with cookies', () => {
  const cases: [page: string, authUrl: string, expected: string | undefined][] = [
    ['http://127.0.0.1:8000/#at=38,23', 'http://127.0.0.1:8001', undefined],
    ['http://localhost:8000/', 'http://localhost:8001', undefined],
    ['http://[::1]:8000/', 'http://[::1]:8001', undefined],
    ['http://ktima.localhost/', 'http://auth.ktima.localhost/', undefined],
    ['https://ktima.example/', 'https://auth.ktima.example', undefined],
    ['https://ktima.example/', 'https://ktima.example/login', undefined],
    ['http://192.168.1.5:8000/', 'http://192.168.1.5:8001', 'insecure'],
    ['http://ktima.lan:8000/', 'https://auth.ktima.lan', 'insecure'],
    ['https://ktima.lan/', 'http://ktima.lan:8001', 'insecure'],
    ['http://localhost.evil.example/', 'http://localhost.evil.example', 'insecure'],
  ];
  for (const [page, authUrl, expected] of cases) {
    assert.equal(findStayObstacle(page, authUrl, true), expected, `${page} ${authUrl}`);
  }
  assert.equal(findStayObstacle('https://a.example', 'https://a.example', false), 'noCookies');
});

test('a sign-in that the browser cannot keep works on this page, with the reason', async () => {
  const service = await openTestService();
  await service.users.add('maria', 'a long enough password');
  for (const server of [service.api, service.auth]) {
    await server.listen({ host: '127.0.0.1', port: 0 });
    after(() => server.close());
  }
  const urlOf = (server: typeof service.auth) => `http://127.0.0.1:${portOf(server)}`;
  const input = { username: 'maria', password: 'a long enough password' };
  /** A browser that stores no cookies, on this site or another. */
  const open = (site: string) =>
    createClient({
      apiUrl: urlOf(service.api),
      authUrl: urlOf(service.auth),
      fetch: (url, init) => {
        const headers = { ...init?.headers, origin: consoleOrigin, 'sec-fetch-site': site };
        return fetch(url, { ...init, headers });
      },
    });
  const cases = [
    ['cross-site', true, { isKept: false, obstacle: 'otherSite' }],
    ['same-site', true, { isKept: false, obstacle: 'noCookies' }],
    ['same-site', false, { isKept: false, obstacle: 'noCookies' }],
  ] as const;
  for (const [site, stay, expected] of cases) {
    const client = open(site);
    assert.deepEqual(await signIn(client, input, stay), expected);
    assert.equal((await client.pointsOfInterest({ latitude: 38, longitude: 23 })).length, 3);
    await assert.rejects(signIn(client, { ...input, password: 'wrong' }, stay), { status: 401 });
  }
});
