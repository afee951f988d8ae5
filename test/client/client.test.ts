import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import test, { after } from 'node:test';
import type { Server } from '#http/server/typed-server.ts';
import { type ClientOptions, createClient, KtimaApiError } from '../../client/src/client.ts';
import { consoleOrigin, openTestService } from '../service.ts';

const credentials = { username: 'maria', password: 'a long enough password' };
const athens = { latitude: 38, longitude: 23 };

/** Both services on ports of their own, a user, and a client that notes what it sends. */
async function startService(accessTokenSeconds = 3_600, more: Partial<ClientOptions> = {}) {
  const service = await openTestService({ accessTokenSeconds });
  await service.users.add(credentials.username, credentials.password);
  const [apiUrl, authUrl] = await Promise.all([listen(service.api), listen(service.auth)]);
  const sent: string[] = [];
  const ends: string[] = [];
  const client = createClient({
    apiUrl,
    authUrl,
    fetch: (input, init) => {
      sent.push(new URL(String(input)).pathname);
      return fetch(input, init);
    },
    onSessionEnd: why => ends.push(why),
    ...more,
  });
  return { ...service, apiUrl, authUrl, client, sent, ends };
}

async function listen(server: Server): Promise<string> {
  await server.listen({ host: '127.0.0.1', port: 0 });
  after(() => server.close());
  return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}

test('operations without authentication work without a login', async () => {
  const { client } = await startService();
  const cost = await client.reconstructionCost({
    postal_code: '10563',
    property_type: 'apartment',
    build_area: 85,
    construction_year: undefined,
    explain: true,
  });
  assert.equal(cost.reconstruction_cost.as_new, 127_500);
  assert.equal(cost.basis?.rate_eur_m2, 1_500);
  assert.equal((await client.kaekSearch({ kaek_code: '050681726003/0/1' })).area, 412.5);
  assert.equal((await client.parcelAt({ latitude: 37.90005, longitude: 23.7001 })).area, 412.5);
  const { results } = await client.addressSearch({ address: 'Μεγάλης Οδού 5 & 7', limit: 1 });
  assert.equal(results[0]?.components.street, 'Μεγάλης Οδού');
  assert.equal((await client.reverse(athens)).results[0]?.components.postal_code, '99101');
  assert.equal((await client.pointOfInterestTypes()).length, 25);
  assert.equal((await client.health()).status, 'ok');
  assert.equal((await client.readiness()).layers.length, 3);
  assert.equal((await client.authReadiness()).status, 'ready');
  assert.equal((await client.jwks()).keys.length, 1);
});

test('after a login calls carry its token, after a logout none', async () => {
  const { client, ends } = await startService();
  await assert.rejects(client.pointsOfInterest(athens), { status: 401 });
  assert.equal(client.isLoggedIn(), false);
  await client.login(credentials);
  assert.equal(client.isLoggedIn(), true);
  assert.equal((await client.pointsOfInterest(athens))[0]?.name_en, 'bank');
  await client.logout();
  assert.equal(client.isLoggedIn(), false);
  assert.deepEqual(ends, ['logged out']);
  await assert.rejects(client.pointsOfInterest(athens), { status: 401 });
  await client.logout();
  assert.deepEqual(ends, ['logged out']);
});

test('an error has status, message and request id', async () => {
  const { client } = await startService();
  const error = await client.kaekSearch({ kaek_code: '050681726999' }).catch(reason => reason);
  assert.ok(error instanceof KtimaApiError);
  assert.equal(error.status, 404);
  assert.equal(error.message, 'kaek_code: no parcel 050681726999 is loaded');
  assert.equal(error.reason, 'answer');
  assert.match(error.requestId!, /^[\da-f-]{36}$/);
  const refusal = { status: 401, message: 'user name or password is wrong' };
  await assert.rejects(client.login({ ...credentials, password: 'wrong' }), refusal);
});

test('a token is refreshed before it expires, once for parallel calls', async () => {
  const { client, sent } = await startService(1);
  await client.login(credentials);
  await client.pointsOfInterest(athens);
  assert.ok(!sent.includes('/auth/token/refresh'), 'a fresh token is used as it is');
  await new Promise(resolve => setTimeout(resolve, 550));
  await Promise.all(Array.from({ length: 20 }, () => client.pointsOfInterest(athens)));
  assert.equal(sent.filter(path => path === '/auth/token/refresh').length, 1);
});

test('a rejected token is refreshed once for parallel calls', async () => {
  const { client, sent, clock, ends } = await startService();
  await client.login(credentials);
  clock.now = new Date(clock.now.getTime() + 2 * 3_600_000);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => client.pointsOfInterest(athens)),
  );
  assert.ok(answers.every(places => places.length === 3));
  assert.equal(sent.filter(path => path === '/auth/token/refresh').length, 1);
  assert.deepEqual(ends, []);
});

test('the end of a session by the service is reported once, and calls fail with 401', async () => {
  const { client, sent, clock, users, ends } = await startService();
  await client.login(credentials);
  await users.setDisabled(credentials.username, true);
  clock.now = new Date(clock.now.getTime() + 20_000);
  const calls = Array.from({ length: 5 }, () => client.pointsOfInterest(athens));
  const expected = { name: 'KtimaApiError', status: 401 };
  await Promise.all(calls.map(call => assert.rejects(call, expected)));
  assert.deepEqual(ends, ['expired']);
  assert.equal(client.isLoggedIn(), false);
  assert.equal(sent.filter(path => path === '/auth/token/refresh').length, 1);
});

test('while the token is still valid, a failed refresh does not matter', async () => {
  const { client, auth } = await startService(1);
  await client.login(credentials);
  await auth.close();
  await new Promise(resolve => setTimeout(resolve, 550));
  assert.equal((await client.pointsOfInterest(athens)).length, 3);
  assert.equal(client.isLoggedIn(), true);
});

test('a token of another provider is requested for each call, and its errors are thrown', async () => {
  const { apiUrl, token } = await startService();
  const given = [token, Promise.resolve(token), 'refused'];
  const client = createClient({ apiUrl, accessToken: () => given.shift()! });
  for (let i = 0; i < 2; i++) assert.equal((await client.pointsOfInterest(athens)).length, 3);
  await assert.rejects(client.pointsOfInterest(athens), { status: 401 });
  assert.equal(given.length, 0);
  await assert.rejects(client.login(credentials), /authUrl: needed for login/);
  for (const address of ['localhost:8000', '127.0.0.1:8000', 'http://', '', undefined!]) {
    const message = `apiUrl: expected http:// or https:// and a host, got ${address}`;
    assert.throws(() => createClient({ apiUrl: address }), { name: 'TypeError', message });
  }
  assert.throws(() => createClient({ apiUrl, authUrl: 'localhost:8001' }), /^TypeError: authUrl: /);
});

test('an aborted call does not end the refresh that others wait for', async () => {
  const { client, clock } = await startService();
  await client.login(credentials);
  clock.now = new Date(clock.now.getTime() + 2 * 3_600_000);
  const giveUp = new AbortController();
  const given = client.pointsOfInterest(athens, { signal: giveUp.signal });
  const kept = client.pointsOfInterest(athens);
  giveUp.abort(new Error('not needed any more'));
  await assert.rejects(given, { message: 'not needed any more' });
  assert.equal((await kept).length, 3);
});

test('a request can be shown before it is sent, without its token', async () => {
  const { client, apiUrl, authUrl } = await startService();
  assert.deepEqual(
    client.describeRequest('addressSearch', { address: 'Οδός & Αριθμός 5', limit: undefined }),
    {
      method: 'GET',
      url: `${apiUrl}/api/geocoding/address-search/?address=%CE%9F%CE%B4%CF%8C%CF%82+%26+%CE%91%CF%81%CE%B9%CE%B8%CE%BC%CF%8C%CF%82+5`,
      headers: { accept: 'application/json, application/problem+json' },
    },
  );
  await client.login(credentials);
  assert.deepEqual(client.describeRequest('pointsOfInterest', athens), {
    method: 'POST',
    url: `${apiUrl}/api/points-of-interest/`,
    headers: {
      accept: 'application/json, application/problem+json',
      authorization: 'Bearer <ACCESS_TOKEN>',
      'content-type': 'application/json',
    },
    body: '{"latitude":38,"longitude":23}',
  });
  const onFoot = client.describeRequest('pointsOfInterest', { ...athens, walk: true });
  assert.equal(onFoot.url, `${apiUrl}/api/points-of-interest/?walk=true`);
  assert.equal(onFoot.body, '{"latitude":38,"longitude":23}');
  const { url, form } = client.describeRequest('login', credentials);
  assert.deepEqual([url, form], [`${authUrl}/auth/otp/login`, credentials]);
});

test('a service below a path of its host is found there', () => {
  const client = createClient({
    apiUrl: 'https://example.org/ktima',
    authUrl: 'https://x.example',
  });
  const { url } = client.describeRequest('readiness');
  assert.equal(url, 'https://example.org/ktima/readyz');
});

/** A browser: the tabs share its cookies, which it sends to every path below their own. */
function openBrowser() {
  let cookie: string | undefined;
  const sent: string[] = [];
  const browse: typeof fetch = async (input, init) => {
    const { pathname } = new URL(String(input));
    sent.push(pathname);
    const isSent = init?.credentials === 'include' && pathname.startsWith('/auth/session');
    const headers = {
      ...init?.headers,
      origin: consoleOrigin,
      ...(isSent && cookie && { cookie }),
    };
    const response = await fetch(input, { ...init, headers });
    const [set] = response.headers.getSetCookie();
    if (isSent && set) cookie = set.includes('Max-Age=0') ? undefined : set.split(';')[0];
    return response;
  };
  return { browse, sent, hasCookie: () => cookie !== undefined };
}

async function openTabs(count: number) {
  const browser = openBrowser();
  const service = await startService(3_600, { fetch: browser.browse });
  const { apiUrl, authUrl } = service;
  const openTab = () => {
    const ends: string[] = [];
    const onSessionEnd = (why: string) => void ends.push(why);
    return { ...createClient({ apiUrl, authUrl, fetch: browser.browse, onSessionEnd }), ends };
  };
  return { ...service, ...browser, openTab, tabs: Array.from({ length: count }, openTab) };
}

test('a session in a cookie continues in other tabs and after a reload, until one logs out', async () => {
  const { tabs, openTab, sent, hasCookie, clock } = await openTabs(1);
  const [first] = tabs;
  assert.equal(await first!.startSession(credentials), true);
  assert.equal((await first!.pointsOfInterest(athens)).length, 3);
  const second = openTab();
  second.resumeSession();
  assert.equal(second.isLoggedIn(), true);
  assert.equal((await second.pointsOfInterest(athens)).length, 3);
  clock.now = new Date(clock.now.getTime() + 2 * 3_600_000);
  const both = [first!, second].flatMap(tab => [tab, tab]);
  await Promise.all(both.map(tab => tab.pointsOfInterest(athens)));
  assert.ok(!sent.includes('/auth/token/refresh'));
  await first!.logout();
  assert.deepEqual(first!.ends, ['logged out']);
  assert.equal(hasCookie(), false);
  clock.now = new Date(clock.now.getTime() + 10_000);
  await assert.rejects(second.pointsOfInterest(athens), { status: 401 });
  assert.deepEqual(second.ends, ['expired']);
});

test('a tab forgets its session without a request, when another tab has logged out', async () => {
  const { tabs, sent, hasCookie } = await openTabs(1);
  await tabs[0]!.startSession(credentials);
  const before = sent.length;
  tabs[0]!.forgetSession();
  await tabs[0]!.logout();
  assert.deepEqual([tabs[0]!.isLoggedIn(), tabs[0]!.ends], [false, ['logged out']]);
  assert.deepEqual([sent.length, hasCookie()], [before, true]);
});

test('a session that is over when it is resumed ends once, also without a call', async () => {
  const { openTab } = await openTabs(0);
  const tab = openTab();
  tab.resumeSession();
  await assert.rejects(tab.pointsOfInterest(athens), { status: 401 });
  assert.deepEqual([tab.isLoggedIn(), tab.ends], [false, ['not resumed']]);
});

test('a session that ends while its cookie is checked stays ended', async () => {
  for (const end of ['forgetSession', 'logout'] as const) {
    const { apiUrl, authUrl, browse } = await openTabs(0);
    const endings: unknown[] = [];
    const ends: string[] = [];
    const tab = createClient({
      apiUrl,
      authUrl,
      fetch: async (input, init) => {
        const response = await browse(input, init);
        if (String(input).endsWith('/session/refresh')) endings.push(tab[end]());
        return response;
      },
      onSessionEnd: why => ends.push(why),
    });
    assert.equal(await tab.startSession(credentials), false, end);
    await Promise.all(endings);
    assert.deepEqual([tab.isLoggedIn(), ends], [false, ['logged out']], end);
    await assert.rejects(tab.pointsOfInterest(athens), { status: 401 });
  }
});

test('a tab never continues with the session of another login', async () => {
  const { tabs, users, clock } = await openTabs(2);
  await users.add('petros', 'another long password');
  const [maria, petros] = tabs;
  assert.equal(await maria!.startSession(credentials), true);
  const other = { username: 'petros', password: 'another long password' };
  assert.equal(await petros!.startSession(other), true);
  clock.now = new Date(clock.now.getTime() + 2 * 3_600_000);
  await assert.rejects(maria!.pointsOfInterest(athens), { status: 401 });
  assert.deepEqual([maria!.isLoggedIn(), maria!.ends], [false, ['other user']]);
  assert.equal((await petros!.pointsOfInterest(athens)).length, 3, 'the other one continues');
});

test('a session is resumed only for the user who was signed in', async () => {
  const { tabs, openTab } = await openTabs(1);
  await tabs[0]!.startSession(credentials);
  const id = tabs[0]!.userId();
  assert.ok(id);
  for (const [asked, ends] of [
    [id, []],
    [undefined, []],
    [id.replace(/^./, '-'), ['other user']],
  ] as const) {
    const tab = openTab();
    tab.resumeSession(asked);
    const isOpen = await tab.pointsOfInterest(athens).then(Boolean, () => false);
    assert.deepEqual([isOpen, tab.isLoggedIn(), tab.ends], [!ends[0], !ends[0], [...ends]]);
    assert.equal(tab.userId(), ends[0] ? undefined : id);
  }
});

test('an older cookie of the browser is not taken for that of a new login', async () => {
  const { tabs, apiUrl, authUrl, browse } = await openTabs(1);
  await tabs[0]!.startSession(credentials);
  const tab = createClient({
    apiUrl,
    authUrl,
    // As a browser that keeps the older cookie of the two.
    fetch: (input, init) => {
      const isLogin = String(input).endsWith('/auth/session');
      return browse(input, isLogin ? { ...init, credentials: 'omit' } : init);
    },
  });
  assert.equal(await tab.startSession(credentials), false);
  assert.equal((await tab.pointsOfInterest(athens)).length, 3, 'by its own token');
});

test('a login whose cookie is not stored says so, and lasts as long as its token', async () => {
  const ends: string[] = [];
  const { client, clock } = await startService(3_600, {
    // As a browser that stores no Secure cookie: it sends none.
    fetch: (input, init) =>
      fetch(input, { ...init, headers: { ...init?.headers, origin: consoleOrigin } }),
    onSessionEnd: why => ends.push(why),
  });
  assert.equal(await client.startSession(credentials), false);
  assert.equal((await client.pointsOfInterest(athens)).length, 3);
  clock.now = new Date(clock.now.getTime() + 2 * 3_600_000);
  await assert.rejects(client.pointsOfInterest(athens), { status: 401 });
  assert.deepEqual(ends, ['expired']);
});
